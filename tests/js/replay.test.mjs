/** The replay of a deal: which step is on the board, what is fetched for it, and whose analysis is open. */

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import "./fake-page.mjs";

mock.timers.enable({ apis: ["setTimeout"] });
const { addressOf, createReplayPlayer, positionFromAddress } = await import("../../static/js/shell/replay/player.js");
const { Analyses } = await import("../../static/js/shell/replay/analysis.js");

const BOOT = {
  deal: 1,
  total: 60,
  chunk: 25,
  viewers: ["0", "all"],
  revealed: [0, 1],
  table: {
    seats: [
      { seat: 0, bot: null },
      { seat: 1, bot: "easy" },
      { seat: 2, bot: "easy" },
    ],
  },
  urls: { frames: "/frames/", bot_analysis: "/mind/", analysis: "/analysis/" },
};
const frames = Array.from({ length: BOOT.total }, (_, i) => ({
  seq: i + 1,
  kind: "game",
  dwell: 2,
  event: { type: `E${i + 1}` },
}));

let asked = [];
let failing = false;
globalThis.fetch = async (url) => {
  const { pathname, searchParams } = new URL(url, location.href);
  asked.push(decodeURIComponent(url));
  if (failing) return { ok: false, status: 500, json: async () => ({ code: "x", message: "" }) };
  const answers = {
    "/frames/": () => {
      const part = frames.slice(Number(searchParams.get("first")) - 1, Number(searchParams.get("last")));
      const views = searchParams.get("views") !== "0";
      return {
        frames: part.map((frame) =>
          views ? { ...frame, view: { of: frame.event.type, to: searchParams.get("eyes") } } : frame,
        ),
      };
    },
    "/mind/": () => ({
      mind:
        searchParams.get("seat") === "0"
          ? null
          : { seat: 1, summary: `at ${searchParams.get("at")}`, thought: { made: true } },
    }),
    "/analysis/": () => ({
      decisions: [
        { seat: 1, step: 30 },
        { seat: 0, step: 10 },
        { seat: 1, step: 5 },
      ],
      turning_point: { seat: 1, step: 30 },
    }),
  };
  return { ok: true, status: 200, json: async () => answers[pathname]() };
};

/** Let answers arrive. */
const arrive = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

async function open(start = { viewer: "0", step: 1 }, boot = BOOT) {
  asked = [];
  failing = false;
  const player = createReplayPlayer(boot, start);
  await arrive();
  return player;
}

test("a replay loads the history once, and views in chunks where they are needed", async () => {
  const player = await open();
  assert.equal(player.history.value.length, 60);
  assert.deepEqual(player.shown.value, { step: 1, frame: frames[0], view: { of: "E1", to: "0" }, isNext: true });
  assert.deepEqual(
    asked,
    ["/frames/?deal=1&eyes=0&first=1&last=25", "/frames/?deal=1&eyes=0&first=1&last=60&views=0"].sort((a) =>
      a.includes("views") ? -1 : 1,
    ),
  );
  player.go(8);
  await arrive();
  assert.equal(asked.at(-1), "/frames/?deal=1&eyes=0&first=26&last=50");
  player.go(9);
  await arrive();
  assert.equal(asked.length, 3);
  player.close();
});

test("the board keeps the last step until the wanted one has arrived", async () => {
  const player = await open();
  player.go(60);
  assert.equal(player.shown.value.step, 1);
  await arrive();
  assert.deepEqual([player.shown.value.step, player.shown.value.isNext], [60, false]);
  player.close();
});

test("steps are whole and stay within the deal", async () => {
  const player = await open();
  player.move(-5);
  assert.equal(player.step.value, 1);
  player.go(2.7);
  assert.equal(player.step.value, 2);
  player.go(1000);
  assert.equal(player.step.value, 60);
  player.close();
});

test("another viewer has views of their own", async () => {
  const player = await open();
  player.viewer.value = "all";
  await arrive();
  assert.deepEqual(player.shown.value.view, { of: "E1", to: "all" });
  assert.equal(player.history.value.length, 60);
  player.close();
});

test("while it plays each step is shown for its time, by the chosen speed, and it stops at the end", async () => {
  const player = await open({ viewer: "0", step: 58 });
  player.toggle();
  mock.timers.tick(1999);
  assert.equal(player.step.value, 58);
  mock.timers.tick(1);
  assert.equal(player.step.value, 59);
  player.speed.value = 4;
  mock.timers.tick(500);
  assert.equal(player.step.value, 60);
  mock.timers.tick(500);
  assert.equal(player.playing.value, false);
  player.toggle();
  assert.deepEqual([player.step.value, player.playing.value], [1, true]);
  player.close();
});

