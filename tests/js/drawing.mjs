/**
 * Draw a recorded game as its viewer saw it, and write down what is drawn and said. `node tests/js/draw.mjs` keeps the
 * sentences, and of each drawing a short name, in `tests/js/boards/NAME.txt`. A difference in these files is a change of
 * what people see: `node tests/js/draw.mjs --whole FOLDER` writes the drawings themselves, before and after, to compare.
 */

import { changes, digest, document, Element, event, forget, lines, pass } from "./dom.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { html } from "htm/preact";
import { render } from "preact";
import { applyPatch } from "../../static/js/shell/net/patches.js";
import { TableContext } from "../../static/js/shell/table/seat-badge.js";
import { registerLevelNames } from "../../static/js/shell/ui/texts.js";

const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"];
const KEYS = [
  "ArrowRight",
  "ArrowDown",
  "ArrowLeft",
  "ArrowUp",
  "Enter",
  " ",
  "Escape",
  "Backspace",
  ..."abcdefghijklmnopqrstuvwxyz0123456789+-",
];
/** How many moments of a game are tried out: every button is pressed, every key typed. */
const MOMENTS = 2;
/** How many controls of a board are pressed, and how many of those that are alike. */
const [MAX_CONTROLS, MAX_ALIKE] = [40, 4];
/** A trial's lines beyond these are counted only. */
const MAX_LINES = 8;

export const folder = new URL("./boards/", import.meta.url);

/** The people and bots of a table: one of each kind. */
function seatsOf(count, level) {
  const seats = Array.from({ length: count }, (_, seat) => ({
    seat,
    name: NAMES[seat],
    face: seat,
    bot: null,
    host: seat === 0,
    person: true,
    for_good: false,
    departed: false,
    bank: 0,
    deadline: null,
    here: true,
  }));
  Object.assign(seats[count - 1], { bot: level, person: false });
  if (count > 2) seats[1].here = false;
  if (count > 3) Object.assign(seats[2], { bot: level });
  return seats;
}

/** Read a recording: its frames with whole views. */
export function read(name) {
  const game = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
  let view = null;
  for (const frame of game.frames) {
    view = frame.patch ? applyPatch(view, frame.patch) : (frame.view ?? null);
    Object.assign(frame, { view, kind: "game", legal: frame.legal ?? [], aside: frame.aside ?? [], dwell: 1 });
  }
  return game;
}

const indented = (text) => (typeof text === "string" ? text : JSON.stringify(text));

/** What the server answers when the board asks what an action would do; and what it was asked without an answer. */
const answers = new Map();
export const unanswered = new Map();
const MAX_ASKED = 60;

/** @param {number} seq @param {object} action */
function ask(seq, action) {
  const key = JSON.stringify([seq, action]);
  if (!answers.has(key) && unanswered.size < MAX_ASKED) unanswered.set(key, [seq, action]);
  return answers.has(key) ? Promise.resolve(answers.get(key)) : new Promise(() => {});
}

/** As much of a table's store as boards look at. */
const table = {
  boot: { urls: { frames: "/frames/", advice: "/advice/", review: "/review/", ranges: "/ranges/" } },
  table: { value: { clock: "off" } },
  seat: { value: 0 },
  seats: { value: /** @type {object[]} */ ([]) },
  chat: { floatingReactions: { value: {} } },
  clock: { now: () => 0 },
};

/** Answer what a board fetches: the first event of a deal; nothing else is known. */
function serve(frames) {
  const deals = frames.filter(({ event: one }) => one.type === "DealStarted");
  globalThis.fetch = async (url) => {
    const frame = deals[Number(new URL(url, "http://test").searchParams.get("deal")) - 1];
    return {
      ok: Boolean(frame),
      status: frame ? 200 : 404,
      headers: { get: () => null },
      json: async () => ({ frames: [frame] }),
    };
  };
}

