/** The state of a table page: what it shows and sends for each message of the server. */

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { FakeSocket, page } from "./fake-page.mjs";

mock.timers.enable({ apis: ["setTimeout"] });
const { createTableStore } = await import("../../static/js/shell/table/store.js");

const TABLE = { code: "abc", status: "playing", seats: [{ seat: 0 }, { seat: 1 }], deals_at: null, next: null };
const ACTION = { type: "FlipCentre", slot: 1 };

/** A frame of the game whose event is named; its view is the name. */
const frame = (seq, type, more) => ({ seq, kind: "game", dwell: 1, event: { type }, view: { of: type }, ...more });

/** An update that follows row `from`. */
const update = (from, frames, more) => ({
  type: "page",
  seat: 0,
  from,
  seq: from + frames.length,
  frames,
  view: frames.at(-1)?.view ?? null,
  legal: [ACTION],
  outcome: null,
  table: TABLE,
  clock: { now: 1000 },
  ...more,
});

/** Open a table whose first update has two frames; return its store and socket. */
function start(more) {
  page.hidden = false;
  const store = createTableStore({ code: "abc", seat: 0, reactions: [] });
  const socket = FakeSocket.newest;
  socket.accept();
  socket.receive(update(0, [frame(1, "Dealt"), frame(2, "Passed")], more));
  return { store, socket };
}

/** What the socket was asked to send since the test looked last. */
const sent = (socket) => socket.sent.splice(0).map(({ command, ...message }) => message);

test("a page asks for what it has not seen when its socket opens", () => {
  const { store, socket } = start();
  assert.deepEqual(sent(socket), [{ type: "hello", seen: 0, version: 2, patch: true }]);
  assert.equal(store.online.value, true);
  socket.close();
  assert.equal(store.online.value, false);
  mock.timers.tick(60_000);
  FakeSocket.newest.accept();
  assert.deepEqual(sent(FakeSocket.newest), [{ type: "hello", seen: 2, version: 2, patch: true }]);
  store.close();
});

test("at the first update only the last frame is shown, and all are history", () => {
  const { store } = start();
  assert.deepEqual(store.shown.value, { view: { of: "Passed" }, event: { type: "Passed" } });
  assert.deepEqual(
    store.frames.value.map(({ event }) => event.type),
    ["Dealt", "Passed"],
  );
  store.close();
});

test("actions are legal only when the last frame has been shown", () => {
  const { store, socket } = start();
  mock.timers.tick(1000);
  assert.deepEqual(store.legal.value, [ACTION]);
  socket.receive(update(2, [frame(3, "Revealed"), frame(4, "TurnedBack")]));
  assert.deepEqual(store.shown.value.event, { type: "Revealed" });
  assert.deepEqual(store.legal.value, []);
  mock.timers.tick(1000);
  assert.deepEqual(store.shown.value.event, { type: "TurnedBack" });
  assert.deepEqual(store.legal.value, [ACTION]);
  store.close();
});

test("an update that leaves rows out is asked for again, an old one is ignored", () => {
  const { store, socket } = start();
  sent(socket);
  socket.receive(update(5, [frame(6, "Ended")]));
  assert.deepEqual(sent(socket), [{ type: "hello", seen: 2, version: 2, patch: true }]);
  socket.receive(update(0, [frame(1, "Dealt")]));
  assert.deepEqual(sent(socket), []);
  assert.equal(store.frames.value.length, 2);
  store.close();
});

test("an update that begins at another deal forgets what was shown", () => {
  const { store, socket } = start();
  socket.receive(update(7, [frame(8, "Dealt", { deal: 2 })], { reset: true }));
  assert.deepEqual(
    store.frames.value.map(({ seq }) => seq),
    [8],
  );
  assert.deepEqual(store.shown.value.view, { of: "Dealt" });
  store.close();
});

test("a new deal begins the history again", () => {
  const { store, socket } = start();
  socket.receive(update(2, [frame(3, "DealEnded"), frame(4, "Dealt", { deal: 2 }), frame(5, "Chosen")]));
  mock.timers.tick(5000);
  assert.deepEqual(
    store.frames.value.map(({ seq }) => seq),
    [4, 5],
  );
  store.close();
});

test("a move is sent once, and busy until the update with its effect has come", () => {
  const { store, socket } = start();
  sent(socket);
  store.act(ACTION);
  store.act(ACTION);
  const [move, ...others] = socket.sent.splice(0);
  assert.deepEqual([move.type, move.at, move.action, others], ["act", 2, ACTION, []]);
  assert.equal(store.busy.value, ACTION);
  socket.receive({ type: "done", command: move.command, seq: 3 });
  assert.equal(store.busy.value, ACTION);
  socket.receive(update(2, [frame(3, "Revealed")]));
  assert.equal(store.busy.value, null);
  store.close();
});

