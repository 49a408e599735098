/**
 * The stud board: the other seats with their up-cards around the pots, my own hand and the buttons below.
 *
 * Invariant: no game rule is decided here. The board draws `view`, enables exactly the actions in `legal` and
 * `aside`, and takes every amount and every name of a hand from the view.
 */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useChipFlights } from "../shell/ui/chip-flights.js";
import { fourColours } from "../shell/ui/playing-cards.js";
import { useAhead } from "./stud/ahead.js";
import { StudAnalysis } from "./stud/analysis.js";
import { Centre } from "./stud/centre.js";
import { Controls } from "./stud/controls.js";
import { DisplayDialog } from "./stud/display.js";
import { ResultsDialog } from "./stud/results.js";
import { SeatPlace } from "./stud/seat.js";
import { DealSummary } from "./stud/summary.js";

export const showsAnalysis = true;
export { Rules } from "./stud/rules.js";
export { DealSummary } from "./stud/summary.js";
export * as texts from "./stud/texts.js";

/** From so many seats on, a phone shows the others in less detail. */
const MANY = 5;
/** Events with which bets go into the pot. */
const COLLECTING = ["CardsDealt", "CommonCardDealt", "HandShown", "HandMucked", "BetReturned", "PotAwarded"];
const DRAWINGS = {
  recall: "M4 7h9v13H4zM9 7V4h11v13h-7",
  results: "M4 19h16M5 15l4-5 4 3 6-8",
  display: "M2 12q10-13 20 0-10 13-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
};

/** @param {{name: keyof typeof DRAWINGS}} props */
const Drawing = ({ name }) =>
  html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=${DRAWINGS[name]} /></svg>`;

/** The seats clockwise, my own first. @param {Stud.View} view @returns {number[]} */
const clockwise = ({ me, seats }) =>
  Array.from({ length: seats.length }, (_, step) => ((me ?? 0) + step) % seats.length);

/**
 * Buttons for what lies behind the table: folded cards, results, how cards are drawn.
 * @param {{recall: boolean | null, setRecall: (recall: boolean) => void, open: (dialog: "display" | "results") => void, readonly: boolean}} props
 *   `recall`: whether folded cards are shown; null: there are none
 */
function CentreButtons({ recall, setRecall, open, readonly }) {
  return html`<div class="centre-buttons">
    ${recall !== null && html`<button type="button" class="small-button" data-testid="recall" aria-pressed=${recall ? "true" : "false"} title=${gettext("Folded cards")} onClick=${() => setRecall(!recall)}><${Drawing} name="recall" /><span>${gettext("Folded cards")}</span></button>`}
    ${!readonly && html`<button type="button" class="small-button" data-testid="results" title=${gettext("Results")} onClick=${() => open("results")}><${Drawing} name="results" /><span>${gettext("Results")}</span></button>`}
    <button
      type="button"
      class="small-button"
      data-testid="display"
      title=${gettext("Display")}
      onClick=${() => open("display")}
    >
      <${Drawing} name="display" /><span>${gettext("Display")}</span>
    </button>
  </div>`;
}

/** @param {Stud.Props} props */
export default function Board(props) {
  const { view, event, seats, legal, analysis, readonly = false } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [recall, setRecall] = useState(false);
  const [dialog, setDialog] = useState(/** @type {"display" | "results" | null} */ (null));
  const ahead = useAhead(props);
  useChipFlights(
    root,
    event,
    ({ type }) => COLLECTING.includes(type),
    (one) => (one.type === "PotAwarded" ? one.seat : null),
  );
  useEffect(() => setRecall(false), [view.deal]);
  const close = () => setDialog(null);
  const [bottom, ...others] = clockwise(view);
  // Where players have to remember them, the view leaves out the up-cards of those who have folded.
  const folded = view.seats.some((place, seat) => place.folded && place.up.length && seat !== bottom);
  const classes = [
    "stud",
    seats.length >= MANY && "many",
    legal.length && "mine",
    fourColours.value && "four-colours",
    view.outcome && "over",
  ]
    .filter(Boolean)
    .join(" ");
  const shared = { view, seats, event, recall: recall || readonly };
  const summed = (readonly || view.outcome) && view.result !== null && view.result.net.length > 0;
  return html`<div class=${`board-stud poker ${analysis ? "beside-analysis" : "alone"}`}>
    <div class="board-area">
      <div
        ref=${root}
        class=${classes}
        data-testid="board"
        data-seats=${seats.length}
        data-round=${view.deal}
        data-street=${view.table.street ?? 0}
        data-game=${view.game}
      >
        <div class="others">${others.map((seat) => html`<${SeatPlace} key=${seat} seat=${seat} ...${shared} />`)}</div>
        <${Centre} view=${view} seats=${seats}>
          <${CentreButtons}
            recall=${folded && !readonly ? recall : null}
            setRecall=${setRecall}
            open=${setDialog}
            readonly=${readonly}
          />
        <//>
        ${summed && html`<div class="final-summary"><${DealSummary} view=${view} seats=${seats} /></div>`}
        <div class="bottom">
          <${SeatPlace} seat=${bottom} own=${true} ...${shared} />
          ${!readonly && view.me !== null && html`<${Controls} ...${props} ahead=${ahead} />`}
        </div>
      </div>
    </div>
    ${analysis && html`<${StudAnalysis} analysis=${analysis} view=${view} seats=${seats} />`}
    <${DisplayDialog} open=${dialog === "display"} close=${close} />
    <${ResultsDialog} view=${view} seats=${seats} open=${dialog === "results"} close=${close} />
  </div>`;
}
