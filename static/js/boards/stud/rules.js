/** The rules on one screen: the text behind "?". */

import { html } from "htm/preact";
import { KeyList } from "../../shell/ui/key-list.js";
import { fill } from "../../shell/ui/texts.js";
import { gameName } from "./names.js";

const GAMES = ["stud", "razz", "stud8"];

/** What decides in one game: who opens, who is first, who wins. @param {string} game */
function gameRules(game) {
  if (game === "razz") {
    return gettext(
      "The lowest five of your seven cards win; aces are low, straights and flushes do not count, pairs are bad. The best hand is 5-4-3-2-A. The highest up-card brings it in, later the lowest board acts first.",
    );
  }
  if (game === "stud8") {
    return gettext(
      "Half of the pot goes to the highest hand, half to the lowest hand of five different cards up to eight. You may use different cards for both. Without such a low the high takes all. The lowest up-card brings it in, later the highest board acts first.",
    );
  }
  return gettext(
    "The best five of your seven cards win. The lowest up-card brings it in, later the highest board acts first.",
  );
}

/** @returns {[any, string][]} */
const keys = () => [
  ["F", gettext("fold")],
  ["C", gettext("check or call")],
  ["B", gettext("bring in or bet")],
  ["R", gettext("complete or raise")],
  ["D", gettext("deal on, between two deals")],
  ["?", gettext("these rules")],
];

/** @param {{options: {[field: string]: any}, readonly?: boolean}} props */
export function Rules({ options, readonly = false }) {
  const games = options.sequence?.length ? options.sequence : GAMES;
  const cap = options.cap ?? "5";
  return html`<div class="rules">
    <ol>
      <li>
        ${gettext("Everybody pays an ante and gets two cards down and one up. One player has to open with the bring-in, or completes it to a small bet; nobody may check before that.")}
      </li>
      <li>
        ${gettext("Three more cards come up, one at a time, and the last one down. Each is followed by a round of bets: small bets on third and fourth street, big bets from fifth on.")}
      </li>
      <li>
        ${fill(gettext("The rules set every amount: you only say check, bet, call, raise or fold. A street has at most %(cap)s bets; then it is capped."), { cap })}
      </li>
      <li>
        ${gettext("Who has no chips left is all in and can win only what others paid as much for: the rest is a side pot.")}
      </li>
      <li>
        ${gettext("At the end hands are compared. The last to bet shows first; who cannot win anything keeps their cards closed.")}
      </li>
      <li>${gettext("If your time is up you check if you can, pay the bring-in if you must, and otherwise fold.")}</li>
    </ol>
    <dl class="games">
      ${games.map(
        (/** @type {string} */ game) =>
          html`<div key=${game}>
            <dt><b>${gameName(game)}</b></dt>
            <dd>${gameRules(game)}</dd>
          </div>`,
      )}
    </dl>
    ${games.length > 1 && options.deals_per_game && html`<p>${fill(ngettext("After %(count)s deal the next game of the mix is played.", "After %(count)s deals the next game of the mix is played.", options.deals_per_game), { count: options.deals_per_game })}</p>`}
    ${!readonly && html`<${KeyList} keys=${keys()} />`}
  </div>`;
}
