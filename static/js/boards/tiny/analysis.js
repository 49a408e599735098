/** The panel with a Peak bot's analysis. Only figures that the server sent are shown. */

import { html } from "htm/preact";
import { AnalysisPanel, Numbers } from "../../shell/replay/analysis-panel.js";
import { fill } from "../../shell/ui/texts.js";
import { cardOf } from "./texts.js";

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;

/**
 * How likely a hidden card is each number; to a Peak bot all hidden cards are alike.
 * @param {{chances: Record<string, number>}} props
 */
function HiddenCard({ chances }) {
  const parts = Object.entries(chances).map(([number, chance]) => `${number}: ${percent(chance)}`);
  return html`<p data-testid="hidden-card">
    ${fill(gettext("A hidden card, it thinks, is %(chances)s"), { chances: parts.join(" · ") })}
  </p>`;
}

/** @param {{candidates: Candidate<Tiny.Action>[]}} props */
const Candidates = ({ candidates }) =>
  html`<${Numbers}>
    <ol class="candidates">
      ${candidates.map(({ action, score, note }) => html`<li key=${cardOf(action)} title=${note}><b>${cardOf(action)}</b> ${percent(score)}</li>`)}
    </ol>
  <//>`;

/** @param {{analysis: Tiny.Analysis, seats: Seat[]}} props */
export function PeakAnalysis({ analysis, seats }) {
  const [chances] = Object.values(analysis.beliefs ?? {});
  return html`<${AnalysisPanel} analysis=${analysis} seats=${seats}>
    ${chances && html`<${HiddenCard} chances=${chances} />`}
    ${analysis.decision && html`<${Candidates} candidates=${analysis.decision.candidates} />`}
  <//>`;
}
