/** The rules on one screen: the text behind "?". */

import { html } from "htm/preact";
import { KeyList } from "../../shell/ui/key-list.js";
import { fill } from "../../shell/ui/texts.js";

/** @returns {[any, string][]} */
const keys = () => [
  ["F", gettext("fold")],
  ["C", gettext("check or call")],
  [html`<kbd>1</kbd> <kbd>2</kbd> …`, gettext("bet or raise, by size")],
  ["A", gettext("all in")],
  ["G", gettext("the ranges of both sides")],
  ["V", gettext("skip the review, or show it again")],
  ["D", gettext("deal on, between two deals")],
  ["?", gettext("these rules")],
];

/** @param {{options: {[field: string]: any}, readonly?: boolean}} props */
export function Rules({ options, readonly = false }) {
  return html`<div class="rules">
    <ol>
      <li>
        ${gettext("Heads-up no-limit hold'em that begins on the turn: four cards lie on the board, the pot and both stacks are given, and each position has a range of hands that both players know.")}
      </li>
      <li>
        ${gettext("Both hands are drawn from the two ranges. One player is out of position and acts first on both streets; positions alternate from deal to deal.")}
      </li>
      <li>
        ${gettext("You bet on the turn, then comes the river card, then you bet again: check, bet, call, raise or fold, with the sizes of the spot.")}
      </li>
      <li>
        ${gettext("Who folds loses what they have paid; otherwise the better five of seven cards take the pot. Half of the first pot counts as paid by each.")}
      </li>
      <li>
        ${options.deals ? fill(gettext("Stacks are set anew for each deal. Chips won add up over %(deals)s deals."), { deals: options.deals }) : gettext("Stacks are set anew for each deal. Chips won add up over the match.")}
      </li>
      <li>
        ${gettext("After each deal the review compares your decisions with the solution: what each choice cost (error), and what cards and the opponent gave or took (luck). It judges by the ranges and your own hand, never by the hand the other happened to hold.")}
      </li>
      <li>${gettext("If your time is up you check if you can, and otherwise fold.")}</li>
    </ol>
    ${!readonly && html`<${KeyList} keys=${keys()} />`}
  </div>`;
}
