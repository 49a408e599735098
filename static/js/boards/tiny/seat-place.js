/** One seat of the Peak board: who sits there, their chips and points, and their cards. */

import { html } from "htm/preact";
import { SeatBadge } from "../../shell/table/seat-badge.js";
import { Card } from "../../shell/ui/cards.js";
import { fill } from "../../shell/ui/texts.js";
import { cardOf } from "./texts.js";

/** Why a seat takes no part, or an empty string. @param {"in" | "out" | "left"} presence */
function absence(presence) {
  if (presence === "left") return gettext("has left");
  return presence === "out" ? gettext("is out") : "";
}

/** The card of a seat in the showdown: chosen now, or shown last. @param {{seat: number, view: Tiny.View}} props */
function PlayedCard({ seat, view }) {
  const [chosen] = view.chosen[seat];
  if (view.chosen[seat].length) {
    return html`<${Card}
      id=${`c${seat}`}
      label=${chosen === null ? gettext("Chosen card, face down") : fill(gettext("Chosen card: %(card)s"), { card: chosen })}
      number=${chosen}
      open=${chosen !== null}
      flip=${null}
    />`;
  }
  const shown = view.last[seat] ?? null;
  if (shown === null) return html`<span class="slot" aria-hidden="true"></span>`;
  return html`<${Card}
    id=${`s${seat}`}
    kind="shown"
    label=${fill(gettext("Shown card: %(card)s"), { card: shown })}
    number=${shown}
    open=${true}
    flip=${null}
  />`;
}

/** @param {Tiny.Props & {seat: number}} props */
export function SeatPlace({ seat, view, seats, legal, act, busy, hint }) {
  const mine = seat === view.me;
  const choice = mine ? legal.find((action) => action.type === "Choose") : undefined;
  const gone = absence(view.presence[seat]);
  const winner = view.outcome?.winners.includes(seat);
  /** @param {number | null} card @param {number} place */
  const held = (card, place) => {
    const label = card === null ? gettext("Card, face down") : String(card);
    const playable = choice && card !== null && !busy;
    const kind = playable && cardOf(hint) === card ? "hinted" : "";
    return html`<${Card}
      key=${place}
      id=${`h${seat}.${place}`}
      kind=${kind}
      label=${label}
      number=${card}
      open=${card !== null}
      pending=${card !== null && cardOf(busy) === card}
      flip=${playable ? () => act({ ...choice, card }) : null}
    />`;
  };
  return html`<section
    class=${["seat", mine && "own", gone && "gone", winner && "won"].filter(Boolean).join(" ")}
    data-seat=${seat}
    aria-label=${seats[seat]?.name}
  >
    <header class="plate"><${SeatBadge} seat=${seats[seat]} mine=${mine} /></header>
    <p class="counts" data-testid=${`counts-${seat}`}>
      ${gone && html`<b class="absence">${gone}</b>`}<span
        >${fill(ngettext("%(count)s chip", "%(count)s chips", view.chips[seat]), { count: view.chips[seat] })}</span
      >
      ${view.points[seat] > 0 && html`<span class="points">${fill(ngettext("%(count)s point", "%(count)s points", view.points[seat]), { count: view.points[seat] })}</span>`}
    </p>
    ${!gone && html`<div class="hand"><${PlayedCard} seat=${seat} view=${view} />${[...view.hands[seat], ...view.open[seat]].map(held)}</div>`}
  </section>`;
}
