/**
 * The Peak board: the other seats above, the pot in the middle, my own cards at the bottom.
 *
 * Invariant: no game rule is decided here. The board draws `view`, enables exactly the actions in `legal` and
 * `aside`, and fills the hole of a choice with the card that was clicked.
 */

import { html } from "htm/preact";
import { useRef } from "preact/hooks";
import { CardArt } from "../shell/ui/cards.js";
import { moveFocus, useKeys } from "../shell/ui/keys.js";
import { fill } from "../shell/ui/texts.js";
import { PeakAnalysis } from "./tiny/analysis.js";
import { SeatPlace } from "./tiny/seat-place.js";
import { asideLabel } from "./tiny/texts.js";

export const showsAnalysis = true;
export { DealSummary } from "./tiny/deal-summary.js";
export { Rules } from "./tiny/rules.js";
export * as texts from "./tiny/texts.js";

/** Buttons for what I may do at any time; leaving is in the table's menu. @param {Tiny.Props} props */
function Asides({ aside, act, busy, view, seats }) {
  const context = { seats, me: view.me, view, event: null };
  return aside
    .filter((action) => asideLabel(action, context))
    .map(
      (action) =>
        html`<button
          type="button"
          key=${action.type}
          class="button"
          data-testid=${`board-aside-${action.type}`}
          disabled=${busy !== null}
          onClick=${() => act(action)}
        >
          ${asideLabel(action, context)}
        </button>`,
    );
}

/** @param {Tiny.Props} props */
export default function Board(props) {
  const { view, legal, seats, analysis, readonly = false } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useKeys((pressed) => {
    /** @type {HTMLElement[]} */
    const choices = [...(root.current?.querySelectorAll(/** @type {"button"} */ ("button.card.is-playable")) ?? [])];
    return moveFocus(pressed, choices);
  }, !readonly);
  const count = view.hands.length;
  const [bottom, ...others] = Array.from({ length: count }, (_, step) => ((view.me ?? 0) + step) % count);
  return html`<div class=${`board-tiny cards ${analysis ? "with-analysis" : ""}`}>
    <div
      ref=${root}
      class=${legal.length ? "peak mine" : "peak"}
      data-testid="board"
      data-round=${view.round}
      data-seats=${count}
    >
      <${CardArt} />
      <div class="others">${others.map((seat) => html`<${SeatPlace} ...${props} key=${seat} seat=${seat} />`)}</div>
      <p class="pot" data-testid="pot">
        ${fill(ngettext("Pot: %(count)s chip", "Pot: %(count)s chips", view.pot), { count: view.pot })}
      </p>
      <div class="bottom">
        <${SeatPlace} ...${props} seat=${bottom} />
        <div class="asides"><${Asides} ...${props} /></div>
      </div>
    </div>
    ${analysis && html`<${PeakAnalysis} analysis=${analysis} seats=${seats} />`}
  </div>`;
}
