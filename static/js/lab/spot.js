/** The spot that is being edited, as signals, and as JSON for the server. */

import { computed, signal } from "@preact/signals";
import { cardText, COMBOS, parseCards, touching } from "./cards.js";
import { formatRange, parseRange } from "./range-text.js";

/**
 * @typedef {object} SpotJson what the server reads and writes
 * @property {string} [name]
 * @property {string} board
 * @property {number} pot
 * @property {number} effective_stack
 * @property {string} oop_range
 * @property {string} ip_range
 * @property {Record<string, any>} bet_sizes
 */

/**
 * The board: four places, null where no card is chosen.
 * @type {import("@preact/signals").Signal<(number | null)[]>}
 */
export const board = signal([null, null, null, null]);
export const pot = signal(100);
export const stack = signal(400);
/** @type {import("@preact/signals").Signal<Record<string, any>>} */
export const sizes = signal({});
/** The weights of both ranges: OOP, IP. */
export const ranges = [signal(new Float64Array(COMBOS)), signal(new Float64Array(COMBOS))];
export const name = signal("");

export const boardCards = computed(() => /** @type {number[]} */ (board.value.filter((card) => card !== null)));

/** Replace the spot. @param {SpotJson} spot */
export function setSpot(spot) {
  const cards = parseCards(spot.board).filter((card) => card >= 0);
  board.value = [0, 1, 2, 3].map((place) => cards[place] ?? null);
  pot.value = spot.pot;
  stack.value = spot.effective_stack;
  ranges[0].value = parseRange(spot.oop_range).weights;
  ranges[1].value = parseRange(spot.ip_range).weights;
  sizes.value = { ...spot.bet_sizes };
  name.value = spot.name ?? "";
}

/** The spot as JSON. */
export const spotJson = computed(
  () =>
    /** @type {SpotJson} */ ({
      board: boardCards.value.map(cardText).join(""),
      pot: pot.value,
      effective_stack: stack.value,
      oop_range: formatRange(ranges[0].value),
      ip_range: formatRange(ranges[1].value),
      bet_sizes: sizes.value,
    }),
);

/** Combos of a range that the board leaves: how many, and their weight. @param {number} side */
export function comboCount(side) {
  const blocked = touching(boardCards.value);
  let count = 0;
  let weight = 0;
  ranges[side].value.forEach((one, combo) => {
    if (one > 0 && !blocked(combo)) [count, weight] = [count + 1, weight + one];
  });
  return { count, weight };
}

/** Why the spot cannot be solved yet, or an empty text. The server checks again. */
export const incomplete = computed(() => {
  if (boardCards.value.length < 4) return gettext("Choose four board cards.");
  if (!comboCount(0).count) return gettext("The range of OOP holds no hand that the board leaves.");
  if (!comboCount(1).count) return gettext("The range of IP holds no hand that the board leaves.");
  if (!(pot.value >= 1) || !(stack.value >= 1)) return gettext("Pot and stack are whole numbers of chips from 1.");
  return "";
});
