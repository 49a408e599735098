/** The page of the turn lab: the spot's editor beside the results. */

import { html } from "htm/preact";
import { render } from "preact";
import { drawMasthead } from "../shell/ui/masthead.js";
import { ClustersView } from "./clusters-view.js";
import { Compare } from "./compare.js";
import { Tabs } from "./controls.js";
import { CorrelationView } from "./correlation-view.js";
import { ExperimentView } from "./experiment-view.js";
import { HandPanel } from "./hand-panel.js";
import { HandTable } from "./hand-table.js";
import { LineBar, NodeFigures } from "./line-bar.js";
import { ResultGrid } from "./result-grid.js";
import { RiversView } from "./rivers-view.js";
import { Setup } from "./setup.js";
import { solved, view } from "./store.js";

const VIEWS = () =>
  /** @type {[string, string][]} */ ([
    ["strategy", gettext("Strategy")],
    ["rivers", gettext("Rivers")],
    ["compare", gettext("Compare")],
    ["clusters", gettext("Clusters")],
    ["correlation", gettext("Ranges")],
    ["experiment", gettext("Experiment")],
  ]);

function Strategy() {
  return html`<div class="strategy-view">
    <section class="panel" aria-label=${gettext("Grid")}><${ResultGrid} /></section>
    <div class="panel hand-column"><${NodeFigures} /><${HandPanel} /></div>
    <${HandTable} />
  </div>`;
}

const BODIES = {
  strategy: Strategy,
  rivers: RiversView,
  compare: Compare,
  clusters: ClustersView,
  correlation: CorrelationView,
  experiment: ExperimentView,
};

function Lab() {
  const Body = BODIES[view.value] ?? Strategy;
  return html`<div class="lab-columns">
    <${Setup} />
    <div class="results">
      <${Tabs}
        name=${gettext("Results")}
        tabs=${VIEWS()}
        chosen=${view.value}
        choose=${(/** @type {any} */ id) => (view.value = id)}
        panel="lab-view"
      />
      <div id="lab-view" role="tabpanel" aria-labelledby=${`lab-view-${view.value}`} tabindex="-1">
        ${solved.value && ["strategy", "rivers"].includes(view.value) && html`<${LineBar} />`}
        <${Body} />
      </div>
    </div>
  </div>`;
}

const place = /** @type {HTMLElement} */ (document.getElementById("lab"));
place.replaceChildren();
render(html`<${Lab} />`, place);
drawMasthead();
