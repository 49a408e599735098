import assert from "node:assert/strict";
import test from "node:test";
import { applyPatch, createUpdateReader } from "../../static/js/shell/net/patches.js";

test("a value is replaced at its path", () => {
  assert.deepEqual(applyPatch({ a: [1, { b: 2 }], c: 3 }, [[["a", 1, "b"], 5]]), { a: [1, { b: 5 }], c: 3 });
});

test("a value may become null", () => {
  assert.deepEqual(applyPatch({ a: 1 }, [[["a"], null]]), { a: null });
});

test("several keys of an object are set, the others stay", () => {
  assert.deepEqual(applyPatch({ a: { b: 1, c: 2 } }, [[["a"], "set", { c: 3, d: 4 }]]), { a: { b: 1, c: 3, d: 4 } });
});

test("a key is removed", () => {
  assert.deepEqual(applyPatch({ a: { b: 1, c: 2 } }, [[["a", "b"]]]), { a: { c: 2 } });
});

test("items of an array are replaced, removed and added", () => {
  assert.deepEqual(applyPatch({ a: [1, 2, 3, 4] }, [[["a"], 1, 2, [9]]]), { a: [1, 9, 4] });
  assert.deepEqual(applyPatch({ a: [1] }, [[["a"], 1, 0, [2, 3]]]), { a: [1, 2, 3] });
});

test("changes are made one after the other", () => {
  assert.deepEqual(
    applyPatch({ a: [1] }, [
      [["a"], 0, 1, []],
      [["a"], 0, 0, [{ b: 1 }]],
      [["a", 0, "b"], 2],
    ]),
    { a: [{ b: 2 }] },
  );
});

test("the given value stays as it was, and unchanged parts are shared", () => {
  const before = { same: { x: 1 }, list: [{ y: 1 }, { y: 2 }] };
  const after = applyPatch(before, [[["list", 1, "y"], 3]]);
  assert.deepEqual(before, { same: { x: 1 }, list: [{ y: 1 }, { y: 2 }] });
  assert.equal(after.same, before.same);
  assert.equal(after.list[0], before.list[0]);
  assert.notEqual(after.list, before.list);
});

/** @param {object} fields */
const update = (fields) => ({ type: "page", from: 0, seq: 1, frames: [], ...fields });

test("each frame gets its own view, and the update the last one", () => {
  const reader = createUpdateReader();
  const read = reader.read(
    update({
      frames: [
        { seq: 1, event: {} },
        { seq: 2, event: {}, view: { n: 1, k: 0 } },
        { seq: 3, event: {}, patch: [[["n"], 2]] },
        { seq: 4, event: {}, patch: [] },
      ],
      table: { code: "x" },
    }),
  );
  assert.deepEqual(
    read.frames.map(({ view }) => view),
    [undefined, { n: 1, k: 0 }, { n: 2, k: 0 }, { n: 2, k: 0 }],
  );
  assert.equal("patch" in read.frames[2], false);
  assert.equal(read.view, read.frames[3].view);
  assert.deepEqual(read.table, { code: "x" });
});

test("the next update patches what the last one left, table included", () => {
  const reader = createUpdateReader();
  reader.read(update({ view: { n: 1 }, table: { code: "x", seats: [{ name: null }] } }));
  const read = reader.read(
    update({ frames: [{ seq: 2, patch: [[["n"], 2]] }], table_patch: [[["seats", 0, "name"], "Ann"]] }),
  );
  assert.deepEqual(read.view, { n: 2 });
  assert.deepEqual(read.table, { code: "x", seats: [{ name: "Ann" }] });
  assert.equal(reader.read(update({})).table, read.table);
});

test("the view after old frames may differ from the last frame's", () => {
  const reader = createUpdateReader();
  const read = reader.read(update({ frames: [{ seq: 1, view: { n: null } }], patch: [[["n"], 7]], table: {} }));
  assert.deepEqual([read.frames[0].view, read.view], [{ n: null }, { n: 7 }]);
});

test("a whole update replaces everything, also by no view at all", () => {
  const reader = createUpdateReader();
  reader.read(update({ view: { n: 1 }, table: { code: "x" } }));
  const read = reader.read(update({ view: null, table: { code: "y" } }));
  assert.deepEqual([read.view, read.table], [null, { code: "y" }]);
});

test("an update of a server without patches is left as it is", () => {
  const whole = update({ frames: [{ seq: 1, view: { n: 1 } }], view: { n: 1 }, table: { code: "x" }, legal: [] });
  assert.deepEqual(createUpdateReader().read(whole), whole);
});