test("an effect that does not come is asked for", () => {
  const { store, socket } = start();
  store.act(ACTION);
  const { command } = socket.sent.at(-1);
  sent(socket);
  socket.receive({ type: "done", command, seq: 3 });
  mock.timers.tick(1499);
  assert.deepEqual(sent(socket), []);
  mock.timers.tick(1);
  assert.deepEqual(sent(socket), [{ type: "hello", seen: 2, version: 2, patch: true }]);
  store.close();
});

test("a preview is answered by its number", async () => {
  const { store, socket } = start();
  sent(socket);
  const [first, second] = [store.preview(ACTION), store.preview(ACTION)];
  assert.deepEqual(sent(socket), [
    { type: "ask", id: 1, action: ACTION },
    { type: "ask", id: 2, action: ACTION },
  ]);
  socket.receive({ type: "answer", id: 2, legal: false });
  socket.receive({ type: "answer", id: 1, legal: true });
  assert.equal((await first).legal, true);
  assert.equal((await second).legal, false);
  store.close();
});

test("a refusal says what the page has to do", () => {
  const { store, socket } = start();
  sent(socket);
  socket.receive({ type: "refused", command: null, code: "no_spectators", message: "" });
  assert.equal(store.watchingForbidden.value, true);
  socket.receive({ type: "refused", command: null, code: "old_version", message: "" });
  assert.equal(store.outdated.value, true);
  socket.receive({ type: "refused", command: null, code: "not_your_turn", message: "" });
  assert.deepEqual(sent(socket), [{ type: "hello", seen: 2, version: 2, patch: true }]);
  store.close();
});

test("people come and go", () => {
  const { store, socket } = start();
  socket.receive({
    type: "people",
    seats: [
      { seat: 0, here: true },
      { seat: 1, here: false },
    ],
    watching: 3,
  });
  assert.deepEqual(
    store.seats.value.map(({ here }) => here),
    [true, false],
  );
  assert.equal(store.presence.value.watching, 3);
  const since = store.absentSince.value.get(1);
  assert.equal(typeof since, "number");
  socket.receive({
    type: "people",
    seats: [
      { seat: 0, here: false },
      { seat: 1, here: false },
    ],
    watching: 0,
  });
  assert.equal(store.absentSince.value.get(1), since);
  store.close();
});

test("who loses the seat is told so, but not when the page is opened", () => {
  const { store, socket } = start({ seat: null });
  assert.equal(store.tableEvent.value, null);
  socket.receive(update(2, [frame(3, "Passed")], { seat: 0 }));
  socket.receive(update(3, [frame(4, "Passed")], { seat: null }));
  assert.deepEqual(store.tableEvent.value, { type: "Unseated" });
  store.close();
});

test("the sheet between deals opens when the end of the deal has been shown, and closes with the next", () => {
  const standing = { scores: [1, 2], out: [], deal: 4, deals: 9, target: null, title: "" };
  const { store, socket } = start();
  mock.timers.tick(1000);
  socket.receive(update(2, [frame(3, "DealEnded")], { standing, table: { ...TABLE, deals_at: 1030 } }));
  mock.timers.tick(999);
  assert.equal(store.pausedAfter.value, null);
  mock.timers.tick(1);
  assert.equal(store.pausedAfter.value, 4);
  store.askForDeal();
  assert.equal(store.askedForDeal.value, 5);
  socket.receive(update(3, [frame(4, "Dealt", { deal: 5 })], { standing }));
  assert.equal(store.pausedAfter.value, null);
  assert.equal(store.askedForDeal.value, null);
  store.close();
});

test("a chat message and the next table are passed on", () => {
  const { store, socket } = start();
  socket.receive({
    type: "said",
    id: 1,
    who: "x",
    own: false,
    game: "abc",
    name: "Ann",
    seat: 1,
    text: "hi",
    at: 1000,
  });
  socket.receive({ type: "moved", code: "next" });
  assert.deepEqual(
    store.chat.messages.value.map(({ text }) => text),
    ["hi"],
  );
  assert.equal(store.nextTable.value, "next");
  sent(socket);
  store.postMessage("hello");
  assert.deepEqual(sent(socket), [{ type: "say", text: "hello" }]);
  store.close();
});
