/** The lab's pictures, read from what they draw. */

import { document, Element, lines, pass } from "./dom.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "htm/preact";
import { render } from "preact";
import { EquityCurves, ExploitabilityCurve, Lines } from "../../static/js/lab/charts/curves.js";
import { Cdf, CdfPair, cumulative, distance, Histogram } from "../../static/js/lab/charts/distributions.js";
import { Axis, scale } from "../../static/js/lab/charts/figure.js";
import { DistanceMatrix, HeatTable, RiverStrip, Scatter } from "../../static/js/lab/charts/maps.js";
import { amountColour } from "../../static/js/lab/colours.js";

async function drawn(component, props) {
  const root = new Element("div");
  document.body.append(root);
  render(html`<${component} ...${props} />`, root);
  await pass(20);
  return root;
}
const attributes = (root, selector, name) => root.querySelectorAll(selector).map((one) => one.getAttribute(name));
const texts = (root, selector) => root.querySelectorAll(selector).map((one) => one.textContent);
/** Round every number in a text, so that the last digits of a division do not matter. */
const rounded = (text) => text.replace(/-?\d+\.\d+/g, (number) => String(Math.round(10 * Number(number)) / 10));

test("a scale maps its ends onto the drawing, also where there is only one value", () => {
  const place = scale(10, 20, 100, 0);
  assert.deepEqual([10, 15, 20, 25].map(place), [100, 50, 0, -50]);
  assert.equal(scale(3, 3, 5, 9)(3), 5);
});

test("an axis has a line and a number at each tick, and its title at the bottom only", async () => {
  const ticks = [
    { at: 40, text: "a" },
    { at: 90, text: "b" },
  ];
  const bottom = await drawn(Axis, { side: "bottom", ticks, width: 200, height: 100, title: "hands" });
  assert.deepEqual(attributes(bottom, "path", "d"), ["M40 8V76", "M90 8V76"]);
  assert.deepEqual(
    bottom.querySelectorAll("text").map((one) => [one.textContent, one.getAttribute("x"), one.getAttribute("y")]),
    [
      ["a", "40", "89"],
      ["b", "90", "89"],
      ["hands", "190", "99"],
    ],
  );
  const left = await drawn(Axis, { side: "left", ticks, width: 200, height: 100, title: "hands" });
  assert.deepEqual(attributes(left, "path", "d"), ["M34 40H190", "M34 90H190"]);
  assert.deepEqual(
    left.querySelectorAll("text").map((one) => [one.textContent, one.getAttribute("x"), one.getAttribute("y")]),
    [
      ["a", "30", "43.5"],
      ["b", "30", "93.5"],
    ],
  );
});

test("the exploitability is drawn on a log scale with its target and its last value", async () => {
  const root = await drawn(ExploitabilityCurve, {
    points: [
      [10, 0.5, 10],
      [50, 2, 1],
      [100, 4, 0.25],
    ],
    target: 0.3,
    running: true,
  });
  assert.equal(rounded(root.querySelector(".curve").getAttribute("d")), "M63 13.1L179.1 96.4L324.2 146.5");
  assert.equal(root.querySelector(".curve").dataset.points, "3");
  assert.equal(rounded(root.querySelector(".target").getAttribute("d")), "M34 139.9H330");
  assert.deepEqual(
    ["cx", "cy"].map((name) => rounded(root.querySelector(".head").getAttribute(name))),
    ["324.2", "146.5"],
  );
  assert.match(
    root.querySelector("svg").getAttribute("aria-label"),
    /After 100 iterations 0\.250 % of the pot; the target is 0\.3 %\./,
  );
  assert.deepEqual(texts(root, "td"), ["10", "0.50", "10.0000", "50", "2.00", "1.0000", "100", "4.00", "0.2500"]);
  assert.deepEqual(texts(root, ".axis text"), [
    "0.2",
    "0.5",
    "1",
    "2",
    "5",
    "10",
    "0",
    "20",
    "40",
    "60",
    "80",
    "100",
    "iterations",
  ]);
  assert.ok(root.querySelector("figure.running"));
});

