/**
 * The 169 classes of two cards as a grid of 13 by 13: pairs on the diagonal, suited hands above it, offsuit
 * hands below it; both axes run from A to 2.
 */

import { html } from "htm/preact";

const RANKS = "23456789TJQKA";

/** @param {number} cell */
export function cellText(cell) {
  const [row, column] = [12 - Math.floor(cell / 13), 12 - (cell % 13)];
  if (row === column) return RANKS[row] + RANKS[row];
  return row > column ? `${RANKS[row]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[row]}o`;
}

/**
 * A range as a picture: each class is filled as far as its share says.
 * @param {{shares: Record<string, number>, label: string, marked?: string, testid?: string}} props `shares`: by
 *   class, from 0 to 1; `label`: what a screen reader says of the whole; `marked`: a class to be outlined
 */
export function HandGrid({ shares, label, marked = "", testid = "hand-grid" }) {
  return html`<div class="class-grid" role="img" aria-label=${label} data-testid=${testid}>
    ${Array.from({ length: 169 }, (_, cell) => {
      const name = cellText(cell);
      const share = shares[name] ?? 0;
      return html`<span
        key=${name}
        class=${["class-cell", share > 0 ? "" : "absent", name === marked ? "marked" : ""].join(" ")}
        data-class=${name}
        data-share=${share.toFixed(4)}
        title=${`${name} ${(100 * share).toFixed(1)} %`}
        style=${{ "--p": share }}
        >${name}</span
      >`;
    })}
  </div>`;
}
