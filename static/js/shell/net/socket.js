/**
 * A WebSocket that reconnects by itself.
 *
 * Invariant: it interprets no message, and passes on those of the newest socket only. After each failure it
 * waits longer, with jitter so that clients do not return to a restarted server all at once, and it reports
 * when it is open.
 */

const MAX_RETRY_SECONDS = 15;
const PROBE_TIMEOUT = 6000;
/** The server refused this client: do not reconnect. */
const CLOSE_FORBIDDEN = 4003;

/**
 * @typedef {object} Handlers
 * @property {() => void} open
 * @property {(message: any) => void} message
 * @property {(online: boolean) => void} state
 * @property {() => void} probe
 */

/**
 * Return how many milliseconds to wait after so many failures; `jitter` is from 0 to 1.
 * @param {number} failures @param {number} jitter
 */
export function retryDelay(failures, jitter) {
  const ceiling = Math.min(MAX_RETRY_SECONDS, 0.5 * 2 ** failures);
  return 1000 * ceiling * (0.5 + jitter / 2);
}

/**
 * Report when the visitor leaves the page, comes back to it, or may have slept; return a function that ends this.
 * @param {{hide: () => void, show: () => void, wakeUp: () => void}} on
 */
export function watchPage({ hide, show, wakeUp }) {
  addEventListener("pagehide", hide);
  addEventListener("pageshow", show);
  addEventListener("online", wakeUp);
  document.addEventListener("visibilitychange", wakeUp);
  return () => {
    removeEventListener("pagehide", hide);
    removeEventListener("pageshow", show);
    removeEventListener("online", wakeUp);
    document.removeEventListener("visibilitychange", wakeUp);
  };
}

class Connection {
  /** @type {WebSocket} */
  socket;
  failures = 0;
  retry = 0;
  watchdog = 0;
  ended = false;
  /** The visitor has left the page; the browser may keep it in memory and show it again. */
  hidden = false;

  /** @param {string} url @param {Handlers} on */
  constructor(url, on) {
    this.url = url;
    this.on = on;
    this.socket = this.open();
  }

  /** Open a socket, which replaces the one before. */
  open() {
    clearTimeout(this.retry);
    const mine = new WebSocket(this.url);
    this.socket = mine;
    mine.onopen = () => {
      this.on.state(true);
      this.on.open();
    };
    mine.onmessage = (event) => {
      if (mine === this.socket) this.receive(event.data);
    };
    mine.onclose = ({ code }) => {
      if (mine === this.socket && !this.ended && !this.hidden && code !== CLOSE_FORBIDDEN) this.lose();
    };
    return mine;
  }

  /** @param {string} text */
  receive(text) {
    this.failures = 0;
    clearTimeout(this.watchdog);
    this.on.message(JSON.parse(text));
  }

  /** Try again later. */
  lose() {
    clearTimeout(this.watchdog);
    this.on.state(false);
    this.retry = setTimeout(() => this.open(), retryDelay(this.failures, Math.random()));
    this.failures += 1;
  }

  /** Open a new socket and close the old one: the session may have another seat now. */
  restart() {
    if (this.hidden) return;
    const old = this.socket;
    this.open();
    old.close();
  }

  /** Check the connection when the page becomes visible: on a phone that slept, a dead socket still looks open. */
  probe() {
    if (document.hidden || this.ended || this.hidden) return;
    if (this.socket.readyState === WebSocket.OPEN) {
      clearTimeout(this.watchdog);
      this.watchdog = setTimeout(() => this.restart(), PROBE_TIMEOUT);
      this.on.probe();
    } else if (this.socket.readyState === WebSocket.CLOSED) {
      this.open();
    }
  }

  /** Close when the visitor leaves: a page kept for the back button would look connected for ever. */
  disconnect() {
    this.hidden = true;
    this.stop();
    this.on.state(false);
  }

  /** Connect again when the page is shown again. */
  reconnect() {
    if (!this.hidden || this.ended) return;
    this.hidden = false;
    this.failures = 0;
    this.open();
  }

  stop() {
    clearTimeout(this.retry);
    clearTimeout(this.watchdog);
    this.socket.close();
  }
}

/** @param {string} path @param {Handlers} on */
export function connect(path, on) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const connection = new Connection(`${scheme}://${location.host}${path}`, on);
  const stopWatching = watchPage({
    hide: () => connection.disconnect(),
    show: () => connection.reconnect(),
    wakeUp: () => connection.probe(),
  });

  return {
    restart: () => connection.restart(),
    /** Close the socket and do not reconnect. */
    close() {
      connection.ended = true;
      stopWatching();
      connection.stop();
    },
    /** @param {object} message */
    send(message) {
      const { socket } = connection;
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
  };
}
