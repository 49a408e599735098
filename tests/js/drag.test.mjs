/** Dragging: which cell of a ship is held, where it is over the sea, and what letting go does; dragging over cards. */

import assert from "node:assert/strict";
import test from "node:test";
import { cellUnder, dropShip, heldCell, movedTo } from "../../static/js/boards/battleship/drag.js";
import { between, crossCard } from "../../static/js/boards/datongzi/gestures.js";

const SEA = { left: 100, top: 50, width: 200 };
const hand = { pointer: 1, index: 2, held: 0, down: false, x: 0, y: 0, moved: false };

test("a point over the sea is in a cell, and well outside in none", () => {
  assert.deepEqual(cellUnder(SEA, 10, 101, 51), { row: 0, column: 0, cell: 20 });
  assert.deepEqual(cellUnder(SEA, 10, 299, 149), { row: 4, column: 9, cell: 20 });
  assert.deepEqual(cellUnder(SEA, 10, 90, 60), { row: 0, column: -1, cell: 20 });
  assert.equal(cellUnder(SEA, 10, 80, 60), null);
  assert.equal(cellUnder(SEA, 10, 150, 270), null);
});

test("the held cell is counted along the ship, and is one of its cells", () => {
  const box = { left: 0, top: 0, width: 80, height: 20 };
  assert.deepEqual(
    [-5, 0, 19, 21, 79, 85].map((x) => heldCell(box, false, 4, x, 10)),
    [0, 0, 0, 1, 3, 3],
  );
  assert.equal(heldCell({ left: 0, top: 0, width: 20, height: 80 }, true, 4, 10, 45), 2);
});

test("a hand that has moved a little still presses, and one that came back has dragged", () => {
  const start = { x: 10, y: 10 };
  assert.equal(movedTo(hand, start, 14, 14).moved, false);
  const away = movedTo(hand, start, 10, 17);
  assert.deepEqual([away.moved, away.x, away.y], [true, 10, 17]);
  assert.equal(movedTo(away, start, 10, 10).moved, true);
});

/** What letting go asks of the editor. */
function dropped(held, placement, editor = {}) {
  const calls = [];
  const note =
    (name) =>
    (...values) =>
      calls.push([name, ...values]);
  const all = {
    chosen: null,
    placements: [],
    choose: note("choose"),
    turn: note("turn"),
    place: note("place"),
    pickUp: note("pickUp"),
  };
  dropShip({ ...all, ...editor }, { ...hand, ...held }, placement);
  return calls;
}

test("a press chooses a ship, and a second press turns it", () => {
  assert.deepEqual(dropped({}, null), [["choose", 2]]);
  assert.deepEqual(dropped({}, null, { chosen: 2 }), [["turn", 2]]);
});

test("a ship that is dragged is placed over the sea, and taken up outside of it if it was placed", () => {
  const placement = { cell: 5, down: false };
  assert.deepEqual(dropped({ moved: true, down: true }, placement), [
    ["choose", null],
    ["place", 2, placement, true],
  ]);
  assert.deepEqual(dropped({ moved: true }, null), []);
  assert.deepEqual(dropped({ moved: true }, null, { placements: [null, null, placement] }), [["pickUp", 2]]);
});

test("between two events of a pointer no card is jumped over", () => {
  const points = between({ x: 0, y: 0 }, { x: 30, y: 40 });
  assert.equal(points.length, 9);
  assert.deepEqual(points.at(-1), { x: 30, y: 40 });
  assert.deepEqual(between({ x: 1, y: 1 }, { x: 1, y: 1 }), [{ x: 1, y: 1 }]);
});

test("a drag chooses what it crosses, or gives it back", () => {
  const adding = { keys: new Set(["a"]), adds: true };
  for (const key of ["b", undefined, "b"]) crossCard(adding, key);
  assert.deepEqual([...adding.keys], ["a", "b"]);
  const removing = { keys: new Set(["a", "b"]), adds: false };
  crossCard(removing, "a");
  assert.deepEqual([...removing.keys], ["b"]);
});
