/** The page of the turn lab with a spot that has been solved; see tests/js/page.mjs and tests/js/record_lab.py. */

import { addData, addElement, answer, compare, controls, nameOf, press, pressAll, say, step } from "./page.mjs";
import { document, event } from "./dom.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const recorded = JSON.parse(readFileSync(new URL("./pages/lab.json", import.meta.url), "utf8"));
const answers = new Map(recorded.answers.map(({ asked, ...found }) => [JSON.stringify(asked), found]));
const unanswered = new Map();
const { boot } = recorded;

answer("/lab/turn/api/", (url, request) => {
  const asked = [request.method ?? "GET", url.pathname + url.search, request.body ?? ""];
  const found = answers.get(JSON.stringify(asked));
  if (!found) unanswered.set(JSON.stringify(asked), asked);
  return found ?? { status: 400, json: { code: "unknown", message: "Not recorded." } };
});
const state = (fields) => say({ type: "solve", solve: { ...boot.solve, ...fields } });

async function viewAs(name) {
  const tab = controls().find((one) => one.getAttribute("role") === "tab" && one.textContent.includes(name));
  await step(`view ${name}`, () => tab.click(), 2000);
}

/** Change a field as a visitor does. */
async function fill(field, value, kind) {
  await step(
    `${kind} ${nameOf(field)} ${value}`,
    () => {
      field.value = value;
      field.dispatchEvent(event(kind));
    },
    1000,
  );
}

test("the page of the lab", async () => {
  addData("boot", boot);
  addElement("div", { id: "lab" });
  globalThis.location.pathname = "/lab/turn/";
  await step("the page is opened", () => import("../../static/js/lab/turn.js"), 3000);
  for (const view of ["Strategy", "Rivers", "Compare", "Clusters", "Ranges", "Experiment"]) {
    await viewAs(view);
    await pressAll(["stop", "solve"]);
    await step("its answers", () => {}, 2000);
  }
  await viewAs("Strategy");
  for (const select of document.body.querySelectorAll("select")) {
    for (const option of select.querySelectorAll("option"))
      await fill(select, option.getAttribute("value") ?? option.textContent, "change");
  }
  for (const input of document.body.querySelectorAll("input")) {
    if (input.getAttribute("type") === "checkbox") {
      await step(
        `tick ${nameOf(input)}`,
        () => {
          input.checked = !input.checked;
          input.dispatchEvent(event("change"));
          input.dispatchEvent(event("input"));
        },
        1000,
      );
    } else await fill(input, "50", "input");
  }
  for (const area of document.body.querySelectorAll("textarea")) {
    for (const text of ["AA,KK:0.5", "xx"]) await fill(area, text, "input");
  }
  for (const grid of document.body.querySelectorAll("[role=grid]").slice(0, 2)) {
    const cell = grid.querySelector("[data-cell]");
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Enter", "x"])
      await step(
        `key ${key}`,
        () =>
          (grid.contains(document.activeElement) ? document.activeElement : cell).dispatchEvent(
            event("keydown", { key }),
          ),
        300,
      );
  }
  for (const fields of [
    { status: "queued", result: null, position: 3 },
    {
      status: "running",
      result: null,
      progress: { iteration: 10, seconds: 1, exploitability_pct: 4.2, curve: [[10, 1, 4.2]] },
    },
    { status: "stopped", result: null, started_at: 1 },
    { status: "failed", error: "Too little memory." },
    { status: "removed" },
    { status: "done" },
  ])
    await step(`the solve is ${fields.status}`, () => state(fields), 500);
  await step(
    "another solve",
    () => say({ type: "solve", solve: { ...boot.solve, hash: "0".repeat(64), status: "done" } }),
    1000,
  );
  if (process.env.GLASS_KEEP)
    writeFileSync(new URL("./pages/lab.asked.json", import.meta.url), JSON.stringify([...unanswered.values()]));
  compare("lab");
});
