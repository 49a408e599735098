/** One hand: its potential as histogram and distribution, the rivers as a strip, figures, and the nearest hands. */

import { html } from "htm/preact";
import { Cdf, Histogram } from "./charts/distributions.js";
import { RiverStrip } from "./charts/maps.js";
import { parseCard } from "./cards.js";
import { CardsText } from "./card-view.js";
import { actionColours } from "./colours.js";
import { Pending } from "./controls.js";
import { actionLabel, kindName } from "./labels.js";
import { fixed, percent } from "./numbers.js";
import { decides } from "./result-grid.js";
import { hand, handDetail, node, otherHand, view, weighted } from "./store.js";

/** @param {{hand: string}} props */
export function HandText({ hand: text }) {
  return html`<${CardsText} cards=${[parseCard(text.slice(0, 2)), parseCard(text.slice(2))]} />`;
}

/** The equities on the rivers that can come. @param {any} found */
export function riverEquities(found) {
  const possible = found.rivers.filter((/** @type {any} */ one) => one.state === "possible");
  return new Map(
    /** @type {[number, number][]} */ (possible.map((/** @type {any} */ one) => [parseCard(one.card), one.equity])),
  );
}

/** What the hand does at the decision on display. @param {{name: string}} props */
function HandStrategy({ name }) {
  const found = node.value.answer;
  const index = decides.value && found ? found.hands.indexOf(name) : -1;
  if (index < 0) return null;
  const colours = actionColours(found.actions);
  return html`<ul class="hand-strategy">
    ${found.actions.map((/** @type {string} */ action, /** @type {number} */ at) => html`<li key=${action}><span class="swatch" style=${{ background: colours[at] }}></span>${actionLabel(action)} <b>${percent(found.strategy[at][index])}</b> <small>${gettext("EV")} ${fixed(found.ev_by_action[at][index])}</small> <small title=${gettext("What the hand can expect after this action if it goes on with the best answers to the solution; the review of Turn Duel counts errors by it.")}>${gettext("best")} ${fixed(found.best_by_action?.[at]?.[index] ?? null)}</small></li>`)}
  </ul>`;
}

/** @param {{found: any}} props */
function Neighbours({ found }) {
  if (!found.neighbours?.length) return null;
  /** @param {string} other */
  const compare = (other) => {
    otherHand.value = other;
    view.value = "compare";
  };
  return html`<div class="neighbours">
    <h3>${gettext("Nearest hands by potential")}</h3>
    <ul>
      ${found.neighbours.map(
        (/** @type {any} */ one) =>
          html`<li key=${one.hand}>
            <button type="button" data-hand=${one.hand} onClick=${() => compare(one.hand)}>
              <${HandText} hand=${one.hand} /> <small>${gettext("EMD")} ${fixed(one.emd, 4)}</small>
            </button>
          </li>`,
      )}
    </ul>
  </div>`;
}

/** @param {{found: any}} props */
function HandFigures({ found }) {
  const figures = [
    [gettext("Equity"), percent(found.equity, 2)],
    [gettext("Mean over rivers"), percent(found.mean, 2)],
    [gettext("Spread"), percent(found.spread, 2)],
    [gettext("Variance"), fixed(found.variance, 4)],
    [gettext("Entropy, bits"), fixed(found.entropy, 2)],
    [gettext("Rivers"), found.rivers_used],
  ];
  return html`<dl class="hand-figures">
    ${figures.map(
      ([name, value]) =>
        html`<div key=${name}>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

export function HandPanel() {
  const found = handDetail.value.answer;
  const label = html`<label class="switch"
    ><span
      >${gettext("Rivers by their probability")}<small class="soft"
        >${gettext("Off: all possible rivers count the same. The equity is always by probability.")}</small
      ></span
    ><input
      type="checkbox"
      data-testid="weighted"
      checked=${weighted.value}
      onChange=${() => (weighted.value = !weighted.value)}
  /></label>`;
  if (!hand.value || !found)
    return html`<section class="hand-panel" aria-label=${gettext("Hand")}>
      <p class="soft">${gettext("Choose a hand in the grid to see its potential.")}</p>
      <${Pending} of=${handDetail.value} />${label}
    </section>`;
  return html`<section
    class="hand-panel"
    aria-label=${gettext("Hand")}
    data-testid="hand-panel"
    data-hand=${found.hand}
  >
    <h3 class="hand-title">
      <${HandText} hand=${found.hand} /> <small>${kindName(found.made)}, ${kindName(found.draw)}</small>
    </h3>
    <${Pending} of=${handDetail.value} />
    <${HandStrategy} name=${found.hand} />
    <${HandFigures} found=${found} />
    ${
      found.defined
        ? html`<${Histogram} bins=${found.histogram} title=${gettext("Potential: share of rivers by equity, %")} />
            <${Cdf} bins=${found.histogram} title=${gettext("The same, added up")} />
            <${RiverStrip}
              values=${riverEquities(found)}
              title=${gettext("Equity on each river")}
              word=${gettext("equity")}
            />
            <${Neighbours} found=${found} />`
        : html`<p class="note">${gettext("This hand has no histogram:")} ${found.reason}</p>`
    }
    ${label}
  </section>`;
}
