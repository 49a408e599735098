/** All hands of the player on display as a table that can be sorted and filtered, with exports. */

import { useComputed, useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { Select } from "./controls.js";
import { actionLabel, kindName, sideName } from "./labels.js";
import { fixed, percent } from "./numbers.js";
import { HandText } from "./hand-panel.js";
import { boot, download } from "./net.js";
import { decides, rows } from "./result-grid.js";
import { exportAddress, hand, hands, shownSpot, side, solved, weighted } from "./store.js";

const FIRST_ROWS = 60;
const BUCKETS = [0, 0.2, 0.4, 0.6, 0.8];

/**
 * @typedef {{name: string, cell: string, weight: number, equity: number | null, ev: number | null, made:
 *   string, draw: string, strategy: number[]}} HandRow
 */

/** @returns {HandRow[]} */
function listRows() {
  const found = rows.value;
  const whole = hands.value.answer;
  if (!found) return [];
  const kinds = new Map(
    (whole?.hands ?? []).map((/** @type {string} */ one, /** @type {number} */ index) => [one, index]),
  );
  return found.hands
    .map((/** @type {string} */ name, /** @type {number} */ index) => {
      const at = kinds.get(name) ?? -1;
      return {
        name,
        cell: found.cell[index],
        weight: found.weight[index],
        equity: found.equity[index],
        ev: found.ev?.[index] ?? null,
        made: found.made?.[index] ?? whole?.made[at] ?? "",
        draw: found.draw?.[index] ?? whole?.draw[at] ?? "",
        strategy: decides.value ? found.strategy.map((/** @type {number[]} */ one) => one[index]) : [],
      };
    })
    .filter((/** @type {HandRow} */ row) => row.weight > 0);
}

/** @param {HandRow} row @param {{made: string, draw: string, bucket: string, action: string, text: string}} filter */
function passes(row, { made, draw, bucket, action, text }) {
  const share = Math.min(0.999999, row.equity ?? 0);
  if (made && row.made !== made) return false;
  if (draw && row.draw !== draw) return false;
  if (bucket && (row.equity === null || Math.floor(share * 5) !== Number(bucket))) return false;
  if (action && row.strategy.indexOf(Math.max(...row.strategy)) !== Number(action)) return false;
  return (
    !text ||
    row.name.toLowerCase().includes(text.toLowerCase()) ||
    row.cell.toLowerCase().startsWith(text.toLowerCase())
  );
}

/** @param {HandRow} row @param {string} by */
const sortKey = (row, by) =>
  (by.startsWith("action") ? row.strategy[Number(by.slice(6))] : row[/** @type {"equity"} */ (by)]) ?? -1;

/** @typedef {{made: string, draw: string, bucket: string, action: string, text: string}} Filter */
/** @typedef {{by: string, up: boolean}} Sorting */

/** @param {{filter: import("@preact/signals").Signal<Filter>, actions: string[]}} props */
function Filters({ filter, actions }) {
  const set = (/** @type {string} */ field) => (/** @type {string} */ value) =>
    (filter.value = { ...filter.value, [field]: value });
  const kinds = (/** @type {"made" | "draw"} */ field) =>
    /** @type {[string, string][]} */ ([
      ["", gettext("all")],
      ...[...new Set(listRows().map((row) => row[field]))]
        .filter(Boolean)
        .sort()
        .map((kind) => [kind, kindName(kind)]),
    ]);
  return html`<div class="filters">
    <label class="lab-select"
      ><span>${gettext("Search")}</span
      ><input
        type="text"
        data-testid="filter-text"
        placeholder="AKs"
        value=${filter.value.text}
        onInput=${(/** @type {any} */ event) => set("text")(event.target.value)}
    /></label>
    <${Select}
      name=${gettext("Made hand")}
      testid="filter-made"
      value=${filter.value.made}
      choices=${kinds("made")}
      change=${set("made")}
    />
    <${Select}
      name=${gettext("Draw")}
      testid="filter-draw"
      value=${filter.value.draw}
      choices=${kinds("draw")}
      change=${set("draw")}
    />
    <${Select}
      name=${gettext("Equity")}
      testid="filter-equity"
      value=${filter.value.bucket}
      choices=${[["", gettext("all")], ...BUCKETS.map((low, index) => [String(index), `${percent(low, 0)} – ${percent(low + 0.2, 0)}`])]}
      change=${set("bucket")}
    />
    ${actions.length > 0 && html`<${Select} name=${gettext("Mostly")} testid="filter-action" value=${filter.value.action} choices=${[["", gettext("all")], ...actions.map((/** @type {string} */ action, /** @type {number} */ at) => [String(at), actionLabel(action)])]} change=${set("action")} />`}
  </div>`;
}

/** @param {{shown: HandRow[], sort: import("@preact/signals").Signal<Sorting>, actions: string[]}} props */
function Rows({ shown, sort, actions }) {
  const columns = [
    ["name", gettext("Hand")],
    ["weight", gettext("Weight")],
    ["equity", gettext("Equity")],
    ["ev", gettext("EV")],
    ["made", gettext("Made hand")],
    ["draw", gettext("Draw")],
    ...actions.map((/** @type {string} */ action, /** @type {number} */ at) => [`action${at}`, actionLabel(action)]),
  ];
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${gettext("Table of hands")}>
    <table data-testid="hand-rows">
      <thead>
        <tr>
          ${columns.map(([id, text]) => html`<th key=${id} scope="col" class=${["name", "made", "draw"].includes(id) ? "text" : ""} aria-sort=${sort.value.by === id ? (sort.value.up ? "ascending" : "descending") : null}><button type="button" onClick=${() => (sort.value = { by: id, up: sort.value.by === id ? !sort.value.up : false })}>${text}${sort.value.by === id ? (sort.value.up ? " ▲" : " ▼") : ""}</button></th>`)}
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (row) =>
            html`<tr key=${row.name} class=${hand.value === row.name ? "chosen" : ""}>
              <th scope="row">
                <button type="button" onClick=${() => (hand.value = row.name)}>
                  <${HandText} hand=${row.name} />
                </button>
              </th>
              <td>${fixed(row.weight, 3)}</td>
              <td>${percent(row.equity)}</td>
              <td>${fixed(row.ev)}</td>
              <td class="text">${kindName(row.made)}</td>
              <td class="text">${kindName(row.draw)}</td>
              ${row.strategy.map((share, at) => html`<td key=${at}>${percent(share)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function HandTable() {
  const filter = useSignal({ made: "", draw: "", bucket: "", action: "", text: "" });
  const sort = useSignal({ by: "equity", up: false });
  const all = useSignal(false);
  const list = useComputed(() => {
    const { by, up } = sort.value;
    const kept = listRows().filter((row) => passes(row, filter.value));
    return kept.sort((a, b) => {
      const [one, other] = [sortKey(a, by), sortKey(b, by)];
      return (one < other ? -1 : one > other ? 1 : 0) * (up ? 1 : -1);
    });
  });
  const actions = decides.value ? rows.value.actions : [];
  const shown = all.value ? list.value : list.value.slice(0, FIRST_ROWS);
  const caption = interpolate(gettext("Hands of %(side)s"), { side: sideName(side.value) }, true);
  return html`<section class="panel hand-table" aria-label=${caption}>
    <div class="panel-head">
      <h2>${caption}</h2>
      <span class="soft" role="status" data-testid="hand-count" data-count=${list.value.length}
        >${interpolate(gettext("%(count)s hands"), { count: list.value.length }, true)}</span
      ><${Exports} />
    </div>
    <${Filters} filter=${filter} actions=${actions} />
    <${Rows} shown=${shown} sort=${sort} actions=${actions} />
    ${list.value.length > shown.length && html`<button type="button" class="button small" onClick=${() => (all.value = true)}>${gettext("Show all")}</button>`}
  </section>`;
}

function Exports() {
  const body = {
    spot: shownSpot.value,
    side: side.value,
    weighted: weighted.value,
    bins: boot.defaults.bins,
    format: "csv",
  };
  return html`<span class="row exports">
    ${
      solved.value
        ? html`<a class="button small" data-testid="export-csv" href=${exportAddress("export.csv")} download
              >${gettext("CSV")}</a
            ><a class="button small" data-testid="export-json" href=${exportAddress("export.json")} download
              >${gettext("JSON")}</a
            ><a class="button small" href=${exportAddress("answer.json")} download>${gettext("Whole answer")}</a>`
        : ""
    }
    <button type="button" class="button small" onClick=${() => download({ path: "hands/", body }, "potential.csv")}>
      ${gettext("Potential CSV")}
    </button></span
  >`;
}
