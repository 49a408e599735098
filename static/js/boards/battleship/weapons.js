/** The three weapons: what they cover, how much damage they do, and why one is missing. */

import { html } from "htm/preact";
import { fill } from "../../shell/ui/texts.js";

export const WEAPONS = /** @type {const} */ (["AP", "HE", "SONAR"]);
/** @type {Record<string, Battleship.Fired["weapon"] | undefined>} */
const KEYS = { 1: "AP", 2: "HE", 3: "SONAR", a: "AP", g: "AP", h: "HE", s: "SONAR" };

/** The weapon that a key chooses, or null. @param {string} key */
export const weaponOf = (key) => KEYS[key.toLowerCase()] ?? null;

/** @param {string} weapon */
export function weaponName(weapon) {
  switch (weapon) {
    case "AP":
      return gettext("Guns");
    case "HE":
      return gettext("Aircraft");
    default:
      return gettext("Sonar");
  }
}

const ICONS = {
  AP: "M3 15.5h9.5l1.5-4h6M5 15.5l2-6h4l1 6M4 19.5h13M13.5 9l7-2.5",
  HE: "M12 2.5v19M12 8.5L2.5 14v2l9.5-2.5 9.5 2.5v-2L12 8.5M8.5 21l3.5-2 3.5 2",
  SONAR:
    "M12 13v.01M8.5 16.5a5 5 0 0 1 0-7M15.5 9.5a5 5 0 0 1 0 7M5.5 19.5a9.3 9.3 0 0 1 0-13M18.5 6.5a9.3 9.3 0 0 1 0 13",
};

/** @param {{weapon: string}} props */
export function WeaponIcon({ weapon }) {
  return html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${ICONS[/** @type {keyof typeof ICONS} */ (weapon)]} />
  </svg>`;
}

/** A small picture of the cells a weapon covers. @param {{offsets: number[][], kind?: string}} props */
export function Footprint({ offsets, kind = "" }) {
  const covered = new Set(offsets.map(([row, column]) => (row + 1) * 3 + column + 1));
  return html`<svg class=${`footprint ${kind}`} viewBox="0 0 30 30" aria-hidden="true">
    ${Array.from({ length: 9 }, (_, i) => html`<rect key=${i} class=${covered.has(i) ? "on" : ""} x=${(i % 3) * 10 + 1} y=${Math.floor(i / 3) * 10 + 1} width="8" height="8" rx="1.6" />`)}
  </svg>`;
}

/** What a weapon does, in a few words. @param {string} weapon @param {{ap: number}} arms */
function effect(weapon, arms) {
  switch (weapon) {
    case "AP":
      return fill(gettext("damage %(damage)s"), { damage: arms.ap });
    case "HE":
      return gettext("damage 1 × 5");
    default:
      return gettext("hears nine cells");
  }
}

/** Why a weapon cannot be chosen. @param {string} weapon */
export const whyMissing = (weapon) =>
  weapon === "HE" ? gettext("lost with the carrier") : gettext("lost with its ships");

/** @param {{ap: number, he: boolean, sonar: boolean}} arms @param {string} weapon */
export const has = (arms, weapon) => weapon === "AP" || (weapon === "HE" ? arms.he : arms.sonar);

/**
 * @param {{view: Battleship.View, arms: {ap: number, he: boolean, sonar: boolean}, chosen: string, choose:
 *   (weapon: string) => void}} props
 */
export function Weapons({ view, arms, chosen, choose }) {
  return html`<div class="weapons" role="radiogroup" aria-label=${gettext("Weapon")}>
    ${WEAPONS.map((weapon, i) => {
      const there = has(arms, weapon);
      return html`<button
        type="button"
        role="radio"
        key=${weapon}
        class="weapon"
        data-weapon=${weapon}
        aria-checked=${weapon === chosen ? "true" : "false"}
        aria-keyshortcuts=${String(i + 1)}
        aria-disabled=${there ? null : "true"}
        onClick=${() => choose(weapon)}
      >
        <${WeaponIcon} weapon=${weapon} />
        <span class="weapon-text"
          ><b>${weaponName(weapon)}</b><small>${there ? effect(weapon, arms) : whyMissing(weapon)}</small></span
        >
        <${Footprint} offsets=${view.offsets[weapon]} />
      </button>`;
    })}
  </div>`;
}
