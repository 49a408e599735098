/** Our own ships, seen from above, bow to the right; drawn for any length. A cell is 20 by 20. */

import { html } from "htm/preact";

/** @param {string} code */
export function shipName(code) {
  switch (code) {
    case "CV":
      return gettext("carrier");
    case "BB":
      return gettext("battleship");
    case "CL":
      return gettext("cruiser");
    case "SS":
      return gettext("submarine");
    default:
      return gettext("destroyer");
  }
}

/** A hull with a pointed bow and a round stern. @param {number} w @param {number} beam half of its width */
function hull(w, beam) {
  const bow = Math.min(w * 0.42, 16);
  return `M4 ${10 - beam}H${w - bow}Q${w - 5} ${10 - beam * 0.75} ${w - 1.5} 10Q${w - 5} ${10 + beam * 0.75} ${w - bow} ${10 + beam}H4Q1.5 ${10 + beam} 1.5 10T4 ${10 - beam}Z`;
}

/**
 * A turret with its barrels.
 * @param {number} x
 * @param {number} r
 * @param {number} way 1 to the bow, -1 to the stern
 */
function turret(x, r, way) {
  return html`<path
      class="gun"
      d=${`M${x} ${10 - r * 0.4}h${way * r * 2.3}M${x} ${10 + r * 0.4}h${way * r * 2.3}`}
    /><circle class="fitting" cx=${x} cy="10" r=${r} />`;
}

/** @param {number} w */
function carrier(w) {
  return html`<path
      class="hull"
      d=${`M3 3.4H${w - 9}L${w - 2} 6.4V13.6L${w - 6} 16.8H3Q1.5 16.8 1.5 15V5.2Q1.5 3.4 3 3.4Z`}
    />
    <path class="line" d=${`M6 8H${w - 7}`} stroke-dasharray="4 3" /><path class="line" d=${`M6 13.4L${w * 0.55} 8`} />
    <rect class="fitting" x=${w * 0.56} y="12.4" width="11" height="3.4" rx="1" />`;
}

/** @param {number} w */
function battleship(w) {
  return html`<path
      class="hull"
      d=${hull(w, 6.6)}
    />${turret(w * 0.68, 3.4, 1)}${turret(w * 0.84, 2.6, 1)}${turret(w * 0.22, 3.4, -1)}
    <rect class="fitting" x=${w * 0.36} y="6.6" width=${w * 0.2} height="6.8" rx="2" /><circle
      class="line"
      cx=${w * 0.46}
      cy="10"
      r="1.6"
    />`;
}

/** @param {number} w */
function cruiser(w) {
  return html`<path class="hull" d=${hull(w, 5.2)} />${turret(w * 0.72, 2.6, 1)}${turret(w * 0.2, 2.6, -1)}
    <rect class="fitting" x=${w * 0.36} y="7.4" width=${w * 0.18} height="5.2" rx="1.6" />`;
}

/** @param {number} w */
function submarine(w) {
  return html`<rect class="hull" x="2" y="5.6" width=${w - 4} height="8.8" rx="4.4" /><path
      class="gun"
      d="M4.5 3.8V16.2"
    />
    <ellipse class="fitting" cx=${w * 0.56} cy="10" rx="3.4" ry="2.2" />`;
}

/** @param {number} w */
function destroyer(w) {
  return html`<path class="hull" d=${hull(w, 4.4)} />${turret(w * 0.66, 2.2, 1)}<rect
      class="fitting"
      x=${w * 0.26}
      y="8"
      width=${w * 0.22}
      height="4"
      rx="1.4"
    />`;
}

const DRAWN = { CV: carrier, BB: battleship, CL: cruiser, SS: submarine, DD: destroyer };

/** @param {{code: string, length: number, down?: boolean}} props */
export function Silhouette({ code, length, down = false }) {
  const w = length * 20;
  const art = DRAWN[/** @type {keyof typeof DRAWN} */ (code)](w);
  return html`<svg class="silhouette" viewBox=${down ? `0 0 20 ${w}` : `0 0 ${w} 20`} aria-hidden="true">
    <g transform=${down ? "translate(20 0) rotate(90)" : null}>${art}</g>
  </svg>`;
}
