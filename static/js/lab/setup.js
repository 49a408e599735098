/** The spot's editor: ready-made and saved spots, board, both ranges, bets, and the solver. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { BoardPicker } from "./board-picker.js";
import { CardsText } from "./card-view.js";
import { Select, Tabs } from "./controls.js";
import { boot } from "./net.js";
import { RangeEditor } from "./range-editor.js";
import { SavedSpots } from "./saved-spots.js";
import { SolvePanel } from "./solve-panel.js";
import { boardCards, comboCount, pot, sizes, stack } from "./spot.js";
import { edited, openSpot, shownHash, undoEdits } from "./store.js";

const SIZE_NAMES = () => [
  ["turn_bet_oop", gettext("Turn bet, OOP")],
  ["turn_bet_ip", gettext("Turn bet, IP")],
  ["turn_raise", gettext("Turn raise")],
  ["river_bet_oop", gettext("River bet, OOP")],
  ["river_bet_ip", gettext("River bet, IP")],
  ["river_raise", gettext("River raise")],
];
const THRESHOLD_NAMES = () => [
  ["add_allin_threshold", gettext("Add all-in up to (x pot)")],
  ["force_allin_threshold", gettext("Make all-in from (x pot)")],
  ["merging_threshold", gettext("Merge sizes closer than")],
];

/**
 * @param {{label: string, value: number, set: (value: number) => void, step?: string, min?: number, testid?:
 *   string}} props
 */
function NumberField({ label, value, set, step = "1", min = 1, testid }) {
  return html`<label class="field"
    ><span>${label}</span
    ><input
      type="number"
      inputmode="decimal"
      data-testid=${testid}
      min=${min}
      step=${step}
      value=${value}
      onChange=${(/** @type {any} */ event) => set(Number(event.target.value))}
  /></label>`;
}

function Bets() {
  /** @param {string} field @param {any} value */
  const set = (field, value) => (sizes.value = { ...sizes.value, [field]: value });
  return html`<div class="bets">
    <${NumberField}
      label=${gettext("Pot")}
      value=${pot.value}
      set=${(/** @type {number} */ value) => (pot.value = Math.trunc(value))}
      testid="pot"
    />
    <${NumberField}
      label=${gettext("Stack behind")}
      value=${stack.value}
      set=${(/** @type {number} */ value) => (stack.value = Math.trunc(value))}
      testid="stack"
    />
    ${SIZE_NAMES().map(([field, label]) => html`<label class="field" key=${field}><span>${label}</span><input type="text" spellcheck="false" autocomplete="off" data-testid=${field} value=${sizes.value[field] ?? ""} onChange=${(/** @type {any} */ event) => set(field, event.target.value)} /></label>`)}
    ${THRESHOLD_NAMES().map(([field, label]) => html`<${NumberField} key=${field} label=${label} value=${sizes.value[field] ?? 0} min=${0} step="0.05" set=${(/** @type {number} */ value) => set(field, value)} />`)}
    <p class="soft wide">
      ${gettext("Sizes are lists: 33%, 75% of the pot; 2.5x of the bet raised; a for all-in. An empty list means no such bet.")}
    </p>
  </div>`;
}

function ReadySpots() {
  /** @param {string} name */
  const open = (name) => {
    const found = boot.ready.find((/** @type {any} */ one) => one.name === name);
    if (found) openSpot(found);
  };
  const shown = boot.ready.find((/** @type {any} */ one) => one.hash === shownHash.value)?.name ?? "";
  const choices = /** @type {[string, string][]} */ ([
    ["", gettext("Choose …")],
    ...boot.ready.map((/** @type {any} */ one) => [one.name, one.title]),
  ]);
  return html`<${Select}
    name=${gettext("Ready-made")}
    testid="ready"
    value=${shown}
    choices=${choices}
    change=${open}
  />`;
}

/** One line about the edited spot. */
export function SpotLine() {
  return html`<p class="spot-line">
    <${CardsText}
      cards=${boardCards.value}
    />${" "}<span>${interpolate(gettext("pot %(pot)s, stack %(stack)s"), { pot: pot.value, stack: stack.value }, true)}</span>${" "}<span
      >${gettext("OOP")}${" "}${comboCount(0).count}${" "}·${" "}${gettext("IP")}${" "}${comboCount(1).count}${" "}${gettext("combos")}</span
    >
  </p>`;
}

export function Setup() {
  const tab = useSignal("board");
  const folded = useSignal(matchMedia("(width < 900px)").matches);
  const tabs = /** @type {[string, string][]} */ ([
    ["board", gettext("Board")],
    ["oop", gettext("OOP range")],
    ["ip", gettext("IP range")],
    ["bets", gettext("Bets")],
    ["saved", gettext("Saved")],
  ]);
  return html`<section class="panel setup" aria-label=${gettext("Spot")}>
    <div class="panel-head">
      <h2>${gettext("Spot")}</h2>
      <${ReadySpots} />
    </div>
    <${SpotLine} />
    ${edited.value && html`<p class="note" data-testid="edited">${gettext("You have changed the spot; the results are of the one before.")} <button type="button" class="quiet" onClick=${undoEdits}>${gettext("Undo the changes")}</button></p>`}
    <button
      type="button"
      class="button small fold"
      data-testid="edit-spot"
      aria-expanded=${!folded.value}
      aria-controls="setup-body"
      onClick=${() => (folded.value = !folded.value)}
    >
      ${folded.value ? gettext("Edit the spot") : gettext("Fold the editor")}
    </button>
    <div id="setup-body" hidden=${folded.value}>
      <${Tabs}
        name=${gettext("Parts of the spot")}
        tabs=${tabs}
        chosen=${tab.value}
        choose=${(/** @type {string} */ id) => (tab.value = id)}
        panel="setup-panel"
      />
      <div id="setup-panel" role="tabpanel" aria-labelledby=${`setup-panel-${tab.value}`} tabindex="-1">
        ${tab.value === "board" && html`<${BoardPicker} />`}
        ${tab.value === "oop" && html`<${RangeEditor} key="0" side=${0} name=${gettext("OOP range")} />`}
        ${tab.value === "ip" && html`<${RangeEditor} key="1" side=${1} name=${gettext("IP range")} />`}
        ${tab.value === "bets" && html`<${Bets} />`} ${tab.value === "saved" && html`<${SavedSpots} />`}
      </div>
    </div>
    <${SolvePanel} />
  </section>`;
}
