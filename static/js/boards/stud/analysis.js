/**
 * A bot's analysis in a replay: what it thought the others held, its own chances, the price of a call, its
 * candidates.
 */

import { html } from "htm/preact";
import { AnalysisPanel, Legend, Numbers } from "../../shell/replay/analysis-panel.js";
import { ShareBar } from "../../shell/ui/share-bar.js";
import { fill } from "../../shell/ui/texts.js";
import { CardRow, placesOf } from "./cards.js";
import { actionLabel, priceOf, standingHand } from "./names.js";

/** @typedef {{analysis: Stud.Analysis, view: Stud.View, seats: Seat[]}} Props */

/**
 * What the bot thought one opponent held, the likeliest first; below it the truth where the viewer may see it.
 * @param {{place: Stud.Place, name: string, holdings: Record<string, number>, seat: number}} props
 */
function Holdings({ place, name, holdings, seat }) {
  const likely = Object.entries(holdings)
    .sort(([, a], [, b]) => b - a)
    .filter(([, share], i) => i < 3 || share >= 0.01);
  return html`<section class="holdings" data-testid=${`holdings-${seat}`}>
    <h4>${name}</h4>
    <ul class="shares">
      ${likely.map(([holding, share]) => html`<${ShareBar} key=${holding} name=${gettext(holding)} share=${share} />`)}
    </ul>
    ${place.hand && html`<p class="truth" data-testid=${`truth-${seat}`}><span>${gettext("Really:")}</span> <${CardRow} cards=${placesOf(place).map(({ card }) => card)} /> <b>${standingHand(place.hand)}</b></p>`}
  </section>`;
}

/** Its part of the pot if all stay, beside what a call costs. @param {Props} props */
function Chances({ analysis: { notes } }) {
  if (notes.equity === undefined) return null;
  return html`<section data-testid="chances">
    <h3>${gettext("Its chances")}</h3>
    <ul class="shares">
      <${ShareBar} name=${gettext("equity")} share=${notes.equity} kind="equity" />
      ${notes.pot_odds > 0 && html`<${ShareBar} name=${gettext("needed for a call")} share=${notes.pot_odds} kind="odds" />`}
    </ul>
  </section>`;
}

/** @param {number} value */
const figure = (value) => String(Math.round(10 * value) / 10).replace("-", "−");

/** @param {Props} props */
function Candidates({ analysis: { decision }, view }) {
  if (!decision) return null;
  /** @param {Stud.Action} action */
  const label = ({ type }) => actionLabel(type, priceOf(view, type), view).replace(/ (to )?0$/, "");
  return html`<${Numbers}>
    <p class="soft">
      ${decision.made ? gettext("It has chosen. What it weighed, with the score:") : gettext("It is choosing. What it weighs, with the score:")}
    </p>
    <ol class="candidates">
      ${decision.candidates.map(
        ({ action, score, parts, note }, i) =>
          html`<li key=${i} class=${i ? "" : "best"} title=${note} data-testid="choice">
            <span class="candidate"
              ><span class=${i ? "rank" : "rank first"}>${i + 1}</span
              ><span class="candidate-play"><b>${label(action)}</b></span
              ><span class="candidate-score">${figure(score)}</span></span
            >
            ${
              Object.keys(parts).length > 0 &&
              html`<small
                >${Object.entries(parts)
                  .map(([part, value]) => `${part.replaceAll("_", " ")} ${figure(value)}`)
                  .join(" · ")}</small
              >`
            }
          </li>`,
      )}
    </ol>
  <//>`;
}

/** The whole panel. @param {Props} props */
export function StudAnalysis({ analysis, view, seats }) {
  const beliefs = seats.flatMap(({ seat, name }) =>
    analysis.beliefs?.[`h${seat}`] ? [{ seat, name: name ?? "?", holdings: analysis.beliefs[`h${seat}`] }] : [],
  );
  return html`<${AnalysisPanel} analysis=${analysis} seats=${seats}>
    <${Chances} analysis=${analysis} view=${view} seats=${seats} />
    ${
      beliefs.length > 0 &&
      html`<section class="beliefs">
        <h3>${gettext("What it thought the others held")}</h3>
        ${beliefs.map(({ seat, name, holdings }) => html`<${Holdings} key=${seat} seat=${seat} name=${name} holdings=${holdings} place=${view.seats[seat]} />`)}
        ${analysis.notes.reckons === false && html`<p class="soft">${gettext("A bot of this level does not use these numbers: they show what it could have known.")}</p>`}
      </section>`
    }
    <${Candidates} analysis=${analysis} view=${view} seats=${seats} />
    <${Legend}>
      <li>
        <span class="track sample"><i style=${{ "--p": 0.6 }}></i></span
        >${gettext("bar: how likely it thought this was")}
      </li>
      <li>${fill(gettext("equity: its part of the pot if everybody stays to the end"), {})}</li>
    <//>
  <//>`;
}
