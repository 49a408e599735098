/**
 * The state of a table page, as signals, and the functions that change it.
 *
 * Invariant: everything comes from the server's updates. `shown` is the frame on display; `legal` belongs to the
 * current state and is empty while frames are still to be shown.
 */

import { batch, computed, signal } from "@preact/signals";
import { createClock } from "./clock.js";
import { createCommands } from "./commands.js";
import { createQueue } from "./queue.js";
import { connect } from "./socket.js";
import { createTalk } from "./talk.js";
import { complain } from "./toast.js";

const PATIENCE = 1500;

/** @typedef {ReturnType<typeof openTable>} Store */

/** @param {Boot} boot */
export function openTable(boot) {
  const online = signal(false);
  const seat = signal(boot.seat);
  const table = signal(/** @type {TableInfo | null} */ (null));
  const shown = signal(
    /** @type {{view: View | null, event: GameEvent | null}} */ ({ view: null, event: null }),
  );
  const legal = signal(/** @type {Action[]} */ ([]));
  const hint = signal(/** @type {Action | null} */ (null));
  const frames = signal(/** @type {Frame[]} */ ([]));
  const outcome = signal(/** @type {Outcome | null} */ (null));
  const people = signal({ seats: /** @type {{seat: number, here: boolean}[]} */ ([]), watching: 0 });
  /** By seat: when this page first saw its person gone, in milliseconds. */
  const absent = signal(/** @type {Map<number, number>} */ (new Map()));
  const moved = signal(/** @type {string | null} */ (null));
  /** What has just happened at the table itself. */
  const fact = signal(/** @type {GameEvent | null} */ (null));
  const barred = signal(false);
  const clock = createClock();
  const talk = createTalk(boot, clock);
  let seq = 0;
  let fresh = true;
  let first = 0;
  let asked = 0;
  /** @type {Map<number, (answer: any) => void>} */
  const asking = new Map();

  const socket = connect(`/ws/v1/tables/${boot.code}/`, {
    open: () => {
      hello();
      commands.resend();
    },
    probe: () => hello(),
    state: (now) => (online.value = now),
    message: (message) => batch(() => receive(message)),
  });
  const commands = createCommands(socket.send);
  const hello = () => socket.send({ type: "hello", seen: seq });

  const queue = createQueue({
    show: (frame) => batch(() => show(frame)),
    settle: (page) => batch(() => settle(page)),
  });

  /** @param {Frame} frame */
  function show(frame) {
    frames.value = [...frames.value, frame];
    if (frame.kind === "table" && frame.seq > first) fact.value = frame.event;
    if (frame.view !== undefined) {
      const event = frame.kind === "game" ? frame.event : null;
      shown.value = { view: frame.view, event };
    }
  }

  /** @param {Page} page */
  function settle(page) {
    if (page.view !== shown.value.view) shown.value = { ...shown.value, view: page.view };
    table.value = page.table;
    legal.value = page.legal;
    hint.value = null;
    outcome.value = page.outcome;
    moved.value = page.table.next;
  }

  /** @param {Page} page */
  function turn(page) {
    if (page.from !== seq) {
      if (page.seq > seq) hello();
      return;
    }
    seq = page.seq;
    if (fresh) first = seq;
    if (seat.value !== null && page.seat === null && !fresh) fact.value = { type: "Unseated" };
    seat.value = page.seat;
    clock.set(page.clock.now);
    commands.reached(seq);
    if (page.frames.length) legal.value = [];
    table.value ??= page.table;
    // Who opens or reloads the page has missed nothing that could still be shown: begin at the end.
    const skipped = fresh ? page.frames.length - 1 : 0;
    fresh = false;
    frames.value = [...frames.value, ...page.frames.slice(0, Math.max(0, skipped))];
    queue.push(page.frames.slice(Math.max(0, skipped)), page);
  }

  /** @param {any} message */
  function receive(message) {
    switch (message.type) {
      case "page":
        return turn(message);
      case "done":
        // The page with the effect follows at once; if it does not, ask for it rather than wait for ever.
        setTimeout(() => seq < message.seq && hello(), PATIENCE);
        return commands.done(message.command, message.seq, seq);
      case "refused":
        commands.refused(message.command);
        if (message.code === "stale" || message.code === "not_your_turn") hello();
        if (message.code === "no_spectators") return (barred.value = true);
        return complain(message.code, message.message);
      case "answer":
        asking.get(message.id)?.(message);
        return asking.delete(message.id);
      case "people":
        return meet(message);
      case "said":
        return talk.hear(message);
      case "moved":
        return (moved.value = message.code);
    }
  }

  /** @param {{seats: {seat: number, here: boolean}[], watching: number}} message */
  function meet(message) {
    people.value = message;
    const gone = message.seats.filter(({ here }) => !here);
    absent.value = new Map(gone.map((one) => [one.seat, absent.value.get(one.seat) ?? Date.now()]));
  }

  const seats = computed(() => {
    const here = new Map(people.value.seats.map((one) => [one.seat, one.here]));
    return (table.value?.seats ?? []).map((one) => ({ ...one, here: here.get(one.seat) ?? false }));
  });

  return {
    boot,
    online,
    seat,
    table,
    seats,
    shown,
    legal,
    hint,
    frames,
    outcome,
    people,
    absent,
    talk,
    clock,
    fact,
    barred,
    moved,
    busy: commands.busy,
    /** @param {Action} action */
    act: (action) => commands.act(action, seq),
    /** @param {Action} action @returns {Promise<any>} */
    ask(action) {
      asked += 1;
      const id = asked;
      socket.send({ type: "ask", id, action });
      return new Promise((resolve) => asking.set(id, resolve));
    },
    /** @param {string} text */
    say: (text) => socket.send({ type: "say", text }),
    restart() {
      barred.value = false;
      socket.restart();
    },
    close: () => socket.close(),
  };
}