/** Make a board of a game, drawn anew. */
function mount(board, seats, props) {
  for (const child of [...document.body.childNodes]) child.remove();
  table.seats.value = seats;
  const root = new Element("div");
  document.body.append(root);
  const acts = [];
  const draw = (more) => {
    const all = { aside: [], busy: null, hint: null, ...props, ...more };
    const given = { ...all, seats, act: (action) => acts.push(action), preview: (action) => ask(all.seq, action) };
    render(html`<${TableContext.Provider} value=${table}><${board} ...${given} /><//>`, root);
  };
  return { root, acts, draw, close: () => render(null, root) };
}

/** What a game says about a frame, in the words of its texts. */
function sayings(texts, { event: one, legal, aside }, context) {
  const sound = texts.soundFor?.(one, context);
  return [
    ["event", texts.describeEvent(one, context)],
    ["event to a spectator", texts.describeEvent(one, { ...context, me: null })],
    ["event to another", texts.describeEvent(one, { ...context, me: (context.me ?? 0) + 1 })],
    ["prompt", texts.prompt(legal, context)],
    ["tip", texts.tip(context)],
    ["recap", texts.recap(context)],
    ["asides", aside.map((action) => texts.asideLabel?.(action, context)).join(" / ")],
    ["sound", sound ? JSON.stringify(sound) : ""],
  ]
    .filter(([, text]) => text)
    .map(([what, text]) => `${what}: ${text}`);
}

/** Press what can be pressed, type every key, tap and drag, each on a fresh board, and say what came of it. */
async function* trials(board, seats, props) {
  const { controls, held, close } = await fresh(board, seats, props);
  close();
  const some = (count, most) =>
    Array.from({ length: Math.min(count, most) }, (_, at) => Math.floor((at * count) / Math.min(count, most)));
  for (const at of some(controls.length, MAX_CONTROLS))
    yield* trial(board, seats, props, "press", at, (one) => one.click());
  for (const key of KEYS) yield* trial(board, seats, props, `key ${key}`, null, () => type(key));
  for (const at of some(controls.length, MAX_KEYED)) {
    for (const key of ["Enter", "Escape", "ArrowRight", "r"]) {
      yield* trial(board, seats, props, `press, then key ${key}`, at, async (one) => {
        one.click();
        await pass(50);
        one.focus();
        type(key);
      });
    }
  }
  for (const at of some(held.length, MAX_HELD)) {
    for (const to of ["nowhere", "aside", "far up", 0.1, 0.4, 0.8]) {
      yield* trial(board, seats, props, `hold and move to ${to}`, at, (one, root) => drag(one, to, root), "held");
    }
  }
}

/** How many controls are pressed before a key is typed, and how many things are dragged. */
const [MAX_KEYED, MAX_HELD] = [4, 6];

const type = (key) => document.activeElement.dispatchEvent(event("keydown", { key, code: key }));

/** Hold something at its middle, move it in two steps, perhaps onto another thing, and let it go. */
async function drag(one, to, root) {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + 20, box.y + 15];
  const things = root.querySelectorAll("[data-cell], [data-key]");
  const goal = things[Math.floor(to * things.length)]?.getBoundingClientRect();
  const [endX, endY] = goal
    ? [goal.x + 2, goal.y + 2]
    : ({ nowhere: [x, y], aside: [x + 60, y], "far up": [x, y - 400] }[to] ?? [x, y]);
  const at = (share) => ({ clientX: x + share * (endX - x), clientY: y + share * (endY - y) });
  const inner = one.querySelector("[data-rank]") ?? one;
  inner.dispatchEvent(event("pointerdown", at(0)));
  for (const share of to === "nowhere" ? [] : [0.5, 1]) {
    await pass(20);
    inner.dispatchEvent(event("pointermove", at(share)));
  }
  await pass(20);
  inner.dispatchEvent(event("pointerup", at(1)));
}

async function* trial(board, seats, props, what, at, cause, kind = "controls") {
  const mounted = await fresh(board, seats, props);
  const one = mounted[kind][at];
  if (at !== null && !one) return mounted.close(); // what was done before has changed the page for good
  yield* effect(one ? `${what}: ${lines(one)[0]}` : what, mounted, () => cause(one, mounted.root));
}

