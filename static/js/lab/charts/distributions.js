/** Pictures of a hand's potential: its histogram, its cumulative distribution, and the area between two of those. */

import { html } from "htm/preact";
import { fixed, percent } from "../numbers.js";
import { Axis, Figure, PLOT, scale } from "./figure.js";

const WIDTH = 340;
const HEIGHT = 170;
const X = scale(0, 1, PLOT.left, WIDTH - PLOT.right);
const EQUITY_TICKS = [0, 0.25, 0.5, 0.75, 1].map((value) => ({ at: X(value), text: `${100 * value}` }));

/** @param {number[]} bins */
export function cumulative(bins) {
  let total = 0;
  return bins.map((bin) => (total += bin));
}

/**
 * The earth mover's distance of two distributions over the same bins, in units of equity.
 * @param {number[]} first
 * @param {number[]} second
 */
export function distance(first, second) {
  const [one, other] = [cumulative(first), cumulative(second)];
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]), 0) / first.length;
}

/** The bin with the most, and how many bins hold anything, in words. @param {number[]} bins */
function describe(bins) {
  const top = bins.indexOf(Math.max(...bins));
  const used = bins.filter((bin) => bin > 0).length;
  return interpolate(
    gettext(
      "The highest bar, %(share)s of the rivers, is at %(from)s to %(to)s of equity; %(used)s of %(count)s bars are not empty.",
    ),
    {
      share: percent(bins[top]),
      from: percent(top / bins.length, 0),
      to: percent((top + 1) / bins.length, 0),
      used,
      count: bins.length,
    },
    true,
  );
}

/** @param {number[]} bins */
const binRows = (bins) =>
  bins
    .map((bin, index) => [
      `${percent(index / bins.length, 0)} – ${percent((index + 1) / bins.length, 0)}`,
      percent(bin, 2),
    ])
    .filter((_, index) => bins[index] > 0);

/** @param {{bins: number[], title: string, colour?: string, small?: boolean}} props */
export function Histogram({ bins, title, colour, small }) {
  const height = small ? 110 : HEIGHT;
  const top = Math.max(...bins, 0.02);
  const y = scale(0, top, height - PLOT.bottom, PLOT.top);
  const bar = (X(1) - X(0)) / bins.length;
  const ticks = [0, top / 2, top].map((value) => ({ at: y(value), text: `${Math.round(100 * value)}` }));
  return html`<${Figure}
    title=${title}
    text=${describe(bins)}
    width=${WIDTH}
    height=${height}
    columns=${[gettext("Equity"), gettext("Share of rivers")]}
    rows=${binRows(bins)}
  >
    <${Axis} side="left" ticks=${ticks} width=${WIDTH} height=${height} />
    <${Axis}
      side="bottom"
      ticks=${EQUITY_TICKS}
      width=${WIDTH}
      height=${height}
      title=${small ? "" : gettext("equity on the river, %")}
    />
    <g class="bars" fill=${colour}>
      ${bins.map((bin, index) => bin > 0 && html`<rect key=${index} x=${X(index / bins.length) + 0.4} y=${y(bin)} width=${bar - 0.8} height=${y(0) - y(bin)} />`)}
    </g>
  <//>`;
}

/** The path of a cumulative distribution. @param {number[]} bins @param {(value: number) => number} y */
function steps(bins, y) {
  let path = `M${X(0)} ${y(0)}`;
  cumulative(bins).forEach((value, index) => (path += `H${X(index / bins.length)}V${y(value)}`));
  return `${path}H${X(1)}`;
}

const CDF_Y = scale(0, 1, HEIGHT - PLOT.bottom, PLOT.top);
const CDF_TICKS = [0, 0.5, 1].map((value) => ({ at: CDF_Y(value), text: `${100 * value}` }));

function CdfAxes() {
  return html`<${Axis} side="left" ticks=${CDF_TICKS} width=${WIDTH} height=${HEIGHT} />
    <${Axis}
      side="bottom"
      ticks=${EQUITY_TICKS}
      width=${WIDTH}
      height=${HEIGHT}
      title=${gettext("equity on the river, %")}
    />`;
}

/** The equity below which a share of the rivers lies. @param {number[]} bins @param {number} share */
const quantile = (bins, share) => (cumulative(bins).findIndex((value) => value >= share - 1e-9) + 1) / bins.length;

/** @param {{bins: number[], title: string}} props */
export function Cdf({ bins, title }) {
  const text = interpolate(
    gettext("A quarter of the rivers leave at most %(low)s, half at most %(middle)s, three quarters at most %(high)s."),
    {
      low: percent(quantile(bins, 0.25), 0),
      middle: percent(quantile(bins, 0.5), 0),
      high: percent(quantile(bins, 0.75), 0),
    },
    true,
  );
  return html`<${Figure} title=${title} text=${text} width=${WIDTH} height=${HEIGHT}>
    <${CdfAxes} /><path class="cdf" d=${steps(bins, CDF_Y)} />
  <//>`;
}

/**
 * Two cumulative distributions; the shaded area between them is the distance.
 * @param {{first: number[], second: number[], names: string[], emd: number}} props
 */
export function CdfPair({ first, second, names, emd }) {
  const [one, other] = [cumulative(first), cumulative(second)];
  const outline = (/** @type {number[]} */ values, /** @type {number} */ back) =>
    values
      .map((value, index) => {
        const [from, to] = back ? [values.length - index, values.length - index - 1] : [index, index + 1];
        return `${index || back ? "L" : "M"}${X(from / values.length)} ${CDF_Y(value)}L${X(to / values.length)} ${CDF_Y(value)}`;
      })
      .join("");
  const text = interpolate(
    gettext("The shaded area between the two curves is the earth mover's distance, %(emd)s of equity."),
    { emd: fixed(emd, 4) },
    true,
  );
  const rows = one.map((value, index) => [percent((index + 1) / one.length, 0), percent(value), percent(other[index])]);
  return html`<${Figure}
    title=${gettext("Both distributions, and the distance between them")}
    text=${text}
    width=${WIDTH}
    height=${HEIGHT}
    kind="pair"
    columns=${[gettext("Equity up to"), ...names]}
    rows=${rows}
  >
    <${CdfAxes} />
    <path class="area" d=${`${outline(one, 0)}${outline([...other].reverse(), 1)}Z`} />
    <path class="cdf" d=${steps(first, CDF_Y)} />
    <path class="cdf other" d=${steps(second, CDF_Y)} />
  <//>`;
}
