/** The page of a table, from the waiting room to the result; see tests/js/page.mjs. */

import { addData, addElement, answer, compare, key, press, pressAll, say, sockets, step } from "./page.mjs";
import { read } from "./drawing.mjs";
import { test } from "node:test";
import { applyPatch } from "../../static/js/shell/net/patches.js";

const URLS = Object.fromEntries(
  [
    "leave",
    "resign",
    "start",
    "fill",
    "remove",
    "sit",
    "again",
    "rematch",
    "hint",
    "frames",
    "replay",
    "rename",
    "start_stand_in",
    "end_stand_in",
    "report",
    "qr",
    "needs",
    "record",
    "table",
    "deal_file",
  ].map((name) => [name, `/t/abc/${name}/`]),
);
const boot = {
  code: "abc",
  game: "tiny",
  csrf: "token",
  me: { name: "Ann", face: 3 },
  levels: ["easy", "normal"],
  level_names: { easy: "Easy", normal: "Normal" },
  many_deals: true,
  deal_file: "txt",
  lapses: true,
  departs: true,
  title: "Peak",
  seat: 0,
  picture: "/peak.svg",
  rematch: null,
  invite: "http://test/t/abc/",
  loopback: true,
  reactions: ["👍", "😂"],
  urls: { ...URLS, home: "/" },
};
const NOW = 1_700_000_000;
const recorded = read("tiny-0");
const seat = (index, fields) => ({
  seat: index,
  name: ["Ann", "Ben", "Cleo"][index],
  face: index,
  bot: null,
  host: index === 0,
  person: true,
  for_good: false,
  departed: false,
  bank: 0,
  deadline: null,
  ...fields,
});
const empty = (index) => seat(index, { name: null, person: false });
let table = {
  code: "abc",
  game: "tiny",
  status: "open",
  visibility: "link",
  speed: "calm",
  options: recorded.options,
  clock: "quick",
  spectators: true,
  hints: true,
  open_after: "round",
  stand_in: "normal",
  starts_at: null,
  follows: "prev",
  next: null,
  next_by: null,
  wins: [2, 0, 1],
  awaits: [],
  closed: null,
  result: null,
  seats: [seat(0), empty(1), empty(2)],
  seals: ["0".repeat(64)],
  deals_at: null,
  agreed: [],
  scores_before: [],
};
let seq = 0;
/** What the board shows, and where the match stands. */
let [view, standing] = [null, null];

/** Send an update with some frames; what is given of the table changes. */
function update(frames, fields = {}, changed = {}) {
  table = { ...table, ...changed };
  const from = seq;
  ({ view, standing } = { view, standing, ...fields });
  seq = frames.at(-1)?.seq ?? seq + 1;
  say({
    type: "page",
    seat: 0,
    from,
    seq,
    frames,
    view,
    standing,
    legal: [],
    outcome: null,
    table,
    clock: { now: NOW },
    ...fields,
  });
}
/** One of each kind that is told, and of each reason. */
const TABLE_EVENTS = [
  ...[0, 1].flatMap((seat) => [
    { type: "TimedOut", seat },
    { type: "HandedOver", seat, level: "easy", reason: "left" },
    { type: "HandedOver", seat, level: "easy", reason: "resigned" },
    { type: "TakenBack", seat },
    { type: "Resigned", seat, winners: [] },
    { type: "Resigned", seat, winners: [1] },
    { type: "Departed", seat, reason: "left" },
    { type: "HostChanged", seat },
    { type: "Followed", seat, code: "next" },
  ]),
  { type: "Followed", seat: null, code: "next" },
  { type: "Renamed", seat: 1, name: "Benno", face: 4 },
  { type: "RematchCancelled" },
  ...["log", "seat:1", "thoughts", "memory:2", "else"].map((what) => ({
    type: "Inspected",
    who: "staff",
    what,
    reason: "a complaint",
    at: 1,
  })),
  ...["nobody_came", "everybody_left", "no_more_deals", "staff", "", "vandals"].map((reason) => ({
    type: "Closed",
    reason,
  })),
  { type: "AgreedToDeal", seat: 1, deal: 2 },
];
const tableFrame = (event) => ({ seq: seq + 1, kind: "table", dwell: 0, event });

