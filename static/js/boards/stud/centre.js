/** The middle of the table: the game and the mix, the street and its bets, the pots, a common card. */

import { html } from "htm/preact";
import { fill } from "../../shell/ui/texts.js";
import { amountText } from "./amounts.js";
import { Card, cardLabel } from "./cards.js";
import { gameAim, gameName, joined, potName, streetName } from "./names.js";

/** How many deals of this game are left, and what comes next. @param {Stud.View} view */
function mixText({ mix, match, deal }) {
  const last = match.deals !== null && deal + mix.left + 1 >= match.deals;
  if (mix.sequence.length < 2) return "";
  const left = match.deals === null ? mix.left : Math.min(mix.left, match.deals - deal - 1);
  const count = left
    ? fill(ngettext("%(count)s more deal", "%(count)s more deals", left), { count: left })
    : gettext("last deal of this game");
  return last ? count : fill(gettext("%(count)s, then %(game)s"), { count, game: gameName(mix.next) });
}

/** Whether the mix has just gone on to this game: on the first street of its first deal. @param {Stud.View} view */
const isAnnounced = ({ deal, mix, table, result }) =>
  deal >= 0 && (deal === 0 || mix.changed) && mix.sequence.length > 1 && (table.street ?? 0) <= 3 && !result;

/**
 * What is played, for how long, and what comes next; when the game changes, as a banner that also says what
 * wins.
 * @param {{view: Stud.View}} props
 */
function GameLine({ view }) {
  const mix = mixText(view);
  const { small_bet: small, big_bet: big } = view.stakes;
  const announced = isAnnounced(view);
  return html`<p
    class=${announced ? "game-line announced" : "game-line"}
    key=${view.deal}
    role=${announced ? "status" : undefined}
    data-testid=${announced ? "game-banner" : "game-line"}
    data-game=${view.game}
  >
    <b>${gameName(view.game)}</b
    >${announced && html` <em>${gameAim(view.game)}</em>`}${" "}<span>${amountText(small, view)}/${amountText(big, view)}</span>${mix && html` <span class="mix" data-testid="mix">${mix}</span>`}
  </p>`;
}

/** Bets made on this street, and whether it is capped. @param {{view: Stud.View}} props */
function Street({ view }) {
  const { street, full_bets: made = 0, cap = null, capped } = view.table;
  if (!street || view.result) return null;
  const bets =
    cap === null
      ? fill(ngettext("%(made)s bet", "%(made)s bets", made), { made })
      : fill(gettext("%(made)s of %(cap)s bets"), { made, cap });
  return html`<p class="street" data-testid="street" data-street=${street}>
    <span>${streetName(street)}</span>${" "}<span class="bets" data-testid="bets">${bets}</span
    >${capped && html` <strong class="capped" data-testid="capped">${gettext("capped")}</strong>`}
  </p>`;
}

/**
 * Each pot with its chips and, where there are several, those who may win it.
 * @param {{view: Stud.View, seats: Seat[]}} props
 */
function Pots({ view, seats }) {
  const { pot = 0, pots = [] } = view.table;
  const several = view.result?.net.length ? [] : pots;
  if (several.length < 2) {
    return html`<p class="pot" data-pot="0">
      <span>${gettext("Pot")}</span> <b data-testid="pot" data-chips=${pot}>${amountText(pot, view)}</b>
    </p>`;
  }
  return html`<ul class="pots" data-testid="pots">
    ${several.map(
      (one, i) =>
        html`<li key=${i} class="pot" data-pot=${i} data-testid=${`pot-${i}`}>
          <span>${potName(i, several.length)}</span>${" "}<b data-chips=${one.amount}>${amountText(one.amount, view)}</b
          >${" "}<small>${joined(one.seats.map((seat) => seats[seat]?.name ?? "?"))}</small>
        </li>`,
    )}
  </ul>`;
}

/** @param {{view: Stud.View, seats: Seat[], children?: any}} props */
export function Centre({ view, seats, children }) {
  const { common } = view.table;
  return html`<div class="centre">
    <${GameLine} view=${view} />
    <div class="pot-place"><${Street} view=${view} /><${Pots} view=${view} seats=${seats} /></div>
    ${common !== null && common !== undefined && html`<span class="common" data-testid="common" role="img" aria-label=${fill(gettext("Common card: %(card)s"), { card: cardLabel(common) })}><${Card} card=${common} /><small>${gettext("common")}</small></span>`}
    ${children}
  </div>`;
}
