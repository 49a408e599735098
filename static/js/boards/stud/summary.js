/** The sheet after a deal: who won what, pot by pot, and every hand that was shown. */

import { html } from "htm/preact";
import { fourColours } from "../../shell/ui/playing-cards.js";
import { fill } from "../../shell/ui/texts.js";
import { amountText } from "./amounts.js";
import { CardRow, placesOf } from "./cards.js";
import { gameName, standingHand } from "./names.js";
import { potsWon } from "./showdown.js";

/** @param {"all" | "high" | "low"} half */
const halfName = (half) => (half === "high" ? gettext("high") : half === "low" ? gettext("low") : "");

/** @param {{view: Stud.View, seats: Seat[]}} props */
function Pots({ view, seats }) {
  const pots = potsWon(view, seats);
  const plain = pots.length === 1 && pots[0].shares.length === 1;
  return html`<ol class="pots-won" data-testid="pots-won">
    ${pots.map(
      ({ pot, name, amount, sentence, shares }) =>
        html`<li key=${pot}>
          <p><b>${name} ${amountText(amount, view)}</b> ${sentence}.</p>
          ${
            !plain &&
            html`<ul>
              ${shares.map((share, i) => html`<li key=${i}>${seats[share.seat]?.name} ${halfName(share.half)} <b>+${amountText(share.amount, view)}</b></li>`)}
            </ul>`
          }
        </li>`,
    )}
  </ol>`;
}

/** Every hand the viewer may see. @param {{view: Stud.View, seats: Seat[]}} props */
function Hands({ view, seats }) {
  const common = view.table.common;
  const known = view.seats.flatMap((place, seat) =>
    place.hand && (place.shown || seat === view.me) ? [{ seat, place }] : [],
  );
  if (!known.length) return null;
  return html`<dl class="hands-shown">
    ${known.map(
      ({ seat, place }) =>
        html`<div key=${seat}>
          <dt>${seats[seat]?.name}${!place.shown && html` <small>${gettext("(only you see this)")}</small>`}</dt>
          <dd>
            <${CardRow}
              cards=${[...placesOf(place).map(({ card }) => card), ...(common === null || common === undefined ? [] : [common])]}
            /><span>${standingHand(place.hand)}</span>
          </dd>
        </div>`,
    )}
  </dl>`;
}

/** Those who lost without showing. @param {{view: Stud.View, seats: Seat[]}} props */
function Mucked({ view, seats }) {
  const names = view.seats.flatMap(({ mucked, shown }, seat) => (mucked && !shown ? [seats[seat]?.name ?? "?"] : []));
  return names.length
    ? html`<p class="soft">${fill(gettext("Not shown: %(names)s"), { names: names.join(", ") })}</p>`
    : null;
}

/** What happened in the deal that is over. @param {{view: Stud.View, seats: Seat[]}} props */
export function DealSummary({ view, seats }) {
  if (!view.result) return null;
  const { returned } = view.result;
  return html`<div
    class=${`board-stud poker deal-summary ${fourColours.value ? "four-colours" : ""}`}
    data-testid="deal-summary"
    tabindex="0"
    role="group"
    aria-label=${gettext("Result of the deal")}
  >
    <p class="soft">${gameName(view.game)}</p>
    <${Pots} view=${view} seats=${seats} />
    <${Hands} view=${view} seats=${seats} />
    <${Mucked} view=${view} seats=${seats} />
    ${returned && html`<p class="soft">${fill(gettext("%(amount)s went back to %(name)s: nobody called."), { amount: amountText(returned[1], view), name: seats[returned[0]]?.name ?? "?" })}</p>`}
  </div>`;
}
