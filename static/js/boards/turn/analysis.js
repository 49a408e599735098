/**
 * A bot's analysis in a replay: the opponent's range as the line leaves it, its equity, and what the solution
 * does with its hand.
 */

import { html } from "htm/preact";
import { AnalysisPanel, Legend } from "../../shell/replay/analysis-panel.js";
import { HandGrid } from "../../shell/ui/hand-grid.js";
import { ShareBar } from "../../shell/ui/share-bar.js";
import { fill } from "../../shell/ui/texts.js";
import { shareText, valueText } from "./amounts.js";
import { treeLabel } from "./names.js";

const LIKELIEST = 5;

/** The class of a hand of two cards in view texts: "AKs". @param {(string | null)[]} hand */
function classOf(hand) {
  const [first, second] = hand;
  if (!first || !second) return "";
  return first[0] === second[0] ? first[0] + second[0] : first[0] + second[0] + (first[1] === second[1] ? "s" : "o");
}

/** The likeliest classes as text. @param {[string, number][]} ranked */
const likeliest = (ranked) =>
  ranked
    .slice(0, LIKELIEST)
    .map(([name, share]) => `${name} ${shareText(share)}`)
    .join(", ");

/**
 * The opponent's range as colours: the likeliest class is full. Where the viewer may see it, the real hand is
 * outlined.
 * @param {{grid: Record<string, number>, name: string, really: string}} props
 */
function RangeHeat({ grid, name, really }) {
  const ranked = Object.entries(grid).sort(([, a], [, b]) => b - a);
  const highest = ranked[0]?.[1] ?? 1;
  const heat = Object.fromEntries(ranked.map(([cell, share]) => [cell, share / highest]));
  const text = likeliest(ranked);
  return html`<section class="range-heat">
    <h3>${fill(gettext("What it thought %(name)s held"), { name })}</h3>
    <div class="heat">
      <${HandGrid}
        shares=${heat}
        marked=${really}
        testid="range-heat"
        label=${fill(gettext("Range of %(name)s as this line leaves it, likeliest: %(text)s"), { name, text })}
      />
    </div>
    <p class="soft">
      ${fill(gettext("Likeliest: %(text)s"), { text })}${really && ` · ${fill(gettext("Really: %(hand)s"), { hand: really })}`}
    </p>
  </section>`;
}

/** What the solution does with this hand. @param {{mix: Record<string, number>, ev: Record<string, number>}} props */
function Mix({ mix, ev }) {
  return html`<section data-testid="mix">
    <h3>${gettext("What its solution does with this hand")}</h3>
    <table class="mix">
      <thead>
        <tr>
          <th scope="col">${gettext("Action")}</th>
          <th scope="col">${gettext("How often")}</th>
          <th scope="col">${gettext("EV")}</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(mix).map(
          ([name, share]) =>
            html`<tr key=${name}>
              <th scope="row">${treeLabel(name)}</th>
              <td>
                <span class="track"><i style=${{ "--p": share }}></i></span> ${shareText(share)}
              </td>
              <td>${valueText(ev[name])}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** The whole panel. @param {{analysis: Turn.Analysis, view: Turn.View, seats: Seat[]}} props */
export function TurnAnalysis({ analysis, view, seats }) {
  const { notes = {} } = analysis;
  const other = 1 - analysis.seat;
  return html`<${AnalysisPanel} analysis=${analysis} seats=${seats}>
    ${
      notes.equity !== undefined &&
      html`<section data-testid="equity">
        <h3>${gettext("Its chances")}</h3>
        <ul class="shares">
          <${ShareBar} name=${gettext("equity")} share=${notes.equity} />
        </ul>
      </section>`
    }
    ${notes.mix && html`<${Mix} mix=${notes.mix} ev=${notes.ev} />`}
    ${notes.grid && html`<${RangeHeat} grid=${notes.grid} name=${seats[other]?.name ?? "?"} really=${classOf(view.hands[other])} />`}
    <${Legend}>
      <li>${gettext("equity: its part of the pot against that range if nobody bets any more")}</li>
      <li>${gettext("EV: chips it can expect with this action, counted as its result of the deal")}</li>
    <//>
  <//>`;
}
