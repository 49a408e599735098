/** Which deals the results of a stud match are drawn from. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { dealsToDraw } from "../../static/js/boards/stud/results.js";

/** List the deals whose result can be told: those that are drawn together with the deal after them. */
const listed = (deals) => {
  const drawn = new Set(dealsToDraw(deals));
  return [...drawn].filter((deal) => drawn.has(deal + 1));
};

test("a short match is drawn whole", () => {
  assert.deepEqual(dealsToDraw(1), [0]);
  assert.deepEqual(
    dealsToDraw(60),
    Array.from({ length: 60 }, (_, deal) => deal),
  );
});

for (const deals of [61, 200, 1000]) {
  test(`of ${deals} deals some are drawn in ascending order, the first and the latest among them`, () => {
    const drawn = dealsToDraw(deals);
    assert.deepEqual(
      drawn,
      [...new Set(drawn)].sort((a, b) => a - b),
    );
    assert.equal(drawn[0], 0);
    assert.equal(drawn.at(-1), deals - 1);
    assert.ok(drawn.length <= 81, `${drawn.length} deals are fetched`);
  });

  test(`of ${deals} deals the results of the latest twenty are listed`, () => {
    const latest = Array.from({ length: 20 }, (_, i) => deals - 21 + i);
    assert.deepEqual(
      listed(deals).filter((deal) => deal >= deals - 21),
      latest,
    );
  });
}
