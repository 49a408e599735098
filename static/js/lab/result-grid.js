/**
 * The results in a 13 by 13 grid: strategy bars by weight, or coloured by equity, EV, cluster or potential
 * variance.
 */

import { computed, signal } from "@preact/signals";
import { html } from "htm/preact";
import { CELL_COMBOS, cellOfCombo, cellText, parseCard, parseCombo } from "./cards.js";
import { CardsText } from "./card-view.js";
import { actionColours, amountColour, clusterColour, inkOn } from "./colours.js";
import { Choice, Pending } from "./controls.js";
import { useGridKeys } from "./grid-keys.js";
import { actionLabel, sideName } from "./labels.js";
import { fixed, percent } from "./numbers.js";
import { clusters, colouring, hand, hands, node, side, solved } from "./store.js";

const hovered = signal(/** @type {string | null} */ (null));
/** The cell of the hand on display. */
const chosen = computed(() => (hand.value ? cellText(cellOfCombo(parseCombo(hand.value))) : ""));

/** The rows of hands that the grid shows: of the decision, of the opponent there, or of the range alone. */
export const rows = computed(() => {
  const found = solved.value ? node.value.answer : null;
  if (!found) return hands.value.answer;
  return found.player === side.value ? found : found.opponent;
});
/** Whether the player on display decides here. */
export const decides = computed(() => solved.value && node.value.answer?.player === side.value);

/** For each cell the weight of its hands by cluster. */
const clusterShares = computed(() => {
  const { answer } = clusters.value;
  /** @type {Record<string, Map<number, number>>} */
  const shares = {};
  const all = hands.value.answer;
  if (!answer || !all || answer.side !== all.side) return shares;
  answer.labels.forEach((/** @type {number} */ label, /** @type {number} */ index) => {
    const cell = (shares[all.cell[index]] ??= new Map());
    cell.set(label, (cell.get(label) ?? 0) + all.weight[index]);
  });
  return shares;
});

/** Stripes from left to right as a background. @param {[string, number][]} parts colour and share */
function stripes(parts) {
  let at = 0;
  const total = parts.reduce((sum, [, share]) => sum + share, 0) || 1;
  return `linear-gradient(90deg, ${parts.map(([colour, share]) => `${colour} ${(100 * at) / total}% ${(100 * (at += share)) / total}%`).join(", ")})`;
}

/**
 * How a cell looks: its background, how high it is filled, the ink, and its words.
 * @param {string} cell
 * @returns {{background: string, height: number, text: string, ink?: string} | null}
 */
function appearance(cell) {
  const data = rows.value?.cells[cell];
  const whole = hands.value.answer?.cells[cell];
  const height = Math.min(1, (data?.weight ?? 0) / (data?.combos || 1));
  const solid = (/** @type {string} */ background, /** @type {string} */ text) => ({
    background,
    height: 1,
    text,
    ink: inkOn(background),
  });
  switch (colouring.value) {
    case "strategy": {
      const { actions } = node.value.answer ?? {};
      if (!decides.value) return data ? { background: "var(--felt-light)", height, text: percent(height, 0) } : null;
      if (!data || !data.weight) return null;
      const colours = actionColours(actions);
      const text = actions
        .map(
          (/** @type {string} */ action, /** @type {number} */ index) =>
            `${actionLabel(action)} ${percent(data.strategy[index], 0)}`,
        )
        .join(", ");
      return {
        background: stripes(
          data.strategy.map((/** @type {number} */ share, /** @type {number} */ index) => [colours[index], share]),
        ),
        height,
        text,
      };
    }
    case "equity":
      return data && data.equity !== null ? solid(amountColour(data.equity), percent(data.equity)) : null;
    case "ev": {
      if (!data || data.ev === undefined || data.ev === null) return null;
      return solid(amountColour(data.ev / highestEv.value), fixed(data.ev, 1));
    }
    case "variance":
      return whole ? solid(amountColour(whole.variance / highestVariance.value), fixed(whole.variance, 4)) : null;
    default: {
      const shares = [...(clusterShares.value[cell] ?? [])].sort((a, b) => a[0] - b[0]);
      return shares.length
        ? {
            background: stripes(shares.map(([label, weight]) => [clusterColour(Math.max(label, 0)), weight])),
            height: 1,
            text: `${gettext("cluster")} ${shares.map(([label]) => label + 1).join(", ")}`,
          }
        : null;
    }
  }
}

/** @param {any} source @param {string} field */
const highest = (source, field) =>
  Math.max(1e-9, ...Object.values(source?.cells ?? {}).map((/** @type {any} */ one) => one[field] ?? 0));
const highestEv = computed(() => highest(rows.value, "ev"));
const highestVariance = computed(() => highest(hands.value.answer, "variance"));

/** Choose the heaviest hand of a cell. @param {string} cell */
function chooseCell(cell) {
  const found = rows.value;
  let best = -1;
  found?.cell.forEach((/** @type {string} */ one, /** @type {number} */ index) => {
    if (one === cell && (best < 0 || found.weight[index] > found.weight[best])) best = index;
  });
  if (best >= 0) hand.value = found.hands[best];
}

