/** A picture with its caption, its text alternative and, folded away, its numbers as a table. */

import { html } from "htm/preact";

/**
 * @typedef {object} FigureProps
 * @property {string} title
 * @property {string} text what the picture shows, in words: its text alternative
 * @property {number} width of the drawing's own units
 * @property {number} height
 * @property {string[]} [columns] headings of the numbers
 * @property {(string | number)[][]} [rows] the numbers
 * @property {string} [kind] extra class
 * @property {any} [children] SVG elements
 */

/** @param {FigureProps} props */
export function Figure({ title, text, width, height, columns, rows, kind = "", children }) {
  return html`<figure class=${`lab-figure ${kind}`}>
    <figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${`${title}. ${text}`}>${children}</svg>
    ${columns && rows && html`<${Numbers} title=${title} columns=${columns} rows=${rows} />`}
  </figure>`;
}

/** The numbers of a picture. @param {{title: string, columns: string[], rows: (string | number)[][]}} props */
function Numbers({ title, columns, rows }) {
  return html`<details class="numbers">
    <summary>${gettext("Numbers")}<span class="sr">: ${title}</span></summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${title}>
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((value) => html`<td>${value}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** The frame of a plot in a drawing: where its data go. */
export const PLOT = { left: 34, top: 8, right: 10, bottom: 24 };

/**
 * An axis along the bottom or the left of a plot.
 * @param {{ticks: {at: number, text: string}[], side: "bottom" | "left", width: number, height: number, title?:
 *   string}} props `at` in drawing units
 */
export function Axis({ ticks, side, width, height, title }) {
  const { left, top, right, bottom } = PLOT;
  return html`<g class="axis" aria-hidden="true">
    ${ticks.map(({ at, text }) =>
      side === "bottom"
        ? html`<g
            ><path d=${`M${at} ${top}V${height - bottom}`} /><text
              x=${at}
              y=${height - bottom + 13}
              text-anchor="middle"
              >${text}</text
            ></g
          >`
        : html`<g
            ><path d=${`M${left} ${at}H${width - right}`} /><text x=${left - 4} y=${at + 3.5} text-anchor="end"
              >${text}</text
            ></g
          >`,
    )}
    ${title && side === "bottom" && html`<text class="axis-title" x=${width - right} y=${height - 1} text-anchor="end">${title}</text>`}
  </g>`;
}

/** Places of values in a plot. @param {number} from @param {number} to @param {number} start @param {number} end */
export const scale = (from, to, start, end) => (/** @type {number} */ value) =>
  start + ((value - from) / (to - from || 1)) * (end - start);
