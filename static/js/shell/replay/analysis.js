/**
 * The bot analysis of a replay: whose analysis is open, what it says at the step shown, where decisions were made.
 *
 * Invariant: `shown` is the analysis of the open seat at the step on the board, or says that it is loading.
 * A request that is no longer wanted is aborted, and an answer is used only for the seat and step it was asked for.
 */

import { computed, effect, signal } from "@preact/signals";
import { createContext } from "preact";
import { getWhenReady } from "../net/api.js";
import { AnalysisCache } from "./analysis-cache.js";

export { readAnalysis } from "./analysis-cache.js";

/** @typedef {{seat: number, step: number}} DecisionStep */
/** @typedef {import("./player.js").ReplayPlayer} ReplayPlayer */

/** Milliseconds a step stays on the board before its analysis is requested: a drag passes over many steps. */
const REQUEST_DELAY = 80;
const TURNING_POINT = "turning-point";

/**
 * The steps to fetch ahead of time: the neighbours and the next decisions.
 * @param {number[]} own the steps of the seat's decisions
 * @param {number} step
 * @param {number} total
 * @returns {number[]}
 */
function stepsAhead(own, step, total) {
  const steps = [step + 1, own.find((one) => one > step), step - 1, own.findLast((one) => one < step)];
  return steps.flatMap((one) => (one !== undefined && one >= 1 && one <= total ? [one] : []));
}

export class Analyses {
  decisions = signal(/** @type {DecisionStep[]} */ ([]));
  /** The seat whose analysis is open. */
  seat = signal(/** @type {number | null} */ (null));
  /** Whether the reader has opened or closed an analysis on this page. */
  used = signal(false);
  /** Counts the reader's attempts to load a failed analysis again. */
  #attempt = signal(0);

  /**
   * @param {ReplayBoot} boot @param {ReplayPlayer} player
   * @param {boolean} supported whether the board can draw it
   * @param {string | null} wanted the analysis to open: a seat, or the turning point
   */
  constructor(boot, player, supported, wanted) {
    const available = supported && boot.revealed.length > 0 && boot.total > 0;
    const asked = available ? wanted : null;
    this.boot = boot;
    this.player = player;
    this.available = available;
    this.total = boot.total;
    this.cache = new AnalysisCache(boot);
    this.viewerBefore = boot.viewers[0];
    /** Whether the address still names the turning point instead of a seat and a step. */
    this.resolving = signal(asked === TURNING_POINT);
    this.close = effect(() => this.#loadShown());
    const number = asked === null || asked === "" ? NaN : Number(asked);
    if (available && boot.revealed.includes(number)) this.seat.value = number;
    if (available && boot.urls.analysis) void this.#loadDecisions();
  }

  /** The seats that have an analysis: bots at the end of the game, and bots that moved for somebody before. */
  seats = computed(() => {
    const { revealed, table } = this.boot;
    const decided = new Set(this.decisions.value.map((one) => one.seat));
    const hasBot = (/** @type {Seat} */ one) => one.bot !== null || decided.has(one.seat);
    return this.available ? table.seats.filter((one) => revealed.includes(one.seat) && hasBot(one)) : [];
  });

  shown = computed(() => {
    const { step } = this.player.shown.value;
    return this.seat.value === null || !step ? null : this.cache.read(this.seat.value, step);
  });

  /** The steps at which the open bot decided, or any bot if none is open. */
  decisionSteps = computed(() => {
    const seat = this.seat.value;
    const steps = this.decisions.value.filter((one) => seat === null || one.seat === seat).map((one) => one.step);
    return [...new Set(steps)].sort((a, b) => a - b);
  });

  /** Load the analysis of the step on the board, then those that may be wanted next; return how to stop. */
  #loadShown() {
    const seat = this.seat.value;
    const { step } = this.player.shown.value;
    this.#attempt.value;
    if (seat === null || !step) return undefined;
    const controller = new AbortController();
    const delay = this.cache.has(seat, step) ? 0 : REQUEST_DELAY;
    const timer = setTimeout(() => void this.#loadAround(seat, step, controller.signal), delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }

  /** @param {number} seat @param {number} step @param {AbortSignal} abort */
  async #loadAround(seat, step, abort) {
    await this.cache.load(seat, step, abort);
    const own = this.decisions.peek().filter((one) => one.seat === seat);
    for (const later of stepsAhead(
      own.map((one) => one.step),
      step,
      this.total,
    )) {
      if (abort.aborted || this.cache.hasFailed(seat, step)) return;
      await this.cache.load(seat, later, abort);
    }
  }

  async #loadDecisions() {
    const { deal, urls } = this.boot;
    const answer = await getWhenReady(urls.analysis, { deal: String(deal) }, new AbortController().signal);
    const found = /** @type {DecisionStep[]} */ ([...(answer?.decisions ?? [])]);
    this.decisions.value = found.sort((a, b) => a.step - b.step);
    if (!this.resolving.peek()) return;
    const target = answer?.turning_point ?? this.decisions.value.at(-1);
    if (target) {
      this.player.go(target.step);
      this.#open(target.seat);
    }
    this.resolving.value = false;
  }

  /**
   * Open the analysis of a seat, or close it with null. If everything may be seen, it is shown with it.
   * @param {number | null} next
   */
  #open(next) {
    const { viewer } = this.player;
    if (this.seat.peek() === null && next !== null && this.boot.viewers.includes("all")) {
      this.viewerBefore = viewer.peek();
      viewer.value = "all";
    } else if (next === null && viewer.peek() === "all") {
      viewer.value = this.viewerBefore;
    }
    this.seat.value = next;
  }

  /** Open or close an analysis because the reader asked for it. @param {number | null} next */
  choose(next) {
    this.used.value = true;
    this.#open(next);
  }

  /** @param {number} seat */
  toggle(seat) {
    this.choose(this.seat.peek() === seat ? null : seat);
  }

  /** Go to the next decision (1) or the previous one (-1). @param {1 | -1} direction */
  jump(direction) {
    const current = this.player.step.peek();
    const steps = this.decisionSteps.value;
    const step = direction > 0 ? steps.find((one) => one > current) : steps.findLast((one) => one < current);
    if (step !== undefined) this.player.go(step);
  }

  retry() {
    this.cache.forgetFailure();
    this.#attempt.value += 1;
  }
}

/** The analyses of the replay that a board is part of; null at a live table. */
export const AnalysesContext = createContext(/** @type {Analyses | null} */ (null));
