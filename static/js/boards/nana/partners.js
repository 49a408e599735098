/** Teams: the sign of a team, the partner of a seat, and who has given a card. */

import { html } from "htm/preact";

/** Each team has a shape, not only a colour: a circle, a triangle, a diamond. */
const SIGNS = ["M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Z", "M8 1.8 14.6 13.6H1.4Z", "M8 1 14.2 8 8 15 1.8 8Z"];

/** @param {number} side */
const nameOf = (side) => [gettext("Team circle"), gettext("Team triangle"), gettext("Team diamond")][side];

/**
 * The partner of a seat, or null if there are no teams.
 * @param {Nana.View} view
 * @param {number} seat
 * @returns {number | null}
 */
export function partnerOf({ sides }, seat) {
  const partner = sides.findIndex(
    (/** @type {number} */ side, /** @type {number} */ other) => other !== seat && side === sides[seat],
  );
  return partner < 0 ? null : partner;
}

/** @param {{side: number, text?: string}} props */
export function Sign({ side, text = "" }) {
  const title = nameOf(side);
  return html`<span class="sign" data-side=${side} title=${title}>
    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=${SIGNS[side]} /></svg
    ><span class="sr">${title}</span>${text && html`<b>${text}</b>`}
  </span>`;
}

/** What a seat is doing while partners exchange cards. @param {Nana.View} view @param {number} seat */
export function giftNote(view, seat) {
  if (!view.giving.length) return undefined;
  return view.giving.includes(seat) ? gettext("chooses a card") : gettext("has given a card");
}
