/**
 * The replay player: the steps of a finished or running game, and the current step.
 *
 * Invariant: events are fetched once for each viewer, views in chunks when they are needed. `at` is the step asked
 * for; `shown` is the last step whose view has loaded, so the board never flickers.
 */

import { computed, effect, signal } from "@preact/signals";
import { get } from "./api.js";

/** @typedef {ReturnType<typeof openReel>} Reel */
/** @typedef {{at: number, frame: Frame | null, view: View | null, onward: boolean}} Shown */
/** @typedef {{story: Frame[], views: Map<number, View>, asked: Set<number>}} Told */

export const SPEEDS = [0.5, 1, 2, 4];
const SHORTEST = 0.5;
const AHEAD = 20;

/** Where the address points to. @param {string[]} eyes @param {number} total */
function fromAddress(eyes, total) {
  const asked = new URLSearchParams(location.search).get("eyes") ?? "";
  const number = Number(location.hash.slice(1)) || 1;
  return { eyes: eyes.includes(asked) ? asked : eyes[0], at: Math.min(Math.max(1, Math.trunc(number)), total) };
}

/** The address of a moment, and of the bot analysis open there. @param {string} eyes @param {number} at @param {number | null} analysed the seat */
export function addressOf(eyes, at, analysed) {
  const url = new URL(location.href);
  url.searchParams.set("eyes", eyes);
  if (analysed === null) url.searchParams.delete("analysis");
  else url.searchParams.set("analysis", String(analysed));
  url.hash = String(at);
  return url.href;
}

/** @param {ReplayBoot} boot */
export function openReel(boot) {
  const { total } = boot;
  const start = fromAddress(boot.eyes, total);
  const eyes = signal(start.eyes);
  const at = signal(start.at);
  const playing = signal(false);
  const speed = signal(1);
  const arrived = signal(0);
  /** @type {Map<string, Told>} */
  const told = new Map();
  const shown = signal(/** @type {Shown} */ ({ at: 0, frame: null, view: null, onward: false }));

  /** @param {string} whose @returns {Told} */
  function toldTo(whose) {
    const known = told.get(whose);
    if (known) return known;
    const fresh = { story: /** @type {Frame[]} */ ([]), views: new Map(), asked: new Set() };
    told.set(whose, fresh);
    void tellStory(whose, fresh);
    return fresh;
  }

  /** Every fact, without views: what the history is made of. @param {string} whose @param {Told} into */
  async function tellStory(whose, into) {
    while (into.story.length < total) {
      const first = into.story.length + 1;
      const answer = await get(boot.urls.frames, { eyes: whose, first: String(first), last: String(total), views: "0" });
      if (!answer?.frames.length) break;
      into.story = [...into.story, ...answer.frames];
      arrived.value += 1;
    }
  }

  /** Fetch the views around a moment, once. @param {string} whose @param {number} moment */
  async function need(whose, moment) {
    const { views, asked } = toldTo(whose);
    const chunk = Math.floor((moment - 1) / boot.chunk);
    if (moment > total || asked.has(chunk)) return;
    asked.add(chunk);
    const first = chunk * boot.chunk + 1;
    const last = Math.min(total, first + boot.chunk - 1);
    const answer = await get(boot.urls.frames, { eyes: whose, first: String(first), last: String(last) });
    if (!answer) {
      asked.delete(chunk);
      playing.value = false;
      return;
    }
    answer.frames.forEach((/** @type {Frame} */ frame, /** @type {number} */ i) => views.set(first + i, frame.view ?? {}));
    arrived.value += 1;
  }

  const story = computed(() => {
    arrived.value;
    return toldTo(eyes.value).story;
  });

  effect(() => {
    if (!total) return;
    void need(eyes.value, at.value);
    void need(eyes.value, at.value + AHEAD);
  });

  effect(() => {
    arrived.value;
    const moment = at.value;
    const frame = story.value[moment - 1];
    const view = toldTo(eyes.value).views.get(moment);
    const before = shown.peek();
    if (frame && view && (before.view !== view || before.at !== moment)) {
      shown.value = { at: moment, frame, view, onward: moment === before.at + 1 };
    }
  });

  // Each moment is held as long as at the table, from when it can be seen.
  effect(() => {
    const { at: moment, frame } = shown.value;
    if (!playing.value || !frame || moment !== at.value) return undefined;
    const seconds = Math.max(SHORTEST, frame.dwell) / speed.value;
    const timer = setTimeout(() => (at.value >= total ? (playing.value = false) : (at.value += 1)), seconds * 1000);
    return () => clearTimeout(timer);
  });

  /** @param {number} moment */
  function go(moment) {
    playing.value = false;
    at.value = Math.min(Math.max(1, moment), Math.max(1, total));
  }

  addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 1));

  return {
    boot,
    total,
    eyes,
    at,
    shown,
    story,
    playing,
    speed,
    go,
    /** @param {number} by */
    step: (by) => go(at.value + by),
    toggle() {
      if (!playing.value && at.value >= total) at.value = 1;
      playing.value = !playing.value;
    },
  };
}
