/** Planning a fleet: placing, turning and taking up ships. */

import assert from "node:assert/strict";
import test from "node:test";
import * as plans from "../../static/js/boards/battleship/fleet-plan.js";

const SIZE = 10;
const at = (cell, down = false) => ({ cell, down });
/** Every placement of a ship of this length on an empty sea. */
const everywhere = (length) =>
  Array.from({ length: SIZE * SIZE }, (_, cell) => cell).flatMap((cell) => [
    ...((cell % SIZE) + length <= SIZE ? [at(cell)] : []),
    ...(length > 1 && Math.floor(cell / SIZE) + length <= SIZE ? [at(cell, true)] : []),
  ]);

test("a plan of saved placements has their directions, and chooses the first ship that is missing", () => {
  assert.deepEqual(plans.planOf([at(3, true), null, null]), {
    placements: [at(3, true), null, null],
    downs: [true, false, false],
    chosen: 1,
  });
  assert.equal(plans.planOf([at(0)]).chosen, null);
  assert.equal(plans.planOfFleet([null, at(1)]).chosen, null);
  assert.equal(plans.nextUnplaced([null, null], 0), 1);
});

test("placing a ship changes nothing else, and choosing keeps the placements themselves", () => {
  const plan = plans.planOf([null, at(5)]);
  const placed = plans.put(plan, 0, at(20, true), true);
  assert.deepEqual(placed, { placements: [at(20, true), at(5)], downs: [true, false], chosen: 0 });
  assert.deepEqual(plan.placements, [null, at(5)]);
  assert.equal(plans.choose(placed, 1).placements, placed.placements);
  assert.deepEqual(plans.put(placed, 0, null).downs, [true, false]);
});

test("a ship that is taken up is chosen, and after clearing the first one is", () => {
  const plan = plans.planOfFleet([at(1), at(20, true)]);
  assert.deepEqual(plans.pickUp(plan, 1), { placements: [at(1), null], downs: [false, true], chosen: 1 });
  assert.deepEqual(plans.clear(plan), { placements: [null, null], downs: [false, true], chosen: 0 });
});

test("of the placements that cover a cell the one that begins nearest is taken", () => {
  assert.deepEqual(plans.placementCovering(everywhere(4), SIZE, 4, false, 42), at(42));
  assert.deepEqual(plans.placementCovering(everywhere(4), SIZE, 4, false, 49), at(46));
  assert.deepEqual(plans.placementCovering(everywhere(4), SIZE, 4, true, 99), at(69, true));
  assert.deepEqual(plans.placementCovering(everywhere(1), SIZE, 1, true, 7), at(7));
  assert.equal(plans.placementCovering([at(0)], SIZE, 4, false, 42), null);
});

test("a placed ship turns about one of its cells, the first where there is room", () => {
  const plan = plans.planOfFleet([at(42)]);
  assert.deepEqual(plans.turnShip(plan, 0, SIZE, 4, everywhere(4)), {
    placements: [at(42, true)],
    downs: [true],
    chosen: null,
  });
  assert.deepEqual(plans.turnShip(plan, 0, SIZE, 4, [at(24, true)])?.placements, [at(24, true)]);
  assert.equal(plans.turnShip(plan, 0, SIZE, 4, [at(0, true)]), null);
});

test("a ship that is not placed, and one of a single cell, only change their direction", () => {
  assert.deepEqual(plans.turnShip(plans.planOf([null]), 0, SIZE, 4, []), {
    placements: [null],
    downs: [true],
    chosen: 0,
  });
  assert.deepEqual(plans.turnShip(plans.planOfFleet([at(7)]), 0, SIZE, 1, []), {
    placements: [at(7)],
    downs: [true],
    chosen: null,
  });
});
