/** The rules on one screen: the text behind "?". */

import { html } from "htm/preact";
import { KeyList } from "../../shell/ui/key-list.js";
import { fill } from "../../shell/ui/texts.js";
import { SmallFace, SuitArt } from "./cards.js";
import { airplaneText, closingText, finishText, kickersAllowed, teamsText, tripleText } from "./rule-texts.js";

/** Examples for display only; the board computes nothing with them. */
const EXAMPLES = {
  single: [36],
  pair: [36, 37],
  pairs: [36, 37, 40, 42],
  triple: [36, 37, 39, 20, 24],
  airplane: [28, 29, 31, 32, 33, 34, 44, 48],
  bomb: [44, 45, 46, 47],
  tongzi: [55, 55, 55],
  dizha: [48, 48, 49, 49, 50, 50, 51, 51],
};

/** @param {{[field: string]: any}} options @returns {[keyof typeof EXAMPLES, string, string, string][]} */
const patterns = (options) => [
  ["single", gettext("Single"), "单张", ""],
  ["pair", gettext("Pair"), "对子", ""],
  ["pairs", gettext("Consecutive pairs"), "连对", gettext("two or more adjacent ranks, without 2")],
  ["triple", gettext("Triple"), "三张", tripleText(options)],
  ["airplane", gettext("Airplane"), "飞机", airplaneText(options)],
  ["bomb", gettext("Bomb"), "炸弹", gettext("four or more of a rank: the larger, then the higher wins")],
  ["tongzi", gettext("Tongzi"), "筒子", gettext("three identical cards: rank, then ♦♣♥♠")],
  ["dizha", gettext("Dizha"), "地炸", gettext("two of each suit of a rank")],
];

/** An example of a pattern, without kickers where the table has none. @param {keyof typeof EXAMPLES} kind @param {{[field: string]: any}} options */
function exampleOf(kind, options) {
  const bodies = { triple: 3, airplane: 6 };
  return kickersAllowed(options)
    ? EXAMPLES[kind]
    : EXAMPLES[kind].slice(0, bodies[/** @type {keyof typeof bodies} */ (kind)]);
}

/** Each pattern with an example. @param {{options: {[field: string]: any}}} props */
function Patterns({ options }) {
  return html`<ul class="patterns">
    ${patterns(options).map(
      ([kind, name, chinese, text]) =>
        html`<li key=${kind}>
          <span class="cards-row"
            >${exampleOf(kind, options).map((card, i) => html`<${SmallFace} key=${i} card=${card} />`)}</span
          >
          <span><b>${name}</b> <span lang="zh">${chinese}</span>${text && html`<small> ${text}</small>`}</span>
        </li>`,
    )}
  </ul>`;
}

/** @returns {[any, string][]} */
const keys = () => [
  [
    html`<kbd>5</kbd>–<kbd>9</kbd> <kbd>0</kbd> <kbd>J</kbd> <kbd>Q</kbd> <kbd>K</kbd> <kbd>A</kbd> <kbd>2</kbd>`,
    gettext("take cards of a rank (0 is 10); again: more"),
  ],
  ["Enter", gettext("play")],
  ["Esc", gettext("give all cards back")],
  ["H", gettext("next play that beats")],
  ["P", gettext("pass, where that is free")],
  ["?", gettext("these rules")],
];

/** @param {{options: {[field: string]: any}, readonly?: boolean}} props */
export function Rules({ options, readonly = false }) {
  const target =
    options.target === "hand"
      ? gettext("The hand with the most points wins.")
      : fill(gettext("Hands are played until somebody has %(target)s points."), { target: options.target ?? "600" });
  const doubled = options.bonuses === "doubled";
  return html`<div class="rules board-datongzi">
    <${SuitArt} />
    <p class="lead">${gettext("Beat what lies on the table, capture 5s, 10s and kings, and empty your hand first.")}</p>
    <ol>
      <li>${gettext("Ranks from low to high: 5 6 7 8 9 10 J Q K A 2. A 5 is worth 5 points, a 10 and a king 10.")}</li>
      <li>
        ${gettext("The leader plays any pattern. The others follow with a higher one of the same kind and length, or with a bomb, tongzi or dizha.")}
      </li>
      <li>
        ${options.must_beat === "no" ? gettext("With three players whoever can beat the table must; with two or four passing is free.") : gettext("Whoever can beat the table must. Whoever cannot is passed automatically.")}
      </li>
      <li>
        ${gettext("When all others have passed, the last play takes the trick with its points, and its owner leads.")}
      </li>
      <li>${gettext("Dizha beats tongzi, tongzi beats bomb, bomb beats all the rest. Kickers do not count.")}</li>
      <li>
        ${doubled ? gettext("A trick taken with a tongzi of K, A or 2 brings 200, 400 or 600, with a dizha 800.") : gettext("A trick taken with a tongzi of K, A or 2 brings 100, 200 or 300, with a dizha 400.")}
      </li>
      <li>${finishText(options)}</li>
      ${options.teams === "pairs" && html`<li>${teamsText(options)}</li>`}
      <li>${[target, closingText(options)].filter(Boolean).join(" ")}</li>
    </ol>
    <h3>${gettext("Patterns")}</h3>
    <${Patterns} options=${options} />
    ${
      !readonly &&
      html`<${KeyList} keys=${keys()} />
        <h3>${gettext("By touch and mouse")}</h3>
        <p>
          ${gettext("Tap a rank to take its cards, again for more. Drag across cards to take exactly those. Swipe up or double tap to play.")}
        </p>`
    }
  </div>`;
}
