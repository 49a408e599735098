/**
 * Keep what boards draw of the recorded games.
 *
 * `node tests/js/draw.mjs [NAME ...]` writes `tests/js/boards/NAME.txt`, with `--whole FOLDER` the whole drawings into a
 * folder, with `--ask` what the board asks a server that is not there, for `python -m tests.js.record`.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { drawn, folder, recordings, shortened, unanswered } from "./drawing.mjs";

const [option, ...rest] = process.argv.slice(2);
const whole = option === "--whole" ? rest.shift() : null;
const names = option?.startsWith("--") ? rest : process.argv.slice(2);
for (const name of names.length ? names : recordings()) {
  const text = await drawn(name);
  if (whole) {
    mkdirSync(whole, { recursive: true });
    writeFileSync(`${whole}/${name}.txt`, `${text}\n`);
  } else if (option === "--ask") {
    writeFileSync(new URL(`${name}.asked.json`, folder), JSON.stringify([...unanswered.values()]));
  } else writeFileSync(new URL(`${name}.txt`, folder), shortened(text));
  console.log(name, text.length, unanswered.size);
}
