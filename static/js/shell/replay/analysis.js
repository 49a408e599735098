/**
 * The bot analysis of a replay: whose analysis is open, what it says at the step shown, where decisions were made.
 *
 * Invariant: `shown` is the analysis of the open seat at the step on the board, or says that it is loading.
 * A request that is no longer wanted is aborted, and an answer is used only for the seat and step it was asked for.
 */

import { computed, effect, signal } from "@preact/signals";
import { createContext } from "preact";
import { getWhenReady } from "../net/api.js";

/** @typedef {ReturnType<typeof createAnalyses>} Analyses */
/** @typedef {{seat: number, step: number}} DecisionStep */

/** The analyses of the replay that a board is part of; null at a live table. */
export const AnalysesContext = createContext(/** @type {Analyses | null} */ (null));

/** Milliseconds a step stays on the board before its analysis is requested: a drag passes over many steps. */
const REQUEST_DELAY = 80;
const TURNING_POINT = "turning-point";

/** An analysis without content, shown until the answer has arrived. @param {number} seat @param {number} step @param {BotAnalysis["state"]} state @returns {BotAnalysis} */
const emptyAnalysis = (seat, step, state) => ({ seat, step, state, level: "", summary: "", learned: [], certain: [], deduced: [], beliefs: {}, forgotten: [], notes: {}, decision: null });

/** Read an analysis from the server, which calls the decision `thought`. @param {any} json @returns {BotAnalysis | null} */
export const readAnalysis = (json) => json && { ...json, decision: json.thought };

/**
 * @param {ReplayBoot} boot @param {import("./player.js").ReplayPlayer} player
 * @param {boolean} supported whether the board can draw it
 * @param {string | null} wanted the analysis to open: a seat, or the turning point
 */
export function createAnalyses(boot, player, supported, wanted) {
  const available = supported && boot.revealed.length > 0 && boot.total > 0;
  const asked = available ? wanted : null;
  const deal = String(boot.deal);
  const decisions = signal(/** @type {DecisionStep[]} */ ([]));
  const seat = signal(/** @type {number | null} */ (null));
  const resolving = signal(asked === TURNING_POINT);
  const attempt = signal(0);
  const arrived = signal(0);
  /** @type {Map<string, BotAnalysis | null>} */
  const cache = new Map();
  const failed = signal("");
  const used = signal(false);

  /** The seats that have an analysis: bots at the end of the game, and bots that moved for somebody before. */
  const seats = computed(() => {
    const decided = new Set(decisions.value.map((one) => one.seat));
    return available ? boot.table.seats.filter((one) => boot.revealed.includes(one.seat) && (one.bot !== null || decided.has(one.seat))) : [];
  });

  const shown = computed(() => {
    arrived.value;
    const { step } = player.shown.value;
    if (seat.value === null || !step) return null;
    const key = `${seat.value}.${step}`;
    if (!cache.has(key)) return emptyAnalysis(seat.value, step, failed.value === key ? "failed" : "loading");
    const found = cache.get(key);
    return found ? { ...found, step } : emptyAnalysis(seat.value, step, "none");
  });

  /** @param {number} whose @param {number} step @param {AbortSignal} abort */
  async function load(whose, step, abort) {
    const key = `${whose}.${step}`;
    if (cache.has(key)) return;
    const answer = await getWhenReady(boot.urls.bot_analysis, { deal, seat: String(whose), at: String(step) }, abort);
    if (abort.aborted) return;
    if (answer) cache.set(key, readAnalysis(answer.mind));
    else failed.value = key;
    arrived.value += 1;
  }

  /** The steps to fetch ahead of time: the neighbours and the next decisions. @param {number} whose @param {number} step */
  function stepsAhead(whose, step) {
    const own = decisions.peek().filter((one) => one.seat === whose).map((one) => one.step);
    const steps = [step + 1, own.find((one) => one > step), step - 1, own.findLast((one) => one < step)];
    return steps.filter((one) => one !== undefined && one >= 1 && one <= boot.total);
  }

  const stopLoading = effect(() => {
    const whose = seat.value;
    const { step } = player.shown.value;
    attempt.value;
    if (whose === null || !step) return undefined;
    const controller = new AbortController();
    const run = async () => {
      await load(whose, step, controller.signal);
      for (const later of stepsAhead(whose, step)) {
        if (controller.signal.aborted || failed.peek() === `${whose}.${step}`) return;
        await load(whose, /** @type {number} */ (later), controller.signal);
      }
    };
    const timer = setTimeout(() => void run(), cache.has(`${whose}.${step}`) ? 0 : REQUEST_DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });

  let viewerBefore = boot.viewers[0];

  /** Open the analysis of a seat, or close it with null. If everything may be seen, it is shown with it. @param {number | null} next */
  function open(next) {
    if (seat.peek() === null && next !== null && boot.viewers.includes("all")) {
      viewerBefore = player.viewer.peek();
      player.viewer.value = "all";
    } else if (next === null && player.viewer.peek() === "all") {
      player.viewer.value = viewerBefore;
    }
    seat.value = next;
  }

  /** Open or close an analysis because the reader asked for it. @param {number | null} next */
  function choose(next) {
    used.value = true;
    open(next);
  }

  /** The steps at which the open bot decided, or any bot if none is open. */
  const decisionSteps = computed(() => {
    const steps = decisions.value.filter((one) => seat.value === null || one.seat === seat.value).map((one) => one.step);
    return [...new Set(steps)].sort((a, b) => a - b);
  });

  /** Go to the next decision (1) or the previous one (-1). @param {1 | -1} direction */
  function jump(direction) {
    const current = player.step.peek();
    const step = direction > 0 ? decisionSteps.value.find((one) => one > current) : decisionSteps.value.findLast((one) => one < current);
    if (step !== undefined) player.go(step);
  }

  async function loadDecisions() {
    const answer = await getWhenReady(boot.urls.analysis, { deal }, new AbortController().signal);
    decisions.value = [...(answer?.decisions ?? [])].sort((a, b) => a.step - b.step);
    if (!resolving.peek()) return;
    const target = answer?.turning_point ?? decisions.value.at(-1);
    if (target) {
      player.go(target.step);
      open(target.seat);
    }
    resolving.value = false;
  }

  if (available) {
    const number = asked === null || asked === "" ? NaN : Number(asked);
    if (boot.revealed.includes(number)) seat.value = number;
    if (boot.urls.analysis) void loadDecisions();
  }

  return {
    seat,
    seats,
    shown,
    decisionSteps,
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
    close: stopLoading,
  };
}
