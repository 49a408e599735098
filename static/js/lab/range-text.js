/**
 * The text of a range in and out: "TT-22, AJs-A8s, A9s+, AKo:0.5, AhKh:0.3", as docs/turnlab.md describes it.
 *
 * The server reads every text again and is the one to refuse it; this reader draws the range while it is written.
 */

import { COMBOS, CELL_COMBOS, RANKS, cellOf, cellText, comboText, parseCombo } from "./cards.js";

const WEIGHT = /^(\d+(\.\d*)?|\.\d+)$/;
const HAND_CLASS = /^([2-9TJQKA])([2-9TJQKA])([so]?)$/i;

/** @typedef {{high: number, low: number, suits: string}} HandClass */
/**
 * @typedef {{weights: Float64Array<ArrayBuffer>, error: string}} ReadRange the error is empty if the text could
 *   be read
 */

/** @param {string} text @returns {ReadRange} */
export function parseRange(text) {
  const weights = new Float64Array(COMBOS);
  for (const item of text.split(/[\s,]+/).filter(Boolean)) {
    const [hands, weight] = item.split(":");
    const combos = combosOf(hands);
    if (!combos)
      return { weights, error: interpolate(gettext("“%(item)s” is no hand."), { item: item.slice(0, 20) }, true) };
    const value = weight === undefined ? 1 : Number(weight);
    if (weight !== undefined && (!WEIGHT.test(weight) || value > 1)) {
      return {
        weights,
        error: interpolate(gettext("“%(item)s”: a weight is a number from 0 to 1."), { item: item.slice(0, 20) }, true),
      };
    }
    for (const combo of combos) weights[combo] = value;
  }
  return { weights, error: "" };
}

/** @param {string} item without its weight @returns {number[] | null} */
function combosOf(item) {
  const classes = classesOf(item);
  if (classes) return classes.flatMap(combosOfClass);
  const combo = item.length === 4 ? parseCombo(item) : -1;
  return combo >= 0 ? [combo] : null;
}

/** @param {string} item @returns {HandClass[] | null} */
function classesOf(item) {
  const [first, last] = item.split("-");
  if (last !== undefined) {
    const ends = [handClass(first), handClass(last)];
    return ends[0] && ends[1] ? between(ends[0], ends[1]) : null;
  }
  if (!item.endsWith("+")) {
    const one = handClass(item);
    return one && [one];
  }
  const lowest = handClass(item.slice(0, -1));
  if (!lowest) return null;
  const { high, low, suits } = lowest;
  if (high === low) return range(high, 12).map((rank) => ({ high: rank, low: rank, suits }));
  return range(low, high - 1).map((rank) => ({ high, low: rank, suits }));
}

/** @param {string} text @returns {HandClass | null} */
function handClass(text) {
  const match = HAND_CLASS.exec(text);
  if (!match) return null;
  const [low, high] = [match[1], match[2]].map((rank) => RANKS.indexOf(rank.toUpperCase())).sort((a, b) => a - b);
  const suits = match[3].toLowerCase();
  return low === high && suits ? null : { high, low, suits };
}

/**
 * The classes from one to the other: same first card, or same gap.
 * @param {HandClass} one
 * @param {HandClass} other
 * @returns {HandClass[] | null}
 */
function between(one, other) {
  const oneIsTop = one.high > other.high || (one.high === other.high && one.low >= other.low);
  const [top, bottom] = oneIsTop ? [one, other] : [other, one];
  if (top.suits !== bottom.suits) return null;
  const steps = range(0, top.low - bottom.low);
  const pairs = top.high === top.low || bottom.high === bottom.low;
  if (top.high === bottom.high && !pairs) return steps.map((step) => ({ ...top, low: top.low - step }));
  if (top.high - top.low !== bottom.high - bottom.low) return null;
  return steps.map((step) => ({ high: top.high - step, low: top.low - step, suits: top.suits }));
}

/** @param {HandClass} hands */
function combosOfClass({ high, low, suits }) {
  if (high === low || suits) return CELL_COMBOS[cellOf(high, low, suits === "s")];
  return [...CELL_COMBOS[cellOf(high, low, true)], ...CELL_COMBOS[cellOf(high, low, false)]];
}

/** @param {number} from @param {number} to both included */
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** The weight of a cell's combos, or null if they differ. @param {Float64Array} weights @param {number} cell */
function cellWeight(weights, cell) {
  const values = CELL_COMBOS[cell].map((combo) => weights[combo]);
  return values.every((value) => value === values[0]) ? values[0] : null;
}

/** The lines of cells that a run can join, best first: pairs, then each first card's suited and offsuit hands. */
function lines() {
  const pairs = range(0, 12).map((step) => cellOf(12 - step, 12 - step, false));
  const others = range(0, 11).flatMap((step) =>
    [true, false].map((suited) => range(0, 11 - step).map((below) => cellOf(12 - step, 11 - step - below, suited))),
  );
  return [pairs, ...others];
}

/** The shortest usual text of a range. @param {Float64Array} weights */
export function formatRange(weights) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines()) {
    for (let start = 0; start < line.length;) {
      const weight = cellWeight(weights, line[start]);
      let end = start + 1;
      while (end < line.length && cellWeight(weights, line[end]) === weight) end++;
      if (weight === null) items.push(...line.slice(start, end).flatMap((cell) => comboItems(weights, cell)));
      else if (weight > 0) items.push(runText(line.slice(start, end), start === 0) + suffix(weight));
      start = end;
    }
  }
  return items.join(",");
}

/** @param {Float64Array} weights @param {number} cell */
const comboItems = (weights, cell) =>
  [...CELL_COMBOS[cell]]
    .sort((a, b) => a - b)
    .filter((combo) => weights[combo] > 0)
    .map((combo) => comboText(combo) + suffix(weights[combo]));

/** @param {number[]} cells @param {boolean} fromBest */
function runText(cells, fromBest) {
  const [first, last] = [cellText(cells[0]), cellText(cells[cells.length - 1])];
  if (cells.length === 1) return first;
  return fromBest ? `${last}+` : `${first}-${last}`;
}

/** @param {number} weight */
const suffix = (weight) => (weight === 1 ? "" : `:${Number(weight.toFixed(6))}`);