test("the axis of a wide range has powers of ten only; before the first check there is no curve", async () => {
  const wide = await drawn(ExploitabilityCurve, {
    points: [
      [1, 0.1, 90],
      [900, 9, 0.01],
    ],
    target: 0.02,
  });
  assert.deepEqual(texts(wide, ".axis text"), [
    "0.01",
    "0.1",
    "1",
    "10",
    "100",
    "0",
    "200",
    "400",
    "600",
    "800",
    "iterations",
  ]);
  const empty = await drawn(ExploitabilityCurve, { points: [], target: 0.5 });
  assert.equal(empty.querySelector(".curve").getAttribute("d"), "M0 0");
  assert.equal(empty.querySelector(".head"), null);
  assert.match(empty.querySelector("svg").getAttribute("aria-label"), /No iteration has been checked yet/);
  assert.deepEqual(texts(empty, ".axis text").slice(-6), ["0", "5", "10", "15", "20", "iterations"]);
});

test("lines begin anew after a gap", async () => {
  const given = {
    title: "Loss",
    text: "It falls.",
    unit: "k",
    places: [2, 4, 8, 16],
    lines: [
      { name: "one", colour: "red", values: [8, 4, null, 1] },
      { name: "two", colour: "blue", dash: "4 2", values: [null, null, null, null] },
    ],
  };
  const root = await drawn(Lines, given);
  assert.deepEqual(attributes(root, ".curve", "d").map(rounded), ["M42 8L135.3 82M322 137.5", "M0 0"]);
  assert.deepEqual(attributes(root, "circle", "fill"), ["red", "red", "red"]);
  assert.deepEqual(attributes(root, "circle", "cy"), ["8", "82", "137.5"]);
  assert.deepEqual(texts(root, "td"), ["2", "8.00", "–", "4", "4.00", "–", "8", "–", "–", "16", "1.00", "–"]);
  assert.deepEqual(texts(root, ".axis text"), ["0", "2", "4", "6", "8", "2", "4", "8", "16", "k"]);
});

test("equity curves say what the middle hand has", async () => {
  const root = await drawn(EquityCurves, {
    curves: [
      {
        name: "OOP",
        colour: "red",
        points: [
          [0.25, 0.1],
          [0.5, 0.4],
          [1, 0.9],
        ],
      },
      { name: "IP", colour: "blue", points: [] },
    ],
  });
  assert.match(
    root.querySelector("svg").getAttribute("aria-label"),
    /OOP: the middle hand has 40\.0 %\. IP: the middle hand has –\./,
  );
  assert.deepEqual(
    texts(root, "td").filter((_, at) => at % 3 === 1),
    ["10.0 %", "10.0 %", "40.0 %", "90.0 %", "90.0 %"],
  );
  assert.deepEqual(attributes(root, ".curve", "d").map(rounded), ["M108 141.2L182 96.8L330 22.8", "M0 0"]);
  assert.deepEqual(texts(root, ".axis text").slice(0, 5), ["0", "25", "50", "75", "100"]);
});

test("cumulative distributions and their distance", () => {
  assert.deepEqual(cumulative([0.25, 0.5, 0.25]), [0.25, 0.75, 1]);
  assert.equal(distance([1, 0, 0, 0], [0, 0, 0, 1]), 0.75);
  assert.equal(distance([0.5, 0.5], [0.5, 0.5]), 0);
});

