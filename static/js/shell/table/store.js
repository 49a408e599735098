/**
 * The state of a table page, as signals, and the functions that change it.
 *
 * Invariant: everything comes from the server's updates. What is shown of the match, and when, is the
 * timeline's matter.
 */

import { batch, signal } from "@preact/signals";
import { createChat } from "../chat/messages.js";
import { createCommands } from "../net/commands.js";
import { createUpdateReader } from "../net/patches.js";
import { connect } from "../net/socket.js";
import { showRefusal } from "../ui/toast.js";
import { createClock } from "./clock.js";
import { createDealConsent } from "./deal-consent.js";
import { createPresence } from "./presence.js";
import { createPreviews } from "./previews.js";
import { Timeline } from "./timeline.js";

const UPDATE_TIMEOUT = 1500;
/** The messages this page understands (docs/protocol.md); the server refuses `old_version` where they are too old. */
const PROTOCOL_VERSION = 2;

/** @typedef {ReturnType<typeof createTableStore>} Store */

/** The socket of a table page, and what each message of the server does to the page's parts. */
class TableConnection {
  online = signal(false);
  watchingForbidden = signal(false);
  outdated = signal(false);
  timeline = new Timeline();
  clock = createClock();
  #updates = createUpdateReader();

  /** @param {Boot} boot */
  constructor(boot) {
    this.seat = signal(boot.seat);
    this.chat = createChat(boot, this.clock);
    this.presence = createPresence(this.timeline.signals.table);
    this.socket = connect(`/ws/v1/tables/${boot.code}/`, {
      open: () => this.#begin(),
      probe: () => this.#requestUpdate(),
      state: (now) => (this.online.value = now),
      message: (message) => batch(() => this.#handlers[message.type]?.(message)),
    });
    const { send } = this.socket;
    this.commands = createCommands(send);
    this.consent = createDealConsent(send);
    this.previews = createPreviews(send);
  }

  /** By type of message: what it does. @type {Record<string, (message: any) => void>} */
  #handlers = {
    page: (message) => this.#applyUpdate(this.#updates.read(message)),
    done: (message) => this.#finish(message),
    refused: (message) => this.#refuse(message),
    answer: (message) => this.previews.answer(message),
    people: (message) => this.presence.update(message),
    said: (message) => this.chat.receive(message),
    moved: (message) => (this.timeline.signals.nextTable.value = message.code),
  };

  #begin() {
    this.#updates = createUpdateReader();
    this.#requestUpdate();
    this.commands.resend();
    this.consent.resend();
  }

  #requestUpdate() {
    this.socket.send({ type: "hello", seen: this.timeline.seq, version: PROTOCOL_VERSION, patch: true });
  }

  /** @param {Update} update */
  #applyUpdate(update) {
    const { timeline, seat } = this;
    if (update.reset) timeline.startAt(update.from);
    if (update.from !== timeline.seq) {
      if (update.seq > timeline.seq) this.#requestUpdate();
      return;
    }
    const unseated = seat.value !== null && update.seat === null && !timeline.isFirstUpdate;
    if (unseated) timeline.signals.tableEvent.value = { type: "Unseated" };
    seat.value = update.seat;
    this.clock.set(update.clock.now);
    this.commands.reached(update.seq);
    this.consent.reached(update.table);
    timeline.add(update);
  }

  /** A command was accepted. @param {{command: string, seq: number}} message */
  #finish({ command, seq }) {
    // The update with the effect follows at once. If it does not, request it instead of waiting for ever.
    setTimeout(() => this.timeline.seq < seq && this.#requestUpdate(), UPDATE_TIMEOUT);
    this.commands.done(command, seq, this.timeline.seq);
  }

  /** @param {{command: string | null, code: string, message: string}} refusal */
  #refuse({ command, code, message }) {
    this.commands.refused(command);
    if (this.consent.refused(command) && code === "stale") return this.#requestUpdate();
    if (code === "old_version") return void (this.outdated.value = true);
    if (code === "stale" || code === "not_your_turn") this.#requestUpdate();
    if (code === "no_spectators") return void (this.watchingForbidden.value = true);
    return showRefusal(code, message);
  }
}

/** @param {Boot} boot */
export function createTableStore(boot) {
  const connection = new TableConnection(boot);
  const { socket, timeline, commands, consent, watchingForbidden } = connection;
  const { standing } = timeline.signals;
  return {
    boot,
    ...timeline.signals,
    online: connection.online,
    seat: connection.seat,
    seats: connection.presence.seats,
    presence: connection.presence.presence,
    absentSince: connection.presence.absentSince,
    chat: connection.chat,
    clock: connection.clock,
    watchingForbidden,
    outdated: connection.outdated,
    /** The number of the deal I have asked for, until the server has noted it. */
    askedForDeal: consent.deal,
    askForDeal: () => standing.value && consent.ask(standing.value.deal + 1),
    busy: commands.busy,
    /** @param {Action} action */
    act: (action) => commands.act(action, timeline.seq),
    preview: connection.previews.ask,
    /** @param {string} text */
    postMessage: (text) => socket.send({ type: "say", text }),
    restart() {
      watchingForbidden.value = false;
      socket.restart();
    },
    close: () => socket.close(),
  };
}
