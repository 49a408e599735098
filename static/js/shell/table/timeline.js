/**
 * What the page shows of the match, as signals: the frame on display, then the present state.
 *
 * Invariant: `legal` and `aside` belong to the present state and are empty while frames are still to be shown.
 * `frames` are those of the present deal.
 */

import { batch, signal } from "@preact/signals";
import { createQueue } from "./queue.js";

/** Everything that is drawn from. */
const createSignals = () => ({
  table: signal(/** @type {TableInfo | null} */ (null)),
  shown: signal(/** @type {{view: View | null, event: GameEvent | null}} */ ({ view: null, event: null })),
  legal: signal(/** @type {Action[]} */ ([])),
  aside: signal(/** @type {Action[]} */ ([])),
  standing: signal(/** @type {Standing | null} */ (null)),
  /** The number of the deal whose end has been shown for its display time, while the table is between deals. */
  pausedAfter: signal(/** @type {number | null} */ (null)),
  hint: signal(/** @type {Action | null} */ (null)),
  frames: signal(/** @type {Frame[]} */ ([])),
  outcome: signal(/** @type {Outcome | null} */ (null)),
  nextTable: signal(/** @type {string | null} */ (null)),
  /** The last table event that was shown. */
  tableEvent: signal(/** @type {Tables.Notice | null} */ (null)),
});

export class Timeline {
  signals = createSignals();
  /** The row up to which updates have arrived. */
  seq = 0;
  isFirstUpdate = true;
  /** The row of the first update: table events up to it are history. */
  #initialSeq = 0;
  #queue = createQueue({
    show: (frame) => batch(() => this.#show(frame)),
    showPresent: (update) => batch(() => this.#showPresent(update)),
    settle: (settled) => settled && this.#pause(),
  });

  /** Take in an update that follows row `seq`. @param {Update} update */
  add(update) {
    const { table, legal, aside } = this.signals;
    this.seq = update.seq;
    if (this.isFirstUpdate) this.#initialSeq = update.seq;
    if (update.frames.length) [legal.value, aside.value] = [[], []];
    table.value ??= update.table;
    // When the page is opened or reloaded, show only the last frame: the earlier ones are history.
    const skipped = this.isFirstUpdate ? Math.max(0, update.frames.length - 1) : 0;
    this.isFirstUpdate = false;
    this.#keep(update.frames.slice(0, skipped));
    this.#queue.push(update.frames.slice(skipped), update);
  }

  /** Forget what was shown: the next frame follows row `from`, and older rows are left out. @param {number} from */
  startAt(from) {
    if (from < this.seq) return;
    this.seq = from;
    this.signals.frames.value = [];
    this.#queue.clear();
    this.isFirstUpdate = true;
  }

  /** Add frames to the history of the present deal; a new deal begins a new one. @param {Frame[]} added */
  #keep(added) {
    const { frames } = this.signals;
    const dealt = added.findLastIndex(({ deal }) => (deal ?? 0) > 1);
    frames.value = dealt < 0 ? [...frames.value, ...added] : added.slice(dealt);
  }

  /** @param {Frame} frame */
  #show(frame) {
    const { pausedAfter, tableEvent, shown } = this.signals;
    this.#keep([frame]);
    if (frame.deal) pausedAfter.value = null;
    if (frame.kind === "table" && frame.seq > this.#initialSeq) tableEvent.value = frame.event;
    if (frame.view !== undefined) {
      const event = frame.kind === "game" ? frame.event : null;
      shown.value = { view: frame.view, event };
    }
  }

  /** @param {Update} update */
  #showPresent(update) {
    const { shown, table, legal, aside, standing, pausedAfter, hint, outcome, nextTable } = this.signals;
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

  /** The last frame has been shown for its display time. */
  #pause() {
    const { table, standing, pausedAfter } = this.signals;
    if (table.value?.deals_at && standing.value) pausedAfter.value = standing.value.deal;
  }
}
