/** The middle of the table: the spot, the board with the place of the river card, the pot. */

import { html } from "htm/preact";
import { Card, cardLabel, parseCard } from "../../shell/ui/playing-cards.js";
import { fill } from "../../shell/ui/texts.js";
import { chipsText } from "./amounts.js";
import { streetName } from "./names.js";

const BOARD_SIZE = 5;

/** @param {{view: Turn.View, fresh: boolean}} props `fresh`: the river card has just been dealt */
function BoardCards({ view, fresh }) {
  /** @type {number[]} */
  const cards = view.board.map(parseCard);
  const known = cards.map(cardLabel).join(", ");
  const label =
    cards.length < BOARD_SIZE
      ? fill(gettext("Board: %(cards)s; the river is still to come"), { cards: known })
      : fill(gettext("Board: %(cards)s"), { cards: known });
  return html`<div
    class="board-cards"
    role="img"
    aria-label=${label}
    data-testid="board-cards"
    data-count=${cards.length}
  >
    ${cards.map((card, i) => html`<${Card} key=${i} card=${card} kind=${fresh && i === BOARD_SIZE - 1 ? "dealt" : ""} />`)}
    ${cards.length < BOARD_SIZE && html`<span class="river-place"></span>`}
  </div>`;
}

/** @param {{view: Turn.View, event: Turn.Event | null, children?: any}} props */
export function Centre({ view, event, children }) {
  return html`<div class="centre">
    <p class="spot-title" data-testid="spot-title"><b>${gettext(view.title)}</b></p>
    <${BoardCards} view=${view} fresh=${event?.type === "RiverDealt"} />
    <div class="pot-place">
      <p class="pot" data-pot="0">
        <span>${streetName(view)}${" "}·${" "}${gettext("Pot")}</span>${" "}<b data-testid="pot" data-chips=${view.pot}
          >${chipsText(view.pot)}</b
        >
      </p>
      ${children}
    </div>
  </div>`;
}
