/** The bot analyses of a deal that have been loaded, by seat and step. */

import { signal } from "@preact/signals";
import { getWhenReady } from "../net/api.js";

/**
 * An analysis without content.
 * @param {number} seat
 * @param {number} step
 * @param {BotAnalysis["state"]} state
 * @returns {BotAnalysis}
 */
const emptyAnalysis = (seat, step, state) => ({
  seat,
  step,
  state,
  level: "",
  summary: "",
  learned: [],
  certain: [],
  deduced: [],
  beliefs: {},
  forgotten: [],
  notes: {},
  decision: null,
});

/**
 * Read an analysis from the server, which calls the decision `thought`.
 * @param {any} json
 * @returns {BotAnalysis | null}
 */
export const readAnalysis = (json) => json && { ...json, decision: json.thought };

/** @param {number} seat @param {number} step */
const keyOf = (seat, step) => `${seat}.${step}`;

export class AnalysisCache {
  /** Counts answers, so that whatever depends on them is computed again. */
  #arrived = signal(0);
  /** The key of the last request that failed. */
  #failed = signal("");
  /** By key; null: no bot played the seat then. @type {Map<string, BotAnalysis | null>} */
  #answers = new Map();

  /** @param {ReplayBoot} boot */
  constructor(boot) {
    this.boot = boot;
  }

  /** @param {number} seat @param {number} step */
  has(seat, step) {
    return this.#answers.has(keyOf(seat, step));
  }

  /** Whether the last request that failed was for this analysis. @param {number} seat @param {number} step */
  hasFailed(seat, step) {
    return this.#failed.peek() === keyOf(seat, step);
  }

  forgetFailure() {
    this.#failed.value = "";
  }

  /** The analysis, or an empty one that says why there is no content. @param {number} seat @param {number} step */
  read(seat, step) {
    this.#arrived.value;
    const key = keyOf(seat, step);
    if (!this.#answers.has(key)) return emptyAnalysis(seat, step, this.#failed.value === key ? "failed" : "loading");
    const found = this.#answers.get(key);
    return found ? { ...found, step } : emptyAnalysis(seat, step, "none");
  }

  /** Load an analysis, once. @param {number} seat @param {number} step @param {AbortSignal} abort */
  async load(seat, step, abort) {
    if (this.has(seat, step)) return;
    const { deal, urls } = this.boot;
    const fields = { deal: String(deal), seat: String(seat), at: String(step) };
    const answer = await getWhenReady(urls.bot_analysis, fields, abort);
    if (abort.aborted) return;
    if (answer) this.#answers.set(keyOf(seat, step), readAnalysis(answer.mind));
    else this.#failed.value = keyOf(seat, step);
    this.#arrived.value += 1;
  }
}
