/**
 * One side's sea: coordinates, the ships the viewer knows, marks, and overlays.
 *
 * Invariant: it draws its properties and reports the pressed cell; it keeps no game state. Exactly one cell is in the
 * tab order; arrow keys move it.
 */

import { html } from "htm/preact";
import { useRef, useState } from "preact/hooks";
import { cellArea, isInside, letters, nameOf, numbers, shipArea } from "./geometry.js";
import { Mark } from "./marks.js";
import { shipName, Silhouette } from "./ships.js";

/** @typedef {import("./geometry.js").Placement} Placement */
/** @typedef {Battleship.ShipInView} Ship */
/** @typedef {Battleship.SeaInView} Water */

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @param {{ship: Ship, size: number, placement: Placement, kind?: string, handlers?: Record<string, any>}} props */
export function Hull({ ship, size, placement, kind = "", handlers = {} }) {
  const classes = ["hull-place", kind, ship.sunk && "sunk", placement.down && "down"];
  return html`<div
    class=${classes.filter(Boolean).join(" ")}
    data-ship=${ship.code}
    style=${shipArea(size, ship.length, placement)}
    ...${handlers}
  >
    <${Silhouette} code=${ship.code} length=${ship.length} down=${placement.down} />
  </div>`;
}

/** The name of a ship, over its hull. @param {{ship: Ship, size: number, placement: Placement}} props */
export function Nameplate({ ship, size, placement }) {
  return html`<span
    class=${`nameplate ${ship.length === 1 ? "single" : placement.down ? "down" : ""}`}
    aria-hidden="true"
    style=${shipArea(size, ship.length, placement)}
    ><b>${shipName(ship.code)}</b></span
  >`;
}

/** Mark cells of a sea. @param {{size: number, cells: number[], kind: string, first?: number}} props */
export function Highlight({ size, cells, kind, first }) {
  return cells.map(
    (cell) =>
      html`<i
        key=${`${kind}-${cell}`}
        class=${`highlight ${kind} ${cell === first ? "first" : ""}`}
        style=${cellArea(size, cell)}
      ></i>`,
  );
}

/** The cell that an arrow key, Home or End leads to. @param {number} size @param {number} from @param {string} key */
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
 * @property {number} seat whose sea it is
 * @property {number} size
 * @property {string} title
 * @property {Water} water
 * @property {(cell: number) => string} label
 * @property {(cell: number) => boolean} can whether a cell may be pressed
 * @property {(cell: number, touch: boolean) => void} [press]
 * @property {(cell: number | null) => void} [hover] called with the cell under the pointer or with the focus
 * @property {number} [start] the cell the keyboard begins on
 * @property {boolean} [readonly] cells take no focus and no keys
 * @property {string} [kind]
 * @property {any} [under] drawn beneath the marks
 * @property {any} [over] drawn above them
 * @property {import("preact").RefObject<HTMLElement | null>} [place] set to the element of the grid
 */

/** The cell that the keyboard stands on, and the handlers that move it, press it and tell where the pointer is.
 * @param {SeaProps} props */
function useGridCursor({ size, can, press, hover, start = 0 }) {
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
    onPointerEnter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && hover?.(cell),
    onFocus: (/** @type {FocusEvent} */ event) => {
      setCursor(cell);
      if (/** @type {Element} */ (event.target).matches(":focus-visible")) hover?.(cell);
    },
    onClick: (/** @type {MouseEvent} */ event) => press?.(cell, event.detail > 0 && touched.current),
  });
  return { walk, handlers };
}

/** @param {SeaProps & {cell: number, handlers: object}} props */
function Cell({ cell, size, water, label, can, press, readonly = false, handlers }) {
  const tag = readonly ? "span" : "button";
  return html`<${tag}
    role=${readonly ? "cell" : "gridcell"}
    class=${`cell ${press && can(cell) ? "is-playable" : ""}`}
    data-cell=${cell}
    data-mark=${water.marks[cell]}
    aria-label=${label(cell)}
    style=${cellArea(size, cell)}
    ...${handlers}
    ><${Mark} mark=${water.marks[cell]} stood=${water.withstood[cell]}
  /><//>`;
}

/** @param {SeaProps} props */
export function Sea(props) {
  const { seat, size, title, hover, readonly = false, kind = "", under, over, place } = props;
  const { walk, handlers } = useGridCursor(props);
  const cells = numbers(size).map(
    (row) =>
      html`<div role="row" class="sea-row" key=${row}>
        ${numbers(size).map((column) => {
          const cell = (row - 1) * size + column - 1;
          return html`<${Cell} key=${cell} ...${props} cell=${cell} handlers=${readonly ? {} : handlers(cell)} />`;
        })}
      </div>`,
  );
  return html`<div class=${`sea ${kind}`} data-sea=${seat} style=${{ "--n": size }}>
    <div class="edge top" aria-hidden="true">${numbers(size).map((one) => html`<span key=${one}>${one}</span>`)}</div>
    <div class="edge side-edge" aria-hidden="true">
      ${letters(size).map((one) => html`<span key=${one}>${one}</span>`)}
    </div>
    <div
      class="water"
      role=${readonly ? "table" : "grid"}
      aria-label=${title}
      ref=${place}
      onKeyDown=${readonly ? null : walk}
      onPointerLeave=${() => hover?.(null)}
      onFocusOut=${() => hover?.(null)}
    >
      ${under}${cells}${over}
    </div>
  </div>`;
}

/**
 * Describe a cell for its label: "E5, hit, carrier".
 * @param {Battleship.View} view
 * @param {Water} water
 * @param {number} cell
 */
export function cellText({ size, variant }, water, cell) {
  const allHit = variant === "classic" ? gettext("hit") : gettext("destroyed");
  const names = [gettext("unknown"), gettext("water"), gettext("hit"), allHit, gettext("suspect"), gettext("sunk")];
  const ship = water.ships.find((one) => one.cells.includes(cell));
  const mark = water.marks[cell];
  return [nameOf(size, cell), (mark || !ship) && names[mark], ship && shipName(ship.code)].filter(Boolean).join(", ");
}
