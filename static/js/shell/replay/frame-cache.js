/**
 * The steps of a deal as each viewer sees them, loaded from the server when they are needed.
 *
 * Invariant: events are fetched once for each viewer, views in chunks, each once.
 */

import { signal } from "@preact/signals";
import { get } from "../net/api.js";

/**
 * @typedef {{history: Frame[], views: Map<number, View>, requested: Set<number>}} ViewerFrames what one viewer
 *   has loaded
 */

export class FrameCache {
  /** Counts answers of the server, so that whatever depends on the loaded frames is computed again. */
  #arrived = signal(0);
  /** @type {Map<string, ViewerFrames>} */
  #loaded = new Map();

  /** @param {ReplayBoot} boot */
  constructor({ deal, total, chunk, urls }) {
    this.total = total;
    this.chunk = chunk;
    this.url = urls.frames;
    this.deal = String(deal);
  }

  /** Return every event, without views, as far as they are loaded. @param {string} viewer */
  history(viewer) {
    this.#arrived.value;
    return this.#framesOf(viewer).history;
  }

  /** Return the view after a step, if it is loaded. @param {string} viewer @param {number} step */
  view(viewer, step) {
    this.#arrived.value;
    return this.#framesOf(viewer).views.get(step);
  }

  /** Load the views around a step, once; return whether that failed. @param {string} viewer @param {number} step */
  async loadViews(viewer, step) {
    const { views, requested } = this.#framesOf(viewer);
    const chunk = Math.floor((step - 1) / this.chunk);
    if (step > this.total || requested.has(chunk)) return false;
    requested.add(chunk);
    const first = chunk * this.chunk + 1;
    const frames = await this.#fetch(viewer, first, Math.min(this.total, first + this.chunk - 1));
    if (!frames) {
      requested.delete(chunk);
      return true;
    }
    for (const [i, frame] of frames.entries()) views.set(first + i, frame.view ?? { me: null, outcome: null });
    this.#arrived.value += 1;
    return false;
  }

  /**
   * Return what a viewer has loaded; load the history at the first call.
   * @param {string} viewer
   * @returns {ViewerFrames}
   */
  #framesOf(viewer) {
    const known = this.#loaded.get(viewer);
    if (known) return known;
    /** @type {ViewerFrames} */
    const empty = { history: [], views: new Map(), requested: new Set() };
    this.#loaded.set(viewer, empty);
    void this.#loadHistory(viewer, empty);
    return empty;
  }

  /**
   * Fetch every event without its view: the history needs no more.
   * @param {string} viewer
   * @param {ViewerFrames} into
   */
  async #loadHistory(viewer, into) {
    while (into.history.length < this.total) {
      const frames = await this.#fetch(viewer, into.history.length + 1, this.total, { views: "0" });
      if (!frames?.length) break;
      into.history = [...into.history, ...frames];
      this.#arrived.value += 1;
    }
  }

  /**
   * @param {string} viewer
   * @param {number} first
   * @param {number} last
   * @param {Record<string, string>} [more]
   * @returns {Promise<Frame[] | undefined>}
   */
  async #fetch(viewer, first, last, more = {}) {
    const answer = await get(this.url, {
      deal: this.deal,
      eyes: viewer,
      first: String(first),
      last: String(last),
      ...more,
    });
    return answer?.frames;
  }
}
