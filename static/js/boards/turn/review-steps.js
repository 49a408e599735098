/**
 * The review of one deal: each of my decisions beside the solution, and how the result is made up of error and
 * luck.
 */

import { html } from "htm/preact";
import { fill } from "../../shell/ui/texts.js";
import { shareText, signedText, valueText } from "./amounts.js";
import { isSameAction, objectLabel } from "./names.js";

/** @typedef {import("./review.js").ReviewStep} ReviewStep */
/** @typedef {import("./review.js").Review} Review */

const OWN = ["error", "outside"];

/**
 * Every action I could take, the best first: how often the solution takes it with this hand, and what it
 * brings.
 * @param {{step: ReviewStep}} props
 */
function Candidates({ step: { candidates, action } }) {
  const all = candidates.map((one) => one.action);
  return html`<table class="mix">
    <thead>
      <tr>
        <th scope="col">${gettext("Action")}</th>
        <th scope="col">${gettext("Solution")}</th>
        <th scope="col">${gettext("EV")}</th>
      </tr>
    </thead>
    <tbody>
      ${candidates.map(
        (one, i) =>
          html`<tr key=${i} class=${isSameAction(action, one.action) ? "chosen" : ""}>
            <th scope="row">
              ${objectLabel(one.action, all)}${isSameAction(action, one.action) && html` <small>${gettext("yours")}</small>`}
            </th>
            <td>
              <span class="track"><i style=${{ "--p": one.parts.frequency }}></i></span
              >${" "}${shareText(one.parts.frequency)}
            </td>
            <td>${valueText(one.score)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What a decision cost, from the numbers it is made of. @param {{step: ReviewStep, scale: number}} props */
function Cost({ step: { kind, before, after }, scale }) {
  const cost = Math.max(0, before - after);
  const values = {
    cost: valueText(cost),
    percent: valueText((100 * cost) / scale),
    best: valueText(before),
    yours: valueText(after),
  };
  if (kind === "outside")
    return html`<p class="cost outside">
      ${fill(gettext("%(best)s − %(yours)s = %(cost)s chips, not counted: the solution hardly ever comes here."), values)}
    </p>`;
  if (cost < 0.05) return html`<p class="cost none">${gettext("Cost: nothing. There was no better choice.")}</p>`;
  return html`<p class="cost error">
    ${fill(gettext("Cost: best %(best)s − yours %(yours)s = %(cost)s chips, %(percent)s % of the pot"), values)}
  </p>`;
}

/** @param {{step: ReviewStep, number: number, scale: number}} props */
function OwnDecision({ step, number, scale }) {
  const all = step.candidates.map((one) => one.action);
  const street = step.place.river ? gettext("River") : gettext("Turn");
  const chosen = step.action ? objectLabel(step.action, all) : "";
  return html`<li
    class="decision"
    data-testid="decision"
    data-kind=${step.kind}
    data-cost=${(step.before - step.after).toFixed(3)}
  >
    <h4>
      ${fill(gettext("%(number)s. %(street)s: %(action)s"), { number, street, action: chosen })}${" "}${step.link && html`<a href=${step.link} target="_blank" rel="noopener" data-testid="step-link">${gettext("in the lab")}</a>`}
    </h4>
    <${Candidates} step=${step} /><${Cost} step=${step} scale=${scale} />
  </li>`;
}

/** What a step is called in the sum. @param {ReviewStep} step */
function stepName({ kind, place, action }) {
  switch (kind) {
    case "deal":
      return gettext("Your cards");
    case "opponent":
      return fill(gettext("Opponent: %(action)s"), {
        action: action
          ? objectLabel(action, place.line && /(bet|raise|allin)[^/]*$/.test(place.line) ? [] : [{ type: "Check" }])
          : "",
      });
    case "river":
      return gettext("River card");
    case "showdown":
      return gettext("The end of the hand");
    case "outside":
      return gettext("Your choice, not counted");
    default:
      return gettext("Your error");
  }
}

/**
 * The result as a sum: what I could expect, then each step from one value to the next.
 * @param {{review: Review}} props
 */
function Sum({ review: { expected, score, steps } }) {
  const shown = steps.filter(({ kind, value }) => !OWN.includes(kind) || Math.abs(value) >= 0.05);
  return html`<table class="sum" data-testid="review-sum">
    <caption>
      ${gettext("How your result came about, in chips")}
    </caption>
    <tbody>
      <tr>
        <th scope="row">${gettext("Expected before the deal")}</th>
        <td></td>
        <td>${signedText(expected)}</td>
      </tr>
      ${shown.map(
        (step, i) =>
          html`<tr key=${i} class=${OWN.includes(step.kind) ? "own-step" : "chance-step"} data-kind=${step.kind}>
            <th scope="row">${stepName(step)}</th>
            <td class="from-to">${valueText(step.before)} → ${valueText(step.after)}</td>
            <td>${signedText(step.value)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${gettext("Result")}</th>
        <td></td>
        <td data-testid="review-score">${signedText(score)}</td>
      </tr>
    </tfoot>
  </table>`;
}

/** Error and luck of the deal in one line. @param {{review: Review}} props */
function Totals({ review: { steps } }) {
  /** @param {(kind: string) => boolean} counts */
  const total = (counts) => steps.filter(({ kind }) => counts(kind)).reduce((sum, { value }) => sum + value, 0);
  const error = -total((kind) => kind === "error");
  const luck = total((kind) => !OWN.includes(kind));
  return html`<p class="totals" data-testid="review-totals">
    <span>${gettext("Error")}${" "}<b class=${error >= 0.05 ? "loss-chips" : ""}>${valueText(error)}</b></span
    >${" "}<span>${gettext("Luck")}${" "}<b>${signedText(luck)}</b></span>
  </p>`;
}

/** @param {{review: Review}} props */
export function DealReview({ review }) {
  const own = review.steps.filter(({ kind }) => OWN.includes(kind));
  return html`<div data-testid="review" data-decisions=${own.length}>
    <${Totals} review=${review} />
    ${
      own.length
        ? html`<ol class="decisions">
            ${own.map((step, i) => html`<${OwnDecision} key=${i} step=${step} number=${i + 1} scale=${review.scale} />`)}
          </ol>`
        : html`<p class="soft">${gettext("You had nothing to decide in this deal.")}</p>`
    }
    <details class="sum-fold">
      <summary>${gettext("How your result came about")}</summary>
      <${Sum} review=${review} />
    </details>
  </div>`;
}
