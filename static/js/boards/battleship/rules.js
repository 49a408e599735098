/** The rules on one screen, with pictures: the text behind "?". */

import { html } from "htm/preact";
import { fill } from "../../shell/ui/texts.js";
import { DESTROYED, HIT, Mark, MISS, SUNK, SUSPECT } from "./marks.js";
import { shipName, Silhouette } from "./ships.js";
import { Footprint, WeaponIcon, weaponName } from "./weapons.js";

/** For display only, as in RULES.md; the board computes nothing with it: [code, length, strength of a cell]. */
const SHIPS = {
  arms: [
    ["CV", 4, 2],
    ["BB", 4, 3],
    ["CL", 3, 1],
    ["SS", 1, 2],
    ["DD", 2, 1],
  ],
  classic: [
    ["CV", 5, 1],
    ["BB", 4, 1],
    ["CL", 3, 1],
    ["SS", 3, 1],
    ["DD", 2, 1],
  ],
};
const PRINTS = {
  AP: [[0, 0]],
  HE: [
    [0, 0],
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ],
  SONAR: [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => [row, column])),
};

/** @param {string} code @param {string} ruleset */
function grant(code, ruleset) {
  const first = ruleset === "v2.6";
  switch (code) {
    case "CV":
      return gettext("carries the aircraft");
    case "BB":
      return gettext("guns of damage 3");
    case "CL":
      return gettext("guns of damage 2 at least");
    case "SS":
      return first ? gettext("guns of damage 3") : gettext("guns of damage 2 at least; sonar");
    default:
      return gettext("sonar");
  }
}

/** @param {string} weapon */
function use(weapon) {
  switch (weapon) {
    case "AP":
      return gettext("one cell, damage 3, 2 or 1, whatever your ships afloat allow");
    case "HE":
      return gettext("five cells in the shape of an X, damage 1 each; needs the carrier");
    default:
      return gettext(
        "nine cells, no damage: silence clears them all; a signal shows the middle and marks the rest as suspect, a ship under at least one",
      );
  }
}

/** @param {boolean} classic */
const marks = (classic) =>
  classic
    ? [
        [MISS, gettext("water")],
        [DESTROYED, gettext("hit")],
        [SUNK, gettext("part of a ship that is sunk")],
      ]
    : [
        [MISS, gettext("water")],
        [HIT, gettext("hit, still stands; each dot is damage it has taken")],
        [DESTROYED, gettext("destroyed")],
        [SUSPECT, gettext("suspect: the sonar detected something near")],
        [SUNK, gettext("part of a ship that is sunk")],
      ];

function Arsenal() {
  return html`<h3>${gettext("Weapons")}</h3>
    <ul class="arsenal">
      ${Object.entries(PRINTS).map(
        ([weapon, offsets]) =>
          html`<li key=${weapon}>
            <${Footprint} offsets=${offsets} /><span
              ><b><${WeaponIcon} weapon=${weapon} /> ${weaponName(weapon)}</b> ${use(weapon)}</span
            >
          </li>`,
      )}
    </ul>`;
}

/** @param {number} count */
const cellsText = (count) => fill(ngettext("%(count)s cell", "%(count)s cells", count), { count });

/** @param {{variant: string, ruleset: string}} props */
function Ships({ variant, ruleset }) {
  const classic = variant === "classic";
  const list = classic ? SHIPS.classic : SHIPS.arms;
  return html`<h3>${gettext("Ships")}</h3>
    <ul class="ship-list">
      ${list.map(
        ([code, length, hp]) =>
          html`<li key=${code}>
            <span class="ship-art" style=${{ "--length": length }}
              ><${Silhouette} code=${code} length=${length}
            /></span>
            <span
              ><b>${shipName(String(code))}</b>${" "}<small
                >${classic ? cellsText(Number(length)) : html`${gettext("strength of each cell:")} ${hp} · ${grant(String(code), ruleset)}`}</small
              ></span
            >
          </li>`,
      )}
    </ul>`;
}

/** @param {{classic: boolean}} props */
function Legend({ classic }) {
  return html`<h3>${gettext("Marks")}</h3>
    <ul class="legend">
      ${marks(classic).map(
        ([mark, text]) =>
          html`<li key=${mark}>
            <span class="swatch"><${Mark} mark=${mark} stood=${1} /></span>${text}
          </li>`,
      )}
    </ul>`;
}

/** @param {{classic: boolean}} props */
function Keys({ classic }) {
  return html`<h3 class="for-keys">${gettext("Keys")}</h3>
    <dl class="keys for-keys">
      <div>
        <dt><kbd>←</kbd><kbd>↑</kbd><kbd>→</kbd><kbd>↓</kbd></dt>
        <dd>${gettext("walk over the sea")}</dd>
      </div>
      <div>
        <dt><kbd>Enter</kbd></dt>
        <dd>${gettext("place the ship, fire")}</dd>
      </div>
      <div>
        <dt><kbd>1</kbd>–<kbd>5</kbd></dt>
        <dd>${gettext("take up a ship")}</dd>
      </div>
      <div>
        <dt><kbd>R</kbd></dt>
        <dd>${gettext("turn it")}</dd>
      </div>
      <div>
        <dt><kbd>N</kbd></dt>
        <dd>${gettext("another fleet")}</dd>
      </div>
      ${
        !classic &&
        html`<div>
          <dt><kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd></dt>
          <dd>${gettext("guns, aircraft, sonar")}</dd>
        </div>`
      }
      <div>
        <dt><kbd>?</kbd></dt>
        <dd>${gettext("these rules")}</dd>
      </div>
    </dl>`;
}

/** @param {{options: {[field: string]: any}, readonly?: boolean}} props */
export function Rules({ options, readonly = false }) {
  const { variant = "arms", ruleset = "head" } = options;
  const classic = variant === "classic";
  return html`<div class="rules board-battleship">
    <p class="lead">${gettext("Sink the other fleet before yours is sunk.")}</p>
    <ol>
      <li>${gettext("Place your ships in secret, straight, across or down. They may touch but not overlap.")}</li>
      <li>
        ${classic ? gettext("In turn, fire at one cell of the other sea.") : gettext("In turn, make one attack on the other sea with a weapon you still have.")}
      </li>
      ${!classic && html`<li>${gettext("Each cell of a ship has its own strength. Damage adds up; a cell without strength is destroyed.")}</li>`}
      <li>
        ${classic ? gettext("You are told whether you hit. A ship sinks when all its cells are hit; its name and place are told.") : gettext("A ship sinks when all its cells are destroyed; its name and place are told. What it carried is lost with it.")}
      </li>
      ${options.last_reply && html`<li>${gettext("If who began sinks the last ship, the other side has one more attack.")}</li>`}
    </ol>
    ${!classic && html`<${Arsenal} />`}
    <${Ships} variant=${variant} ruleset=${ruleset} />
    <${Legend} classic=${classic} />
    ${!readonly && html`<${Keys} classic=${classic} />`}
  </div>`;
}
