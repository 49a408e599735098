/**
 * As much of a browser as drawing a page needs, for tests in Node.js: elements, events, a clock that the test moves.
 *
 * Nothing is laid out: an element's box is made up from its place in the document, so that "left of" and "below" have
 * an answer. Import this before any module of the browser.
 */

import { createHash } from "node:crypto";

let focused = null;

class Node {
  childNodes = [];
  parentNode = null;
  get ownerDocument() {
    return document;
  }
  get isConnected() {
    return this === document || Boolean(this.parentNode?.isConnected);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling() {
    return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null;
  }
  get parentElement() {
    return this.parentNode;
  }
  insertBefore(node, before) {
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }
  appendChild(node) {
    return this.insertBefore(node, null);
  }
  append(...nodes) {
    for (const node of nodes) this.appendChild(typeof node === "string" ? new Text(node) : node);
  }
  replaceChildren(...nodes) {
    this.childNodes = [];
    this.append(...nodes);
  }
  removeChild(node) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }
  remove() {
    this.parentNode?.removeChild(this);
  }
  contains(node) {
    return node === this || this.childNodes.some((child) => child.contains(node));
  }
  get textContent() {
    return this.childNodes.map((child) => child.textContent).join("");
  }
  set textContent(text) {
    this.childNodes = [];
    if (text) this.append(String(text));
  }
}

class Text extends Node {
  nodeType = 3;
  #data;
  constructor(data) {
    super();
    this.data = data;
  }
  get data() {
    return this.#data;
  }
  set data(text) {
    this.#data = String(text);
  }
  get textContent() {
    return this.data;
  }
}

class Target extends Node {
  listeners = [];
  addEventListener(type, listener, options) {
    const capture = options === true || Boolean(options?.capture);
    this.listeners.push({ type: type.toLowerCase(), listener, capture, once: Boolean(options?.once) });
  }
  removeEventListener(type, listener) {
    this.listeners = this.listeners.filter((one) => one.type !== type.toLowerCase() || one.listener !== listener);
  }
  dispatchEvent(event) {
    event.target ??= this;
    for (let node = this; node && !event.stopped; node = event.bubbles === false ? null : node.parentNode) {
      event.currentTarget = node;
      for (const one of [...node.listeners]) {
        if (one.type !== event.type) continue;
        if (one.once) node.removeEventListener(event.type, one.listener);
        if (typeof one.listener === "function") one.listener.call(node, event);
        else one.listener.handleEvent(event);
      }
    }
    return !event.defaultPrevented;
  }
}

