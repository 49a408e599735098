/** The review over the match: error per decision with its trend, the costliest decisions, luck and skill apart. */

import { html } from "htm/preact";
import { fill } from "../../shell/ui/texts.js";
import { signedText, valueText } from "./amounts.js";

/** @typedef {import("./review.js").MatchFigures} MatchFigures */

const WIDTH = 160;
const HEIGHT = 36;

/** Error per decision, deal by deal; lower is better. @param {{trend: number[]}} props */
function Trend({ trend }) {
  if (trend.length < 2) return null;
  const highest = Math.max(...trend, 0.001);
  const points = trend
    .map(
      (value, i) =>
        `${((i / (trend.length - 1)) * WIDTH).toFixed(1)},${(HEIGHT - (value / highest) * HEIGHT).toFixed(1)}`,
    )
    .join(" ");
  const label = fill(gettext("Error per decision, deal by deal: from %(first)s to %(last)s chips"), {
    first: valueText(trend[0]),
    last: valueText(trend[trend.length - 1]),
  });
  return html`<svg
    class="trend"
    viewBox=${`-3 -3 ${WIDTH + 6} ${HEIGHT + 6}`}
    role="img"
    aria-label=${label}
    data-testid="trend"
    data-points=${trend.length}
  >
    <polyline points=${points} />
  </svg>`;
}

/** @param {{match: MatchFigures}} props */
export function MatchReview({ match }) {
  const { decisions, error_per_decision: error, trend, costliest, luck, skill, expected, score } = match;
  return html`<section class="match-review" data-testid="match-review" data-decisions=${decisions}>
    <h3>${gettext("The match so far")}</h3>
    <div class="match-line">
      <p>
        ${fill(ngettext("%(error)s chips of error per decision, over %(count)s decision", "%(error)s chips of error per decision, over %(count)s decisions", decisions), { error: valueText(error), count: decisions })}
      </p>
      <${Trend} trend=${trend} />
    </div>
    <p class="match-sum" data-testid="match-sum">
      ${fill(gettext("Result %(score)s = expected %(expected)s, luck %(luck)s, decisions %(skill)s"), { score: signedText(score), expected: signedText(expected), luck: signedText(luck), skill: signedText(skill) })}
    </p>
    <p class="totals">
      <span>${gettext("Luck")}${" "}<b data-testid="match-chance">${signedText(luck)}</b></span
      >${" "}<span>${gettext("Skill")}${" "}<b data-testid="match-skill">${signedText(skill)}</b></span>
    </p>
    ${
      costliest.length > 0 &&
      html`<p>${gettext("Costliest decisions")}</p>
        <ol class="costliest">
          ${costliest.map(
            ({ deal, step, cost, cost_pct: percent, link }) =>
              html`<li key=${`${deal}.${step}`}>
                <a href=${link} target="_blank" rel="noopener" data-testid="costly-link"
                  >${fill(gettext("Deal %(deal)s: %(cost)s chips, %(percent)s % of the pot"), { deal, cost: valueText(cost), percent: valueText(percent) })}</a
                >
              </li>`,
          )}
        </ol>`
    }
  </section>`;
}
