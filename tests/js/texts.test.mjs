import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { refusalText, registerRefusalTexts } from "../../static/js/shell/ui/texts.js";

globalThis.gettext = (text) => `<${text}>`;

test("a refusal has a translated text", () => {
  assert.equal(refusalText("stale"), "<The table had moved on. Look again and choose.>");
  assert.equal(refusalText("offline"), "<No answer. Are you online?>");
});

test("a closed table and one without a game say the same", () => {
  assert.equal(refusalText("closed"), "<No game is being played here now.>");
  assert.equal(refusalText("not_playing"), refusalText("closed"));
});

test("every shared text is reached by a code", () => {
  const source = readFileSync(new URL("../../static/js/shell/ui/texts.js", import.meta.url), "utf8");
  const part = source.slice(source.indexOf("refusalTexts.push"), source.indexOf("levelNames"));
  const texts = [...part.matchAll(/gettext\("([^"]+)"\)/g)].map((match) => `<${match[1]}>`);
  const words = new Set(part.match(/\b[a-z]+(_[a-z]+)*\b/g));
  const reached = new Set([...words].map((code) => refusalText(code)).filter(Boolean));
  assert.equal(texts.length, 28);
  assert.deepEqual(reached, new Set(texts));
});

test("an unknown code has no text, also one that every object has as a property", () => {
  assert.equal(refusalText("no_such_code"), undefined);
  assert.equal(refusalText("constructor"), undefined);
});

test("a game adds texts of its own, which do not replace the shared ones", () => {
  registerRefusalTexts((code) => ({ wet_card: "The card is wet.", stale: "Old." })[code]);
  assert.equal(refusalText("wet_card"), "The card is wet.");
  assert.equal(refusalText("stale"), "<The table had moved on. Look again and choose.>");
  assert.equal(refusalText("dry_card"), undefined);
});
