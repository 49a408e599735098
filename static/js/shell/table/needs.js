/**
 * What bots or reviews of the table still wait for, such as a solution that is being computed: a progress bar.
 *
 * Asked of the server only in games that need something, again and again until everything is there.
 */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { useEffect } from "preact/hooks";
import { fill, levelName } from "../ui/texts.js";

/**
 * @typedef {{hash: string, what: "spot" | "solution", levels: string[], status: "done" | "queued" | "running" |
 *   "failed" | "none", share: number, text: string}} Need
 */
/** @typedef {import("./store.js").Store} Store */

const REPEAT_MILLISECONDS = 1500;

/** @type {import("@preact/signals").Signal<{ready: boolean, items: Need[]} | null>} */
const needs = signal(null);

/** Whether something is missing that is being made. @param {Need[]} items */
const isBeingMade = (items) => items.some(({ status }) => status === "queued" || status === "running");

/** Ask until everything is there; after the end of the match until nothing is being made any more. @param {string} url @param {boolean} over @param {AbortSignal} abort */
async function follow(url, over, abort) {
  while (!abort.aborted) {
    try {
      const response = await fetch(url, { signal: abort });
      if (response.ok) needs.value = await response.json();
      if (needs.value?.ready || (over && needs.value && !isBeingMade(needs.value.items))) return;
    } catch {
      // Offline or aborted: the loop ends or asks again.
    }
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MILLISECONDS));
  }
}

/** The share of what is missing that is done. @param {Need[]} items */
const progressOf = (items) =>
  items.reduce((sum, { status, share }) => sum + (status === "done" ? 1 : share), 0) / items.length;

/**
 * What the missing items are for, in a sentence.
 * @param {{waiting: string[], free: string[]}} props the levels that wait, and those that do not
 */
function sentenceOf({ waiting, free }) {
  const values = { levels: waiting.map(levelName).join(", "), free: free.map(levelName).join(", ") };
  if (!waiting.length) return gettext("The solution for the review is being computed. You can play meanwhile.");
  if (!free.length)
    return fill(gettext("Solutions are being computed: %(levels)s plays a deal when its solution is there."), values);
  return fill(
    gettext(
      "Solutions are being computed: %(levels)s plays a deal when its solution is there. Against %(free)s you can begin at once.",
    ),
    values,
  );
}

/**
 * The notice with its bar, or nothing if everything is there.
 * @param {{store: Store}} props
 */
export function MissingNeeds({ store }) {
  const url = store.boot.urls.needs;
  const asked = store.table.value?.status;
  const over = asked === "over";
  const seats = store.seats.value.map(({ bot }) => bot ?? "").join();
  useEffect(() => {
    if (!url || !["open", "playing", "over"].includes(asked ?? "")) return undefined;
    const control = new AbortController();
    void follow(url, over, control.signal);
    return () => control.abort();
  }, [url, asked, seats]);
  const found = needs.value;
  if (!url || !found || found.ready || !found.items.length) return null;
  const missing = found.items.filter(({ status }) => status !== "done");
  // What was removed long after the match is not being made: its reviews are stored.
  if (over && missing.every(({ status }) => status === "none")) return null;
  const levels = store.boot.levels.filter((level) => missing.some((one) => one.levels.includes(level)));
  const seated = store.seats.value.map(({ bot }) => bot);
  const waiting = asked === "open" ? levels : levels.filter((level) => !over && seated.includes(level));
  // Once the match runs, the server lists only what its own levels need; the weakest one needs least.
  const free = (asked === "open" ? store.boot.levels : store.boot.levels.slice(0, 1)).filter(
    (level) => !levels.includes(level),
  );
  const share = progressOf(found.items);
  const failed = missing.some(({ status }) => status === "failed");
  return html`<div class="needs" role="status" data-testid="needs" data-share=${share.toFixed(3)}>
    <p>${failed ? gettext("A solution could not be computed.") : sentenceOf({ waiting, free })}</p>
    <progress max="1" value=${share} aria-label=${gettext("Solution")}></progress
    ><small>${`${Math.floor(100 * share)} %`}</small>
  </div>`;
}
