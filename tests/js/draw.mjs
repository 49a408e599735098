/**
 * Keep what boards draw of the recorded games.
 *
 * `node tests/js/draw.mjs [GAME ...]` writes `tests/js/boards/GAME-*.txt`, with `--whole FOLDER` the whole drawings into a
 * folder, with `--ask` what the board asks a server that is not there, for `python -m tests.js.record`. Each game is drawn
 * by a process of its own, as in the tests, because a page's modules remember settings.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { drawn, folder, recordings, shortened, unanswered } from "./drawing.mjs";

const [option, ...rest] = process.argv.slice(2);
const whole = option === "--whole" ? rest.shift() : null;
const options = whole ? ["--whole", whole] : option === "--ask" ? [option] : [];
const games = option?.startsWith("--") ? rest : process.argv.slice(2);
const all = games.length ? games : [...new Set(recordings().map((name) => name.split("-")[0]))];

async function keep(name) {
  const text = await drawn(name);
  if (whole) {
    mkdirSync(whole, { recursive: true });
    writeFileSync(`${whole}/${name}.txt`, `${text}\n`);
  } else if (option === "--ask") {
    writeFileSync(new URL(`${name}.asked.json`, folder), JSON.stringify([...unanswered.values()]));
  } else writeFileSync(new URL(`${name}.txt`, folder), shortened(text));
  console.log(name, text.length, unanswered.size);
}

if (all.length === 1) for (const name of recordings(all[0])) await keep(name);
else for (const game of all) spawnSync(process.execPath, [process.argv[1], ...options, game], { stdio: "inherit" });
