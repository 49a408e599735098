/** What happened in a deal of Peak: every showdown, who took the pot, and the cards that were shown afterwards. */

import { html } from "htm/preact";
import { describeEvent } from "./texts.js";

const SUMMARISED = ["Shown", "DealEnded", "HandShown", "Rebought", "Left"];

/** @param {DealSummaryProps<Tiny.View, Tiny.Event>} props */
export function DealSummary({ view, seats, me, frames }) {
  const context = { view, seats, me, event: null };
  const events = frames.filter((frame) => frame.kind === "game").map(({ event }) => event);
  const summarised = events.filter(({ type }) => SUMMARISED.includes(type));
  return html`<div class="board-tiny">
    <ul class="peak-events" data-testid="deal-summary">
      ${summarised.map((event, i) => html`<li key=${i}>${describeEvent(event, context)}</li>`)}
    </ul>
  </div>`;
}