test("a histogram has a bar for each bin that holds anything", async () => {
  const root = await drawn(Histogram, { bins: [0.25, 0, 0.75, 0], title: "Potential", colour: "green" });
  assert.deepEqual(
    root
      .querySelectorAll("rect")
      .map((one) => ["x", "y", "width", "height"].map((name) => rounded(one.getAttribute(name)))),
    [
      ["34.4", "100", "73.2", "46"],
      ["182.4", "8", "73.2", "138"],
    ],
  );
  assert.match(
    root.querySelector("svg").getAttribute("aria-label"),
    /The highest bar, 75\.0 % of the rivers, is at 50 % to 75 % of equity; 2 of 4 bars are not empty\./,
  );
  assert.deepEqual(texts(root, "td"), ["0 % – 25 %", "25.00 %", "50 % – 75 %", "75.00 %"]);
  assert.deepEqual(texts(root, ".axis text"), [
    "0",
    "38",
    "75",
    "0",
    "25",
    "50",
    "75",
    "100",
    "equity on the river, %",
  ]);
  const small = await drawn(Histogram, { bins: [1], title: "Potential", small: true });
  assert.equal(small.querySelector("svg").getAttribute("viewBox"), "0 0 340 110");
  assert.ok(!small.querySelector(".axis-title"));
  const empty = await drawn(Histogram, { bins: [0, 0], title: "Nothing" });
  assert.equal(empty.querySelectorAll("rect").length, 0);
  assert.deepEqual(texts(empty, ".axis text").slice(0, 3), ["0", "1", "2"]);
});

test("a cumulative distribution rises by steps and names its quarters", async () => {
  const root = await drawn(Cdf, { bins: [0.25, 0.25, 0.25, 0.25], title: "Cumulative" });
  assert.equal(root.querySelector(".cdf").getAttribute("d"), "M34 146H34V111.5H108V77H182V42.5H256V8H330");
  assert.match(
    root.querySelector("svg").getAttribute("aria-label"),
    /A quarter of the rivers leave at most 25 %, half at most 50 %, three quarters at most 75 %\./,
  );
  assert.deepEqual(texts(root, ".axis text").slice(0, 3), ["0", "50", "100"]);
});

test("the area between two distributions goes along one and back along the other", async () => {
  const root = await drawn(CdfPair, { first: [1, 0], second: [0, 1], names: ["AA", "KK"], emd: 0.5 });
  assert.equal(root.querySelector(".area").getAttribute("d"), "M34 8L182 8L182 8L330 8L330 8L182 8L182 146L34 146Z");
  assert.deepEqual(attributes(root, ".cdf", "d"), ["M34 146H34V8H182V8H330", "M34 146H34V146H182V8H330"]);
  assert.deepEqual(texts(root, "td"), ["50 %", "100.0 %", "0.0 %", "100 %", "100.0 %", "100.0 %"]);
  assert.match(root.querySelector("svg").getAttribute("aria-label"), /0\.5000 of equity/);
});

test("clusters are divided in the matrix of distances", async () => {
  const painted = [];
  const context = {
    createImageData: (width, height) => ({
      data: { set: (colour, at) => painted.push([at, ...colour]) },
      width,
      height,
    }),
    putImageData() {},
  };
  const create = document.createElement;
  document.createElement = (name) =>
    Object.assign(create(name), { getContext: () => context, toDataURL: () => `data:${painted.length}` });
  const root = await drawn(DistanceMatrix, {
    matrix: [
      [0, 2],
      [1, 0],
    ],
    bounds: [0, 1],
    text: "Near.",
    title: "Distances",
  });
  document.createElement = create;
  const channels = (share) => amountColour(share).match(/\d+/g).map(Number);
  assert.deepEqual(painted, [
    [0, ...channels(1), 255],
    [4, ...channels(0), 255],
    [8, ...channels(0.5), 255],
    [12, ...channels(1), 255],
  ]);
  assert.equal(root.querySelector(".pixels").getAttribute("href"), "data:4");
  assert.deepEqual(attributes(root, ".bounds path", "d"), ["M160 0V320M0 160H320"]);
});

