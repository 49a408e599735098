/** A page for modules that are tested without a browser: its address, its sockets, its events, its texts. */

/** A socket that the test opens, closes and answers for. */
export class FakeSocket {
  static OPEN = 1;
  static CLOSED = 3;
  static all = [];
  static get newest() {
    return FakeSocket.all.at(-1);
  }

  readyState = 0;
  sent = [];
  constructor(url) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  accept() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close() {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.onclose({ code: 1000 });
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
}

const events = new EventTarget();
export const page = Object.assign(new EventTarget(), { hidden: false, querySelector: () => null });

Object.assign(globalThis, {
  WebSocket: FakeSocket,
  document: page,
  location: new URL("https://table.example/t/abc/"),
  localStorage: { getItem: () => null, setItem: () => undefined },
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  gettext: (text) => text,
  ngettext: (one, many, count) => (count === 1 ? one : many),
  interpolate: (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name])),
});
