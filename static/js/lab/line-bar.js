/** Where in the tree: the path from the root, each step a button; the actions from here; the river to come. */

import { html } from "htm/preact";
import { parseCard } from "./cards.js";
import { CardText } from "./card-view.js";
import { actionColours } from "./colours.js";
import { actionLabel, sideName } from "./labels.js";
import { fixed, percent } from "./numbers.js";
import { dealLine, goTo, line, node, river, view } from "./store.js";

/** Choose a next node: go on, or show the river cards if one comes. @param {{line: string, kind: string}} next */
function follow(next) {
  if (next.kind === "decision") goTo(next.line);
  if (next.kind !== "deal") return;
  dealLine.value = next.line;
  view.value = "rivers";
}

/** @param {{action: string | null, line: string, kind: string}} step */
function PathStep(step) {
  const at = step.line === line.value;
  const text =
    step.action === null
      ? gettext("Start")
      : parseCard(step.action) >= 0
        ? html`<${CardText} card=${parseCard(step.action)} />`
        : actionLabel(step.action);
  const press = () => (step.kind === "deal" ? follow(step) : goTo(step.line));
  return html`<li key=${`${step.line} ${step.action}`}>
    <button type="button" aria-current=${at ? "step" : null} onClick=${press}>${text}</button>
  </li>`;
}

export function LineBar() {
  const found = node.value.answer;
  if (!found) return null;
  const colours = actionColours(found.actions);
  return html`<div class="line-bar" data-testid="line-bar" data-line=${line.value}>
    <nav aria-label=${gettext("Line")}>
      <ol>
        ${found.path.map(PathStep)}
      </ol>
    </nav>
    <p class="to-act">
      <b>${sideName(found.player)}</b
      >${" "}${gettext("to act")}${" "}·${" "}${gettext("pot")}${" "}${fixed(found.pot, 0)}${" "}·${" "}${gettext("reached")}${" "}${percent(found.reach)}${found.river && river.value ? html` · ${gettext("river")} <${CardText} card=${parseCard(found.river)} />` : ""}
    </p>
    <div class="actions" role="group" aria-label=${gettext("Actions")}>
      ${found.next.map(
        (/** @type {any} */ next, /** @type {number} */ index) =>
          html`<button
            key=${next.action}
            type="button"
            class="action"
            data-action=${next.action}
            disabled=${!["decision", "deal"].includes(next.kind)}
            onClick=${() => follow(next)}
          >
            <span class="swatch" style=${{ background: colours[index] }}></span
            ><b>${actionLabel(next.action)}</b>${" "}<span>${percent(found.frequency[index])}</span>
            <span class="frequency"
              ><i style=${{ width: `${100 * found.frequency[index]}%`, background: colours[index] }}></i
            ></span>
            <small
              >${{ deal: gettext("then a river card"), fold: gettext("ends the hand"), showdown: gettext("showdown"), decision: "" }[/** @type {"deal"} */ (next.kind)] ?? ""}</small
            >
          </button>`,
      )}
    </div>
  </div>`;
}

/** EV, equity and EQR of both players here. */
export function NodeFigures() {
  const found = node.value.answer;
  if (!found) return null;
  return html`<table class="figures">
    <caption class="sr">
      ${gettext("Both players here")}
    </caption>
    <thead>
      <tr>
        <th scope="col"><span class="sr">${gettext("Player")}</span></th>
        <th scope="col">${gettext("EV")}</th>
        <th scope="col">${gettext("Equity")}</th>
        <th scope="col"><abbr title=${gettext("equity realised: EV divided by equity times pot")}>EQR</abbr></th>
      </tr>
    </thead>
    <tbody>
      ${["oop", "ip"].map(
        (one) =>
          html`<tr key=${one}>
            <th scope="row">${sideName(one)}</th>
            <td>${fixed(found[`ev_${one}`])}</td>
            <td>${percent(found[`equity_${one}`])}</td>
            <td>${percent(found[`eqr_${one}`])}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
