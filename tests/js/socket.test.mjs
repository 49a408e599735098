import assert from "node:assert/strict";
import test, { mock } from "node:test";

/** The page and its sockets as far as `connect` uses them. */
class FakeSocket {
  static OPEN = 1;
  static CLOSED = 3;
  static all = [];
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
  fail(code = 1006) {
    this.readyState = FakeSocket.CLOSED;
    this.onclose({ code });
  }
  close() {
    if (this.readyState !== FakeSocket.CLOSED) this.fail(1000);
  }
  send(text) {
    this.sent.push(text);
  }
}

const page = new EventTarget();
const document = Object.assign(new EventTarget(), { hidden: false });
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  document,
  location: { protocol: "https:", host: "table.example" },
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
});
mock.timers.enable({ apis: ["setTimeout"] });
mock.method(Math, "random", () => 1);
const { connect, retryDelay } = await import("../../static/js/shell/net/socket.js");

/** Connect; return the connection, what it reported, and the newest socket. */
function start() {
  FakeSocket.all = [];
  document.hidden = false;
  const reported = [];
  const connection = connect("/ws/", {
    open: () => reported.push("open"),
    message: (message) => reported.push(message),
    state: (online) => reported.push(online),
    probe: () => reported.push("probe"),
  });
  return { connection, reported, newest: () => FakeSocket.all.at(-1) };
}

test("messages are read and sent as JSON, and only while the socket is open", () => {
  const { connection, reported, newest } = start();
  assert.equal(newest().url, "wss://table.example/ws/");
  connection.send({ too: "early" });
  newest().accept();
  newest().onmessage({ data: '{"a":1}' });
  connection.send({ b: 2 });
  assert.deepEqual(reported, [true, "open", { a: 1 }]);
  assert.deepEqual(newest().sent, ['{"b":2}']);
  connection.close();
});

test("after each failure it waits twice as long, fifteen seconds at most, and a message ends that", () => {
  const { connection, newest } = start();
  for (const seconds of [0.5, 1, 2, 4, 8, 15, 15]) {
    const count = FakeSocket.all.length;
    newest().fail();
    mock.timers.tick(1000 * seconds - 1);
    assert.equal(FakeSocket.all.length, count, `before ${seconds} s`);
    mock.timers.tick(1);
    assert.equal(FakeSocket.all.length, count + 1, `after ${seconds} s`);
  }
  newest().accept();
  newest().onmessage({ data: "{}" });
  newest().fail();
  mock.timers.tick(500);
  assert.equal(FakeSocket.all.length, 9);
  connection.close();
});

test("a client that was refused, and one that has ended, do not come back", () => {
  const refused = start();
  refused.newest().fail(4003);
  mock.timers.tick(60_000);
  assert.equal(FakeSocket.all.length, 1);
  refused.connection.close();
  const ended = start();
  ended.connection.close();
  page.dispatchEvent(new Event("pageshow"));
  page.dispatchEvent(new Event("online"));
  mock.timers.tick(60_000);
  assert.equal(FakeSocket.all.length, 1);
});

test("a page that becomes visible probes, and replaces a socket that does not answer", () => {
  const { connection, reported, newest } = start();
  newest().accept();
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.ok(!reported.includes("probe"));
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.ok(reported.includes("probe"));
  newest().onmessage({ data: "{}" });
  mock.timers.tick(6000);
  assert.equal(FakeSocket.all.length, 1);
  page.dispatchEvent(new Event("online"));
  mock.timers.tick(6000);
  assert.equal(FakeSocket.all.length, 2);
  assert.equal(FakeSocket.all[0].readyState, FakeSocket.CLOSED);
  connection.close();
});

test("messages of an old socket are dropped", () => {
  const { connection, reported } = start();
  const [old] = FakeSocket.all;
  old.accept();
  connection.restart();
  old.onmessage({ data: '"late"' });
  assert.ok(!reported.includes("late"));
  connection.close();
});

test("a page that is left closes its socket and connects again when it is shown again", () => {
  const { connection, reported, newest } = start();
  newest().accept();
  page.dispatchEvent(new Event("pagehide"));
  assert.equal(newest().readyState, FakeSocket.CLOSED);
  assert.equal(reported.at(-1), false);
  mock.timers.tick(60_000);
  connection.restart();
  assert.equal(FakeSocket.all.length, 1);
  page.dispatchEvent(new Event("pageshow"));
  assert.equal(FakeSocket.all.length, 2);
  connection.close();
});

test("jitter shortens the wait by up to a half", () => {
  const delays = [retryDelay(0, 0), retryDelay(0, 1), retryDelay(3, 0.5), retryDelay(30, 1)];
  assert.deepEqual(delays, [250, 500, 3000, 15_000]);
});