const PARTS = /^([\w-]+|\*)?((?:[.#][\w-]+|\[[^\]]+\]|:not\([^)]*\)|:[a-z-]+)*)$/;
const PART = /[.#][\w-]+|\[[^\]]+\]|:not\([^)]*\)|:[a-z-]+/g;

/** Whether an element has the form of a selector without spaces. */
function fits(element, selector) {
  const [, tag, rest] = PARTS.exec(selector) ?? [];
  if (tag === undefined && rest === undefined) throw new Error(`unknown selector ${selector}`);
  if (tag && tag !== "*" && element.localName !== tag) return false;
  return (rest.match(PART) ?? []).every((part) => {
    if (part.startsWith(":not")) return !fits(element, part.slice(5, -1));
    if (part[0] === ":") return element === focused;
    if (part[0] === ".") return element.className.split(" ").includes(part.slice(1));
    if (part[0] === "#") return element.getAttribute("id") === part.slice(1);
    const [, name, , value] = /^\[([\w-]+)(=["']?(.*?)["']?)?\]$/.exec(part);
    return element.hasAttribute(name) && (value === undefined || element.getAttribute(name) === value);
  });
}

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export class Element extends Target {
  nodeType = 1;
  attributes = new Map();
  open = false;
  constructor(name) {
    super();
    this.localName = this.nodeName = name;
    const values = {};
    this.style = Object.assign(values, { setProperty: (key, value) => (values[key] = value) });
    Object.defineProperty(values, "setProperty", { enumerable: false });
    this.dataset = new Proxy(
      {},
      {
        get: (_, key) => this.getAttribute(`data-${kebab(key)}`) ?? undefined,
        set: (_, key, value) => (this.setAttribute(`data-${kebab(key)}`, value), true),
        deleteProperty: (_, key) => (this.removeAttribute(`data-${kebab(key)}`), true),
      },
    );
  }
  get className() {
    return this.getAttribute("class") ?? "";
  }
  set className(text) {
    this.setAttribute("class", text);
  }
  get children() {
    return this.childNodes.filter((child) => child.nodeType === 1);
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  matches(selector) {
    return selector.split(",").some((one) => this.fitsPath(one.trim().split(/\s+/)));
  }
  fitsPath(path) {
    if (!fits(this, path.at(-1))) return false;
    const rest = path.slice(0, -1);
    for (let above = this.parentNode; rest.length; above = above.parentNode) {
      if (!above || above === document) return false;
      if (above.fitsPath(rest)) return true;
    }
    return true;
  }
  closest(selector) {
    if (this.matches(selector)) return this;
    return this.parentNode instanceof Element ? this.parentNode.closest(selector) : null;
  }
  querySelectorAll(selector) {
    return this.children.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  getBoundingClientRect() {
    return boxOf(this, document.documentElement.querySelectorAll("*").indexOf(this.parentNode));
  }
  focus() {
    focused?.dispatchEvent({ type: "blur", bubbles: false });
    focused = this;
    this.dispatchEvent({ type: "focus", bubbles: false });
  }
  blur() {
    focused = null;
  }
  click() {
    if (!this.hasAttribute("disabled")) this.dispatchEvent(event("click"));
  }
  showModal() {
    this.open = true;
    this.setAttribute("open", "");
  }
  close() {
    this.open = false;
    this.removeAttribute("open");
  }
  cloneNode() {
    return new Element(this.localName);
  }
  animate() {
    return { finished: Promise.resolve(), addEventListener() {}, cancel() {} };
  }
  getContext() {
    return null;
  }
  setPointerCapture() {}
  releasePointerCapture() {}
  hasPointerCapture() {
    return true;
  }
  scrollIntoView() {}
  scrollTo() {}
  select() {}
}

/** A class of elements by their tag, for `instanceof`. */
const tagged = (...names) =>
  class {
    static [Symbol.hasInstance](one) {
      return one instanceof Element && names.includes(one.localName);
    }
  };

/** The box of an element whose parent is the so-manieth of the document. */
function boxOf(element, order) {
  const [x, y] = [40 * (element.parentNode?.children.indexOf(element) ?? 0), 30 * order];
  const [width, height] = [40, 30];
  return { x, y, left: x, top: y, width, height, right: x + width, bottom: y + height };
}

class Document extends Target {
  nodeType = 9;
  cookie = "";
  title = "";
  hidden = false;
  documentElement = new Element("html");
  body = new Element("body");
  constructor() {
    super();
    this.documentElement.appendChild(this.body);
    this.documentElement.parentNode = this;
  }
  get activeElement() {
    return focused?.isConnected ? focused : this.body;
  }
  createElement = (name) => new Element(name);
  createElementNS = (_, name) => new Element(name);
  createTextNode = (data) => new Text(data);
  getElementById = (id) => this.documentElement.querySelector(`#${id}`);
  querySelector = (selector) => this.documentElement.querySelector(selector);
  querySelectorAll = (selector) => this.documentElement.querySelectorAll(selector);
  /** The deepest element at a point: boxes are made up, so look for the parent first. */
  elementFromPoint = (x, y) => {
    const parent = this.documentElement.querySelectorAll("*")[Math.floor(y / 30)];
    return parent?.children[Math.floor(x / 40)] ?? parent ?? null;
  };
}

/** Make an event. @param {string} type @param {object} [fields] */
export function event(type, fields = {}) {
  return {
    type,
    bubbles: true,
    defaultPrevented: false,
    button: 0,
    pointerId: 1,
    clientX: 0,
    clientY: 0,
    detail: 1,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...fields,
    preventDefault() {
      this.defaultPrevented = true;
    },
    stopPropagation() {
      this.stopped = true;
    },
  };
}

export const document = new Document();
const globals = new Target();
let now = 1_700_000_000_000;
let lastTimer = 0;
/** By id: when it is due, what is called, and after how long again. */
const timers = new Map();
const immediately = globalThis.setImmediate;

function addTimer(call, delay = 0, again = null) {
  timers.set(++lastTimer, { due: now + Math.max(0, Number(delay) || 0), call, again });
  return lastTimer;
}

const stored = new Map();
/** Forget what the browser has stored. */
export const forget = () => stored.clear();
const storage = () => ({
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, text) => stored.set(key, text),
  removeItem: (key) => stored.delete(key),
});

Object.defineProperties(
  globalThis,
  Object.fromEntries(
    Object.entries({
      document,
      window: globalThis,
      Element,
      HTMLElement: Element,
      Node,
      HTMLButtonElement: tagged("button"),
      HTMLInputElement: tagged("input"),
      HTMLSelectElement: tagged("select"),
      HTMLTextAreaElement: tagged("textarea"),
      HTMLFormElement: tagged("form"),
      HTMLAnchorElement: tagged("a"),
      localStorage: storage(),
      sessionStorage: storage(),
      location: {
        href: "http://test/",
        pathname: "/",
        search: "",
        hash: "",
        origin: "http://test",
        host: "test",
        protocol: "http:",
      },
      history: { state: null, replaceState() {}, pushState() {} },
      navigator: { language: "en", clipboard: {} },
      matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
      addEventListener: (...one) => globals.addEventListener(...one),
      removeEventListener: (...one) => globals.removeEventListener(...one),
      dispatchEvent: (one) => globals.dispatchEvent(one),
      getComputedStyle: () => ({ getPropertyValue: () => "" }),
      setTimeout: (call, delay) => addTimer(call, delay),
      setInterval: (call, delay) => addTimer(call, delay, delay),
      requestAnimationFrame: (call) => addTimer(() => call(now), 0),
      clearTimeout: (id) => timers.delete(id),
      clearInterval: (id) => timers.delete(id),
      cancelAnimationFrame: (id) => timers.delete(id),
      prompt: (_, text) => `${text ?? ""} anew`,
      confirm: () => true,
      gettext: (text) => text,
      ngettext: (one, many, count) => (count === 1 ? one : many),
      interpolate: (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name])),
    }).map(([name, value]) => [name, { value, writable: true, configurable: true }]),
  ),
);
Date.now = () => now;
Math.random = () => 0.5;

/** Let everything happen that is due, with the clock so many milliseconds further. */
export async function pass(milliseconds = 0) {
  const end = now + milliseconds;
  for (let rounds = 0; rounds < 3000; rounds++) {
    await new Promise((resolve) => immediately(resolve));
    const due = [...timers]
      .filter(([, timer]) => timer.due <= end)
      .sort(([, one], [, other]) => one.due - other.due)[0];
    if (!due) break;
    const [id, timer] = due;
    now = Math.max(now, timer.due);
    if (timer.again === null) timers.delete(id);
    else timer.due += Math.max(1, timer.again);
    timer.call();
  }
  now = end;
  await new Promise((resolve) => immediately(resolve));
}

/** A short name of a drawing, which is another one when anything in it changes. */
export const digest = (texts) =>
  createHash("sha256")
    .update(texts.map((text) => text.trim()).join("\n"))
    .digest("hex")
    .slice(0, 6);

/** Write an element as lines of text, one for each element; text that stands alone is in its element's line. */
export function lines(node, depth = 0) {
  const indent = " ".repeat(depth);
  if (node.nodeType === 3) return node.data.trim() ? [`${indent}${node.data.trim()}`] : [];
  const style = Object.entries(node.style).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const parts = [
    ...[...node.attributes].map(([name, value]) => (value === "" || value === "true" ? name : `${name}="${value}"`)),
    ...(style.length ? [`style="${style.map(([key, value]) => `${camel(key)}: ${value}`).join("; ")}"`] : []),
    ...["value", "checked"].filter((name) => Object.hasOwn(node, name)).map((name) => `${name}=${node[name]}`),
    ...(node === document.activeElement ? ["(focused)"] : []),
  ];
  const head = `${indent}${[node.localName, ...parts].join(" ").replaceAll(/\s+/g, " ")}`;
  const children = node.childNodes.flatMap((child) => lines(child, depth + 1));
  if (node.localName === "svg" && children.length > 3) return [`${head} drawing ${digest(children)}`];
  const onlyText = node.childNodes.length > 0 && node.childNodes.every((child) => child.nodeType === 3);
  return onlyText ? [`${head} | ${node.textContent.trim()}`] : [head, ...children];
}

/** Say how a list of lines differs from the one before: removed lines with "-", added ones with "+". */
export function changes(before, after) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let [end, last] = [before.length, after.length];
  while (end > start && last > start && before[end - 1] === after[last - 1]) [end, last] = [end - 1, last - 1];
  const [old, fresh] = [before.slice(start, end), after.slice(start, last)];
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      common[i][j] = old[i] === fresh[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const found = [];
  for (let [i, j] = [0, 0]; i < old.length || j < fresh.length;) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) [i, j] = [i + 1, j + 1];
    else if (j < fresh.length && (i >= old.length || common[i][j + 1] > common[i + 1][j])) found.push(`+${fresh[j++]}`);
    else found.push(`-${old[i++]}`);
  }
  return found;
}
