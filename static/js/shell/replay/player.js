/**
 * The replay player: the steps of one deal of a finished or running game, and the step on display.
 *
 * Invariant: `step` is the step asked for; `shown` is the last step whose view has loaded, so the board never
 * flickers.
 */

import { computed, effect, signal } from "@preact/signals";
import { FrameCache } from "./frame-cache.js";

/** @typedef {ReturnType<typeof createReplayPlayer>} ReplayPlayer */
/**
 * @typedef {{step: number, frame: Frame | null, view: View | null, isNext: boolean}} ShownStep `isNext`: it
 *   follows the step shown before
 */
/** @typedef {{viewer: string, step: number}} Position */
/** @typedef {ReturnType<typeof createSignals>} ReplaySignals */

export const SPEEDS = [0.5, 1, 2, 4];
const MIN_STEP_SECONDS = 0.5;
const STEPS_AHEAD = 20;

/** Read viewer and step from the address. @param {ReplayBoot} boot @returns {Position} */
export function positionFromAddress({ viewers, total }) {
  const asked = new URLSearchParams(location.search).get("eyes") ?? "";
  const number = Number(location.hash.slice(1)) || 1;
  return {
    viewer: viewers.includes(asked) ? asked : viewers[0],
    step: Math.min(Math.max(1, Math.trunc(number)), total),
  };
}

/**
 * The address of a step, with its deal, its viewer and the analysis that is open.
 * @param {number} deal
 * @param {string} viewer
 * @param {number} step
 * @param {number | null} analysed the seat of the bot
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

/** Show a step as soon as its view has loaded, until the returned function is called.
 * @param {FrameCache} frames @param {ReplaySignals} signals */
function showSteps(frames, { viewer, step, shown }) {
  return effect(() => {
    const wanted = step.value;
    const frame = frames.history(viewer.value)[wanted - 1];
    const view = frames.view(viewer.value, wanted);
    const before = shown.peek();
    if (frame && view && (before.view !== view || before.step !== wanted)) {
      shown.value = { step: wanted, frame, view, isNext: wanted === before.step + 1 };
    }
  });
}

/** While playing, show each step for its display time, counted from when it is on the board.
 * @param {number} total @param {ReplaySignals} signals */
function playSteps(total, { step, shown, playing, speed }) {
  return effect(() => {
    const { step: current, frame } = shown.value;
    if (!playing.value || !frame || current !== step.value) return undefined;
    const seconds = Math.max(MIN_STEP_SECONDS, frame.dwell) / speed.value;
    const next = () => (step.value >= total ? (playing.value = false) : (step.value += 1));
    const timer = setTimeout(next, seconds * 1000);
    return () => clearTimeout(timer);
  });
}

/** @param {Position} start */
const createSignals = (start) => ({
  viewer: signal(start.viewer),
  step: signal(start.step),
  playing: signal(false),
  speed: signal(1),
  shown: signal(/** @type {ShownStep} */ ({ step: 0, frame: null, view: null, isNext: false })),
});

/** @param {ReplayBoot} boot @param {Position} start */
export function createReplayPlayer(boot, start) {
  const { total } = boot;
  const frames = new FrameCache(boot);
  const signals = createSignals(start);
  const { viewer, step, playing } = signals;
  const history = computed(() => frames.history(viewer.value));

  /**
   * Load the views around a step; without them nothing can be played.
   * @param {string} whose
   * @param {number} wanted
   */
  const load = async (whose, wanted) => {
    if (await frames.loadViews(whose, wanted)) playing.value = false;
  };
  const stopLoading = effect(() => {
    if (!total) return;
    void load(viewer.value, step.value);
    void load(viewer.value, step.value + STEPS_AHEAD);
  });
  const stops = [stopLoading, showSteps(frames, signals), playSteps(total, signals)];

  /** @param {number} wanted */
  function go(wanted) {
    playing.value = false;
    step.value = Math.min(Math.max(1, Math.trunc(wanted)), Math.max(1, total));
  }

  const followAddress = () => go(Number(location.hash.slice(1)) || 1);
  addEventListener("hashchange", followAddress);

  return {
    boot,
    total,
    ...signals,
    history,
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
      for (const stop of stops) stop();
    },
  };
}
