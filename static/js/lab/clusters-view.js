/** Clusters of one side's hands: how many, their mean histograms and members, distances, a map, agreement, cost. */

import { html } from "htm/preact";
import { Histogram } from "./charts/distributions.js";
import { DistanceMatrix, Scatter } from "./charts/maps.js";
import { actionColours, clusterColour } from "./colours.js";
import { Choice, Pending } from "./controls.js";
import { actionLabel, sideName, statusText } from "./labels.js";
import { fixed, percent } from "./numbers.js";
import { boot, download } from "./net.js";
import {
  clusterBody,
  clusterBy,
  clusterCount,
  clusters,
  hand,
  hands,
  otherSolves,
  side,
  solveClusters,
} from "./store.js";

/** Bytes of base64 as rows of distances. @param {{size: number, max: number, cells: string}} matrix */
function matrixRows({ size, max, cells }) {
  const bytes = Uint8Array.from(atob(cells), (one) => one.charCodeAt(0));
  return Array.from({ length: size }, (_, row) =>
    Array.from(bytes.subarray(row * size, (row + 1) * size), (byte) => (byte / 255) * max),
  );
}

/** @param {{one: any}} props */
function Cluster({ one }) {
  const mix = Object.entries(one.mix ?? {});
  const colours = actionColours(mix.map(([action]) => action));
  return html`<li class="cluster-card">
    <h4>
      <i class="swatch" style=${{ background: clusterColour(one.label) }}></i
      >${interpolate(gettext("Cluster %(number)s"), { number: one.label + 1 }, true)}${" "}<small
        >${one.hands}${" "}${gettext("hands")},${" "}${gettext("equity")}${" "}${percent(one.equity)}</small
      >
    </h4>
    <${Histogram}
      bins=${one.histogram}
      small=${true}
      colour=${clusterColour(one.label)}
      title=${interpolate(gettext("Mean potential of cluster %(number)s"), { number: one.label + 1 }, true)}
    />
    ${mix.length > 0 && html`<p class="mix">${mix.map(([action, share], index) => html`<span key=${action}><i class="swatch" style=${{ background: colours[index] }}></i>${actionLabel(action)} ${percent(/** @type {number} */ (share), 0)}</span>`)}</p>`}
    <details>
      <summary>${gettext("Members")}<span class="sr">${" "}${one.label + 1}</span></summary>
      <p class="members">
        ${one.members.map((/** @type {string} */ member) => html`<button key=${member} type="button" onClick=${() => (hand.value = member)}>${member}</button>`)}
      </p>
    </details>
  </li>`;
}

