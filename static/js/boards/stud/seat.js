/** One seat: who sits there, their stack and bet, their last action, and their cards. */

import { html } from "htm/preact";
import { SeatBadge } from "../../shell/table/seat-badge.js";
import { fill } from "../../shell/ui/texts.js";
import { amountText, netText } from "./amounts.js";
import { Hand } from "./cards.js";
import { actName, standingHand } from "./names.js";

/** Actions that are named with the bet they lead to. */
const TO = ["COMPLETE", "RAISE"];

/**
 * What a seat did last or why it takes no part, in a word or two.
 * @param {Stud.Place} place
 * @param {Stud.View} view
 */
function stateText(place, view) {
  if (place.gone) return gettext("left");
  if (place.out) return gettext("out of chips");
  if (!place.dealt_in) return place.away ? gettext("sits out") : view.deal < 0 ? "" : gettext("not in this deal");
  if (place.folded) return gettext("folded");
  if (place.mucked) return gettext("mucked");
  if (place.all_in) return gettext("all in");
  if (!place.last || view.result) return "";
  const { kind, to } = place.last_act ?? { kind: place.last, to: 0 };
  return TO.includes(kind) && to
    ? fill(gettext("%(act)s to %(to)s"), { act: actName(kind), to: amountText(to, view) })
    : actName(kind);
}

/** What a seat has won in the deal that is being settled. @param {Stud.View} view @param {number} seat */
export function wonBy(view, seat) {
  /** @type {import("./showdown.js").Award[]} */
  const awards = view.result?.awards ?? [];
  return awards.filter((award) => award.seat === seat).reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Signs at a seat: who brought in, who acts first on this street, where the deal order begins.
 * @param {{view: Stud.View, seat: number}} props
 */
function Marks({ view, seat }) {
  const { bring_in: bringIn, opener, street = 0, marker } = view.table;
  const first = street > 3 && opener === seat;
  return html`${bringIn === seat && html`<abbr class="mark bring-in" title=${gettext("Bring-in: this seat had to open the deal")} data-testid=${`bring-in-${seat}`}>${gettext("BI")}</abbr>`}
  ${first && html`<abbr class="mark first" title=${gettext("Acts first on this street")} data-testid=${`first-${seat}`}>${gettext("1st")}</abbr>`}
  ${marker === seat && html`<abbr class="mark marker" title=${gettext("The dealer's marker: cards are dealt and odd chips given from the seat to its left")}>${gettext("D")}</abbr>`}`;
}

/** The stack; after re-buys also what was won or lost in all. @param {{view: Stud.View, seat: number}} props */
function Stack({ view, seat }) {
  const { stack, net, bought } = view.seats[seat];
  return html`<span class="stack"
    ><b data-testid=${`stack-${seat}`} data-chips=${stack}
      ><span class="sr">${gettext("stack")} </span>${amountText(stack, view)}</b
    >
    ${bought > view.match.starting_stack && html`<small class="net" data-testid=${`net-${seat}`} title=${gettext("won or lost in all, after re-buys")}>${netText(net, view)}</small>`}</span
  >`;
}

/**
 * The chips in front of a seat: its bet of this street, or what it has just won.
 * @param {{view: Stud.View, seat: number, fresh: boolean}} props
 */
function Chips({ view, seat, fresh }) {
  const won = wonBy(view, seat);
  if (won > 0) return html`<span class="chips won" data-testid=${`won-${seat}`}>+${amountText(won, view)}</span>`;
  const bet = view.result ? 0 : view.seats[seat].bet;
  if (!bet) return null;
  const label = fill(gettext("bet on this street: %(amount)s"), { amount: amountText(bet, view) });
  return html`<span
    class=${`chips ${fresh ? "fresh" : ""}`}
    data-bet-of=${seat}
    data-testid=${`bet-${seat}`}
    title=${label}
    ><span class="sr">${label}</span><span aria-hidden="true">${amountText(bet, view)}</span></span
  >`;
}

/** Whether the event has just given this seat a card. @param {Stud.Event | null} event @param {number} seat */
const justDealt = (event, seat) =>
  event?.type === "CardsDealt" && (event.up[seat]?.length > 0 || event.down[seat]?.length > 0);

/** @param {Stud.View} view @param {number} seat @param {boolean} own */
function classesOf(view, seat, own) {
  const place = view.seats[seat];
  return [
    "seat",
    own ? "own" : "other",
    view.table.active === seat && "active",
    (place.folded || !place.dealt_in) && "not-in",
    wonBy(view, seat) > 0 && "won",
    view.outcome?.winners.includes(seat) && "champion",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * @param {{view: Stud.View, seat: number, seats: Seat[], event: Stud.Event | null, own?: boolean, recall:
 *   boolean}} props `recall`: also show the up-cards of a seat that has folded
 */
export function SeatPlace({ view, seat, seats, event, own = false, recall }) {
  const place = view.seats[seat];
  const name = seats[seat]?.name ?? "?";
  const acted = event !== null && "seat" in event && event.seat === seat;
  const gone = place.folded && !own && !place.shown;
  const cards = gone
    ? { down: recall ? place.down.filter((card) => card !== null) : [], up: recall ? place.up : [] }
    : place;
  const text = stateText(place, view);
  const hand = standingHand(place.hand);
  return html`<section class=${classesOf(view, seat, own)} data-seat=${seat} aria-label=${name}>
    <header class="plate">
      <${SeatBadge} seat=${seats[seat]} mine=${seat === view.me} /><${Stack} view=${view} seat=${seat} />
    </header>
    <${Hand} seat=${cards} name=${name} fresh=${justDealt(event, seat)} />
    <p class="seat-line">
      <${Marks} view=${view} seat=${seat} />
      ${text && html`<span class=${`last-act ${acted ? "fresh" : ""} ${place.all_in ? "all-in" : ""}`} data-testid=${`last-${seat}`}>${text}</span>`}
      <${Chips} view=${view} seat=${seat} fresh=${acted} />
    </p>
    ${hand && (!gone || recall) && html`<p class="hand-name" data-testid=${`hand-${seat}`}>${hand}</p>`}
  </section>`;
}