test("a failed answer stops playing and is asked for again at the next step", async () => {
  const player = await open();
  player.toggle();
  failing = true;
  player.step.value = 20;
  await arrive();
  assert.equal(player.playing.value, false);
  failing = false;
  player.go(30);
  await arrive();
  assert.equal(player.shown.value.step, 30);
  player.close();
});

test("the address names viewer and step, and following it goes there", async () => {
  location.search = "?eyes=all";
  location.hash = "#12";
  assert.deepEqual(positionFromAddress(BOOT), { viewer: "all", step: 12 });
  location.search = "?eyes=7";
  location.hash = "#999";
  assert.deepEqual(positionFromAddress(BOOT), { viewer: "0", step: 60 });
  assert.equal(addressOf(3, "all", 4, 1), "https://table.example/t/abc/?eyes=all&deal=3&analysis=1#4");
  const player = await open();
  location.hash = "#40";
  dispatchEvent(new Event("hashchange"));
  assert.equal(player.step.value, 40);
  player.close();
  location.hash = "#41";
  dispatchEvent(new Event("hashchange"));
  assert.equal(player.step.value, 40);
});

async function openAnalyses(wanted, boot = BOOT, supported = true) {
  const player = await open({ viewer: "0", step: 1 }, boot);
  asked = [];
  const analyses = new Analyses(boot, player, supported, wanted);
  await arrive();
  mock.timers.tick(80);
  await arrive();
  await arrive();
  return { player, analyses };
}

test("the seats with an analysis are revealed, and bots or seats that a bot decided for", async () => {
  const { player, analyses } = await openAnalyses(null);
  assert.deepEqual(
    analyses.seats.value.map(({ seat }) => seat),
    [0, 1],
  );
  assert.equal(analyses.shown.value, null);
  assert.deepEqual(analyses.decisionSteps.value, [5, 10, 30]);
  analyses.close();
  player.close();
});

test("a board that draws no analyses has none", async () => {
  const { player, analyses } = await openAnalyses("1", BOOT, false);
  assert.deepEqual([analyses.seats.value, analyses.seat.value, asked], [[], null, []]);
  analyses.close();
  player.close();
});

test("the analysis of the step on the board is fetched after a moment, then those beside it", async () => {
  const { player, analyses } = await openAnalyses("1");
  assert.equal(analyses.shown.value.summary, "at 1");
  assert.deepEqual(analyses.shown.value.decision, { made: true });
  const steps = asked
    .filter((url) => url.startsWith("/mind/"))
    .map((url) => Number(new URL(url, location.href).searchParams.get("at")));
  assert.deepEqual(steps, [1, 2, 5]);
  player.go(2);
  assert.equal(analyses.shown.value.summary, "at 2");
  analyses.close();
  player.close();
});

test("opening an analysis shows everything, and closing it what was shown before", async () => {
  const { player, analyses } = await openAnalyses(null);
  analyses.toggle(1);
  assert.deepEqual([player.viewer.value, analyses.used.value, analyses.shown.value.state], ["all", true, "loading"]);
  await arrive();
  mock.timers.tick(80);
  await arrive();
  assert.equal(analyses.shown.value.summary, "at 1");
  analyses.toggle(1);
  assert.deepEqual([player.viewer.value, analyses.seat.value, analyses.shown.value], ["0", null, null]);
  analyses.close();
  player.close();
});

test("a seat that no bot played has an analysis without content", async () => {
  const { player, analyses } = await openAnalyses("0");
  assert.equal(analyses.shown.value.state, "none");
  analyses.close();
  player.close();
});

test("an analysis that failed can be asked for again", async () => {
  const { player, analyses } = await openAnalyses(null);
  failing = true;
  analyses.choose(1);
  mock.timers.tick(80);
  await arrive();
  await arrive();
  assert.equal(analyses.shown.value.state, "failed");
  failing = false;
  analyses.retry();
  mock.timers.tick(80);
  await arrive();
  await arrive();
  assert.equal(analyses.shown.value.summary, "at 1");
  analyses.close();
  player.close();
});

test("one jumps to the decisions of the open bot, and to the turning point from the address", async () => {
  const { player, analyses } = await openAnalyses("turning-point");
  assert.deepEqual([player.step.value, analyses.seat.value, analyses.resolving.value], [30, 1, false]);
  assert.deepEqual(analyses.decisionSteps.value, [5, 30]);
  analyses.jump(-1);
  assert.equal(player.step.value, 5);
  analyses.jump(-1);
  assert.equal(player.step.value, 5);
  analyses.jump(1);
  assert.equal(player.step.value, 30);
  analyses.close();
  player.close();
});
