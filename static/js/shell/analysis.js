/**
 * The bot analysis of a replay: whose analysis is open, what it says at the step shown, where decisions were made.
 *
 * Invariant: `shown` is the analysis of the open seat at the step on the board, or says that it is loading.
 * A request that is no longer wanted is aborted, and an answer is used only for the seat and step it was asked for.
 */

import { computed, effect, signal } from "@preact/signals";
import { createContext } from "preact";
import { getWhenReady } from "./api.js";

/** @typedef {ReturnType<typeof openAnalysis>} Analysis */
/** @typedef {{seat: number, step: number}} DecisionStep */

/** The analysis of the replay around a board; null at a live table. */
export const AnalysisContext = createContext(/** @type {Analysis | null} */ (null));

/** Milliseconds a step stays on the board before its analysis is requested: a drag passes over many steps. */
const REQUEST_DELAY = 80;
const TURNING_POINT = "turning-point";

/** An analysis without content, for the time until it is there. @param {number} seat @param {number} step @param {Mind["state"]} state @returns {Mind} */
const emptyAnalysis = (seat, step, state) => ({ seat, step, state, level: "", summary: "", learned: [], certain: [], deduced: [], beliefs: {}, forgotten: [], notes: {}, thought: null });

/** @param {ReplayBoot} boot @param {import("./reel.js").Reel} reel @param {boolean} supported whether the board can draw it */
export function openAnalysis(boot, reel, supported) {
  const available = supported && boot.open && boot.total > 0;
  const asked = available ? new URLSearchParams(location.search).get("analysis") : null;
  const decisions = signal(/** @type {DecisionStep[]} */ ([]));
  const seat = signal(/** @type {number | null} */ (null));
  const resolving = signal(asked === TURNING_POINT);
  const attempt = signal(0);
  const arrived = signal(0);
  /** @type {Map<string, Mind | null>} */
  const cache = new Map();
  const failed = signal("");
  const used = signal(false);

  /** The seats that have an analysis: bots at the end of the game, and bots that moved for somebody before. */
  const seats = computed(() => {
    const decided = new Set(decisions.value.map((one) => one.seat));
    return available ? boot.table.seats.filter((one) => one.bot !== null || decided.has(one.seat)) : [];
  });

  const shown = computed(() => {
    arrived.value;
    const { at } = reel.shown.value;
    if (seat.value === null || !at) return null;
    const key = `${seat.value}.${at}`;
    if (!cache.has(key)) return emptyAnalysis(seat.value, at, failed.value === key ? "failed" : "loading");
    const found = cache.get(key);
    return found ? { ...found, step: at } : emptyAnalysis(seat.value, at, "none");
  });

  /** @param {number} whose @param {number} step @param {AbortSignal} abort */
  async function load(whose, step, abort) {
    const key = `${whose}.${step}`;
    if (cache.has(key)) return;
    const answer = await getWhenReady(boot.urls.mind, { seat: String(whose), at: String(step) }, abort);
    if (abort.aborted) return;
    if (answer) cache.set(key, answer.mind);
    else failed.value = key;
    arrived.value += 1;
  }

  /** The steps to fetch ahead of time: the neighbours and the next decisions. @param {number} whose @param {number} at */
  function stepsAhead(whose, at) {
    const own = decisions.peek().filter((one) => one.seat === whose).map((one) => one.step);
    const steps = [at + 1, own.find((step) => step > at), at - 1, own.findLast((step) => step < at)];
    return steps.filter((step) => step !== undefined && step >= 1 && step <= boot.total);
  }

  effect(() => {
    const whose = seat.value;
    const { at } = reel.shown.value;
    attempt.value;
    if (whose === null || !at) return undefined;
    const controller = new AbortController();
    const run = async () => {
      await load(whose, at, controller.signal);
      for (const step of stepsAhead(whose, at)) {
        if (controller.signal.aborted) return;
        await load(whose, /** @type {number} */ (step), controller.signal);
      }
    };
    const timer = setTimeout(() => void run(), cache.has(`${whose}.${at}`) ? 0 : REQUEST_DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });

  let viewBefore = boot.eyes[0];

  /** Open the analysis of a seat, or close it with null. All cards and ships are shown with it. @param {number | null} next */
  function open(next) {
    if (seat.peek() === null && next !== null) {
      viewBefore = reel.eyes.peek();
      reel.eyes.value = "all";
    } else if (next === null && reel.eyes.peek() === "all") {
      reel.eyes.value = viewBefore;
    }
    seat.value = next;
  }

  /** Open or close an analysis because the reader asked for it. @param {number | null} next */
  function choose(next) {
    used.value = true;
    open(next);
  }

  /** The steps that decisions are marked at: of the open bot, or of all bots. */
  const marked = computed(() => {
    const steps = decisions.value.filter((one) => seat.value === null || one.seat === seat.value).map((one) => one.step);
    return [...new Set(steps)].sort((a, b) => a - b);
  });

  /** Go to the next decision (1) or the previous one (-1). @param {1 | -1} direction */
  function jump(direction) {
    const at = reel.at.peek();
    const step = direction > 0 ? marked.value.find((one) => one > at) : marked.value.findLast((one) => one < at);
    if (step !== undefined) reel.go(step);
  }

  async function loadDecisions() {
    const answer = await getWhenReady(boot.urls.analysis, {}, new AbortController().signal);
    decisions.value = [...(answer?.decisions ?? [])].sort((a, b) => a.step - b.step);
    if (!resolving.peek()) return;
    const target = answer?.turning_point ?? decisions.value.at(-1);
    if (target) {
      reel.go(target.step);
      open(target.seat);
    }
    resolving.value = false;
  }

  if (available) {
    const number = asked === null || asked === "" ? NaN : Number(asked);
    if (boot.table.seats.some((one) => one.seat === number)) seat.value = number;
    if (boot.urls.analysis) void loadDecisions();
  }

  return {
    seat,
    seats,
    shown,
    marked,
    jump,
    choose,
    /** Whether the reader has opened or closed an analysis on this page. */
    used,
    total: boot.total,
    /** Whether the address still names the turning point instead of a seat and a step. */
    resolving,
    /** @param {number} whose */
    toggle: (whose) => choose(seat.peek() === whose ? null : whose),
    retry: () => {
      failed.value = "";
      attempt.value += 1;
    },
  };
}
