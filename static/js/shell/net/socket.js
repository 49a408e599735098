/**
 * A WebSocket that reconnects by itself.
 *
 * Invariant: it interprets no message, and passes on those of the newest socket only. After each failure it waits longer, with jitter so that clients do not return
 * to a restarted server all at once, and it reports when it is open.
 */

const MAX_RETRY_SECONDS = 15;
const PROBE_TIMEOUT = 6000;
/** The server refused this client: do not reconnect. */
const CLOSE_FORBIDDEN = 4003;

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
  /** The visitor has left the page; the browser may keep it in memory and show it again. */
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
      if (mine !== socket) return;
      failures = 0;
      clearTimeout(watchdog);
      on.message(JSON.parse(event.data));
    };
    mine.onclose = ({ code }) => {
      if (mine === socket && !ended && !hidden && code !== CLOSE_FORBIDDEN) lost();
    };
  }

  function lost() {
    clearTimeout(watchdog);
    on.state(false);
    const ceiling = Math.min(MAX_RETRY_SECONDS, 0.5 * 2 ** failures);
    failures += 1;
    retry = setTimeout(open, 1000 * ceiling * (0.5 + Math.random() / 2));
  }

  /** Open a new socket and close the old one: the session may have another seat now. */
  function restart() {
    if (hidden) return;
    const old = socket;
    open();
    old.close();
  }

  /** Check the connection when the page becomes visible: on a phone that slept, a dead socket still looks open. */
  function probe() {
    if (document.hidden || ended || hidden) return;
    if (socket.readyState === WebSocket.OPEN) {
      clearTimeout(watchdog);
      watchdog = setTimeout(restart, PROBE_TIMEOUT);
      on.probe();
    } else if (socket.readyState === WebSocket.CLOSED) {
      open();
    }
  }

  /** Close when the visitor leaves: a page kept for the back button would look connected for ever. */
  function disconnect() {
    hidden = true;
    clearTimeout(retry);
    clearTimeout(watchdog);
    socket.close();
    on.state(false);
  }

  /** Connect again when the page is shown again. */
  function reconnect() {
    if (!hidden || ended) return;
    hidden = false;
    failures = 0;
    open();
  }

  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", reconnect);
  addEventListener("online", probe);
  document.addEventListener("visibilitychange", probe);
  open();

  return {
    restart,
    /** Close the socket and do not reconnect. */
    close() {
      ended = true;
      clearTimeout(retry);
      clearTimeout(watchdog);
      removeEventListener("pagehide", disconnect);
      removeEventListener("pageshow", reconnect);
      removeEventListener("online", probe);
      document.removeEventListener("visibilitychange", probe);
      socket.close();
    },
    /** @param {object} message */
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
  };
}
