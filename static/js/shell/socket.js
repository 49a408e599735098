/**
 * A WebSocket that reconnects by itself.
 *
 * Invariant: it interprets no message. After each failure it waits longer, with jitter so that clients do not return
 * to a restarted server all at once, and it reports when it is open.
 */

const SLOWEST = 15;
const PATIENCE = 6000;
/** The server refused this client: do not reconnect. */
const BARRED = 4003;

/**
 * @param {string} path
 * @param {{open: () => void, message: (message: any) => void, state: (online: boolean) => void, probe: () => void}} on
 */
export function connect(path, on) {
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
  /** @type {WebSocket} */
  let socket;
  let failures = 0;
  let retry = 0;
  let watchdog = 0;
  let ended = false;
  /** The page has been left; the browser may keep it to show it again. */
  let hidden = false;

  function open() {
    clearTimeout(retry);
    socket = new WebSocket(url);
    const mine = socket;
    mine.onopen = () => {
      on.state(true);
      on.open();
    };
    mine.onmessage = (event) => {
      failures = 0;
      clearTimeout(watchdog);
      on.message(JSON.parse(event.data));
    };
    mine.onclose = ({ code }) => {
      if (mine === socket && !ended && !hidden && code !== BARRED) lost();
    };
  }

  function lost() {
    clearTimeout(watchdog);
    on.state(false);
    const ceiling = Math.min(SLOWEST, 0.5 * 2 ** failures);
    failures += 1;
    retry = setTimeout(open, 1000 * ceiling * (0.5 + Math.random() / 2));
  }

  /** Leave the old socket behind and open a new one: the session may have another seat now. */
  function restart() {
    if (hidden) return;
    const old = socket;
    open();
    old.close();
  }

  /** A phone that slept may hold a dead socket that looks open: ask, and mistrust silence. */
  function wake() {
    if (document.hidden || ended || hidden) return;
    if (socket.readyState === WebSocket.OPEN) {
      clearTimeout(watchdog);
      watchdog = setTimeout(restart, PATIENCE);
      on.probe();
    } else if (socket.readyState === WebSocket.CLOSED) {
      open();
    }
  }

  /** Close when the page is left: a page kept for the back button would look connected for ever. */
  function leave() {
    hidden = true;
    clearTimeout(retry);
    clearTimeout(watchdog);
    socket.close();
    on.state(false);
  }

  /** Connect again when the page is shown again. */
  function comeBack() {
    if (!hidden || ended) return;
    hidden = false;
    failures = 0;
    open();
  }

  addEventListener("pagehide", leave);
  addEventListener("pageshow", comeBack);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  open();

  return {
    restart,
    /** Leave for good. */
    close() {
      ended = true;
      clearTimeout(retry);
      clearTimeout(watchdog);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", comeBack);
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      socket.close();
    },
    /** @param {object} message */
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
  };
}
