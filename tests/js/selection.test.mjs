/** Choosing cards of Da Tong Zi: what a tap on a rank takes. Card 4 * rank + suit. */

import assert from "node:assert/strict";
import test from "node:test";
import { withKeys } from "../../static/js/boards/datongzi/cards.js";
import { cardsAfterTap, keysFor } from "../../static/js/boards/datongzi/selection.js";

const [SEVEN, EIGHT, NINE] = [28, 32, 36];
const hand = withKeys([SEVEN, SEVEN, SEVEN + 1, EIGHT, NINE, NINE + 1]);
const picked = (...cards) => withKeys(cards);

test("each copy of a card has a key of its own, and cards that are not held have none", () => {
  assert.equal(keysFor(hand, [SEVEN, SEVEN]).size, 2);
  assert.equal(keysFor(hand, [SEVEN, SEVEN, SEVEN, NINE + 2]).size, 2);
});

test("without help a tap takes all cards of the rank, and a second one gives them back", () => {
  assert.deepEqual(cardsAfterTap(hand, [], null, null, 7), [SEVEN, SEVEN, SEVEN + 1]);
  assert.deepEqual(cardsAfterTap(hand, picked(SEVEN, SEVEN, SEVEN + 1), null, null, 7), []);
  assert.deepEqual(cardsAfterTap(hand, picked(EIGHT), null, null, 9), [EIGHT, NINE, NINE + 1]);
});

test("with help a tap takes the useful number first, then more, then none", () => {
  const help = {
    useful: [],
    steps: {
      7: [
        [SEVEN, SEVEN],
        [SEVEN, SEVEN, SEVEN + 1],
      ],
    },
    spare: {},
    suggestions: [],
  };
  assert.deepEqual(cardsAfterTap(hand, [], help, null, 7), [SEVEN, SEVEN]);
  assert.deepEqual(cardsAfterTap(hand, picked(SEVEN, SEVEN), help, null, 7), [SEVEN, SEVEN, SEVEN + 1]);
  assert.deepEqual(cardsAfterTap(hand, picked(SEVEN, SEVEN, SEVEN + 1), help, null, 7), []);
});

test("beside a body that may carry kickers a tap takes one kicker after the other, and no more than there may be", () => {
  const help = {
    useful: [],
    steps: { 9: [[NINE, NINE + 1]] },
    spare: { 9: [[NINE], [NINE, NINE + 1]] },
    suggestions: [],
  };
  const body = { kind: "triple", rank: 7, length: 1, size: 3, kickers: 0, suit: null };
  const verdict = (spare) => ({ legal: true, spare_kickers: spare, readings: [{ reading: body, name: "" }] });
  const triple = [SEVEN, SEVEN, SEVEN + 1];
  assert.deepEqual(cardsAfterTap(hand, picked(...triple), help, verdict(2), 9), [...triple, NINE]);
  assert.deepEqual(cardsAfterTap(hand, picked(...triple, NINE), help, verdict(1), 9), [...triple, NINE, NINE + 1]);
  assert.deepEqual(cardsAfterTap(hand, picked(...triple, NINE), help, verdict(0), 9), triple);
});
