/** The plate of a seat: its player, their trios, and the numbers that would win for them. */

import { html } from "htm/preact";
import { SeatBadge } from "../../shell/table/seat-badge.js";
import { Numeral } from "../../shell/ui/cards.js";
import { fill } from "../../shell/ui/texts.js";
import { giftNote, partnerOf, Sign } from "./partners.js";

const MAX_NUMBERS = 4;

/** @param {{number: number, seat: number, partners: number[], fresh: boolean}} props */
export function Trio({ number, seat, partners, fresh }) {
  const linked = partners.join(", ");
  const label = linked ? gettext("Trio of %(number)s, linked with %(linked)s") : gettext("Trio of %(number)s");
  const title = fill(label, { number, linked });
  return html`<li
    class=${fresh ? "trio fresh" : "trio"}
    data-trio=${`${seat}.${number}`}
    data-number=${number}
    title=${title}
  >
    <span class="sr">${title}</span>
    <${Numeral} number=${number} />
    ${partners.length > 0 && html`<small aria-hidden="true">${partners.join("·")}</small>`}
  </li>`;
}

/** @param {{wanted: number[], top: number, taken: number}} props */
export function Wanted({ wanted, top, taken }) {
  if (!wanted.length) return null;
  const all = wanted.length === top - taken;
  const numbers = all ? gettext("any") : wanted.slice(0, MAX_NUMBERS).join(" ");
  const title = all ? gettext("Any trio wins") : fill(gettext("Wins with %(numbers)s"), { numbers: wanted.join(", ") });
  return html`<li class="wanted" title=${title}>
    <span class="sr">${title}</span><small aria-hidden="true">${gettext("wins with")}</small
    ><span aria-hidden="true">${numbers}</span>
  </li>`;
}

/** In the team game the trios are shown in the middle; the plate shows the team instead.
 * @param {{seat: number, view: Nana.View, seats: Seat[], mine: boolean}} props */
function TeamPlate({ seat, view, seats, mine }) {
  const text = view.me !== null && partnerOf(view, view.me) === seat ? gettext("your partner") : "";
  const note = giftNote(view, seat);
  return html`<header class="plate">
    <${SeatBadge} seat=${note ? { ...seats[seat], note } : seats[seat]} mine=${mine} />
    <${Sign} side=${view.sides[seat]} text=${text} />
  </header>`;
}

/** @param {{seat: number, view: Nana.View, seats: Seat[], event: Nana.Event | null}} props */
export function Plate({ seat, view, seats, event }) {
  const mine = seat === view.me;
  if (view.sides.length) return html`<${TeamPlate} seat=${seat} view=${view} seats=${seats} mine=${mine} />`;
  /** @type {number[]} */
  const trios = view.trios[seat];
  const taken = view.trios.flat().length;
  const taking = event?.type === "Collected" && event.by === seat ? event.number : null;
  const hint = view.outcome === null && (mine || trios.length > 0);
  return html`<header class="plate">
    <${SeatBadge} seat=${seats[seat]} mine=${mine} />
    <ul class="trios">
      ${trios.map(
        (number) =>
          html`<${Trio}
            key=${number}
            number=${number}
            seat=${seat}
            partners=${view.partners[number] ?? []}
            fresh=${number === taking}
          />`,
      )}
      ${hint && html`<${Wanted} key="wanted" wanted=${view.wanted[seat]} top=${view.top} taken=${taken} />`}
    </ul>
  </header>`;
}