answer("/t/abc/needs/", {
  ready: false,
  items: [{ name: "x", status: "running", share: 0.25, levels: ["normal"], seconds: 40 }],
});
answer("/t/abc/again/", { code: "next" });
answer("/t/abc/rematch/", { code: "next" });

test("the page of a table", async () => {
  addData("boot", boot);
  addElement("div", { id: "app" });
  await step("the page is opened", () => import("../../static/js/shell/pages/table.js"), 500);
  await step("the server answers", () => update([tableFrame({ type: "Opened" })]), 500);
  await step("who is here", () =>
    say({
      type: "people",
      seats: [
        { seat: 0, here: true },
        { seat: 1, here: false },
        { seat: 2, here: false },
      ],
      watching: 2,
    }),
  );
  await pressAll(["leave"]);
  await step(
    "a bot sits down",
    () =>
      update(
        [tableFrame({ type: "Sat", seat: 2, name: "Cleo", bot: "easy", face: 2 })],
        {},
        { seats: [seat(0), empty(1), seat(2, { bot: "easy", person: false })] },
      ),
    500,
  );
  await step("a clock runs until the start", () => update([], {}, { starts_at: NOW + 30 }), 1500);
  await step(
    "somebody sits down",
    () => update([], {}, { starts_at: null, seats: [seat(0), seat(1), seat(2, { bot: "easy", person: false })] }),
    500,
  );
  await press("start");
  await step("refused", () =>
    say({ type: "refused", code: "too_fast", message: "Slowly.", command: null, retry_after: 2 }),
  );

  const frames = recorded.frames.map((frame) => ({
    seq: frame.seq + seq + 1,
    kind: "game",
    dwell: 0.4,
    event: frame.event,
    view: frame.view,
    ...(frame.event.type === "Dealt" && { deal: frame.event.round + 1 }),
  }));
  const standingIn = (deal) => ({
    scores: [4, 6, 5],
    out: deal > 2 ? [2] : [],
    deal,
    deals: 3,
    target: null,
    title: "",
  });
  const first = frames.findIndex((frame, at) => recorded.frames[at].legal.length);
  const playing = {
    status: "playing",
    seats: [seat(0, { deadline: NOW + 20, bank: 12 }), seat(1), seat(2, { bot: "easy", person: false })],
    scores_before: [5, 5, 5],
  };
  await step(
    "the game begins",
    () =>
      update(
        frames.slice(0, first + 1),
        {
          view: frames[first].view,
          legal: recorded.frames[first].legal,
          aside: recorded.frames[first].aside,
          standing: standingIn(1),
        },
        playing,
      ),
    8000,
  );
  await pressAll(["leave"]);
  await key("?");
  await key("Escape");
  await step("time passes", () => {}, 12_000);
  await step("chat", () =>
    say({
      type: "said",
      id: 1,
      who: "w1",
      own: false,
      game: "abc",
      name: "Ben",
      seat: 1,
      text: "Hello <there>",
      at: NOW + 30,
    }),
  );
  await step(
    "a reaction",
    () =>
      say({ type: "said", id: 2, who: "w1", own: false, game: "abc", name: "Ben", seat: 1, text: "👍", at: NOW + 60 }),
    200,
  );
  await step("own words, twice", () =>
    [3, 3].forEach((id) =>
      say({ type: "said", id, who: "w0", own: true, game: "prev", name: "Ann", seat: null, text: "Hi", at: NOW + 60 }),
    ),
  );
  await step("the reaction is gone", () => {}, 10_000);
  await press("tab-chat");
  await pressAll(["leave"]);
  await press("tab-history");
  await step(
    "Ben is away",
    () =>
      say({
        type: "people",
        seats: [
          { seat: 0, here: true },
          { seat: 1, here: false },
          { seat: 2, here: false },
        ],
        watching: 0,
      }),
    61_000,
  );
  await press("stand-in-1");
  await step(
    "a bot plays for Ben and for me",
    () =>
      update(
        [tableFrame({ type: "HandedOver", seat: 1, level: "normal", reason: "absent", for_good: false })],
        {},
        { seats: [seat(0, { bot: "easy" }), seat(1, { bot: "normal" }), seat(2, { departed: true })] },
      ),
    500,
  );
  await press("end-stand-in");
  await step("the connection is lost", () => sockets.at(-1).onclose({ code: 1006 }), 400);
  await step("for longer", () => {}, 30_000);
  const end = frames.findIndex((frame) => frame.event.type === "DealEnded");
  await step(
    "the deal ends",
    () =>
      update(
        frames.slice(first + 1, end + 1),
        { view: frames[end].view, standing: standingIn(1) },
        { ...playing, deals_at: NOW + 600, agreed: [1] },
      ),
    20_000,
  );
  await pressAll(["leave", "menu", "help", "react", "hint"]);
  await key("d");
  await step("the server has not dealt yet", () =>
    say({ type: "refused", code: "stale", message: "No.", command: null }),
  );
  const second = frames.findIndex((frame, at) => at > end && frame.event.type === "Dealt");
  if (second > 0) {
    await step(
      "the next deal",
      () =>
        update(
          frames.slice(end + 1, second + 1),
          { view: frames[second].view, standing: standingIn(2), legal: recorded.frames[second].legal },
          { deals_at: null, agreed: [] },
        ),
      3000,
    );
    answer("/t/abc/frames/", { frames: frames.slice(0, end + 1), total: end + 1 });
    await press("tab-history");
    await press("earlier-deals");
    await press("next-deal-history");
    await press("earlier-deals");
    await press("present-deal");
    await pressAll(["leave", "menu", "help", "react", "hint"]);
  }
  for (const event of TABLE_EVENTS)
    await step(`table event ${JSON.stringify(event)}`, () => update([tableFrame(event)]));
  answer("/t/abc/hint/", { action: recorded.frames[first].legal[0], why: "It is high." });
  await step(
    "my turn again",
    () => update([], { view: frames[first].view, legal: recorded.frames[first].legal, standing: standingIn(2) }),
    500,
  );
  await press("hint");
  const last = frames.at(-1);
  const ended = { ...last.view, outcome: recorded.outcome ?? { winners: [0], scores: [7, 4, 4], reason: "" } };
  await step(
    "the match is over",
    () =>
      update(
        [{ ...last, seq: seq + 1, view: ended }],
        { view: ended, outcome: ended.outcome, standing: standingIn(3) },
        { status: "over", deals_at: null },
      ),
    3000,
  );
  await pressAll(["leave", "menu", "help", "react"]);
  await step("a rematch", () => say({ type: "moved", code: "next" }));
  await step(
    "a rematch is known",
    () =>
      update(
        [tableFrame({ type: "Followed", seat: 1, code: "next" })],
        { view: ended, outcome: ended.outcome, standing: standingIn(3) },
        { next: "next", next_by: 1 },
      ),
    500,
  );
  await step(
    "somebody resigned",
    () =>
      update(
        [tableFrame({ type: "Resigned", seat: 1, winners: [0], scores: [1, 0, 0] })],
        {
          view: { ...last.view, outcome: null },
          outcome: { winners: [0], scores: [1, 0, 0], reason: "resigned" },
          standing: standingIn(3),
        },
        { result: { winners: [0], scores: [1, 0, 0], reason: "resigned" } },
      ),
    500,
  );
  await step("a patch", () =>
    say({
      type: "page",
      seat: 0,
      from: seq,
      seq: seq + 1,
      frames: [],
      patch: [],
      legal: [],
      outcome: null,
      table_patch: [[["speed"], "brisk"]],
      clock: { now: NOW },
    }),
  );
  table = applyPatch(table, [[["speed"], "brisk"]]);
  seq += 1;
  await step("an update is missing", () => update([], { from: seq + 5 }));
  seq -= 1;
  await step(
    "only spectators' seats are left",
    () => update([], { seat: null, view: last.view }, { result: null, status: "playing" }),
    500,
  );
  await step(
    "the table is closed",
    () => update([], { seat: null, view: last.view }, { status: "closed", closed: "abandoned" }),
    500,
  );
  await step("nobody may watch", () => say({ type: "refused", code: "no_spectators", message: "No.", command: null }));
  await step("the page is too old", () =>
    say({ type: "refused", code: "old_version", message: "Old.", command: null }),
  );
  compare("table");
});
