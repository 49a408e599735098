/** The rules on one screen: the text behind "?". */

import { html } from "htm/preact";
import { KeyList } from "../../shell/ui/key-list.js";
import { SmallCard } from "../../shell/ui/cards.js";

/** For display only (RULES.md R14); the board computes nothing with it. */
const LINKS = [
  [1, 6],
  [1, 8],
  [2, 5],
  [2, 9],
  [3, 4],
  [3, 10],
  [4, 11],
  [5, 12],
];

/** @param {string} win */
function goal(win) {
  switch (win) {
    case "simple":
      return gettext("Collect three trios, or the trio of sevens.");
    case "spicy":
      return gettext("Collect two linked trios, or the trio of sevens.");
    default:
      return gettext("Collect two linked trios, or any three, or the trio of sevens.");
  }
}

/** @param {boolean} teams @returns {[any, string][]} */
const keys = (teams) => [
  [html`<kbd>←</kbd><kbd>↑</kbd><kbd>→</kbd><kbd>↓</kbd>`, gettext("walk between cards you may turn")],
  ["Enter", gettext("turn the card")],
  ["0", gettext("to your hand")],
  [html`<kbd>1</kbd>–<kbd>5</kbd>`, gettext("to a player, clockwise; again: the other end")],
  ...(teams ? [] : /** @type {[any, string][]} */ ([["M", gettext("to the middle")]])),
  ["?", gettext("these rules")],
];

/** @param {{options: {[field: string]: any}, readonly?: boolean}} props */
export function Rules({ options, readonly = false }) {
  const teams = options.teams === "pairs";
  return html`<div class="rules board-nana cards">
    <p class="lead">${goal(options.win)}</p>
    <ol>
      <li>${gettext("Every number is there three times. Hands lie sorted; you see only your own.")}</li>
      ${teams && html`<li>${gettext("You play with your partner, who sits opposite. First each of you gives the other one card, face down; then all hands are sorted.")}</li>`}
      <li>
        ${
          teams
            ? gettext(
                "On your turn, turn cards up one by one: the lowest or the highest card of anyone, your partner and yourself too.",
              )
            : gettext(
                "On your turn, turn cards up one by one: the lowest or the highest card of anyone, yourself too, or any card in the middle.",
              )
        }
      </li>
      <li>
        ${teams ? gettext("Three alike are a trio: it is your team's.") : gettext("Three alike are a trio: it is yours.")}${" "}${options.turn_after_trio === "continue" ? gettext("Then you play on.") : gettext("Then the next player goes on.")}
      </li>
      <li>${gettext("A different number ends your turn and the cards turn back. Remember them!")}</li>
      <li>${gettext("Asking the same end again shows the next card inward.")}</li>
      ${teams && html`<li>${gettext("Partners count their trios together and win together. They must not talk about their cards.")}</li>`}
    </ol>
    ${
      options.win !== "simple" &&
      html`<h3>${gettext("Linked numbers")}</h3>
        <p class="soft">${gettext("Their sum or their difference is 7.")}</p>
        <ul class="links">
          ${LINKS.map(([a, b]) => html`<li key=${`${a}-${b}`}><${SmallCard} number=${a} /><i></i><${SmallCard} number=${b} /></li>`)}
        </ul>`
    }
    ${!readonly && html`<${KeyList} keys=${keys(teams)} />`}
  </div>`;
}
