/** What the history of a stud deal says about the cards of a street. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeEvent } from "../../static/js/boards/stud/events.js";

globalThis.gettext = (text) => text;
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]); // as Django gives it to pages

const context = { seats: [{ name: "Mei" }, { name: "Sven" }], me: 0, view: null, event: null };
const KING_OF_SPADES = 47;
const seventhStreet = (down, open) => ({ type: "CardsDealt", street: 7, down, up: [[], []], opener: null, open });

test("a last card that is dealt face up after all-in is named", () => {
  const text = describeEvent(seventhStreet([[], [KING_OF_SPADES]], true), context);
  assert.match(text, /^Up: Sven K/);
});

test("a last card that is dealt face down is not named", () => {
  const text = describeEvent(seventhStreet([[KING_OF_SPADES], [null]], false), context);
  assert.equal(text, "A card down for everybody.");
});
