/**
 * The state of a table page, as signals, and the functions that change it.
 *
 * Invariant: everything comes from the server's updates. `shown` is the frame on display; `legal` belongs to the
 * current state and is empty while frames are still to be shown. `frames` are those of the present deal.
 */

import { batch, computed, signal } from "@preact/signals";
import { createChat } from "../chat/messages.js";
import { createCommands } from "../net/commands.js";
import { createUpdateReader } from "../net/patches.js";
import { connect } from "../net/socket.js";
import { showRefusal } from "../ui/toast.js";
import { createClock } from "./clock.js";
import { createDealConsent } from "./deal-consent.js";
import { createQueue } from "./queue.js";

const UPDATE_TIMEOUT = 1500;
/** The messages this page understands (docs/protocol.md); the server refuses `old_version` where they are too old. */
const PROTOCOL_VERSION = 2;

/** @typedef {ReturnType<typeof createTableStore>} Store */

/** @param {Boot} boot */
export function createTableStore(boot) {
  const online = signal(false);
  const seat = signal(boot.seat);
  const table = signal(/** @type {TableInfo | null} */ (null));
  const shown = signal(
    /** @type {{view: View | null, event: GameEvent | null}} */ ({ view: null, event: null }),
  );
  const legal = signal(/** @type {Action[]} */ ([]));
  const aside = signal(/** @type {Action[]} */ ([]));
  const standing = signal(/** @type {Standing | null} */ (null));
  /** The number of the deal whose end has been shown for its display time, while the table is between deals. */
  const pausedAfter = signal(/** @type {number | null} */ (null));
  const hint = signal(/** @type {Action | null} */ (null));
  const frames = signal(/** @type {Frame[]} */ ([]));
  const outcome = signal(/** @type {Outcome | null} */ (null));
  const presence = signal({ seats: /** @type {{seat: number, here: boolean}[]} */ ([]), watching: 0 });
  /** By seat: when this page first saw that its player is not connected, in milliseconds. */
  const absentSince = signal(/** @type {Map<number, number>} */ (new Map()));
  const nextTable = signal(/** @type {string | null} */ (null));
  /** The last table event that was shown. */
  const tableEvent = signal(/** @type {Tables.Notice | null} */ (null));
  const watchingForbidden = signal(false);
  const outdated = signal(false);
  const clock = createClock();
  const chat = createChat(boot, clock);
  let seq = 0;
  let isFirstUpdate = true;
  let initialSeq = 0;
  let previewId = 0;
  /** @type {Map<number, (answer: any) => void>} */
  const pendingPreviews = new Map();
  let updates = createUpdateReader();

  const socket = connect(`/ws/v1/tables/${boot.code}/`, {
    open: () => {
      updates = createUpdateReader();
      requestUpdate();
      commands.resend();
      consent.resend();
    },
    probe: () => requestUpdate(),
    state: (now) => (online.value = now),
    message: (message) => batch(() => receive(message)),
  });
  const commands = createCommands(socket.send);
  const consent = createDealConsent(socket.send);
  const requestUpdate = () =>
    socket.send({ type: "hello", seen: seq, version: PROTOCOL_VERSION, patch: true });

  const queue = createQueue({
    show: (frame) => batch(() => show(frame)),
    showPresent: (update) => batch(() => showPresent(update)),
    settle: (settled) => {
      if (settled && table.value?.deals_at && standing.value) pausedAfter.value = standing.value.deal;
    },
  });

  /** Add frames to the history of the present deal; a new deal begins a new one. @param {Frame[]} added */
  function keep(added) {
    const dealt = added.findLastIndex(({ deal }) => (deal ?? 0) > 1);
    frames.value = dealt < 0 ? [...frames.value, ...added] : added.slice(dealt);
  }

  /** @param {Frame} frame */
  function show(frame) {
    keep([frame]);
    if (frame.deal) pausedAfter.value = null;
    if (frame.kind === "table" && frame.seq > initialSeq) tableEvent.value = frame.event;
    if (frame.view !== undefined) {
      const event = frame.kind === "game" ? frame.event : null;
      shown.value = { view: frame.view, event };
    }
  }

  /** @param {Update} update */
  function showPresent(update) {
    if (update.view !== shown.value.view) shown.value = { ...shown.value, view: update.view };
    table.value = update.table;
    legal.value = update.legal;
    aside.value = update.aside ?? [];
    standing.value = update.standing ?? null;
    if (update.table.deals_at === null) pausedAfter.value = null;
    hint.value = null;
    outcome.value = update.outcome;
    nextTable.value = update.table.next;
  }

  /** @param {Update} update */
  function applyUpdate(update) {
    if (update.reset) startAt(update.from);
    if (update.from !== seq) {
      if (update.seq > seq) requestUpdate();
      return;
    }
    seq = update.seq;
    if (isFirstUpdate) initialSeq = seq;
    if (seat.value !== null && update.seat === null && !isFirstUpdate) tableEvent.value = { type: "Unseated" };
    seat.value = update.seat;
    clock.set(update.clock.now);
    commands.reached(seq);
    consent.reached(update.table);
    if (update.frames.length) [legal.value, aside.value] = [[], []];
    table.value ??= update.table;
    // When the page is opened or reloaded, show only the last frame: the earlier ones are history.
    const skipped = isFirstUpdate ? update.frames.length - 1 : 0;
    isFirstUpdate = false;
    keep(update.frames.slice(0, Math.max(0, skipped)));
    queue.push(update.frames.slice(Math.max(0, skipped)), update);
  }

  /** Forget what was shown: the next frame follows row `from`, and older rows are left out. @param {number} from */
  function startAt(from) {
    if (from < seq) return;
    seq = from;
    frames.value = [];
    queue.clear();
    isFirstUpdate = true;
  }

  /** @param {any} message */
  function receive(message) {
    switch (message.type) {
      case "page":
        return applyUpdate(updates.read(message));
      case "done":
        // The update with the effect follows at once. If it does not, request it instead of waiting for ever.
        setTimeout(() => seq < message.seq && requestUpdate(), UPDATE_TIMEOUT);
        return commands.done(message.command, message.seq, seq);
      case "refused":
        commands.refused(message.command);
        if (consent.refused(message.command) && message.code === "stale") return requestUpdate();
        if (message.code === "old_version") return (outdated.value = true);
        if (message.code === "stale" || message.code === "not_your_turn") requestUpdate();
        if (message.code === "no_spectators") return (watchingForbidden.value = true);
        return showRefusal(message.code, message.message);
      case "answer":
        pendingPreviews.get(message.id)?.(message);
        return pendingPreviews.delete(message.id);
      case "people":
        return updatePresence(message);
      case "said":
        return chat.receive(message);
      case "moved":
        return (nextTable.value = message.code);
    }
  }

  /** @param {{seats: {seat: number, here: boolean}[], watching: number}} message */
  function updatePresence(message) {
    presence.value = message;
    const gone = message.seats.filter(({ here }) => !here);
    absentSince.value = new Map(gone.map((one) => [one.seat, absentSince.value.get(one.seat) ?? Date.now()]));
  }

  const seats = computed(() => {
    const here = new Map(presence.value.seats.map((one) => [one.seat, one.here]));
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
    aside,
    standing,
    pausedAfter,
    hint,
    frames,
    outcome,
    presence,
    absentSince,
    chat,
    clock,
    tableEvent,
    watchingForbidden,
    outdated,
    nextTable,
    /** The number of the deal I have asked for, until the server has noted it. */
    askedForDeal: consent.deal,
    askForDeal: () => standing.value && consent.ask(standing.value.deal + 1),
    busy: commands.busy,
    /** @param {Action} action */
    act: (action) => commands.act(action, seq),
    /** @param {Action} action @returns {Promise<any>} */
    preview(action) {
      previewId += 1;
      const id = previewId;
      socket.send({ type: "ask", id, action });
      return new Promise((resolve) => pendingPreviews.set(id, resolve));
    },
    /** @param {string} text */
    postMessage: (text) => socket.send({ type: "say", text }),
    restart() {
      watchingForbidden.value = false;
      socket.restart();
    },
    close: () => socket.close(),
  };
}