/** Of things that are alike, that is of one tag and class, keep so many, evenly spread. */
function someOfEach(things, most) {
  const groups = Map.groupBy
    ? Map.groupBy(things, kindOf)
    : things.reduce((found, one) => found.set(kindOf(one), [...(found.get(kindOf(one)) ?? []), one]), new Map());
  return [...groups.values()].flatMap((group) => group.filter((_, at) => at % Math.ceil(group.length / most) === 0));
}

const kindOf = (one) => `${one.localName} ${one.className} ${one.getAttribute("data-testid") ?? ""}`;

async function fresh(board, seats, props) {
  forget();
  const mounted = mount(board, seats, props);
  mounted.draw({});
  await pass(50);
  const all = mounted.root.querySelectorAll("*");
  const listening = (wanted) =>
    all.filter((one) => one.listeners.some(({ type: heard }) => heard === wanted) && !one.hasAttribute("disabled"));
  return {
    ...mounted,
    before: lines(mounted.root),
    controls: someOfEach(listening("click"), MAX_ALIKE),
    held: someOfEach(listening("pointerdown"), 2),
  };
}

async function* effect(what, { root, acts, before, close }, cause) {
  await cause();
  await pass(400);
  const found = [...acts.map((action) => `act ${JSON.stringify(action)}`), ...changes(before, lines(root))];
  if (found.length) yield what;
  yield* found.slice(0, MAX_LINES).map((line) => `  ${line}`);
  if (found.length > MAX_LINES) yield `  and ${found.length - MAX_LINES} lines more, ${digest(found.slice(MAX_LINES))}`;
  close();
}

/** The names of the recordings, of one game or of all. @param {string} [game] */
export const recordings = (game = "") =>
  readdirSync(folder)
    .filter((name) => name.startsWith(game ? `${game}-` : "") && name.endsWith(".json") && !name.includes("asked"))
    .map((name) => name.replace(".json", ""));

/** Test that a board draws its recordings as it did. @param {string} game @param {object} board the game's module */
export function testBoard(game, board) {
  for (const name of recordings(game)) {
    test(`${name} is drawn as it was; a change that is meant is kept by: node tests/js/draw.mjs ${game}`, async () => {
      const kept = readFileSync(new URL(`${name}.txt`, folder), "utf8").split("\n\n");
      const now = shortened(await drawn(name, board)).split("\n\n");
      for (const [at, section] of now.entries()) assert.equal(section.trim(), kept[at]?.trim());
      assert.equal(now.length, kept.length);
    });
  }
}

