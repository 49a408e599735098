/**
 * Cards, combos and classes as numbers, in the server's order: card = 4 * rank + suit, suits "cdhs".
 *
 * A combo is two cards; combos are numbered by their lower card, then by their higher card. A class is a cell of the
 * 13 by 13 grid: pairs on the diagonal, suited hands above it, offsuit hands below it; both axes run from A to 2.
 */

export { cellText } from "../shell/ui/hand-grid.js";

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
export const SUIT_SIGNS = ["♣", "♦", "♥", "♠"];
export const DECK = 52;
export const COMBOS = 1326;

/** @param {number} card */
export const rankOf = (card) => card >> 2;

/** @param {number} card */
export const suitOf = (card) => card & 3;

/** @param {number} card */
export const cardText = (card) => RANKS[rankOf(card)] + SUITS[suitOf(card)];

/** @param {string} text such as "Ks" @returns {number} the card, or -1 */
export function parseCard(text) {
  const rank = RANKS.indexOf((text[0] ?? "?").toUpperCase());
  const suit = SUITS.indexOf((text[1] ?? "?").toLowerCase());
  return text.length === 2 && rank >= 0 && suit >= 0 ? 4 * rank + suit : -1;
}

/** The cards of a text such as "Ks7d 2c,4h"; unreadable cards are -1. @param {string} text */
export const parseCards = (text) => (text.replace(/[\s,]/g, "").match(/.{1,2}/g) ?? []).map(parseCard);

/** @param {number} card */
export function cardName(card) {
  const ranks = { T: gettext("ten"), J: gettext("jack"), Q: gettext("queen"), K: gettext("king"), A: gettext("ace") };
  const suits = [gettext("clubs"), gettext("diamonds"), gettext("hearts"), gettext("spades")];
  const rank = RANKS[rankOf(card)];
  return interpolate(
    gettext("%(rank)s of %(suit)s"),
    { rank: ranks[/** @type {"T"} */ (rank)] ?? rank, suit: suits[suitOf(card)] },
    true,
  );
}

/** The two cards of each combo, lower first. @type {[number, number][]} */
export const COMBO_CARDS = [];
/** @type {Int16Array} */
const comboIds = new Int16Array(DECK * DECK).fill(-1);
for (let low = 0; low < DECK; low++) {
  for (let high = low + 1; high < DECK; high++) {
    comboIds[low * DECK + high] = comboIds[high * DECK + low] = COMBO_CARDS.length;
    COMBO_CARDS.push([low, high]);
  }
}

/** @param {number} first @param {number} second @returns {number} the combo, or -1 for a card with itself */
export const comboOf = (first, second) => comboIds[first * DECK + second];

/** @param {number} combo */
export const comboText = (combo) => cardText(COMBO_CARDS[combo][1]) + cardText(COMBO_CARDS[combo][0]);

/** @param {string} text such as "AhKh" @returns {number} the combo, or -1 */
export function parseCombo(text) {
  const [first, second] = [parseCard(text.slice(0, 2)), parseCard(text.slice(2))];
  return first < 0 || second < 0 ? -1 : comboOf(first, second);
}

/** The cell of two ranks. @param {number} high @param {number} low @param {boolean} suited */
export const cellOf = (high, low, suited) => (suited ? 13 * (12 - high) + (12 - low) : 13 * (12 - low) + (12 - high));

/** @param {number} combo */
export function cellOfCombo(combo) {
  const [low, high] = COMBO_CARDS[combo];
  return cellOf(rankOf(high), rankOf(low), suitOf(high) === suitOf(low));
}

/** The combos of each cell. @type {number[][]} */
export const CELL_COMBOS = Array.from({ length: 169 }, () => /** @type {number[]} */ ([]));
for (let combo = 0; combo < COMBOS; combo++) CELL_COMBOS[cellOfCombo(combo)].push(combo);

/** Which combos hold one of these cards. @param {number[]} cards @returns {(combo: number) => boolean} */
export function touching(cards) {
  const dead = new Set(cards);
  return (combo) => dead.has(COMBO_CARDS[combo][0]) || dead.has(COMBO_CARDS[combo][1]);
}
