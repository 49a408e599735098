/**
 * The review of a deal: fetched when the deal is over, again while it is being computed; and whether I want to
 * see it.
 *
 * Invariant: a review is fetched once; one that is ready never changes, except for the figures of the match.
 */

import { signal } from "@preact/signals";
import { useContext, useEffect } from "preact/hooks";
import { getWhenReady } from "../../shell/net/api.js";
import { TableContext } from "../../shell/table/seat-badge.js";
import { persistentSignal } from "../../shell/ui/persistent-signal.js";

/** @typedef {{action: Turn.Action, score: number, parts: {frequency: number}}} ReviewCandidate */
/**
 * @typedef {{kind: string, value: number, before: number, after: number, action: Turn.Action | null, place:
 *   {line?: string, river?: string | null}, link: string | null, candidates: ReviewCandidate[], reason:
 *   string}} ReviewStep
 */
/** @typedef {{score: number, expected: number, steps: ReviewStep[], scale: number}} Review */
/** @typedef {{deal: number, step: number, cost: number, cost_pct: number, link: string}} CostlyStep */
/**
 * @typedef {{decisions: number, error_per_decision: number, trend: number[], costliest: CostlyStep[], luck:
 *   number, skill: number, expected: number, score: number}} MatchFigures
 */
/**
 * @typedef {{status: "ready" | "pending" | "none", review: Review | null, match: MatchFigures | null}}
 *   ReviewAnswer
 */

const REPEAT_MILLISECONDS = 1000;

/** The code of the match in which the reviews are switched off; empty: in none. */
const switchedOff = persistentSignal("turn.review-off", "");
/** The number of the deal whose review is folded. */
export const foldedDeal = signal(0);
/**
 * The last answer and the deal it is about.
 * @type {import("@preact/signals").Signal<{deal: number, answer: ReviewAnswer} | null>}
 */
const latest = signal(null);

/** Whether reviews are switched off for this match, and how to change it. */
export function useReviewSwitch() {
  const code = useContext(TableContext)?.boot.code ?? "";
  return {
    off: code !== "" && switchedOff.value === code,
    /** @param {boolean} off */
    turn: (off) => {
      switchedOff.value = off ? code : "";
    },
  };
}

/** Fetch until the review is computed. @param {string} url @param {number} deal @param {AbortSignal} abort */
async function fetchReview(url, deal, abort) {
  while (!abort.aborted) {
    const answer = await getWhenReady(url, { deal: String(deal) }, abort);
    if (abort.aborted) return;
    if (answer) latest.value = { deal, answer };
    if (answer && answer.status !== "pending") return;
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MILLISECONDS));
  }
}

/**
 * The review of a deal; null until there is an answer.
 * @param {number} deal from 1
 * @param {boolean} wanted
 * @returns {ReviewAnswer | null}
 */
export function useReview(deal, wanted) {
  const url = useContext(TableContext)?.boot.urls.review;
  useEffect(() => {
    if (!url || !wanted) return undefined;
    const control = new AbortController();
    void fetchReview(url, deal, control.signal);
    return () => control.abort();
  }, [url, deal, wanted]);
  return latest.value?.deal === deal ? latest.value.answer : null;
}