/** @param {{cell: number, text: string, keys: object}} props */
function Cell({ cell, text, keys }) {
  const shown = appearance(text);
  return html`<div
    role="gridcell"
    class=${`cell ${shown ? "" : "dead"} ${chosen.value === text ? "chosen" : ""}`}
    data-cell=${cell}
    data-class=${text}
    aria-label=${`${text}: ${shown ? shown.text : gettext("not in the range")}`}
    aria-selected=${chosen.value === text}
    onClick=${() => chooseCell(text)}
    onPointerEnter=${() => (hovered.value = text)}
    ...${keys}
  >
    ${shown && html`<i class="fill" style=${{ height: `${100 * shown.height}%`, background: shown.background }}></i>`}<span
      style=${shown?.ink ? { color: shown.ink } : null}
      >${text}</span
    >
  </div>`;
}

export function ResultGrid() {
  const keys = useGridKeys(
    (cell) => chooseCell(cellText(cell)),
    (cell) => (hovered.value = cellText(cell)),
  );
  const modes = /** @type {[string, string][]} */ ([
    ["strategy", gettext("Strategy")],
    ["equity", gettext("Equity")],
    ["ev", gettext("EV")],
    ["cluster", gettext("Cluster")],
    ["variance", gettext("Variance")],
  ]);
  return html`<div class="result">
    <div class="row grid-controls">
      <${Choice}
        name=${gettext("Player")}
        choices=${[
          ["oop", "OOP"],
          ["ip", "IP"],
        ]}
        signal=${side}
      /><${Choice}
        name=${gettext("Colours")}
        choices=${modes}
        signal=${colouring}
        disabled=${solved.value ? [] : ["ev"]}
      />
    </div>
    <${Pending} of=${solved.value ? node.value : hands.value} />
    <div
      class=${`hand-grid result-grid ${colouring.value}`}
      role="grid"
      aria-label=${`${sideName(side.value)}: ${modes.find(([id]) => id === colouring.value)?.[1]}`}
      data-testid="result-grid"
      onPointerLeave=${() => (hovered.value = null)}
    >
      ${Array.from(
        { length: 13 },
        (_, row) =>
          html`<div role="row" class="grid-row" key=${row}>
            ${Array.from({ length: 13 }, (_, column) => {
              const cell = 13 * row + column;
              return html`<${Cell} key=${cell} text=${cellText(cell)} cell=${cell} keys=${keys(cell)} />`;
            })}
          </div>`,
      )}
    </div>
    <${Legend} />
    <${CellCombos} cell=${hovered.value ?? chosen.value} />
  </div>`;
}

function Legend() {
  if (colouring.value === "strategy" && decides.value) {
    const { actions } = node.value.answer;
    const colours = actionColours(actions);
    return html`<ul class="legend">
      ${actions.map((/** @type {string} */ action, /** @type {number} */ index) => html`<li key=${action}><i class="swatch" style=${{ background: colours[index] }}></i>${actionLabel(action)}</li>`)}
      <li class="soft">${gettext("Height: weight here")}</li>
    </ul>`;
  }
  if (colouring.value === "cluster") {
    return html`<ul class="legend">
      ${(clusters.value.answer?.clusters ?? []).map((/** @type {any} */ one) => html`<li key=${one.label}><i class="swatch" style=${{ background: clusterColour(one.label) }}></i>${one.label + 1}: ${percent(one.equity, 0)}</li>`)}
    </ul>`;
  }
  const ends = {
    equity: ["0 %", "100 %"],
    ev: ["0", fixed(highestEv.value, 0)],
    variance: ["0", fixed(highestVariance.value, 3)],
    strategy: null,
    cluster: null,
  }[colouring.value];
  const meaning = {
    equity: gettext("Equity"),
    ev: gettext("EV in chips"),
    variance: gettext("Potential: variance of the equity over the rivers"),
    strategy: "",
    cluster: "",
  }[colouring.value];
  return (
    ends &&
    html`<p class="legend ramp">
      <span>${ends[0]}</span><i class="ramp-bar"></i><span>${ends[1]}</span> <span class="soft">${meaning}</span>
    </p>`
  );
}

/** The hands of a cell with their strategy; each can be chosen. @param {{cell: string}} props */
function CellCombos({ cell }) {
  const found = rows.value;
  if (!found) return null;
  const members = found.cell
    .map((/** @type {string} */ one, /** @type {number} */ index) => (one === cell ? index : -1))
    .filter((/** @type {number} */ index) => index >= 0);
  const total = CELL_COMBOS[[...Array(169).keys()].find((one) => cellText(one) === cell) ?? 0].length;
  const colours = decides.value ? actionColours(found.actions) : [];
  return html`<div class="cell-combos" data-testid="cell-combos">
    <h3>
      ${cell}${" "}<small
        >${interpolate(gettext("%(count)s of %(total)s combos"), { count: members.length, total }, true)}</small
      >
    </h3>
    <ul>
      ${members.map(
        (/** @type {number} */ index) =>
          html`<li key=${found.hands[index]}>
            <button
              type="button"
              aria-pressed=${hand.value === found.hands[index]}
              onClick=${() => (hand.value = found.hands[index])}
            >
              <${CardsText}
                cards=${[parseCard(found.hands[index].slice(0, 2)), parseCard(found.hands[index].slice(2))]}
              />${" "}<small>${percent(found.equity[index], 0)}</small>
              ${decides.value && html`<i class="mini" style=${{ background: stripes(found.strategy.map((/** @type {number[]} */ one, /** @type {number} */ action) => [colours[action], one[index] ?? 0])) }}></i>`}
            </button>
          </li>`,
      )}
    </ul>
  </div>`;
}
