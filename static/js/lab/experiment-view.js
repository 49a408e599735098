/** The experiment's published results as tables, curves and heat maps; staff may run it again. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { Lines } from "./charts/curves.js";
import { HeatTable } from "./charts/maps.js";
import { amountColour, differenceColour } from "./colours.js";
import { Choice, Pending, Select } from "./controls.js";
import { ask, boot } from "./net.js";
import { fixed, percent, seconds } from "./numbers.js";
import { experiment, experimentRun, watchExperiment } from "./store.js";

/** @param {{loss: any}} props */
function LossTable({ loss }) {
  return html`<table class="figures">
    <caption class="sr">
      ${loss.title}
    </caption>
    <thead>
      <tr>
        <th scope="col">k</th>
        <th scope="col">${gettext("by equity")}</th>
        <th scope="col">${gettext("by potential")}</th>
        <th scope="col">${gettext("potential lower in")}</th>
        <th scope="col">${gettext("equity lower in")}</th>
      </tr>
    </thead>
    <tbody>
      ${loss.rows.map(
        (/** @type {any} */ row) =>
          html`<tr key=${row.k}>
            <th scope="row">${row.k}</th>
            <td>${fixed(row.equity)}</td>
            <td>${fixed(row.potential)}</td>
            <td>${row.potential_lower} / ${row.scenarios}</td>
            <td>${row.equity_lower} / ${row.scenarios}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {{loss: any, ks: number[], noise: number}} props */
function LossHeat({ loss, ks, noise }) {
  const show = useSignal("difference");
  const scenarios = [...new Set(loss.grid.map((/** @type {any} */ one) => one.scenario))];
  const value = (/** @type {any} */ one) =>
    show.value === "difference" ? one.equity - one.potential : one[show.value];
  const rows = scenarios.map((name) => ({
    name: String(name),
    values: ks.map((k) => {
      const one = loss.grid.find((/** @type {any} */ item) => item.scenario === name && item.k === k);
      return one && one.equity !== null ? value(one) : null;
    }),
  }));
  const top = Math.max(
    ...loss.grid.map((/** @type {any} */ one) => Math.max(one.equity ?? 0, one.potential ?? 0)),
    0.01,
  );
  return html`<div>
    <${Choice}
      name=${`${gettext("Heat map")}: ${loss.title}`}
      choices=${[
        ["difference", gettext("Gain by potential")],
        ["equity", gettext("by equity")],
        ["potential", gettext("by potential")],
      ]}
      signal=${show}
    />
    <${HeatTable}
      title=${gettext("Loss by scenario and number of clusters, % of the pot")}
      name=${`${gettext("Loss by scenario")}: ${loss.title}`}
      note=${show.value === "difference" ? interpolate(gettext("Positive: potential loses less. Below %(noise)s is noise."), { noise }, true) : ""}
      columns=${ks.map((k) => `k ${k}`)}
      rows=${rows}
      colour=${show.value === "difference" ? (/** @type {number} */ one) => differenceColour(-one / 1.2) : (/** @type {number} */ one) => amountColour(1 - Math.sqrt(one / top))}
    />
  </div>`;
}

/** @param {{loss: any, ks: number[], noise: number}} props */
function Loss({ loss, ks, noise }) {
  const line = (/** @type {string} */ field) =>
    ks.map((k) => loss.rows.find((/** @type {any} */ row) => row.k === k)?.[field] ?? null);
  const last = loss.rows.at(-1);
  const text = interpolate(
    gettext("With %(k)s clusters %(potential)s by potential and %(equity)s by equity."),
    { k: last?.k, potential: fixed(last?.potential), equity: fixed(last?.equity) },
    true,
  );
  return html`<section class="loss">
    <h3>${gettext("Loss:")} ${loss.title}</h3>
    <div class="loss-grid">
      <div>
        <${LossTable} loss=${loss} />
        <${Lines}
          title=${gettext("Loss in % of the pot")}
          text=${text}
          places=${ks}
          unit="k"
          lines=${[
            { name: gettext("by equity"), values: line("equity"), colour: "#d98200", dash: "6 3" },
            { name: gettext("by potential"), values: line("potential"), colour: "#2b8cbe" },
          ]}
        />
        <ul class="legend">
          <li><i class="swatch oop"></i>${gettext("by equity")}</li>
          <li><i class="swatch ip"></i>${gettext("by potential")}</li>
        </ul>
      </div>
      <${LossHeat} loss=${loss} ks=${ks} noise=${noise} />
    </div>
  </section>`;
}

/** @param {{one: any}} props */
function AgreementTable({ one }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${one.title}>
    <table class="figures">
      <caption>
        ${gettext("Agreement:")} ${one.title}
      </caption>
      <thead>
        <tr>
          <th scope="col">k</th>
          <th scope="col">${gettext("purity, equity")}</th>
          <th scope="col">${gettext("purity, potential")}</th>
          <th scope="col">${gettext("chance")}</th>
          <th scope="col">${gettext("AMI, equity")}</th>
          <th scope="col">${gettext("AMI, potential")}</th>
        </tr>
      </thead>
      <tbody>
        ${one.rows.map(
          (/** @type {any} */ row) =>
            html`<tr key=${row.k}>
              <th scope="row">${row.k}</th>
              ${["purity_equity", "purity_potential", "purity_chance", "ami_equity", "ami_potential"].map((field) => html`<td>${fixed(row[field], 3)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function StaffRun() {
  const error = useSignal("");
  const run = experimentRun.value ?? experiment.value.answer?.run;
  const active = ["queued", "running"].includes(run?.status);
  const chosen = useSignal("");
  const failed = run?.failed ?? [];
  const names = (experiment.value.answer?.scenarios ?? []).map((/** @type {any} */ one) => one.name);
  /** @param {string} path @param {string[]} [scenarios] all without them */
  const send = async (path, scenarios) => {
    const { answer, refusal } = await ask({ path, body: scenarios ? { scenarios } : {} });
    error.value = refusal?.message ?? "";
    if (!answer?.run) return;
    experimentRun.value = answer.run;
    watchExperiment();
  };
  return html`<div class="staff-run">
    <h3>${gettext("Run the experiment (staff)")}</h3>
    ${
      run &&
      html`<p role="status" data-testid="run-status" data-status=${run.status}>
          ${run.status}${active ? `: ${percent(run.share, 0)}, ${run.text}${run.seconds_left ? `, ${seconds(run.seconds_left)}` : ""}` : ""}${" "}${failed.length ? `${gettext("failed:")} ${failed.map((/** @type {any} */ one) => `${one.scenario} (${one.reason})`).join(", ")}` : ""}${" "}${run.error ?? ""}
        </p>
        ${active && html`<progress max="1" value=${run.share} aria-label=${gettext("Share done")}></progress>`}`
    }
    <p class="error" role="alert">${error.value}</p>
    ${
      active
        ? html`<button
            type="button"
            class="button small"
            data-testid="stop-experiment"
            onClick=${() => send("experiment/stop/")}
          >
            ${gettext("Stop")}
          </button>`
        : html`<div class="row compare-controls">
            <${Select}
              name=${gettext("Scenario")}
              testid="scenario"
              value=${chosen.value}
              choices=${[["", gettext("all")], ...names.map((/** @type {string} */ name) => [name, name])]}
              change=${(/** @type {string} */ name) => (chosen.value = name)}
            />
            <button
              type="button"
              class="button small"
              data-testid="run-experiment"
              onClick=${() => send("experiment/run/", chosen.value ? [chosen.value] : undefined)}
            >
              ${gettext("Run")}
            </button>
            ${
              failed.length > 0 &&
              html`<button
                type="button"
                class="button small"
                onClick=${() =>
                  send(
                    "experiment/run/",
                    failed.map((/** @type {any} */ one) => one.scenario),
                  )}
              >
                ${gettext("Run the failed ones again")}
              </button>`
            }
          </div>`
    }
  </div>`;
}

export function ExperimentView() {
  const found = experiment.value.answer;
  return html`<section class="panel experiment" aria-label=${gettext("Experiment")} data-testid="experiment">
    <h2>${gettext("Does potential keep what strategy needs?")}</h2>
    <p class="soft">
      ${gettext("Hands of fifteen scenarios are put into k clusters, by equity alone or by potential; the loss is what a player gives up who cannot tell the hands of a cluster apart on the turn.")}${" "}<a
        href=${`${boot.api}experiment.csv`}
        download
        >${gettext("All rows as CSV")}</a
      >
    </p>
    <${Pending} of=${experiment.value} />
    ${boot.staff && html`<${StaffRun} />`}
    ${found?.losses.map((/** @type {any} */ loss) => html`<${Loss} key=${loss.field} loss=${loss} ks=${found.ks} noise=${found.noise} />`)}
    ${found?.agreement.map((/** @type {any} */ one) => html`<${AgreementTable} key=${one.side} one=${one} />`)}
  </section>`;
}
