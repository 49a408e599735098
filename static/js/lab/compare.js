/** Two hands compared: their distributions, with the earth mover's distance as the shaded area. */

import { html } from "htm/preact";
import { CdfPair, Histogram } from "./charts/distributions.js";
import { Choice, Pending, Select } from "./controls.js";
import { kindName, sideName } from "./labels.js";
import { fixed, percent } from "./numbers.js";
import { HandText } from "./hand-panel.js";
import { comparison, hand, handDetail, hands, otherHand, side } from "./store.js";

/** @param {{name: string, signal: import("@preact/signals").Signal<string>, testid: string}} props */
function HandSelect({ name, signal, testid }) {
  const all = hands.value.answer?.hands ?? [];
  const choices = /** @type {[string, string][]} */ ([
    ["", gettext("Choose …")],
    ...all.map((/** @type {string} */ one) => [one, one]),
  ]);
  return html`<${Select}
    name=${name}
    testid=${testid}
    value=${signal.value}
    choices=${choices}
    change=${(/** @type {string} */ value) => (signal.value = value)}
  />`;
}

/** @param {{found: any, index: number}} props */
function OneHand({ found, index }) {
  return html`<div class=${`one-hand hand-${index}`}>
    <h3><${HandText} hand=${found.hand} /> <small>${kindName(found.made)}, ${kindName(found.draw)}</small></h3>
    <p class="soft">
      ${gettext("Equity")} ${percent(found.equity, 2)} · ${gettext("spread")} ${percent(found.spread, 2)}
    </p>
    ${found.defined ? html`<${Histogram} bins=${found.histogram} title=${interpolate(gettext("Potential of %(hand)s"), { hand: found.hand }, true)} small=${true} />` : html`<p class="note">${found.reason}</p>`}
  </div>`;
}

/** @param {{found: any}} props */
function BothHands({ found }) {
  return html`<div class="compare-grid">
    <div>
      <p class="emd" data-testid="emd">
        ${gettext("EMD")} <b>${fixed(found.emd, 4)}</b> <span class="soft">${gettext("of equity")}</span>
      </p>
      ${
        found.emd !== null &&
        html`<${CdfPair}
            first=${found.hands[0].histogram}
            second=${found.hands[1].histogram}
            names=${found.hands.map((/** @type {any} */ one) => one.hand)}
            emd=${found.emd}
          />
          <ul class="legend">
            <li><i class="swatch first"></i>${found.hands[0].hand}</li>
            <li><i class="swatch second"></i>${found.hands[1].hand}</li>
          </ul>`
      }
    </div>
    <div class="both-hands">
      <${OneHand} found=${found.hands[0]} index=${0} /><${OneHand} found=${found.hands[1]} index=${1} />
    </div>
  </div>`;
}

/** @param {{neighbours: any[]}} props */
function Neighbours({ neighbours }) {
  return html`<div class="neighbours">
    <h3>${interpolate(gettext("Nearest to %(hand)s"), { hand: hand.value }, true)}</h3>
    <ul>
      ${neighbours.map(
        (/** @type {any} */ one) =>
          html`<li key=${one.hand}>
            <button
              type="button"
              aria-pressed=${otherHand.value === one.hand}
              onClick=${() => (otherHand.value = one.hand)}
            >
              <${HandText} hand=${one.hand} /> <small>${fixed(one.emd, 4)}</small>
            </button>
          </li>`,
      )}
    </ul>
  </div>`;
}

export function Compare() {
  const found = comparison.value.answer;
  const near = handDetail.value.answer;
  const neighbours = near?.neighbours ?? [];
  return html`<section class="panel compare" aria-label=${gettext("Two hands compared")}>
    <p class="soft">
      ${interpolate(gettext("Two hands of %(side)s. The more their distributions differ, the larger the shaded area: the earth mover's distance (EMD)."), { side: sideName(side.value) }, true)}
    </p>
    <div class="row compare-controls">
      <${Choice}
        name=${gettext("Player compared")}
        choices=${[
          ["oop", "OOP"],
          ["ip", "IP"],
        ]}
        signal=${side}
      /><${HandSelect} name=${gettext("First hand")} signal=${hand} testid="first-hand" /><${HandSelect}
        name=${gettext("Second hand")}
        signal=${otherHand}
        testid="second-hand"
      />
    </div>
    <${Pending} of=${comparison.value} />
    ${found && hand.value && otherHand.value && html`<${BothHands} found=${found} />`}
    ${near && near.hand === hand.value && neighbours.length > 0 && html`<${Neighbours} neighbours=${neighbours} />`}
  </section>`;
}
