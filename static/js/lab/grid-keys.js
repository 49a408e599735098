/** Keyboard use of a 13 by 13 grid: one cell is in the tab order, arrow keys move, Enter or Space acts. */

import { useSignal } from "@preact/signals";

const MOVES = { ArrowUp: -13, ArrowDown: 13, ArrowLeft: -1, ArrowRight: 1 };

/**
 * Return the properties of each cell.
 * @param {(cell: number) => void} act what Enter or Space does
 * @param {(cell: number) => void} [visit] called when a cell gets the focus
 */
export function useGridKeys(act, visit) {
  const current = useSignal(0);
  /** @param {KeyboardEvent} event @param {number} cell */
  const press = (event, cell) => {
    const step = MOVES[/** @type {"ArrowUp"} */ (event.key)];
    if (event.key === " " || event.key === "Enter") act(cell);
    else if (step === undefined || !isNeighbour(cell, step)) return;
    else focus(event, cell + step);
    event.preventDefault();
  };
  return (/** @type {number} */ cell) => ({
    tabindex: current.value === cell ? 0 : -1,
    onKeyDown: (/** @type {KeyboardEvent} */ event) => press(event, cell),
    onFocus: () => {
      current.value = cell;
      visit?.(cell);
    },
  });
}

/** @param {number} cell @param {number} step */
function isNeighbour(cell, step) {
  const column = (cell % 13) + (Math.abs(step) === 1 ? step : 0);
  return column >= 0 && column < 13 && cell + step >= 0 && cell + step < 169;
}

/** @param {KeyboardEvent} event @param {number} cell */
function focus(event, cell) {
  const grid = /** @type {HTMLElement} */ (event.currentTarget).closest("[role=grid]");
  /** @type {HTMLElement | null | undefined} */ (grid?.querySelector(`[data-cell="${cell}"]`))?.focus();
}