/** @param {{found: any}} props */
function Agreement({ found }) {
  const { agreement, silhouette } = found;
  const rows = [[gettext("Silhouette"), silhouette?.value, silhouette?.chance, silhouette?.chance_95]];
  if (agreement) {
    rows.push([gettext("Purity"), agreement.purity?.value, agreement.purity?.chance, agreement.purity?.chance_95]);
    rows.push([gettext("NMI"), agreement.nmi?.value, agreement.nmi?.chance, agreement.nmi?.chance_95]);
    rows.push([gettext("Adjusted mutual information"), agreement.adjusted_mutual_info, null, null]);
  }
  return html`<table class="figures">
    <caption>
      ${agreement ? interpolate(gettext("Agreement with the most frequent action of %(side)s; the commonest action alone: %(share)s"), { side: sideName(agreement.player), share: percent(agreement.commonest_share) }, true) : gettext("How well the clusters hold together")}
    </caption>
    <thead>
      <tr>
        <th scope="col"><span class="sr">${gettext("Measure")}</span></th>
        <th scope="col">${gettext("Value")}</th>
        <th scope="col">${gettext("Chance")}</th>
        <th scope="col">${gettext("Chance, 95 %")}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, ...values]) =>
          html`<tr key=${name}>
            <th scope="row">${name}</th>
            ${values.map((value) => html`<td>${fixed(/** @type {number} */ (value), 3)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/**
 * What this number of clusters costs: the loss of a player who cannot tell the hands of a cluster apart.
 * @param {{found: any}} props
 */
function Cost({ found }) {
  const { cost } = found;
  if (!cost) return null;
  const other = otherSolves.value[cost.solve_hash];
  const state = other?.status ?? cost.state;
  const waits = ["queued", "running"].includes(state);
  return html`<div class="cost">
    <h3>${gettext("What this number of clusters costs")}</h3>
    ${
      cost.loss_pct !== null
        ? html`<p data-testid="cost">
            <b>${fixed(cost.loss_pct, 3)}${" "}%</b
            >${" "}${gettext("of the pot, for a player who on the turn knows the cluster and not the hand")}
          </p>`
        : html`<p class="soft">
              ${waits ? statusText(other ?? { status: state }) : gettext("Not computed yet: it needs a solve with clusters.")}
            </p>
            ${!waits && html`<button type="button" class="button small" data-testid="compute-cost" onClick=${() => solveClusters(cost.clustering)}>${gettext("Compute")}</button>`}`
    }
  </div>`;
}

/** @param {{found: any}} props */
function Pictures({ found }) {
  const weights = hands.value.answer?.weight ?? [];
  const points = found.labels
    .map((/** @type {number} */ label, /** @type {number} */ index) => ({
      x: found.map.x[index] ?? 0,
      y: found.map.y[index] ?? 0,
      colour: clusterColour(Math.max(label, 0)),
      name: `${found.hands[index]}: ${label + 1}`,
      size: weights[index] ?? 1,
      chosen: hand.value === found.hands[index],
      choose: () => (hand.value = found.hands[index]),
    }))
    .filter(
      (/** @type {any} */ _, /** @type {number} */ index) => found.labels[index] >= 0 && found.map.x[index] !== null,
    );
  const { labels } = found.matrix;
  const bounds = labels
    .map((/** @type {number} */ label, /** @type {number} */ index) =>
      index && label !== labels[index - 1] ? index : 0,
    )
    .filter(Boolean);
  return html`<div class="pictures">
    <${DistanceMatrix}
      matrix=${matrixRows(found.matrix)}
      bounds=${bounds}
      title=${gettext("EMD of each two hands, by cluster; yellow is near")}
      text=${interpolate(gettext("%(count)s hands, ordered by cluster and equity; the largest distance is %(max)s. Near hands stand in blocks along the diagonal."), { count: found.matrix.size, max: fixed(found.matrix.max, 3) }, true)}
    />
    <${Scatter}
      points=${points}
      title=${gettext("Map of the hands: near means similar potential")}
      text=${interpolate(gettext("%(count)s hands in %(k)s colours; two dimensions show %(share)s of the squared distances."), { count: points.length, k: found.clusters.length, share: percent(found.map.explained, 0) }, true)}
    />
  </div>`;
}

export function ClustersView() {
  const found = clusters.value.answer;
  const [, most] = boot.limits.clusters;
  return html`<section class="panel clusters" aria-label=${gettext("Clusters")} aria-busy=${clusters.value.loading}>
    <div class="row cluster-controls">
      <${Choice}
        name=${gettext("Player of the clusters")}
        choices=${[
          ["oop", "OOP"],
          ["ip", "IP"],
        ]}
        signal=${side}
      />
      <${Choice}
        name=${gettext("Clusters by")}
        choices=${[
          ["potential", gettext("by potential")],
          ["equity", gettext("by equity")],
        ]}
        signal=${clusterBy}
      />
      <label class="brush"
        ><span>${gettext("Number of clusters")} <output data-testid="k">${clusterCount.value}</output></span
        ><input
          type="range"
          data-testid="k-slider"
          min="2"
          max=${Math.min(32, most)}
          value=${clusterCount.value}
          onInput=${(/** @type {any} */ event) => (clusterCount.value = Number(event.target.value))}
      /></label>
      <button
        type="button"
        class="button small"
        onClick=${() => download({ path: "clusters/", body: { ...clusterBody(), format: "csv" } }, "clusters.csv")}
      >
        ${gettext("Export CSV")}
      </button>
    </div>
    <${Pending} of=${clusters.value} />
    ${
      found &&
      html`<div class="cluster-top"><${Agreement} found=${found} /><${Cost} found=${found} /></div>
        <${Pictures} found=${found} />
        <ol class="cluster-list" data-testid="cluster-list">
          ${found.clusters.map((/** @type {any} */ one) => html`<${Cluster} key=${one.label} one=${one} />`)}
        </ol>`
    }
  </section>`;
}
