/**
 * The sheet after a hand: for each seat its 5s, 10s and kings, tongzi, dizha, place and score; cards left;
 * hidden cards.
 */

import { html } from "htm/preact";
import { gainText } from "../../shell/table/standing.js";
import { fill } from "../../shell/ui/texts.js";
import { ShortHand, SuitArt } from "./cards.js";
import { placeName } from "./seat.js";

/** @typedef {Datongzi.View["sheets"][number]} Sheet */

/** @param {{name: string, sheet: Sheet, mine: boolean}} props */
function Row({ name, sheet, mine }) {
  const { place, cards, points, tongzi, dizha, bonus, finish, score } = sheet;
  return html`<tr class=${mine ? "own" : ""}>
    <th scope="row">${name}</th>
    <td>${placeName(place)}</td>
    ${cards.map((count, i) => html`<td key=${i} class="count">${count}</td>`)}
    <td>${points}</td>
    <td>${tongzi || "–"}</td>
    <td>${dizha || "–"}</td>
    <td>${bonus ? gainText(bonus) : "–"}</td>
    <td>${gainText(finish)}</td>
    <td class="sum"><b>${gainText(score)}</b></td>
  </tr>`;
}

/** Cards that were not played. @param {{view: Datongzi.View, seats: Seat[]}} props */
function CardsLeft({ view, seats }) {
  /** @type {{name: string, cards: number[]}[]} */
  const left = view.hands.map((hand, seat) => ({ name: seats[seat]?.name ?? "?", cards: hand.cards ?? [] }));
  const rows = [
    ...left.filter(({ cards }) => cards.length),
    { name: gettext("Hidden cards"), cards: view.hidden.cards ?? [] },
  ];
  return html`<dl class="cards-not-played">
    ${rows
      .filter(({ cards }) => cards.length)
      .map(
        ({ name, cards }) =>
          html`<div key=${name}>
            <dt>${name}</dt>
            <dd><${ShortHand} cards=${cards} /></dd>
          </div>`,
      )}
  </dl>`;
}

/** @param {{view: Datongzi.View, seats: Seat[]}} props */
function Settlement({ view, seats }) {
  if (!view.settlement.length) return null;
  const parts = view.settlement.map(
    (/** @type {number} */ value, /** @type {number} */ seat) => `${seats[seat]?.name ?? "?"} ${gainText(value)}`,
  );
  return html`<p class="settlement" data-testid="settlement">
    ${fill(gettext("Settlement: %(parts)s"), { parts: parts.join(", ") })}
  </p>`;
}

/** What happened in the hand that is over. @param {{view: Datongzi.View, seats: Seat[]}} props */
export function DealSummary({ view, seats }) {
  if (!view.sheets.length) return null;
  return html`<div class="board-datongzi hand-summary" data-testid="hand-summary">
    <${SuitArt} />
    <div class="table-scroll" tabindex="0" role="group" aria-label=${gettext("Score of the hand")}>
      <table>
        <thead>
          <tr>
            <th scope="col">${gettext("Player")}</th>
            <th scope="col">${gettext("Place")}</th>
            <th scope="col">5</th>
            <th scope="col">10</th>
            <th scope="col">K</th>
            <th scope="col">${gettext("Points")}</th>
            <th scope="col"><span class="latin">${gettext("Tongzi")} </span><span lang="zh">筒子</span></th>
            <th scope="col"><span class="latin">${gettext("Dizha")} </span><span lang="zh">地炸</span></th>
            <th scope="col">${gettext("Bonus")}</th>
            <th scope="col">${gettext("Finish")}</th>
            <th scope="col">${gettext("Score")}</th>
          </tr>
        </thead>
        <tbody>
          ${view.sheets.map((/** @type {Sheet} */ sheet, /** @type {number} */ seat) => html`<${Row} key=${seat} name=${seats[seat]?.name ?? "?"} sheet=${sheet} mine=${seat === view.me} />`)}
        </tbody>
      </table>
    </div>
    <${CardsLeft} view=${view} seats=${seats} />
    <${Settlement} view=${view} seats=${seats} />
  </div>`;
}
