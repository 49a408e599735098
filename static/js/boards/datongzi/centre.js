/** The middle of the table: the points of the trick, the last trick, and the cards that are still out. */

import { html } from "htm/preact";
import { Icon } from "../../shell/ui/icons.js";
import { fill } from "../../shell/ui/texts.js";
import { Cards, RANKS, rankName } from "./cards.js";
import { chineseName, isTrump, patternName } from "./names.js";
import { inOrder } from "./seat.js";

/**
 * @param {{view: Datongzi.View, event: Datongzi.Event | null, open: "last" | "counter" | null, toggle: (what:
 *   "last" | "counter") => void, children?: any}} props `children` are further buttons
 */
export function Centre({ view, event, open, toggle, children }) {
  const trump = event?.type === "Played" && isTrump(event.pattern) ? event : null;
  return html`<section class="centre" aria-label=${gettext("The middle")}>
    ${trump && html`<p class=${`shout ${trump.pattern.kind}`} key=${`${trump.pattern.kind}${trump.pattern.rank}${trump.seat}`} aria-hidden="true"><span lang="zh">${chineseName(trump.pattern)}</span></p>`}
    <div class="pot" data-testid="pot">
      <b>${view.trick_points}</b> <span>${gettext("points")}</span>
      ${view.trick_bonus > 0 && html`<span class="bonus">${fill(gettext("bonus %(bonus)s"), { bonus: view.trick_bonus })}</span>`}
    </div>
    <div class="centre-buttons">
      ${view.last_trick.length > 0 && html`<button type="button" class="small-button" data-testid="last-trick" aria-expanded=${open === "last" ? "true" : "false"} onClick=${() => toggle("last")}>${gettext("Last trick")}</button>`}
      ${view.unseen && html`<button type="button" class="small-button" data-testid="counter" aria-expanded=${open === "counter" ? "true" : "false"} onClick=${() => toggle("counter")}>${gettext("Cards out")}</button>`}
      ${children}
    </div>
  </section>`;
}

/**
 * A panel over the board, with a button that closes it.
 * @param {{title: string, kind: string, close: () => void, children?: any}} props
 */
export function OverPanel({ title, kind, close, children }) {
  return html`<section class=${`over-panel ${kind}`} aria-label=${title} data-testid=${kind}>
    <header>
      <h2>${title}</h2>
      <button type="button" class="icon" aria-label=${gettext("Close")} onClick=${close}>
        <${Icon} name="close" />
      </button>
    </header>
    ${children}
  </section>`;
}

/** The trick before this one. @param {{view: Datongzi.View, seats: Seat[], close: () => void}} props */
export function LastTrick({ view, seats, close }) {
  return html`<${OverPanel} kind="last-trick-panel" title=${gettext("Last trick")} close=${close}>
    <ol>
      ${view.last_trick.map(
        (step, i) =>
          html`<li key=${i}>
            <b>${seats[step.seat]?.name}</b>
            ${step.pass ? html`<span class="soft-text">${step.forced ? gettext("cannot beat") : gettext("passes")}</span>` : html`<${Cards} cards=${inOrder(step.cards, step.pattern)} /> <span>${patternName(step.pattern)} <span lang="zh">${chineseName(step.pattern)}</span></span>`}
          </li>`,
      )}
    </ol>
  <//>`;
}

/**
 * By rank: how many cards are neither played nor in the own hand.
 * @param {{view: Datongzi.View, close: () => void}} props
 */
export function Counter({ view, close }) {
  return html`<${OverPanel} kind="counter-panel" title=${gettext("Cards out")} close=${close}>
    <p>${view.me === null ? gettext("Not yet played:") : gettext("Neither played nor in your hand:")}</p>
    <ul>
      ${RANKS.map((rank) => html`<li key=${rank} class=${view.unseen?.[rank] ? "" : "none"}><b>${rankName(rank)}</b><span>${view.unseen?.[rank]}</span></li>`)}
    </ul>
  <//>`;
}
