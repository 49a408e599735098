/**
 * Geometry of the board: names of cells, and their place in the drawing.
 *
 * Invariant: geometry only. Which actions are allowed is decided by the server.
 */

const LETTERS = "ABCDEFGHIJK";

/** @typedef {Battleship.Placement} Placement */

/**
 * Name a cell by row and column: "E5" is in the fifth row and the fifth column.
 * @param {number} size
 * @param {number} cell
 */
export const nameOf = (size, cell) => `${LETTERS[Math.floor(cell / size)]}${(cell % size) + 1}`;

/** @param {number} size */
export const letters = (size) => LETTERS.slice(0, size).split("");

/** @param {number} size */
export const numbers = (size) => Array.from({ length: size }, (_, i) => i + 1);

/** @param {number} size @param {number} row @param {number} column */
export const isInside = (size, row, column) => row >= 0 && column >= 0 && row < size && column < size;

/**
 * The cells a weapon covers around the one aimed at.
 * @param {Battleship.View} view
 * @param {Battleship.Fired["weapon"]} weapon
 * @param {number} cell
 * @returns {number[]}
 */
export function covered({ size, offsets }, weapon, cell) {
  const [row, column] = [Math.floor(cell / size), cell % size];
  return offsets[weapon]
    .map(([down, right]) => [row + down, column + right])
    .filter(([r, c]) => isInside(size, r, c))
    .map(([r, c]) => r * size + c);
}

/**
 * The cells that a ship covers.
 * @param {number} size
 * @param {number} length
 * @param {Placement} placement
 * @returns {number[]}
 */
export const shipCells = (size, length, { cell, down }) =>
  Array.from({ length }, (_, i) => cell + i * (down ? size : 1));

/** The CSS grid area of a cell. @param {number} size @param {number} cell */
export const cellArea = (size, cell) => ({ gridArea: `${Math.floor(cell / size) + 1} / ${(cell % size) + 1}` });

/** The CSS grid area of a ship. @param {number} size @param {number} length @param {Placement} placement */
export function shipArea(size, length, { cell, down }) {
  const [row, column] = [Math.floor(cell / size) + 1, (cell % size) + 1];
  return { gridArea: `${row} / ${column} / span ${down ? length : 1} / span ${down ? 1 : length}` };
}

/**
 * The placement of a ship that the pointer holds by one of its cells; near the edge it is moved inside the sea.
 * @param {number} size
 * @param {number} length
 * @param {boolean} down
 * @param {{row: number, column: number}} hand
 * @param {number} held
 * @returns {Placement}
 */
export function placementUnder(size, length, down, hand, held) {
  const fit = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(0, value), most);
  const row = fit(down ? hand.row - held : hand.row, size - (down ? length : 1));
  const column = fit(down ? hand.column : hand.column - held, size - (down ? 1 : length));
  return { cell: row * size + column, down };
}

/** @param {Placement | null | undefined} a @param {Placement | null | undefined} b */
export const isSamePlacement = (a, b) => !!a && !!b && a.cell === b.cell && a.down === b.down;
