/** Potential against strategy: a scatter for each first decision, correlations, and distances between actions. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { HeatTable, Scatter } from "./charts/maps.js";
import { EquityCurves } from "./charts/curves.js";
import { amountColour, clusterColour } from "./colours.js";
import { Choice, Pending } from "./controls.js";
import { actionLabel, sideName } from "./labels.js";
import { fixed } from "./numbers.js";
import { clusters, correlation, hand, hands, side, solved } from "./store.js";

/** The equity curves of both ranges. */
function RangeCurves() {
  const curve = hands.value.answer?.curve;
  if (!curve) return null;
  return html`<div>
    <${EquityCurves}
      curves=${[
        { name: "OOP", colour: "#d98200", points: curve.oop },
        { name: "IP", colour: "#2b8cbe", dash: "6 3", points: curve.ip },
      ]}
    />
    <ul class="legend">
      <li><i class="swatch oop"></i>OOP</li>
      <li><i class="swatch ip"></i>IP</li>
    </ul>
  </div>`;
}

/** The colour of each hand: its cluster's, or how high its mean equity is. @param {any} found @param {string} by */
function handColours(found, by) {
  const answer = clusters.value.answer;
  if (by !== "cluster" || answer?.side !== found.player)
    return found.mean.map((/** @type {number} */ mean) => amountColour(mean ?? 0));
  const labels = new Map(
    answer.hands.map((/** @type {string} */ one, /** @type {number} */ index) => [one, answer.labels[index]]),
  );
  return found.hands.map((/** @type {string} */ one) => clusterColour(Math.max(labels.get(one) ?? 0, 0)));
}

/** @param {string} id */
function figureName(id) {
  const names = {
    mean: gettext("mean equity"),
    variance: gettext("potential variance"),
    entropy: gettext("entropy"),
    aggression: gettext("bets and raises"),
    ev: gettext("EV"),
    ev_gap: gettext("EV gap"),
  };
  return names[/** @type {"mean"} */ (id)] ?? id;
}

/** @param {{found: any, where: string}} props */
function CorrelationTable({ found, where }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${`${gettext("Correlation")}: ${where}`}>
    <table class="figures">
      <caption>
        ${gettext("Correlation")}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="text">${gettext("Potential")}</th>
          <th scope="col" class="text">${gettext("Strategy")}</th>
          <th scope="col">Pearson</th>
          <th scope="col">Spearman</th>
          <th scope="col">${gettext("Chance, 95 %")}</th>
        </tr>
      </thead>
      <tbody>
        ${found.correlations.map(
          (/** @type {any} */ one) =>
            html`<tr key=${`${one.x} ${one.y}`}>
              <th scope="row">${figureName(one.x)}</th>
              <td class="text">${figureName(one.y)}</td>
              <td>${fixed(one.pearson, 2)}</td>
              <td>${fixed(one.spearman, 2)}</td>
              <td>${fixed(one.chance_95, 2)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {{found: any, x: string, by: string}} props */
function NodeCorrelation({ found, x, by }) {
  const colours = handColours(found, by);
  const points = found.hands
    .map((/** @type {string} */ one, /** @type {number} */ index) => ({
      x: found[x][index],
      y: found.aggression[index],
      colour: colours[index],
      name: one,
      size: found.weight[index] ?? 1,
      chosen: one === hand.value,
      choose: () => (hand.value = one),
    }))
    .filter((/** @type {any} */ point) => point.x !== null && point.y !== null);
  const distances = found.action_distances;
  const where = `${sideName(found.player)} ${found.line ? gettext("after a check") : gettext("at the start")}`;
  return html`<div class="correlation">
    <h3>${where}</h3>
    <${Scatter}
      points=${points}
      title=${interpolate(gettext("Bets and raises by %(x)s; colour: %(by)s"), { x: figureName(x), by: by === "cluster" && clusters.value.answer?.side === found.player ? gettext("cluster") : figureName("mean") }, true)}
      text=${interpolate(gettext("%(count)s hands; the correlations are in the table."), { count: points.length }, true)}
      axes=${[figureName(x), figureName("aggression")]}
    />
    <${CorrelationTable} found=${found} where=${where} />
    ${distances && html`<${HeatTable} title=${gettext("EMD of hands with these actions, weighted by frequency")} name=${`${gettext("EMD of hands with these actions")}: ${where}`} columns=${distances.actions.map(actionLabel)} rows=${distances.actions.map((/** @type {string} */ action, /** @type {number} */ at) => ({ name: actionLabel(action), values: distances.between[at] }))} digits=${3} colour=${(/** @type {number} */ value) => amountColour(1 - value / (2 * distances.overall || 1))} />`}
  </div>`;
}

export function CorrelationView() {
  const x = useSignal("variance");
  const by = useSignal("cluster");
  const found = correlation.value.answer;
  return html`<section class="panel correlations" aria-label=${gettext("Potential and strategy")}>
    <${RangeCurves} />
    ${!solved.value && html`<p class="soft">${gettext("The correlations need a solve.")}</p>`}
    <${Choice}
      name=${gettext("Across")}
      choices=${[
        ["mean", gettext("Mean equity")],
        ["variance", gettext("Variance")],
        ["entropy", gettext("Entropy")],
      ]}
      signal=${x}
    />
    <${Choice}
      name=${gettext("Colour")}
      choices=${[
        ["cluster", interpolate(gettext("Clusters of %(side)s"), { side: sideName(side.value) }, true)],
        ["mean", gettext("Mean equity")],
      ]}
      signal=${by}
    />
    <${Pending} of=${correlation.value} />
    <div class="correlation-grid" data-side=${side.value}>
      ${found?.nodes.map((/** @type {any} */ one) => html`<${NodeCorrelation} key=${one.line} found=${one} x=${x.value} by=${by.value} />`)}
    </div>
  </section>`;
}
