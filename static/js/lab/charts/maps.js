/** Pictures of many values at once: a matrix as a heat map, a scatter of hands, the rivers as a strip. */

import { html } from "htm/preact";
import { cardName, cardText, RANKS, SUIT_SIGNS } from "../cards.js";
import { amountColour, inkOn } from "../colours.js";
import { percent } from "../numbers.js";
import { Figure, scale } from "./figure.js";

const SIDE = 320;
/** Where the dots of a scatter with axes begin and end. */
const [LEFT, TOP, BOTTOM] = [40, 24, 28];

/**
 * Draw a matrix into a canvas, one pixel a cell, and return it as an image address.
 * @param {number[][]} matrix
 * @param {number} top
 */
function matrixImage(matrix, top) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = matrix.length;
  const context = canvas.getContext("2d");
  if (!context) return "";
  const image = context.createImageData(matrix.length, matrix.length);
  matrix.forEach((row, y) =>
    row.forEach((value, x) => {
      const [r, g, b] = (amountColour(1 - value / top).match(/\d+/g) ?? []).map(Number);
      image.data.set([r, g, b, 255], 4 * (y * matrix.length + x));
    }),
  );
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

/**
 * Distances of hands, ordered by cluster; lines divide the clusters. Yellow is near, dark blue far.
 * @param {{matrix: number[][], bounds: number[], text: string, title: string}} props bounds: where each cluster
 *   begins, as an index
 */
export function DistanceMatrix({ matrix, bounds, text, title }) {
  const top = Math.max(...matrix.map((row) => Math.max(...row)), 1e-6);
  const at = scale(0, matrix.length, 0, SIDE);
  return html`<${Figure} title=${title} text=${text} width=${SIDE} height=${SIDE} kind="square">
    <image class="pixels" href=${matrixImage(matrix, top)} width=${SIDE} height=${SIDE} preserveAspectRatio="none" />
    <g class="bounds"
      >${bounds.map((bound) => bound > 0 && html`<path key=${bound} d=${`M${at(bound)} 0V${SIDE}M0 ${at(bound)}H${SIDE}`} />`)}</g
    >
  <//>`;
}

/**
 * Points that can be chosen by a click; their order and meaning are in the text and in the table beside the
 * picture.
 * @param {{points: {x: number, y: number, colour: string, name: string, size: number, chosen?: boolean,
 *   choose?: () => void}[], title: string, text: string, axes?: [string, string]}} props
 */
export function Scatter({ points, title, text, axes }) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const x = scale(Math.min(...xs), Math.max(...xs), axes ? LEFT : 14, SIDE - 14);
  const y = scale(Math.min(...ys), Math.max(...ys), SIDE - BOTTOM, axes ? TOP : 14);
  const top = Math.max(...points.map(({ size }) => size), 1e-9);
  return html`<${Figure} title=${title} text=${text} width=${SIDE} height=${SIDE} kind="square">
    ${axes && html`<${ScatterAxes} names=${axes} x=${xs} y=${ys} />`}
    <g class="dots">
      ${points.map((point) => html`<circle key=${point.name} class=${point.chosen ? "chosen" : ""} cx=${x(point.x)} cy=${y(point.y)} r=${2 + 2.5 * Math.sqrt(point.size / top)} fill=${point.colour} onClick=${point.choose}><title>${point.name}</title></circle>`)}
    </g>
  <//>`;
}

/**
 * The frame of a scatter with its lowest and highest values.
 * @param {{names: [string, string], x: number[], y: number[]}} props
 */
function ScatterAxes({ names, x, y }) {
  const short = (/** @type {number} */ value, /** @type {number[]} */ all) =>
    String(Math.abs(value) < (Math.max(...all) - Math.min(...all)) / 200 ? 0 : Number(value.toPrecision(2)));
  return html`<g class="axis" aria-hidden="true"
    ><path d=${`M${LEFT - 8} ${TOP - 8}V${SIDE - BOTTOM + 8}H${SIDE - 6}`} />
    <text x=${LEFT - 12} y=${TOP + 3} text-anchor="end">${short(Math.max(...y), y)}</text
    ><text x=${LEFT - 12} y=${SIDE - BOTTOM + 3} text-anchor="end">${short(Math.min(...y), y)}</text>
    <text x=${LEFT} y=${SIDE - 6} text-anchor="middle">${short(Math.min(...x), x)}</text
    ><text x=${SIDE - 14} y=${SIDE - 6} text-anchor="end">${short(Math.max(...x), x)}</text>
    <text x=${(LEFT + SIDE) / 2} y=${SIDE - 6} text-anchor="middle">${names[0]} →</text
    ><text x=${LEFT - 8} y="9">↑ ${names[1]}</text></g
  >`;
}