test("dots are placed by their values, larger by their weight, and can be chosen", async () => {
  let chosen = "";
  const points = [
    { x: 0, y: 10, colour: "red", name: "AA", size: 4, chosen: true },
    { x: 2, y: 20, colour: "blue", name: "KK", size: 1, choose: () => (chosen = "KK") },
  ];
  const place = (root) =>
    root
      .querySelectorAll("circle")
      .map((one) => ["cx", "cy", "r", "class"].map((name) => one.getAttribute(name) ?? ""));
  const plain = await drawn(Scatter, { points, title: "Hands", text: "Two." });
  assert.deepEqual(place(plain), [
    ["14", "292", "4.5", "chosen"],
    ["306", "14", "3.25", ""],
  ]);
  plain.querySelectorAll("circle")[1].click();
  assert.equal(chosen, "KK");
  assert.deepEqual(texts(plain, "title"), ["AA", "KK"]);
  const framed = await drawn(Scatter, { points, title: "Hands", text: "Two.", axes: ["equity", "variance"] });
  assert.deepEqual(place(framed), [
    ["40", "292", "4.5", "chosen"],
    ["306", "24", "3.25", ""],
  ]);
  assert.deepEqual(
    framed.querySelectorAll(".axis text").map((one) => [one.textContent, one.getAttribute("x"), one.getAttribute("y")]),
    [
      ["20", "28", "27"],
      ["10", "28", "295"],
      ["0", "40", "314"],
      ["2", "306", "314"],
      ["equity →", "180", "314"],
      ["↑ variance", "32", "9"],
    ],
  );
  assert.equal(framed.querySelector(".axis path").getAttribute("d"), "M32 16V300H314");
});

test("the strip of rivers has a place for each card, and buttons where a river can be chosen", async () => {
  let chosen = -1;
  const given = {
    values: new Map([
      [51, 0.5],
      [0, 0.25],
    ]),
    title: "Equity",
    word: "equity",
  };
  const still = await drawn(RiverStrip, given);
  assert.deepEqual(texts(still, ".strip-card").filter(Boolean), ["A♠", "2♣"]);
  assert.equal(still.querySelectorAll(".strip-card").length, 52);
  assert.equal(still.querySelectorAll("button").length, 0);
  assert.equal(texts(still, ".soft")[0], "Lowest on the 2 of clubs, 25.0 %; highest on the ace of spades, 50.0 %.");
  assert.deepEqual(
    still.querySelectorAll("[role=img]").map((one) => one.style.background),
    [amountColour(0.5), amountColour(0.25)],
  );
  assert.equal(still.querySelectorAll(".strip-card")[0].textContent, "A♠");
  const stretched = await drawn(RiverStrip, {
    ...given,
    stretched: true,
    chosen: 0,
    choose: (card) => (chosen = card),
  });
  assert.deepEqual(
    stretched.querySelectorAll("button").map((one) => one.style.background),
    [amountColour(1), amountColour(0)],
  );
  assert.deepEqual(attributes(stretched, "button", "aria-pressed"), ["false", "true"]);
  assert.deepEqual(attributes(stretched, "button", "data-card"), ["As", "2c"]);
  stretched.querySelector("button").click();
  assert.equal(chosen, 51);
  const empty = await drawn(RiverStrip, { ...given, values: new Map(), stretched: true });
  assert.equal(texts(empty, ".soft")[0], "");
});

test("a coloured table keeps its numbers readable", async () => {
  const root = await drawn(HeatTable, {
    title: "Correlation",
    columns: ["a", "b"],
    rows: [{ name: "r", values: [0.126, null] }],
    colour: () => "#000000",
    note: " (n)",
  });
  assert.deepEqual(
    root.querySelectorAll("td").map((one) => [one.textContent, one.style.color ?? ""]),
    [
      ["0.13", "#fff"],
      ["–", ""],
    ],
  );
  assert.equal(texts(root, "caption")[0], "Correlation (n)");
  assert.equal(root.querySelector("[role=region]").getAttribute("aria-label"), "Correlation");
});

test("nothing of a picture is drawn twice", async () => {
  const root = await drawn(HeatTable, { title: "T", name: "Other", columns: [], rows: [], colour: () => "red" });
  assert.equal(root.querySelector("[role=region]").getAttribute("aria-label"), "Other");
  assert.equal(lines(root).filter((line) => line.includes("caption")).length, 1);
});
