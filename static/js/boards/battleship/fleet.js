/** The list of a side's ships: which are afloat, what is left of each, and what its loss costs. */

import { html } from "htm/preact";
import { fill } from "../../shell/ui/texts.js";
import { shipName, Silhouette } from "./ships.js";

/** @typedef {import("./sea.js").Ship} Ship */

/** What is lost with a ship, in a few words. @param {Ship["costs"]} costs @returns {string[]} */
export function costsOf({ he, sonar, ap }) {
  return [
    he && gettext("aircraft"),
    ap && fill(gettext("guns %(now)s→%(then)s"), { now: ap[0], then: ap[1] }),
    sonar && gettext("sonar"),
  ].filter((text) => text !== false && text !== null);
}

/** @param {Ship} ship @param {string[]} costs @param {boolean} classic */
function describe(ship, costs, classic) {
  const name = shipName(ship.code);
  if (ship.sunk) return fill(gettext("%(name)s: sunk"), { name });
  if (classic) return fill(gettext("%(name)s: afloat"), { name });
  if (!costs.length) return fill(gettext("%(name)s: afloat; its loss costs no weapon"), { name });
  return fill(gettext("%(name)s: afloat; its loss costs %(costs)s"), { name, costs: costs.join(", ") });
}

/** What is left of each cell of a ship; for a hidden ship, its full strength. @param {{ship: Ship}} props */
function Strength({ ship }) {
  const left = ship.left.length ? ship.left : Array.from({ length: ship.length }, () => (ship.sunk ? 0 : ship.hp));
  return html`<span class="strength" aria-hidden="true">
    ${left.map((points, i) => html`<i key=${i} class="plank">${Array.from({ length: ship.hp }, (_, p) => html`<b key=${p} class=${p < points ? "" : "lost"}></b>`)}</i>`)}
  </span>`;
}

/** @param {{ships: Ship[], title: string, classic: boolean}} props */
export function Fleet({ ships, title, classic }) {
  return html`<ul class="fleet" aria-label=${title}>
    ${ships.map((ship) => {
      const costs = ship.sunk ? [] : costsOf(ship.costs);
      const text = describe(ship, costs, classic);
      return html`<li
        key=${ship.code}
        class=${ship.sunk ? "is-sunk" : ""}
        data-ship=${ship.code}
        data-sunk=${ship.sunk ? "yes" : "no"}
        title=${text}
      >
        <span class="sr">${text}</span>
        <span class="ship-art" style=${{ "--length": ship.length }}
          ><${Silhouette} code=${ship.code} length=${ship.length}
        /></span>
        <span class="ship-name" aria-hidden="true">${shipName(ship.code)}</span>
        <${Strength} ship=${ship} />
        <span class="costs" aria-hidden="true"
          >${ship.sunk ? html`<em>${gettext("sunk")}</em>` : costs.map((cost) => html`<em key=${cost}>${cost}</em>`)}</span
        >
      </li>`;
    })}
  </ul>`;
}
