/** The lab's modules that compute: cards, ranges as text, numbers, colours, keys of the grid. */

import "./dom.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import * as cards from "../../static/js/lab/cards.js";
import * as colours from "../../static/js/lab/colours.js";
import * as numbers from "../../static/js/lab/numbers.js";
import { formatRange, parseRange } from "../../static/js/lab/range-text.js";

const weightsOf = (text) => {
  const { weights, error } = parseRange(text);
  assert.equal(error, "");
  return weights;
};
/** The combos of a range with their weights, as text, in the order of their numbers. */
const combosOf = (text) =>
  [...weightsOf(text)].flatMap((weight, combo) =>
    weight ? [`${cards.comboText(combo)}${weight === 1 ? "" : `:${weight}`}`] : [],
  );

test("a card is four times its rank plus its suit", () => {
  assert.equal(cards.cardText(0), "2c");
  assert.equal(cards.cardText(51), "As");
  for (let card = 0; card < cards.DECK; card++) assert.equal(cards.parseCard(cards.cardText(card)), card);
  assert.deepEqual([cards.rankOf(47), cards.suitOf(47)], [11, 3]);
  assert.equal(cards.parseCard("kS"), 47);
  for (const text of ["", "K", "Ksx", "1s", "Kx", "xs"]) assert.equal(cards.parseCard(text), -1);
  assert.deepEqual(cards.parseCards("Ks7d 2c,4h"), [47, 21, 0, 10]);
  assert.deepEqual(cards.parseCards("Kss"), [47, -1]);
  assert.deepEqual(cards.parseCards(""), []);
  assert.deepEqual([0, 33, 37, 41, 47, 50].map(cards.cardName), [
    "2 of clubs",
    "ten of diamonds",
    "jack of diamonds",
    "queen of diamonds",
    "king of spades",
    "ace of hearts",
  ]);
});

test("combos are numbered by their lower card, then by the higher", () => {
  assert.equal(cards.COMBO_CARDS.length, cards.COMBOS);
  assert.deepEqual(cards.COMBO_CARDS[0], [0, 1]);
  assert.deepEqual(cards.COMBO_CARDS.at(-1), [50, 51]);
  cards.COMBO_CARDS.forEach(([low, high], combo) => {
    assert.ok(low < high);
    assert.equal(cards.comboOf(low, high), combo);
    assert.equal(cards.comboOf(high, low), combo);
    assert.equal(cards.parseCombo(cards.comboText(combo)), combo);
  });
  assert.equal(cards.comboOf(7, 7), -1);
  assert.equal(cards.comboText(0), "2d2c");
  for (const text of ["AhAh", "Ah", "AhK", "xxAh", "Ahxx"]) assert.equal(cards.parseCombo(text), -1);
});

test("the cells of the grid are pairs, suited hands above and offsuit hands below", () => {
  assert.deepEqual(cards.CELL_COMBOS.map((combos) => combos.length).slice(0, 14), [6, ...Array(12).fill(4), 12]);
  assert.equal(cards.CELL_COMBOS.flat().length, cards.COMBOS);
  assert.equal(cards.cellText(cards.cellOf(12, 11, true)), "AKs");
  assert.equal(cards.cellText(cards.cellOf(12, 11, false)), "AKo");
  assert.equal(cards.cellText(cards.cellOf(0, 0, false)), "22");
  assert.equal(cards.cellText(cards.cellOfCombo(cards.parseCombo("7h2c"))), "72o");
  assert.equal(cards.cellText(cards.cellOfCombo(cards.parseCombo("7h2h"))), "72s");
});

test("a combo is blocked by either of its cards", () => {
  const blocked = cards.touching(cards.parseCards("AhKd"));
  assert.deepEqual(
    ["AhQh", "QhAh", "KdKc", "AsKs"].map((text) => blocked(cards.parseCombo(text))),
    [true, true, true, false],
  );
});

test("a range is read as it is written", () => {
  assert.deepEqual(combosOf("AhKh:0.3"), ["AhKh:0.3"]);
  assert.equal(combosOf("AA").length, 6);
  assert.equal(combosOf("AK").length, 16);
  assert.equal(combosOf("AKs").length, 4);
  assert.equal(combosOf("kao").length, 12);
  assert.deepEqual(combosOf("QQ+"), combosOf("QQ,KK,AA"));
  assert.deepEqual(combosOf("A9s+"), combosOf("A9s,ATs,AJs,AQs,AKs"));
  assert.deepEqual(combosOf("TT-77"), combosOf("77 88 99,TT"));
  assert.deepEqual(combosOf("77-TT"), combosOf("TT-77"));
  assert.deepEqual(combosOf("AJs-A8s"), combosOf("A8s,A9s,ATs,AJs"));
  assert.deepEqual(combosOf("A8s-AJs"), combosOf("AJs-A8s"));
  assert.deepEqual(combosOf("T9o-76o"), combosOf("T9o,98o,87o,76o"));
  assert.deepEqual(combosOf("76o-T9o"), combosOf("T9o-76o"));
  assert.deepEqual(combosOf("KQ-KT"), combosOf("KQ,KJ,KT"));
  assert.deepEqual(
    combosOf("AA:0.5,AhAs").filter((text) => !text.includes(":")),
    ["AsAh"],
  );
  assert.deepEqual(combosOf(""), []);
  assert.deepEqual(combosOf("AhKh:1"), ["AhKh"]);
  assert.deepEqual(combosOf("AhKh:.25 2d2c:0."), ["AhKh:0.25"]);
});

