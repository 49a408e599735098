/** What the rules of Da Tong Zi say at tables with different options. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  airplaneText,
  closingText,
  finishText,
  teamsText,
  tripleText,
} from "../../static/js/boards/datongzi/rule-texts.js";

globalThis.gettext = (text) => text;
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

test("finish points are named for two, three and four players", () => {
  const text = finishText({});
  for (const part of ["three players 100, −40, −60;", "four 100, −20, −40, −80;", "two 100, −100."])
    assert.ok(text.includes(part), text);
});

test("thirty-three cards and doubled bonuses change the finish points", () => {
  assert.ok(finishText({ two_seats: "33" }).includes("two 60, −60."));
  const doubled = finishText({ bonuses: "doubled", two_seats: "33" });
  for (const part of ["three players 200, −80, −120;", "two 120, −120."]) assert.ok(doubled.includes(part), doubled);
});

test("kickers are offered where they are allowed: by default with three decks only", () => {
  for (const options of [{}, { kickers: "yes", decks: "four" }]) {
    assert.match(tripleText(options), /up to two kickers/);
    assert.match(airplaneText(options), /up to two wings/);
  }
  for (const options of [{ kickers: "no" }, { decks: "four" }]) {
    assert.match(tripleText(options), /no kickers/);
    assert.match(airplaneText(options), /no wings/);
  }
});

test("the closing bonus is named where there is one", () => {
  assert.match(closingText({ target: "600", closing: "300" }), /300 more from each other player/);
  assert.match(closingText({ target: "600", teams: "pairs" }), /100 more from the other team/);
  assert.equal(closingText({ target: "hand", closing: "500" }), "");
  assert.equal(closingText({ target: "1000", closing: "0" }), "");
});

test("partners must be beaten where who can beat must", () => {
  assert.match(teamsText({}), /beat your partner too/);
  assert.doesNotMatch(teamsText({ must_beat: "no" }), /beat your partner/);
});
