/** The rules on one screen: the text behind "?". */

import { html } from "htm/preact";
import { fill } from "../../shell/ui/texts.js";

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
    ${
      !readonly &&
      html`<h3 class="for-keys">${gettext("Keys")}</h3>
        <dl class="keys for-keys">
          <div>
            <dt><kbd>F</kbd></dt>
            <dd>${gettext("fold")}</dd>
          </div>
          <div>
            <dt><kbd>C</kbd></dt>
            <dd>${gettext("check or call")}</dd>
          </div>
          <div>
            <dt><kbd>1</kbd> <kbd>2</kbd> …</dt>
            <dd>${gettext("bet or raise, by size")}</dd>
          </div>
          <div>
            <dt><kbd>A</kbd></dt>
            <dd>${gettext("all in")}</dd>
          </div>
          <div>
            <dt><kbd>G</kbd></dt>
            <dd>${gettext("the ranges of both sides")}</dd>
          </div>
          <div>
            <dt><kbd>V</kbd></dt>
            <dd>${gettext("skip the review, or show it again")}</dd>
          </div>
          <div>
            <dt><kbd>D</kbd></dt>
            <dd>${gettext("deal on, between two deals")}</dd>
          </div>
          <div>
            <dt><kbd>?</kbd></dt>
            <dd>${gettext("these rules")}</dd>
          </div>
        </dl>`
    }
  </div>`;
}
