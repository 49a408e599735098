/**
 * The board of Turn Duel: the opponent above, board and pot in the middle, my own hand and the buttons below.
 *
 * Invariant: no game rule is decided here. The board draws `view`, enables exactly the actions in `legal`, and
 * takes every amount and every name of a hand from the view.
 */

import { html } from "htm/preact";
import { useRef, useState } from "preact/hooks";
import { useChipFlights } from "../shell/ui/chip-flights.js";
import { useKeys } from "../shell/ui/keys.js";
import { fourColours } from "../shell/ui/playing-cards.js";
import { TurnAnalysis } from "./turn/analysis.js";
import { Centre } from "./turn/centre.js";
import { Controls } from "./turn/controls.js";
import { DealSummary } from "./turn/deal-summary.js";
import { RangesDialog } from "./turn/ranges.js";
import { SeatPlace } from "./turn/seat.js";

export const showsAnalysis = true;
export { DealSummary } from "./turn/deal-summary.js";
export { Rules } from "./turn/rules.js";
export * as texts from "./turn/texts.js";

/** Events with which bets go into the pot. */
const COLLECTING = ["RiverDealt", "HandShown", "DealEnded"];
const RANGES_KEY = "g";

/** The seat that gets the pot with this event. @param {Turn.Event} event */
const winnerOf = (event) => (event.type === "DealEnded" && event.won[0] !== 0 ? (event.won[0] > 0 ? 0 : 1) : null);

/** @param {{open: () => void}} props */
function RangesButton({ open }) {
  return html`<button type="button" class="small-button" data-testid="ranges" aria-keyshortcuts="G" onClick=${open}>
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 4h16v16H4zM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16" /></svg
    ><span>${gettext("Ranges")}</span>
  </button>`;
}

/** @param {Turn.Props} props */
export default function Board(props) {
  const { view, event, seats, legal, analysis, readonly = false } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [ranges, setRanges] = useState(false);
  useChipFlights(root, event, ({ type }) => COLLECTING.includes(type), winnerOf);
  useKeys(({ key }) => (key.toLowerCase() === RANGES_KEY ? (setRanges(true), true) : false), !readonly);
  const bottom = view.me ?? 0;
  const classes = ["turn-duel", legal.length && "mine", fourColours.value && "four-colours", view.outcome && "over"]
    .filter(Boolean)
    .join(" ");
  const shared = { view, seats, event };
  const summed = !readonly && view.outcome && view.won.length > 0;
  return html`<div class=${`board-turn poker ${analysis ? "beside-analysis" : "alone"}`}>
    <div class="board-area">
      <div
        ref=${root}
        class=${classes}
        data-testid="board"
        data-round=${view.round}
        data-street=${view.board.length > 4 ? "river" : "turn"}
        data-spot=${view.spot}
      >
        <div class="others"><${SeatPlace} seat=${1 - bottom} ...${shared} /></div>
        <${Centre} view=${view} event=${event}
          >${!readonly && html`<${RangesButton} open=${() => setRanges(true)} />`}<//
        >
        ${
          summed &&
          html`<div class="final-summary">
            <h2 class="sr">${gettext("The last deal")}</h2>
            <${DealSummary} view=${view} seats=${seats} me=${view.me} frames=${[]} />
          </div>`
        }
        <div class="bottom">
          <${SeatPlace} seat=${bottom} own=${true} ...${shared} />
          ${!readonly && view.me !== null && html`<${Controls} ...${props} />`}
        </div>
      </div>
    </div>
    ${analysis && html`<${TurnAnalysis} analysis=${analysis} view=${view} seats=${seats} />`}
    <${RangesDialog} view=${view} seats=${seats} open=${ranges} close=${() => setRanges(false)} />
  </div>`;
}
