/** Curves: exploitability on a log scale, loss by number of clusters, equities of both ranges. */

import { html } from "htm/preact";
import { fixed, percent } from "../numbers.js";
import { Axis, Figure, PLOT, scale } from "./figure.js";

const WIDTH = 340;
const HEIGHT = 180;

/** @typedef {[number, number, number]} CurvePoint iteration, seconds, percent of the pot */

/**
 * Powers of ten between two values; where these are few, also twice and five times them.
 * @param {number} low
 * @param {number} high
 */
function logTicks(low, high) {
  const powers = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) powers.push(10 ** power);
  const fine = powers.flatMap((power) => [power, 2 * power, 5 * power]);
  return (high / low < 200 ? fine : powers).filter((value) => value >= low && value <= high);
}

/** @param {number} low @param {number} high @param {number} count */
function evenTicks(low, high, count) {
  const raw = (high - low) / count || 1;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * unit).find((one) => one >= raw) ?? raw;
  const ticks = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step)
    ticks.push(Number(value.toPrecision(6)));
  return ticks;
}

/**
 * The exploitability by iteration, on a log scale, with the target as a line.
 * @param {{points: CurvePoint[], target: number, running?: boolean}} props
 */
export function ExploitabilityCurve({ points, target, running }) {
  const values = points.map(([, , value]) => Math.max(value, 1e-4));
  const [low, high] = [Math.min(target, ...values) / 1.3, Math.max(target * 4, ...values) * 1.15];
  const last = points.at(-1);
  const x = scale(0, Math.max(20, (last?.[0] ?? 0) * 1.02), PLOT.left, WIDTH - PLOT.right);
  const log = scale(Math.log10(low), Math.log10(high), HEIGHT - PLOT.bottom, PLOT.top);
  const y = (/** @type {number} */ value) => log(Math.log10(value));
  const path = points
    .map(([iteration], index) => `${index ? "L" : "M"}${x(iteration).toFixed(1)} ${y(values[index]).toFixed(1)}`)
    .join("");
  const text = last
    ? interpolate(
        gettext("After %(iterations)s iterations %(percent)s of the pot; the target is %(target)s."),
        { iterations: last[0], percent: percent(last[2] / 100, 3), target: percent(target / 100) },
        true,
      )
    : gettext("No iteration has been checked yet.");
  const rows = points.map(([iteration, time, value]) => [iteration, fixed(time, 2), fixed(value, 4)]);
  return html`<${Figure}
    title=${gettext("Exploitability, % of the pot")}
    text=${text}
    width=${WIDTH}
    height=${HEIGHT}
    kind=${running ? "running" : ""}
    columns=${[gettext("Iteration"), gettext("Seconds"), gettext("% of the pot")]}
    rows=${rows}
  >
    <${Axis}
      side="left"
      ticks=${logTicks(low, high).map((value) => ({ at: y(value), text: String(Number(value.toPrecision(2))) }))}
      width=${WIDTH}
      height=${HEIGHT}
    />
    <${Axis}
      side="bottom"
      ticks=${evenTicks(0, Math.max(20, last?.[0] ?? 0), 5).map((value) => ({ at: x(value), text: String(value) }))}
      width=${WIDTH}
      height=${HEIGHT}
      title=${gettext("iterations")}
    />
    <path class="target" d=${`M${PLOT.left} ${y(target)}H${WIDTH - PLOT.right}`} />
    <path class="curve" data-testid="curve" data-points=${points.length} d=${path || "M0 0"} />
    ${last && html`<circle class="head" r="4" cx=${x(last[0])} cy=${y(values[values.length - 1])} />`}
  <//>`;
}

/**
 * Several lines over the same places, such as the loss by number of clusters.
 * @param {{title: string, text: string, places: (string | number)[], lines: {name: string, values: (number |
 *   null)[], colour: string, dash?: string}[], unit: string}} props
 */
export function Lines({ title, text, places, lines, unit }) {
  const top = Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)), 0.01);
  const x = scale(0, places.length - 1, PLOT.left + 8, WIDTH - PLOT.right - 8);
  const y = scale(0, top, HEIGHT - PLOT.bottom, PLOT.top);
  const rows = places.map((place, index) => [place, ...lines.map(({ values }) => fixed(values[index], 2))]);
  return html`<${Figure}
    title=${title}
    text=${text}
    width=${WIDTH}
    height=${HEIGHT}
    columns=${[unit, ...lines.map(({ name }) => name)]}
    rows=${rows}
  >
    <${Axis}
      side="left"
      ticks=${evenTicks(0, top, 4).map((value) => ({ at: y(value), text: String(value) }))}
      width=${WIDTH}
      height=${HEIGHT}
    />
    <${Axis}
      side="bottom"
      ticks=${places.map((place, index) => ({ at: x(index), text: String(place) }))}
      width=${WIDTH}
      height=${HEIGHT}
      title=${unit}
    />
    ${lines.map(({ values, colour, dash }) => html`<path class="curve" stroke=${colour} stroke-dasharray=${dash} d=${linePath(values, x, y)} />`)}
    ${lines.map(({ values, colour }) => values.map((value, index) => value !== null && html`<circle r="3.5" fill=${colour} cx=${x(index)} cy=${y(value)} />`))}
  <//>`;
}

/** @param {(number | null)[]} values @param {(value: number) => number} x @param {(value: number) => number} y */
const linePath = (values, x, y) =>
  values
    .map((value, index) =>
      value === null
        ? ""
        : `${index && values[index - 1] !== null ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join("") || "M0 0";

/**
 * The equity curves of both ranges: which equity each share of a range has at most.
 * @param {{curves: {name: string, colour: string, dash?: string, points: [number, number][]}[]}} props points:
 *   share of the range, equity; ascending
 */
export function EquityCurves({ curves }) {
  const x = scale(0, 1, PLOT.left, WIDTH - PLOT.right);
  const y = scale(0, 1, HEIGHT - PLOT.bottom, PLOT.top);
  const shares = [0, 0.25, 0.5, 0.75, 1];
  const at = (/** @type {[number, number][]} */ points, /** @type {number} */ share) =>
    points.find(([one]) => one >= share - 1e-9)?.[1] ?? points.at(-1)?.[1];
  const rows = shares.map((share) => [percent(share, 0), ...curves.map(({ points }) => percent(at(points, share)))]);
  const text = curves
    .map(({ name, points }) =>
      interpolate(
        gettext("%(name)s: the middle hand has %(equity)s."),
        { name, equity: percent(at(points, 0.5)) },
        true,
      ),
    )
    .join(" ");
  return html`<${Figure}
    title=${gettext("Equity of both ranges, weakest hands first")}
    text=${text}
    width=${WIDTH}
    height=${HEIGHT}
    columns=${[gettext("Share of the range"), ...curves.map(({ name }) => name)]}
    rows=${rows}
  >
    <${Axis}
      side="left"
      ticks=${shares.map((value) => ({ at: y(value), text: `${100 * value}` }))}
      width=${WIDTH}
      height=${HEIGHT}
    />
    <${Axis}
      side="bottom"
      ticks=${shares.map((value) => ({ at: x(value), text: `${100 * value}` }))}
      width=${WIDTH}
      height=${HEIGHT}
      title=${gettext("share of the range, %")}
    />
    ${curves.map(({ points, colour, dash }) => html`<path class="curve" stroke=${colour} stroke-dasharray=${dash} d=${points.map(([share, equity], index) => `${index ? "L" : "M"}${x(share).toFixed(1)} ${y(equity).toFixed(1)}`).join("") || "M0 0"} />`)}
  <//>`;
}
