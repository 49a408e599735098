/** The lab's colours of actions, as people with each kind of colour vision see them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionColours } from "../../static/js/lab/colours.js";

/** Full colour blindness as matrices on linear RGB: Machado, Oliveira and Fernandes (2009). */
const VISIONS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];
const LEAST = 15;
/** Least distance of two colours in CIELAB; about 2 is the least that people notice. */

const times = (matrix, vector) =>
  matrix.map((row) => row.reduce((sum, value, index) => sum + value * vector[index], 0));

function labOf(colour, vision) {
  const rgb = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const linear = rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  const seen = times(vision, linear).map((value) => Math.min(1, Math.max(0, value)));
  const [x, y, z] = times(XYZ, seen)
    .map((value, index) => value / WHITE[index])
    .map((value) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (one, other, vision) =>
  Math.hypot(...labOf(one, vision).map((value, index) => value - labOf(other, vision)[index]));

const DECISIONS = [
  ["check", "bet 33", "bet 60", "bet 75", "bet 120", "allin 400"],
  ["fold", "call", "raise 120", "raise 240", "allin 400"],
  ["check", "bet 60"],
  ["fold", "call", "raise 150"],
];

test("the colours of the actions of a decision differ for every colour vision", () => {
  for (const [name, vision] of Object.entries(VISIONS)) {
    for (const actions of DECISIONS) {
      const colours = actionColours(actions);
      assert.equal(new Set(colours).size, actions.length);
      colours.forEach((one, place) =>
        colours
          .slice(place + 1)
          .forEach((other) =>
            assert.ok(
              distance(one, other, vision) >= LEAST,
              `${name}: ${one} and ${other} are ${distance(one, other, vision).toFixed(1)} apart`,
            ),
          ),
      );
    }
  }
});
