/** The cards of a stud hand as they lie on the table. */

import { html } from "htm/preact";
import { Card, cardLabel } from "../../shell/ui/playing-cards.js";
import { fill } from "../../shell/ui/texts.js";

export { Card, cardLabel, CardRow, cardText } from "../../shell/ui/playing-cards.js";

/** @typedef {{card: number | null, up: boolean, key: string}} Place a card of a hand as it lies */

/**
 * The cards of a seat from left to right: down, down, up to four up, down.
 * @param {{down: (number | null)[], up: number[]}} seat
 * @returns {Place[]}
 */
export function placesOf({ down, up }) {
  /** @param {number | null} card @param {number} index */
  const hidden = (card, index) => ({ card, up: false, key: `d${index}` });
  return [
    ...down.slice(0, 2).map(hidden),
    ...up.map((card, i) => ({ card, up: true, key: `u${i}` })),
    ...down.slice(2).map((card, i) => hidden(card, i + 2)),
  ];
}

/**
 * The hand of a seat as it lies on the table; up-cards are raised.
 * @param {{seat: Stud.Place, name: string, fresh: boolean}} props `fresh`: its last card has just been dealt
 */
export function Hand({ seat, name, fresh }) {
  const places = placesOf(seat);
  if (!places.length) return null;
  const known = places.map(({ card, up }) =>
    card === null
      ? gettext("a card face down")
      : up
        ? cardLabel(card)
        : fill(gettext("%(card)s, down"), { card: cardLabel(card) }),
  );
  const label = fill(gettext("Cards of %(name)s: %(cards)s"), { name, cards: known.join("; ") });
  return html`<div class="stud-hand" role="img" aria-label=${label} data-count=${places.length}>
    ${places.map(
      ({ card, up, key }, i) =>
        html`<${Card}
          key=${key}
          card=${card}
          kind=${[up ? "up" : "down", fresh && (i === places.length - 1 || places.length === 3) && "dealt"].filter(Boolean).join(" ")}
        />`,
    )}
  </div>`;
}
