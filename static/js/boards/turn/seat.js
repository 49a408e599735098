/** One seat: who sits there, in or out of position, stack and bet, the last action, and the two cards. */

import { html } from "htm/preact";
import { SeatBadge } from "../../shell/table/seat-badge.js";
import { handName } from "../../shell/ui/hand-name.js";
import { Card, cardLabel, parseCard } from "../../shell/ui/playing-cards.js";
import { fill } from "../../shell/ui/texts.js";
import { chipsText, netText } from "./amounts.js";
import { didLabel, positionName, positionShort } from "./names.js";

/** @param {{view: Turn.View, seat: number, name: string, fresh: boolean}} props */
function Hand({ view, seat, name, fresh }) {
  /** @type {(number | null)[]} */
  const cards = view.hands[seat].map((/** @type {string | null} */ text) => (text === null ? null : parseCard(text)));
  if (!cards.length) return null;
  const known = cards.map((card) => (card === null ? gettext("a card face down") : cardLabel(card))).join("; ");
  return html`<div
    class="hand"
    role="img"
    aria-label=${fill(gettext("Cards of %(name)s: %(cards)s"), { name, cards: known })}
    data-testid=${`cards-${seat}`}
  >
    ${cards.map((card, i) => html`<${Card} key=${i} card=${card} kind=${fresh ? "dealt" : ""} />`)}
  </div>`;
}

/**
 * The chips in front of a seat: its bet of this street, or what it has just won.
 * @param {{view: Turn.View, seat: number, fresh: boolean}} props
 */
function Chips({ view, seat, fresh }) {
  if (view.won.length)
    return view.won[seat] > 0
      ? html`<span class="chips won" data-testid=${`won-${seat}`}>${netText(view.won[seat])}</span>`
      : null;
  const bet = view.bets[seat];
  if (!bet) return null;
  const label = fill(gettext("bet on this street: %(amount)s"), { amount: chipsText(bet) });
  return html`<span
    class=${`chips ${fresh ? "fresh" : ""}`}
    data-bet-of=${seat}
    data-testid=${`bet-${seat}`}
    title=${label}
    ><span class="sr">${label}</span><span aria-hidden="true">${chipsText(bet)}</span></span
  >`;
}

/** @param {Turn.View} view @param {number} seat @param {boolean} own */
function classesOf(view, seat, own) {
  const folded = view.last[seat] === "fold";
  return [
    "seat",
    own ? "own" : "other",
    view.active === seat && "active",
    folded && "not-in",
    view.won[seat] > 0 && "won",
    view.outcome?.winners.includes(seat) && "champion",
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {{view: Turn.View, seat: number, seats: Seat[], event: Turn.Event | null, own?: boolean}} props */
export function SeatPlace({ view, seat, seats, event, own = false }) {
  const name = seats[seat]?.name ?? "?";
  const acted = event?.type === "Acted" && event.seat === seat;
  const last = view.last[seat];
  const hand = view.names[seat];
  return html`<section class=${classesOf(view, seat, own)} data-seat=${seat} aria-label=${name}>
    <header class="plate">
      <${SeatBadge} seat=${seats[seat]} mine=${seat === view.me} />
      <abbr
        class=${`mark position ${seat === view.oop ? "oop" : "ip"}`}
        title=${positionName(view, seat)}
        data-testid=${`position-${seat}`}
        >${positionShort(view, seat)}</abbr
      >
      <span class="stack"
        ><b data-testid=${`stack-${seat}`} data-chips=${view.stacks[seat]}
          ><span class="sr">${gettext("stack")} </span>${chipsText(view.stacks[seat])}</b
        ></span
      >
    </header>
    <${Hand}
      view=${view}
      seat=${seat}
      name=${name}
      fresh=${event?.type === "Dealt" || (event?.type === "HandShown" && event.seat === seat)}
    />
    <p class="seat-line">
      ${last && html`<span class=${`last-act ${acted ? "fresh" : ""} ${last.startsWith("allin") ? "all-in" : ""}`} data-testid=${`last-${seat}`}>${didLabel(last)}</span>`}
      <${Chips} view=${view} seat=${seat} fresh=${acted} />
    </p>
    ${hand && html`<p class="hand-name" data-testid=${`hand-${seat}`}>${handName(hand)}</p>`}
  </section>`;
}
