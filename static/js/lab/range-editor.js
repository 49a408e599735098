/**
 * A range in a 13 by 13 grid. Drag over cells to paint them with the chosen weight; the first cell decides
 * whether the drag paints or clears. Arrow keys move, Space paints. The text beside the grid can be edited or
 * pasted.
 */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { useRef } from "preact/hooks";
import { CELL_COMBOS, cellText, touching } from "./cards.js";
import { useGridKeys } from "./grid-keys.js";
import { fixed, percent } from "./numbers.js";
import { formatRange, parseRange } from "./range-text.js";
import { boardCards, comboCount, ranges } from "./spot.js";

/**
 * The mean weight of a cell's combos that the board leaves, and how many these are.
 * @param {Float64Array} weights
 * @param {number} cell
 * @param {(combo: number) => boolean} blocked
 */
function cellState(weights, cell, blocked) {
  const open = CELL_COMBOS[cell].filter((combo) => !blocked(combo));
  const sum = open.reduce((total, combo) => total + weights[combo], 0);
  return { weight: open.length ? sum / open.length : 0, open: open.length };
}

/** @param {number} side @param {number[]} cells @param {number} weight */
function paint(side, cells, weight) {
  const next = ranges[side].value.slice();
  for (const cell of cells) for (const combo of CELL_COMBOS[cell]) next[combo] = weight;
  ranges[side].value = next;
}

/** @param {{side: number, name: string}} props */
export function RangeEditor({ side, name }) {
  const brush = useSignal(100);
  const { count, weight } = comboCount(side);
  const share = weight / 1326;
  return html`<div class="range-editor">
    <${PaintGrid} side=${side} name=${name} brush=${brush.value / 100} />
    <div class="range-tools">
      <label class="brush"
        ><span>${gettext("Weight")} <output>${brush.value} %</output></span>
        <input
          type="range"
          min="5"
          max="100"
          step="5"
          value=${brush.value}
          onInput=${(/** @type {any} */ event) => (brush.value = Number(event.target.value))}
      /></label>
      <p class="soft" data-testid="combo-count">
        ${interpolate(gettext("%(count)s combos after card removal, weight %(weight)s, %(share)s of all hands"), { count, weight: fixed(weight, 1), share: percent(share) }, true)}
      </p>
      <${RangeText} key=${side} side=${side} name=${name} />
      <div class="row">
        <button type="button" class="button small" onClick=${() => (ranges[side].value = new Float64Array(1326))}>
          ${gettext("Clear")}
        </button>
        <button
          type="button"
          class="button small"
          onClick=${() => (ranges[side].value = new Float64Array(1326).fill(1))}
        >
          ${gettext("All hands")}
        </button>
        <button
          type="button"
          class="button small"
          onClick=${() => (ranges[side].value = ranges[1 - side].value.slice())}
        >
          ${gettext("Copy the other range")}
        </button>
      </div>
    </div>
  </div>`;
}

/** The cell under the pointer, or null. @param {PointerEvent} event */
function cellUnder(event) {
  const under = /** @type {HTMLElement | null} */ (
    document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]")
  );
  return under && under.closest(".paint-grid") === event.currentTarget ? Number(under.dataset.cell) : null;
}

/** @param {{side: number, name: string, brush: number}} props */
function PaintGrid({ side, name, brush }) {
  const blocked = touching(boardCards.value);
  const weights = ranges[side].value;
  const stroke = useRef(/** @type {{weight: number} | null} */ (null));
  const keys = useGridKeys((cell) => paint(side, [cell], next(cell)));
  /** The weight that a press gives a cell: the brush, or 0 if it has that already. @param {number} cell */
  const next = (cell) => (CELL_COMBOS[cell].every((combo) => weights[combo] === brush) ? 0 : brush);
  /** @param {PointerEvent} event */
  const begin = (event) => {
    const cell = cellUnder(event);
    if (cell === null || event.button !== 0) return;
    stroke.current = { weight: next(cell) };
    paint(side, [cell], stroke.current.weight);
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    const cell = stroke.current && cellUnder(event);
    if (cell !== null && stroke.current) paint(side, [cell], stroke.current.weight);
  };
  const end = () => (stroke.current = null);
  return html`<div
    class="hand-grid paint-grid"
    role="grid"
    aria-label=${name}
    data-testid=${`range-${side}`}
    onPointerDown=${begin}
    onPointerMove=${move}
    onPointerUp=${end}
    onPointerCancel=${end}
    onPointerLeave=${end}
  >
    ${Array.from(
      { length: 13 },
      (_, row) =>
        html`<div role="row" class="grid-row" key=${row}>
          ${Array.from({ length: 13 }, (_, column) => {
            const cell = 13 * row + column;
            const { weight, open } = cellState(weights, cell, blocked);
            return html`<div
              key=${cell}
              role="gridcell"
              class=${`cell ${open ? "" : "dead"}`}
              data-cell=${cell}
              data-weight=${weight.toFixed(2)}
              aria-label=${`${cellText(cell)}: ${percent(weight, 0)}`}
              aria-selected=${weight > 0}
              ...${keys(cell)}
            >
              <i class="fill" style=${{ height: `${100 * weight}%` }}></i><span>${cellText(cell)}</span>
            </div>`;
          })}
        </div>`,
    )}
  </div>`;
}

/**
 * The text of a range: as it was typed until the grid changes. While it cannot be read, the grid keeps the last
 * range that could.
 * @param {{side: number, name: string}} props
 */
function RangeText({ side, name }) {
  const typed = useSignal(/** @type {{text: string, weights: Float64Array} | null} */ (null));
  const error = useSignal("");
  const weights = ranges[side].value;
  const stays = typed.value?.weights === weights;
  const text = stays ? typed.value?.text : formatRange(weights);
  /** @param {string} written */
  const read = (written) => {
    const found = parseRange(written);
    error.value = found.error;
    if (!found.error) ranges[side].value = found.weights;
    typed.value = { text: written, weights: ranges[side].value };
  };
  return html`<label class="range-text"
      ><span>${interpolate(gettext("%(name)s as text"), { name }, true)}</span>
      <textarea
        rows="3"
        spellcheck="false"
        data-testid=${`range-text-${side}`}
        aria-invalid=${stays && error.value ? "true" : null}
        value=${text}
        onInput=${(/** @type {any} */ event) => read(event.target.value)}
        onBlur=${() => !error.value && (typed.value = null)}
      ></textarea>
    </label>
    <p class="error" role="alert">${stays ? error.value : ""}</p>`;
}
