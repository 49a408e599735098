/** A seat: its player, their cards and points, and their latest play in this trick. */

import { html } from "htm/preact";
import { SeatBadge } from "../../shell/table/seat-badge.js";
import { fill } from "../../shell/ui/texts.js";
import { Cards, rankOf, ShortHand } from "./cards.js";
import { chineseName, isTrump, patternName } from "./names.js";

/**
 * @typedef {{seat: number, cards?: number[], pattern?: import("./names.js").Pattern, pass?: boolean, forced?:
 *   boolean}} Step
 */

/**
 * The body first, then the kickers, each by rank.
 * @param {number[]} cards
 * @param {import("./names.js").Pattern} pattern
 */
export function inOrder(cards, { rank, length, size }) {
  const left = cards.toSorted((a, b) => b - a);
  const body = [];
  for (let at = rank - length + 1; at <= rank; at += 1) {
    for (let n = 0; n < size / length; n += 1) {
      const i = left.findIndex((card) => rankOf(card) === at);
      if (i >= 0) body.push(...left.splice(i, 1));
    }
  }
  return [...body, ...left];
}

/** What a seat did last in the trick. @param {{step: Step | undefined, fresh: boolean, best: boolean}} props */
export function Play({ step, fresh, best }) {
  if (!step) return html`<div class="play-place"></div>`;
  if (step.pass || !step.pattern || !step.cards) {
    const text = step.forced
      ? html`${gettext("cannot beat")} <span lang="zh">要不起</span>`
      : html`${gettext("passes")} <span lang="zh">不要</span>`;
    return html`<div class="play-place"><span class=${`passed ${fresh ? "fresh" : ""}`}>${text}</span></div>`;
  }
  const { pattern } = step;
  return html`<div class="play-place">
    <div
      class=${`latest-play ${fresh ? "fresh" : ""} ${best ? "best" : "beaten"} ${isTrump(pattern) ? "trump" : ""}`}
      data-testid="latest-play"
    >
      <${Cards} cards=${inOrder(step.cards, pattern)} />
      <span class="play-name">${patternName(pattern)} <span lang="zh">${chineseName(pattern)}</span></span>
    </div>
  </div>`;
}

/** How many cards are left; the last two and the last one are announced. @param {{count: number}} props */
function CardsLeft({ count }) {
  const last = count === 1 ? "last-card" : count === 2 ? "last-two" : "";
  const text = fill(ngettext("%(count)s card", "%(count)s cards", count), { count });
  return html`<span class=${`cards-left ${last}`} data-testid="cards-left" data-count=${count} title=${text}>
    <b>${count}</b
    ><span class="sr"> ${text}</span
    >${last && html`<span class="announced" lang="zh">${count === 1 ? "报单" : "报双"}</span>`}
  </span>`;
}

/** @param {number} place */
export const placeName = (place) =>
  [gettext("1st"), gettext("2nd"), gettext("3rd"), gettext("4th")][place - 1] ?? String(place);

/**
 * Captured points and bonuses of this hand.
 * @param {{view: Datongzi.View, seat: number, event: Datongzi.Event | null}} props
 */
function Points({ view, seat, event }) {
  const taken = event?.type === "TrickTaken" && event.seat === seat ? event : null;
  const bonus = view.bonus[seat] ?? 0;
  const points = view.captured[seat] ?? 0;
  return html`<span class="points" title=${gettext("Points captured in this hand, and bonuses")}>
    <span class="sr">${gettext("captured:")} </span
    ><b data-testid=${`points-${seat}`}>${points}</b>${bonus > 0 && html`<span class="bonus">+${bonus}</span>`}
    ${taken && taken.points + taken.bonus > 0 && html`<span class="gained" key=${view.trick_points} aria-hidden="true">+${taken.points + taken.bonus}</span>`}
  </span>`;
}

/** @param {{view: Datongzi.View, seat: number, seats: Seat[], event: Datongzi.Event | null}} props */
export function Plate({ view, seat, seats, event }) {
  const place = view.order.indexOf(seat) + 1;
  const partner =
    view.rules.sides.length > 0 &&
    view.me !== null &&
    view.me !== seat &&
    view.rules.sides[seat] === view.rules.sides[view.me];
  return html`<header class="plate">
    <${SeatBadge}
      seat=${partner ? { ...seats[seat], note: gettext("your partner") } : seats[seat]}
      mine=${seat === view.me}
    />
    <span class="seat-figures">
      ${place > 0 ? html`<span class="finish-place" data-testid="place">${placeName(place)}</span>` : html`<${CardsLeft} count=${view.hands[seat]?.count ?? 0} />`}
      <${Points} view=${view} seat=${seat} event=${event} />
    </span>
  </header>`;
}

/**
 * The cards of another seat, where the viewer may see them: after the hand, or in a replay.
 * @param {{view: Datongzi.View, seat: number}} props
 */
export function OpenHand({ view, seat }) {
  const cards = view.hands[seat]?.cards;
  return cards?.length ? html`<${ShortHand} cards=${cards} />` : null;
}