test("what is no hand or no weight is said, and what was read before it stays", () => {
  for (const item of ["AX", "AAs", "AhK", "AhAh", "AKs-AQo", "AA-KQs", "KQs-AA", "A5s-K3s", "xx+", "-", "AKsAKs"]) {
    const { weights, error } = parseRange(`22,${item},33`);
    assert.equal(error, `“${item}” is no hand.`, item);
    assert.deepEqual([...weights].filter(Boolean).length, 6);
  }
  for (const weight of ["2", "x", "-0.5", "", "1.01", "0.5.5"])
    assert.equal(parseRange(`AA:${weight}`).error, `“AA:${weight}”: a weight is a number from 0 to 1.`);
  assert.equal(parseRange("a-word-that-is-much-too-long").error, "“a-word-that-is-much-” is no hand.");
});

test("a range is written in its shortest usual form", () => {
  for (const [text, short] of [
    ["AA,KK,QQ", "QQ+"],
    ["QQ-TT", "QQ-TT"],
    ["22", "22"],
    ["AKs,AQs,AJs,A5s", "AJs+,A5s"],
    ["A5s,A4s,A3s", "A5s-A3s"],
    ["AKo:0.5,AQo:0.5", "AQo+:0.5"],
    ["AKo:0.5,AQo:0.25", "AKo:0.5,AQo:0.25"],
    ["AhKh,AsKs:0.5", "AhKh,AsKs:0.5"],
    ["KQs,K2s,32o", "KQs,K2s,32o"],
    ["AhKh:0.3333333333", "AhKh:0.333333"],
    ["", ""],
  ]) {
    assert.equal(formatRange(weightsOf(text)), short);
    assert.deepEqual(
      [...weightsOf(short)].map((weight) => weight.toFixed(5)),
      [...weightsOf(text)].map((weight) => weight.toFixed(5)),
    );
  }
  const everything = new Float64Array(cards.COMBOS).fill(1);
  assert.equal(formatRange(everything).split(",")[0], "22+");
  assert.deepEqual(weightsOf(formatRange(everything)), everything);
});

test("numbers have the wanted digits, and a dash where there is none", () => {
  assert.deepEqual(
    [1.005, 0, null, undefined, NaN, Infinity].map((value) => numbers.fixed(value)),
    ["1.00", "0.00", "–", "–", "–", "–"],
  );
  assert.equal(numbers.fixed(2, 1), "2.0");
  assert.deepEqual(
    [0.123456, null, undefined, NaN].map((value) => numbers.percent(value)),
    ["12.3 %", "–", "–", "–"],
  );
  assert.equal(numbers.percent(0.5, 0), "50 %");
  assert.deepEqual([1_540_000, 9_999_999, 10_000_000].map(numbers.megabytes), ["1.5 MB", "10.0 MB", "10 MB"]);
  assert.deepEqual([9.94, 10, 61.4].map(numbers.seconds), ["9.9 s", "10 s", "61 s"]);
  assert.equal(numbers.weightedMean([1, null, 4, Infinity], [3, 9, 1, 9]), 1.75);
  assert.ok(Number.isNaN(numbers.weightedMean([1], [0])));
});

test("actions have colours of their own, bets darker the larger they are", () => {
  const [fold, check, call, ...bets] = colours.actionColours([
    "fold",
    "check",
    "call",
    "bet 10",
    "bet 20",
    "raise 30",
    "bet 40",
    "bet 50",
    "allin 90",
  ]);
  assert.deepEqual([fold, check, call], ["#8cbfec", "#2f9e77", "#2f9e77"]);
  assert.deepEqual(bets, ["#f7d56b", "#e8952a", "#c84e0c", "#962828", "#962828", "#7a2360"]);
  assert.deepEqual(colours.actionColours(["bet 10"]), ["#c84e0c"]);
  assert.deepEqual(colours.actionColours(["bet 10", "bet 20"]), ["#e8952a", "#c84e0c"]);
});

test("amounts and differences have colours between their stops, also outside their range", () => {
  assert.deepEqual([-1, 0, 0.5, 1, 2, NaN].map(colours.amountColour), [
    "rgb(0 32 76)",
    "rgb(0 32 76)",
    "rgb(126 124 116)",
    "rgb(255 234 70)",
    "rgb(255 234 70)",
    "rgb(0 32 76)",
  ]);
  assert.deepEqual([-1, 0, 1].map(colours.differenceColour), ["rgb(33 102 172)", "rgb(247 247 247)", "rgb(178 24 43)"]);
  assert.deepEqual([0, 7, 8, 16].map(colours.clusterColour), [
    "rgb(0 114 178)",
    "rgb(127 127 127)",
    "rgb(0 82 128)",
    "rgb(0 59 92)",
  ]);
});

test("the ink on a colour is the one that is easier to read", () => {
  const inks = [
    "#ffffff",
    "#000000",
    "rgb(255 234 70)",
    "rgb(0 32 76)",
    "#777777",
    "#757575",
    "#00a000",
    "#0000ff",
    "#ff0000",
    "#0a0a0a",
  ].map(colours.inkOn);
  assert.deepEqual(inks, ["#000", "#fff", "#000", "#fff", "#000", "#fff", "#000", "#fff", "#000", "#fff"]);
});
