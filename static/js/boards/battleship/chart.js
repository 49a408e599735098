/**
 * Geometry of the board: names of cells, and their place in the drawing.
 *
 * Invariant: geometry only. Which actions are allowed is decided by the server.
 */

const LETTERS = "ABCDEFGHIJK";

/** @typedef {{cell: number, down: boolean}} Berth */

/** "E5": the fifth row, the fifth column. @param {number} size @param {number} cell */
export const nameOf = (size, cell) => `${LETTERS[Math.floor(cell / size)]}${(cell % size) + 1}`;

/** @param {number} size */
export const letters = (size) => LETTERS.slice(0, size).split("");

/** @param {number} size */
export const numbers = (size) => Array.from({ length: size }, (_, i) => i + 1);

/** @param {number} size @param {number} row @param {number} column */
export const isInside = (size, row, column) => row >= 0 && column >= 0 && row < size && column < size;

/** The cells a weapon covers around the one aimed at. @param {View} view @param {string} weapon @param {number} cell @returns {number[]} */
export function covered({ size, offsets }, weapon, cell) {
  const [row, column] = [Math.floor(cell / size), cell % size];
  return offsets[weapon]
    .map((/** @type {number[]} */ [down, right]) => [row + down, column + right])
    .filter((/** @type {number[]} */ [r, c]) => isInside(size, r, c))
    .map((/** @type {number[]} */ [r, c]) => r * size + c);
}

/** The cells of a ship in a berth. @param {number} size @param {number} length @param {Berth} berth @returns {number[]} */
export const spread = (size, length, { cell, down }) => Array.from({ length }, (_, i) => cell + i * (down ? size : 1));

/** Where a cell lies on the water's grid. @param {number} size @param {number} cell */
export const at = (size, cell) => ({ gridArea: `${Math.floor(cell / size) + 1} / ${(cell % size) + 1}` });

/** Where a ship lies on it. @param {number} size @param {number} length @param {Berth} berth */
export function along(size, length, { cell, down }) {
  const [row, column] = [Math.floor(cell / size) + 1, (cell % size) + 1];
  return { gridArea: `${row} / ${column} / span ${down ? length : 1} / span ${down ? 1 : length}` };
}

/**
 * The berth under a hand that holds a ship by one of its cells; near the edge the ship stays on the paper.
 * @param {number} size @param {number} length @param {boolean} down @param {{row: number, column: number}} hand @param {number} held
 * @returns {Berth}
 */
export function berthUnder(size, length, down, hand, held) {
  const fit = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(0, value), most);
  const row = fit(down ? hand.row - held : hand.row, size - (down ? length : 1));
  const column = fit(down ? hand.column : hand.column - held, size - (down ? 1 : length));
  return { cell: row * size + column, down };
}

/** @param {Berth | null | undefined} a @param {Berth | null | undefined} b */
export const isSameBerth = (a, b) => !!a && !!b && a.cell === b.cell && a.down === b.down;
