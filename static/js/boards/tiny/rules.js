/** The rules of Peak on one screen: the text behind "?". */

import { html } from "htm/preact";
import { KeyList } from "../../shell/ui/key-list.js";
import { fill } from "../../shell/ui/texts.js";

/** @param {string} rebuy */
function brokeText(rebuy) {
  switch (rebuy) {
    case "auto":
      return gettext("A player without chips gets new ones; they are subtracted from the score.");
    case "ask":
      return gettext(
        "A player without chips may buy new ones before the next deal; they are subtracted from the score. Otherwise they are out.",
      );
    default:
      return gettext("A player without chips is out.");
  }
}

/** @returns {[any, string][]} */
const keys = () => [
  [html`<kbd>←</kbd><kbd>→</kbd>`, gettext("walk between your cards")],
  ["Enter", gettext("choose the card")],
  ["D", gettext("deal on, between two deals")],
  ["?", gettext("these rules")],
];

/** @param {{options: {[field: string]: any}, readonly?: boolean}} props */
export function Rules({ options, readonly = false }) {
  return html`<div class="rules board-tiny">
    <p class="lead">${gettext("Have the most chips when the match is over.")}</p>
    <ol>
      <li>
        ${fill(gettext("For each deal everybody pays %(ante)s into the pot and gets three cards, numbered from 1 to 9."), { ante: options.ante })}
      </li>
      <li>
        ${gettext("Everybody chooses a card in secret. All chosen cards are shown at once: the highest that nobody else chose takes a point.")}
      </li>
      <li>
        ${fill(gettext("After %(showdowns)s showdowns the most points take the pot. Equal players share it."), { showdowns: options.showdowns })}
      </li>
      <li>${gettext("Whoever has paid their last chip decides nothing: their highest card is chosen.")}</li>
      <li>${gettext("Cards left over are not shown, unless their owner wants it.")}</li>
      <li>${brokeText(options.rebuy)}</li>
      <li>
        ${gettext("You may leave at any time and keep your chips. If your time is up, your lowest card is chosen.")}
      </li>
    </ol>
    ${!readonly && html`<${KeyList} keys=${keys()} />`}
  </div>`;
}
