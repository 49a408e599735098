/** The page of a replay: steps, viewers, deals and analyses; see tests/js/page.mjs. */

import { addData, addElement, answer, compare, controls, key, nameOf, press, pressAll, step } from "./page.mjs";
import { document, event } from "./dom.mjs";
import { read } from "./drawing.mjs";
import { test } from "node:test";

const recorded = read("nana-0");
const frames = recorded.frames.map((frame, at) => ({
  seq: frame.seq + 1,
  kind: at === 3 ? "table" : "game",
  dwell: 0.3 + at / 20,
  event: at === 3 ? { type: "TimedOut", seat: 1 } : frame.event,
  view: frame.view,
}));
const urls = Object.fromEntries(
  ["frames", "analysis", "bot_analysis", "table", "record", "deal_file", "again"].map((name) => [
    name,
    `/t/abc/${name}/`,
  ]),
);
const seats = Array.from({ length: recorded.seats }, (_, seat) => ({
  seat,
  name: ["Ann", "Ben", "Cleo", "Dan"][seat],
  face: seat,
  bot: seat === 0 ? null : recorded.level,
  host: seat === 0,
  person: seat < 2,
  for_good: false,
  departed: false,
  bank: 0,
  deadline: null,
}));
const boot = {
  code: "abc",
  game: "nana",
  csrf: "token",
  me: { name: "Ann", face: 3 },
  levels: ["easy", "hard"],
  level_names: { easy: "Easy", hard: "Hard" },
  many_deals: true,
  deal_file: "txt",
  lapses: false,
  departs: false,
  title: "NANA",
  seat: 0,
  picture: "",
  rematch: null,
  invite: "http://test/t/abc/",
  loopback: false,
  reactions: [],
  urls: { ...urls, home: "/" },
  table: {
    code: "abc",
    game: "nana",
    status: "over",
    options: recorded.options,
    clock: "off",
    speed: "calm",
    spectators: true,
    hints: false,
    open_after: "match",
    follows: null,
    next: null,
    next_by: null,
    wins: [],
    awaits: [],
    closed: null,
    result: null,
    seats,
    seals: [],
    deals_at: null,
    agreed: [],
    scores_before: [],
  },
  viewers: ["0", "1", "spectator", "all"],
  open: true,
  revealed: [1, 3],
  over: true,
  deal: 1,
  deals: 2,
  total: frames.length,
  chunk: 10,
  history_chunk: 25,
};
const range = ({ searchParams }) => [Number(searchParams.get("first")), Number(searchParams.get("last"))];

answer("/t/abc/frames/", (url) => {
  const [first, last] = range(url);
  const plain = url.searchParams.get("views") === "0";
  const sent = frames
    .slice(first - 1, plain ? Math.min(last, first + boot.history_chunk - 1) : last)
    .map(({ view, ...frame }) => (plain ? frame : { ...frame, view }));
  const deal = Number(url.searchParams.get("deal"));
  return {
    frames: sent,
    deal,
    deals: 2,
    total: frames.length,
    open: deal === 1,
    revealed: deal === 1 ? [1, 3] : [3],
    viewers: deal === 1 ? boot.viewers : ["0", "spectator"],
  };
});
let waits = 2;
answer("/t/abc/analysis/", () =>
  waits-- > 0
    ? { status: 202, retry: waits ? "0" : "1" }
    : {
        decisions: [
          { seat: 3, step: 20 },
          { seat: 3, step: 8 },
          { seat: 1, step: 12 },
        ],
        turning_point: { seat: 3, step: 20 },
      },
);
answer("/t/abc/bot_analysis/", (url) => {
  const at = Number(url.searchParams.get("at"));
  const found = recorded.analyses.findLast(({ frame }) => frame < at) ?? recorded.analyses[0];
  if (at === 9) return { status: 500, json: {} };
  return {
    mind:
      at === 8
        ? null
        : { ...found.analysis, thought: found.analysis.decision, seat: Number(url.searchParams.get("seat")) },
  };
});

test("the page of a replay", async () => {
  addData("boot", boot);
  addElement("div", { id: "app" });
  globalThis.location.hash = "#5";
  await step("the page is opened at a step", () => import("../../static/js/shell/pages/replay.js"), 3000);
  for (const name of ["ArrowRight", "ArrowRight", "ArrowLeft", "]", "]", "[", "Home", "End", "?"]) await key(name);
  await key("Escape");
  await key("ArrowLeft", { shiftKey: true });
  await key("ArrowRight", { shiftKey: true });
  await key("1");
  await step("its analyses are loaded", () => {}, 2000);
  await key("2");
  await step("another bot's are loaded", () => {}, 2000);
  for (const at of [7, 8, 20]) {
    globalThis.location.hash = `#${at}`;
    await step(`the address names step ${at}`, () => dispatchEvent(event("hashchange")), 2000);
  }
  await key("2");
  await pressAll();
  await step("time passes", () => {}, 3000);
  for (const viewer of ["spectator", "1", "all", "0"]) {
    const select = document.body.querySelectorAll("select").find((one) => one.childNodes.length >= 4);
    await step(
      `view as ${viewer}`,
      () => {
        select.value = viewer;
        select.dispatchEvent(event("change"));
      },
      1000,
    );
  }
  for (const slider of document.body.querySelectorAll("input")) {
    await step(
      `move ${nameOf(slider)}`,
      () => {
        slider.value = "12";
        slider.dispatchEvent(event("input"));
      },
      500,
    );
  }
  await key("Home");
  await key(" ");
  await step("it plays", () => {}, 1500);
  await key(" ");
  await step("it has stopped", () => {}, 3000);
  await key("End");
  await step("the last step is shown", () => {}, 500);
  await key("PageDown");
  await step("the second deal is shown", () => {}, 2000);
  await key("PageDown");
  await key("PageUp");
  await step("the first deal is shown again", () => {}, 2000);
  await key("End");
  const onward = controls().find((one) => nameOf(one) === "onward");
  if (onward) await press("onward", 1000);
  answer("/t/abc/frames/", { status: 429, json: { code: "too_fast", message: "Slowly." } });
  await key("PageUp");
  await step("refused", () => {}, 1000);
  compare("replay");
});