/** The whole text of a recording. @param {string} name @param {object} [module] of the game */
export async function drawn(name, module) {
  const recorded = read(name);
  const {
    default: board,
    texts,
    Rules,
    DealSummary,
  } = module ?? (await import(`../../static/js/boards/${recorded.game}.js`));
  answers.clear();
  unanswered.clear();
  for (const { seq, action, answer } of recorded.answers) answers.set(JSON.stringify([seq, action]), answer);
  registerLevelNames({ [recorded.level]: `Level ${recorded.level}` });
  const seats = seatsOf(recorded.seats, recorded.level);
  const { me, frames } = recorded;
  serve(frames);
  const text = [`options: ${texts.describeOptions(recorded.options).join(", ")}`];
  const shown = mount(board, seats, {});
  let before = [];
  for (const [at, frame] of frames.entries()) {
    if (!frame.view) continue;
    const context = { seats, me, view: frame.view, event: frame.event };
    shown.draw({ ...frame });
    await pass(50);
    const now = lines(shown.root);
    text.push(
      "",
      `--- ${at} ${JSON.stringify(frame.event)}`,
      ...sayings(texts, frame, context),
      ...changes(before, now),
    );
    before = now;
    await pass(5000);
  }
  shown.close();
  const last = frames.at(-1);
  const context = { seats, me, view: last.view, event: last.event };
  const busy = frames.findLast(({ legal, view }) => view && legal.length) ?? last;
  const plain = await still(board, seats, busy);
  const varied = async (what, props) =>
    text.push("", `--- ${what}`, ...changes(plain, await still(board, seats, { ...busy, ...props })));
  await varied("an action is being sent", { busy: busy.legal[0] ?? null });
  await varied("another is advised", { hint: busy.legal.at(-1) ?? null });
  await varied("a replay", { legal: [], readonly: true });
  await varied("an analysis is loading", {
    legal: [],
    readonly: true,
    analysis: { ...recorded.analyses[0]?.analysis, state: "loading" },
  });
  for (const { frame, analysis } of recorded.analyses.filter((one) => frames[one.frame].view)) {
    const shown = { ...frames[frame], event: null, legal: [], aside: [], readonly: true };
    const without = await still(board, seats, shown);
    text.push("", `--- analysis at ${frame}`, ...changes(without, await still(board, seats, { ...shown, analysis })));
  }
  text.push("", "--- history", ...texts.historyTurns(frames, context).map((turn) => JSON.stringify(turn)));
  text.push(texts.legend?.(texts.historyTurns(frames, context)) ?? "");
  text.push("", "--- refusals", ...refusals(recorded.game, texts));
  if (recorded.outcome) text.push("", "--- result", ...(await resultLines(texts, recorded.outcome, context)));
  text.push("", "--- rules", ...(await still(Rules, seats, { options: recorded.options })));
  const firstDeal = frames.slice(
    0,
    frames.findIndex(({ event: one }, at) => at > 0 && one.type === frames[0].event.type) >>> 0,
  );
  if (DealSummary)
    text.push(
      "",
      "--- summary of a deal",
      ...(await still(DealSummary, seats, { view: firstDeal.at(-1).view, me, frames: firstDeal })),
    );
  const open = frames.filter(({ legal, aside, view }) => view && (legal.length || aside.length));
  const moments = open.filter((_, at) => at % Math.max(1, Math.floor(open.length / MOMENTS)) === 0).slice(0, MOMENTS);
  for (const frame of moments) {
    text.push("", `--- tried at ${frames.indexOf(frame)}`);
    for await (const line of trials(board, seats, { ...frame, event: null })) text.push(line);
  }
  return text.map(indented).join("\n");
}

/** A whole text in short: drawings, rules and trials as one name for each section; what is said stays. */
export function shortened(whole) {
  const sections = whole.split(/\n\n(?=--- )/);
  const short = sections.map((section) => {
    const all = section.split("\n");
    const said = all.filter(
      (line, at) => at === 0 || /^(event[ a-z]*|prompt|tip|recap|asides|sound): |^\{"key"/.test(line),
    );
    const hidden = all.filter((line) => !said.includes(line));
    return [...said, ...(hidden.length ? [`drawing ${digest(hidden)}, ${hidden.length} lines`] : [])].join("\n");
  });
  return `${short.join("\n\n")}\n`;
}

/** What a component draws. */
async function still(component, seats, props) {
  const mounted = mount(component, seats, props);
  mounted.draw({});
  await pass(50);
  const found = lines(mounted.root);
  mounted.close();
  return found;
}

/** The texts of refusals, by every word that the source has in quotes. */
function refusals(game, { refusalText }) {
  const source = readFileSync(new URL(`../../static/js/boards/${game}/texts.js`, import.meta.url), "utf8");
  const codes = new Set(source.match(/(?<=")[a-z_]+(?=")/g));
  return [...codes]
    .sort()
    .map((code) => `${code}: ${refusalText(code)}`)
    .filter((line) => !line.endsWith("undefined"));
}

/** The result as it is, and as it would be for a spectator, for each winner, and if all had won. */
async function resultLines(texts, outcome, context) {
  const said = await oneResult(texts, outcome, context);
  const seats = context.seats.map(({ seat }) => seat);
  for (const winners of [...seats.map((seat) => [seat]), seats]) {
    for (const me of [null, seats[0]])
      said.push(
        `winners ${winners} for ${me}`,
        ...(await oneResult(texts, { ...outcome, winners }, { ...context, me })),
      );
  }
  return said;
}

async function oneResult(texts, outcome, context) {
  const { title, reason, rows } = texts.result(outcome, context);
  const said = [`${title} | ${reason}`];
  for (const { drawing, ...row } of rows) {
    said.push(JSON.stringify(row));
    if (drawing) said.push(...(await still(() => drawing, context.seats, {})));
  }
  return said;
}
