/** The terms of a table: clock, spectators, hints, and what is revealed. */

import { html } from "htm/preact";
import { describeClock } from "./clock.js";

/** Explain when hidden information is revealed, and whether the deal can be checked. @param {RevealTime} time */
export function describeReveal(time) {
  switch (time) {
    case "round":
      return gettext(
        "After each deal everyone can see all of it: what was hidden, and the bots’ decisions. The seed of the shuffle follows when the match is over.",
      );
    case "shown":
      return gettext(
        "What you do not show stays hidden for ever; bots’ cards and decisions are revealed after each deal. The deal’s secret stays secret too, so it cannot be checked.",
      );
    default:
      return gettext(
        "When the match is over everyone can see all of it: what was hidden, the bots’ decisions, and the seed of the shuffle.",
      );
  }
}

/** @param {{table: TableInfo, boot: Boot}} props */
export function Terms({ table, boot }) {
  const { clock, spectators, hints, open_after: revealAfter } = table;
  return html`<ul class="terms" aria-label=${gettext("How this table plays")}>
    <li data-testid="clock-terms">${describeClock(clock, boot.lapses)}</li>
    <li>
      ${spectators ? gettext("Others may watch; they see nothing hidden.") : gettext("Only the players see this table.")}
    </li>
    ${hints && html`<li>${gettext("Everybody may ask a bot for a hint; it knows only what the asker's seat knows.")}</li>`}
    <li data-testid="reveal-terms">${describeReveal(revealAfter)}</li>
  </ul>`;
}