/**
 * The river cards as four rows of thirteen, coloured by a value from 0 to 1; cards that cannot come are empty.
 * Stretched, the colours go from the lowest to the highest value.
 * @param {{values: Map<number, number>, title: string, chosen?: number | null, choose?: (card: number) => void,
 *   word: string, stretched?: boolean}} props
 */
export function RiverStrip({ values, title, chosen, choose, word, stretched = false }) {
  const known = [...values.entries()].sort((a, b) => a[1] - b[1]);
  const [worst, best] = [known[0], known.at(-1)];
  const range =
    worst && best
      ? interpolate(
          gettext("Lowest on the %(worst)s, %(low)s; highest on the %(best)s, %(high)s."),
          { worst: cardName(worst[0]), low: percent(worst[1]), best: cardName(best[0]), high: percent(best[1]) },
          true,
        )
      : "";
  const share = stretched && worst && best ? scale(worst[1], best[1], 0, 1) : (/** @type {number} */ value) => value;
  return html`<div class="river-strip" role="group" aria-label=${`${title}. ${range}`}>
    <p class="strip-title">${title}</p>
    ${[3, 2, 1, 0].map(
      (suit) =>
        html`<div class="strip-row" key=${suit}>
          ${[...RANKS].map((_, index) => 4 * (12 - index) + suit).map((card) => html`<${StripCard} key=${card} card=${card} value=${values.get(card)} share=${share} word=${word} chosen=${chosen === card} choose=${choose} />`)}
        </div>`,
    )}
    <p class="soft">${range}</p>
  </div>`;
}

/**
 * @param {{card: number, value: number | undefined, share: (value: number) => number, word: string, chosen:
 *   boolean, choose?: (card: number) => void}} props
 */
function StripCard({ card, value, share, word, chosen, choose }) {
  const text = `${RANKS[card >> 2]}${SUIT_SIGNS[card & 3]}`;
  if (value === undefined) return html`<span class="strip-card none" aria-hidden="true"></span>`;
  const colour = amountColour(share(value));
  const label = `${cardName(card)}: ${word} ${percent(value)}`;
  const style = { background: colour, color: inkOn(colour) };
  if (!choose)
    return html`<span class="strip-card" role="img" style=${style} title=${label} aria-label=${label}>${text}</span>`;
  return html`<button
    type="button"
    class=${`strip-card ${chosen ? "chosen" : ""}`}
    style=${style}
    title=${label}
    aria-pressed=${chosen}
    data-card=${cardText(card)}
    onClick=${() => choose(card)}
  >
    <span class="sr">${label}</span><span aria-hidden="true">${text}</span>
  </button>`;
}

/**
 * A table whose cells are coloured by their value; the numbers stay readable.
 * @param {{title: string, name?: string, columns: string[], rows: {name: string, values: (number | null)[]}[],
 *   colour: (value: number) => string, digits?: number, note?: string}} props name: unique on the page, where
 *   the title is not
 */
export function HeatTable({ title, name = title, columns, rows, colour, digits = 2, note }) {
  return html`<div class="heat">
    <div class="scroll" tabindex="0" role="region" aria-label=${name}>
      <table class="heat-table">
        <caption>
          ${title}${note && html`<span class="soft">${note}</span>`}
        </caption>
        <thead>
          <tr>
            <th scope="col"><span class="sr">${gettext("Scenario")}</span></th>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name: row, values }) =>
              html`<tr key=${row}>
                <th scope="row">${row}</th>
                ${values.map((value) => {
                  if (value === null) return html`<td>–</td>`;
                  const fill = colour(value);
                  return html`<td style=${{ background: fill, color: inkOn(fill) }}>${value.toFixed(digits)}</td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </div>`;
}
