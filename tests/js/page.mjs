/**
 * A page in Node.js: its server answers from a table of addresses, and all that it sends and draws is written down.
 *
 * `GLASS_KEEP=1 node --test tests/js/page-NAME.test.mjs` keeps the writings in `tests/js/pages/NAME.txt`: in full what was
 * sent, asked and said, and of each drawing a short name. With the name of a file as GLASS_KEEP the whole drawings go there.
 */

import { changes, digest, document, Element, event, lines, pass } from "./dom.mjs";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/** Sockets that the page has opened, the last one last. */
export const sockets = [];
const written = [];
/** Longest address first: what the server answers, or a function of the address and the request. */
const routes = new Map();

class FakeSocket {
  static OPEN = 1;
  readyState = 1;
  constructor(url) {
    this.url = url;
    sockets.push(this);
    written.push(`opens ${url}`);
    setTimeout(() => this.onopen?.(), 10);
  }
  send(text) {
    written.push(`sends ${text.replace(/[0-9a-f-]{36}/g, "UUID")}`);
  }
  close(code = 1000) {
    written.push("closes its socket");
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

class Abort {
  signal = { aborted: false, addEventListener() {} };
  abort() {
    this.signal.aborted = true;
  }
}

Object.assign(globalThis, {
  WebSocket: FakeSocket,
  AbortController: Abort,
  performance: { now: () => 0 },
  fetch: async (url, request = {}) => {
    const body = request.body ? ` ${String(request.body).replace(/nonce=\w+/, "nonce=NONCE")}` : "";
    written.push(`${request.method ?? "GET"} ${url}${body}`);
    const route = [...routes.keys()].filter((one) => url.startsWith(one)).sort((a, b) => b.length - a.length)[0];
    const found = route === undefined ? {} : routes.get(route);
    const answer = typeof found === "function" ? found(new URL(url, "http://test"), request) : found;
    const status = answer.status ?? 200;
    return {
      ok: status < 300,
      status,
      headers: { get: () => answer.retry ?? null },
      json: async () => answer.json ?? answer,
      blob: async () => ({}),
    };
  },
});
Object.assign(globalThis.location, {
  assign: (url) => written.push(`goes to ${url}`),
  reload: () => written.push("reloads"),
});
Object.assign(globalThis.history, { replaceState: (_, __, url) => written.push(`address ${url}`) });
Object.defineProperty(document, "title", {
  get: () => document.titles,
  set: (text) => (document.titles === text || written.push(`title ${text}`), (document.titles = text)),
});
Object.assign(Element.prototype, {
  showPopover() {},
  hidePopover() {},
  checkVisibility: () => true,
});

/** Answer requests that begin with an address. */
export const answer = (address, what) => routes.set(address, what);

/** Put an element with JSON into the page, as Django's json_script does. */
export function addData(id, value) {
  const element = new Element("script");
  element.setAttribute("id", id);
  element.append(JSON.stringify(value));
  document.body.append(element);
}

export function addElement(name, attributes = {}, parent = document.body) {
  const element = new Element(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

let before = [];
const text = [];

/** Do something, let a time pass, and write down what came of it. */
export async function step(what, cause = () => {}, milliseconds = 100) {
  await cause();
  await pass(milliseconds);
  const now = document.body.childNodes.filter((one) => one.localName !== "script").flatMap((one) => lines(one));
  text.push([`--- ${what}`, ...written.splice(0), ...spoken(before, now), ...changes(before, now)].join("\n"));
  before = now;
}

/** The texts that have come onto the page. */
function spoken(old, now) {
  const words = (all) => all.flatMap((line) => (line.includes(" | ") ? [line.slice(line.indexOf(" | ") + 3)] : []));
  const known = new Set(words(old));
  const fresh = words(now).filter((word) => !known.has(word));
  return fresh.length ? [`reads: ${fresh.join(" / ")}`] : [];
}

/** What can be pressed now: buttons and others with a listener, in the order of the page. */
export const controls = () =>
  document.body
    .querySelectorAll("*")
    .filter((one) => one.listeners.some(({ type }) => type === "click") && !one.hasAttribute("disabled"));

/** How a control is called. */
export const nameOf = (one) =>
  one.getAttribute("data-testid") ??
  one.getAttribute("aria-label") ??
  one.getAttribute("id") ??
  one.textContent.trim().slice(0, 30);

/** Press a control by its name. */
export async function press(name, milliseconds) {
  const found = controls().find((one) => nameOf(one) === name);
  assert.ok(found, `nothing is called ${name}: ${controls().map(nameOf).join(", ")}`);
  await step(`press ${name}`, () => found.click(), milliseconds);
}

export const key = (name, fields = {}) =>
  step(`key ${name}`, () => document.activeElement.dispatchEvent(event("keydown", { key: name, ...fields })));

/** How many controls are pressed at one moment: where there are more they are alike. */
const MAX_PRESSED = 24;

/** Press each control that the page has now, as long as it is there. */
export async function pressAll(leaveOut = []) {
  const names = [...new Set(controls().map(nameOf))].filter((name) => !leaveOut.includes(name)).slice(0, MAX_PRESSED);
  for (const name of names) if (controls().some((one) => nameOf(one) === name)) await press(name);
}

export const say = (message) => sockets.at(-1).onmessage({ data: JSON.stringify(message) });

/** A line that is kept in full is no longer than this. */
const MAX_SAID = 240;
const SAID = /^(---|sends|opens|closes|GET|POST|goes|reloads|address|title|reads)/;

/** Compare what was written with what is kept, or keep it if GLASS_KEEP is set. */
export function compare(name) {
  const short = text.map((section) => {
    const all = section.split("\n");
    const drawn = all.filter((line) => !SAID.test(line) || line.length > MAX_SAID);
    return [
      ...all.filter((line) => SAID.test(line)).map((line) => line.slice(0, MAX_SAID)),
      ...(drawn.length ? [`drawing ${digest(drawn)}, ${drawn.length} lines`] : []),
    ].join("\n");
  });
  const file = new URL(`./pages/${name}.txt`, import.meta.url);
  if (process.env.GLASS_KEEP) {
    mkdirSync(new URL("./pages/", import.meta.url), { recursive: true });
    writeFileSync(file, `${short.join("\n\n")}\n`);
    if (process.env.GLASS_KEEP !== "1") writeFileSync(process.env.GLASS_KEEP, text.join("\n\n"));
  }
  const kept = readFileSync(file, "utf8").trimEnd().split("\n\n");
  for (const [at, section] of short.entries()) assert.equal(section, kept[at]);
  assert.equal(short.length, kept.length);
}
