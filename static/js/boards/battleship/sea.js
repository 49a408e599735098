/**
 * One side's sea: coordinates, ships as far as known, marks, and overlays.
 *
 * Invariant: it draws its properties and reports the pressed cell; it keeps no game state. Exactly one cell is in the
 * tab order; arrow keys move it.
 */

import { html } from "htm/preact";
import { useRef, useState } from "preact/hooks";
import { along, at, isInside, letters, nameOf, numbers } from "./chart.js";
import { Mark } from "./marks.js";
import { shipName, Silhouette } from "./ships.js";

/** @typedef {import("./chart.js").Berth} Berth */
/** @typedef {{code: string, length: number, hp: number, sunk: boolean, berth: Berth | null, cells: number[], left: number[], costs: {he: boolean, sonar: boolean, ap: number[] | null}}} Ship */
/** @typedef {{marks: number[], withstood: number[], ready: boolean, shut: number[], ships: Ship[]}} Water */

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @param {{ship: Ship, size: number, berth: Berth, kind?: string, grip?: Record<string, any>}} props */
export function Hull({ ship, size, berth, kind = "", grip = {} }) {
  const classes = ["hull-place", kind, ship.sunk && "sunk", berth.down && "down"];
  return html`<div class=${classes.filter(Boolean).join(" ")} data-ship=${ship.code} style=${along(size, ship.length, berth)} ...${grip}>
    <${Silhouette} code=${ship.code} length=${ship.length} down=${berth.down} />
  </div>`;
}

/** The name of a ship, over its hull. @param {{ship: Ship, size: number, berth: Berth}} props */
export function Nameplate({ ship, size, berth }) {
  return html`<span class=${`nameplate ${ship.length === 1 ? "single" : berth.down ? "down" : ""}`} aria-hidden="true" style=${along(size, ship.length, berth)}><b>${shipName(ship.code)}</b></span>`;
}

/** Cells laid over the water. @param {{size: number, cells: number[], kind: string, first?: number}} props */
export function Wash({ size, cells, kind, first }) {
  return cells.map((cell) => html`<i key=${`${kind}-${cell}`} class=${`wash ${kind} ${cell === first ? "first" : ""}`} style=${at(size, cell)}></i>`);
}

/** Where an arrow leads from a cell. @param {number} size @param {number} from @param {string} key */
function stepped(size, from, key) {
  const [row, column] = [Math.floor(from / size), from % size];
  if (key === "Home") return row * size;
  if (key === "End") return row * size + size - 1;
  const step = STEPS[/** @type {keyof typeof STEPS} */ (key)];
  if (!step) return null;
  const [r, c] = [row + step[0], column + step[1]];
  return isInside(size, r, c) ? r * size + c : from;
}

/**
 * @typedef {object} SeaProps
 * @property {number} seat whose water it is
 * @property {number} size
 * @property {string} title
 * @property {Water} water
 * @property {(cell: number) => string} label
 * @property {(cell: number) => boolean} can whether a cell may be pressed
 * @property {(cell: number, touch: boolean) => void} [press]
 * @property {(cell: number | null) => void} [look] the cell under hand or focus
 * @property {number} [start] the cell the keyboard begins on
 * @property {boolean} [readonly] only to be looked at: cells take no focus and no keys
 * @property {string} [kind]
 * @property {any} [under] drawn beneath the marks
 * @property {any} [over] drawn above them
 * @property {import("preact").RefObject<HTMLElement | null>} [place] set to the water
 */

/** @param {SeaProps} props */
export function Sea({ seat, size, title, water, label, can, press, look, start = 0, readonly = false, kind = "", under, over, place }) {
  const [cursor, setCursor] = useState(start);
  const touched = useRef(false);
  /** @param {KeyboardEvent} event */
  const walk = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = stepped(size, cursor, event.key);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    const water = /** @type {HTMLElement} */ (event.currentTarget);
    setCursor(to);
    /** @type {HTMLElement | null} */ (water.querySelector(`[data-cell="${to}"]`))?.focus();
  };
  /** @param {number} cell */
  const handlers = (cell) => ({
    type: "button",
    "aria-disabled": press && can(cell) ? null : "true",
    tabindex: cell === cursor ? 0 : -1,
    onPointerDown: (/** @type {PointerEvent} */ event) => (touched.current = event.pointerType !== "mouse"),
    onPointerEnter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && look?.(cell),
    onFocus: (/** @type {FocusEvent} */ event) => {
      setCursor(cell);
      if (/** @type {Element} */ (event.target).matches(":focus-visible")) look?.(cell);
    },
    onClick: (/** @type {MouseEvent} */ event) => press?.(cell, event.detail > 0 && touched.current),
  });
  const tag = readonly ? "span" : "button";
  const cells = numbers(size).map((row) => html`<div role="row" class="sea-row" key=${row}>
    ${numbers(size).map((column) => {
      const cell = (row - 1) * size + column - 1;
      const open = press && can(cell);
      return html`<${tag}
        role=${readonly ? "cell" : "gridcell"}
        key=${cell}
        class=${`cell ${open ? "can" : ""}`}
        data-cell=${cell}
        data-mark=${water.marks[cell]}
        aria-label=${label(cell)}
        style=${at(size, cell)}
        ...${readonly ? {} : handlers(cell)}
      ><${Mark} mark=${water.marks[cell]} stood=${water.withstood[cell]} /><//>`;
    })}
  </div>`);
  return html`<div class=${`sea ${kind}`} data-sea=${seat} style=${{ "--n": size }}>
    <div class="edge top" aria-hidden="true">${numbers(size).map((one) => html`<span key=${one}>${one}</span>`)}</div>
    <div class="edge side-edge" aria-hidden="true">${letters(size).map((one) => html`<span key=${one}>${one}</span>`)}</div>
    <div class="water" role=${readonly ? "table" : "grid"} aria-label=${title} ref=${place} onKeyDown=${readonly ? null : walk} onPointerLeave=${() => look?.(null)} onFocusOut=${() => look?.(null)}>
      ${under}${cells}${over}
    </div>
  </div>`;
}

/** Say what a cell looks like: "E5, hit, carrier". @param {View} view @param {Water} water @param {number} cell */
export function seen({ size, variant }, water, cell) {
  const struck = variant === "classic" ? gettext("hit") : gettext("destroyed");
  const names = [gettext("unknown"), gettext("water"), gettext("hit"), struck, gettext("suspect"), gettext("sunk")];
  const ship = water.ships.find((one) => one.cells.includes(cell));
  const mark = water.marks[cell];
  return [nameOf(size, cell), (mark || !ship) && names[mark], ship && shipName(ship.code)].filter(Boolean).join(", ");
}
