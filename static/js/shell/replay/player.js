/**
 * The replay player: the steps of one deal of a finished or running game, and the step on display.
 *
 * Invariant: events are fetched once for each viewer, views in chunks when they are needed. `step` is the step asked
 * for; `shown` is the last step whose view has loaded, so the board never flickers.
 */

import { computed, effect, signal } from "@preact/signals";
import { get } from "../net/api.js";

/** @typedef {ReturnType<typeof createReplayPlayer>} ReplayPlayer */
/** @typedef {{step: number, frame: Frame | null, view: View | null, isNext: boolean}} ShownStep `isNext`: it follows the step shown before */
/** @typedef {{viewer: string, step: number}} Position */
/** @typedef {{history: Frame[], views: Map<number, View>, requested: Set<number>}} ViewerFrames what one viewer has loaded */

export const SPEEDS = [0.5, 1, 2, 4];
const MIN_STEP_SECONDS = 0.5;
const STEPS_AHEAD = 20;

/** Read viewer and step from the address. @param {ReplayBoot} boot @returns {Position} */
export function positionFromAddress({ viewers, total }) {
  const asked = new URLSearchParams(location.search).get("eyes") ?? "";
  const number = Number(location.hash.slice(1)) || 1;
  return { viewer: viewers.includes(asked) ? asked : viewers[0], step: Math.min(Math.max(1, Math.trunc(number)), total) };
}

/**
 * The address of a step, with its deal, its viewer and the analysis that is open.
 * @param {number} deal @param {string} viewer @param {number} step @param {number | null} analysed the seat of the bot
 */
export function addressOf(deal, viewer, step, analysed) {
  const url = new URL(location.href);
  if (deal === 1) url.searchParams.delete("deal");
  else url.searchParams.set("deal", String(deal));
  url.searchParams.set("eyes", viewer);
  if (analysed === null) url.searchParams.delete("analysis");
  else url.searchParams.set("analysis", String(analysed));
  url.hash = String(step);
  return url.href;
}

/** @param {ReplayBoot} boot @param {Position} start */
export function createReplayPlayer(boot, start) {
  const { total } = boot;
  const deal = String(boot.deal);
  const viewer = signal(start.viewer);
  const step = signal(start.step);
  const playing = signal(false);
  const speed = signal(1);
  /** Counts answers of the server, so that whatever depends on the loaded frames is computed again. */
  const arrived = signal(0);
  /** @type {Map<string, ViewerFrames>} */
  const loaded = new Map();
  const shown = signal(/** @type {ShownStep} */ ({ step: 0, frame: null, view: null, isNext: false }));

  /** Return what a viewer has loaded; load the history at the first call. @param {string} whose @returns {ViewerFrames} */
  function framesOf(whose) {
    const known = loaded.get(whose);
    if (known) return known;
    const empty = { history: /** @type {Frame[]} */ ([]), views: new Map(), requested: new Set() };
    loaded.set(whose, empty);
    void loadHistory(whose, empty);
    return empty;
  }

  /** Fetch every event without its view: the history needs no more. @param {string} whose @param {ViewerFrames} into */
  async function loadHistory(whose, into) {
    while (into.history.length < total) {
      const first = into.history.length + 1;
      const answer = await get(boot.urls.frames, { deal, eyes: whose, first: String(first), last: String(total), views: "0" });
      if (!answer?.frames.length) break;
      into.history = [...into.history, ...answer.frames];
      arrived.value += 1;
    }
  }

  /** Fetch the views around a step, once. @param {string} whose @param {number} wanted */
  async function loadViews(whose, wanted) {
    const { views, requested } = framesOf(whose);
    const chunk = Math.floor((wanted - 1) / boot.chunk);
    if (wanted > total || requested.has(chunk)) return;
    requested.add(chunk);
    const first = chunk * boot.chunk + 1;
    const last = Math.min(total, first + boot.chunk - 1);
    const answer = await get(boot.urls.frames, { deal, eyes: whose, first: String(first), last: String(last) });
    if (!answer) {
      requested.delete(chunk);
      playing.value = false;
      return;
    }
    answer.frames.forEach((/** @type {Frame} */ frame, /** @type {number} */ i) => views.set(first + i, frame.view ?? { me: null, outcome: null }));
    arrived.value += 1;
  }

  const history = computed(() => {
    arrived.value;
    return framesOf(viewer.value).history;
  });

  const stopLoading = effect(() => {
    if (!total) return;
    void loadViews(viewer.value, step.value);
    void loadViews(viewer.value, step.value + STEPS_AHEAD);
  });

  const stopShowing = effect(() => {
    arrived.value;
    const wanted = step.value;
    const frame = history.value[wanted - 1];
    const view = framesOf(viewer.value).views.get(wanted);
    const before = shown.peek();
    if (frame && view && (before.view !== view || before.step !== wanted)) {
      shown.value = { step: wanted, frame, view, isNext: wanted === before.step + 1 };
    }
  });

  // While playing, each step is shown for its display time, counted from when it is on the board.
  const stopPlaying = effect(() => {
    const { step: current, frame } = shown.value;
    if (!playing.value || !frame || current !== step.value) return undefined;
    const seconds = Math.max(MIN_STEP_SECONDS, frame.dwell) / speed.value;
    const timer = setTimeout(() => (step.value >= total ? (playing.value = false) : (step.value += 1)), seconds * 1000);
    return () => clearTimeout(timer);
  });

  /** @param {number} wanted */
  function go(wanted) {
    playing.value = false;
    step.value = Math.min(Math.max(1, wanted), Math.max(1, total));
  }

  const followAddress = () => go(Number(location.hash.slice(1)) || 1);
  addEventListener("hashchange", followAddress);

  return {
    boot,
    total,
    viewer,
    step,
    shown,
    history,
    playing,
    speed,
    go,
    /** Go forward by so many steps, or back with a negative number. @param {number} by */
    move: (by) => go(step.value + by),
    toggle() {
      if (!playing.value && step.value >= total) step.value = 1;
      playing.value = !playing.value;
    },
    /** End everything that runs for this deal: another one is shown. */
    close() {
      removeEventListener("hashchange", followAddress);
      for (const stop of [stopLoading, stopShowing, stopPlaying]) stop();
    },
  };
}
