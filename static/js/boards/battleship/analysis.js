/**
 * A bot's analysis drawn over the board: where it expects ships, which attacks it fears, what it scored.
 *
 * Invariant: only figures that the server sent are drawn; a missing figure is left out.
 */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { AnalysisPanel, Legend, Numbers } from "../../shell/replay/analysis-panel.js";
import { fill } from "../../shell/ui/texts.js";
import { cellArea, covered, nameOf } from "./geometry.js";
import { Highlight } from "./sea.js";
import { shipName } from "./ships.js";
import { WeaponIcon, weaponName } from "./weapons.js";

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;

/**
 * Whether an analysis is open whose bot attacks this sea.
 * @param {Battleship.Analysis | undefined} analysis
 * @param {number} seat
 */
export const isTargetOf = (analysis, seat) => analysis !== undefined && 1 - analysis.seat === seat;

/**
 * Whether an analysis is open whose bot owns this sea.
 * @param {Battleship.Analysis | undefined} analysis
 * @param {number} seat
 */
export const isSeaOf = (analysis, seat) => analysis?.seat === seat;

/**
 * The attack the bot is about to make, or null.
 * @param {Battleship.Analysis | undefined} analysis
 * @returns {Battleship.Fire | null}
 */
function plannedAttack(analysis) {
  const decision = analysis?.decision;
  return decision && !decision.made && decision.action.type === "Fire" ? decision.action : null;
}

/**
 * The ship whose chances are shown, and the attack that is outlined: the candidate under the pointer, or the
 * one the bot is about to make.
 * @param {Battleship.Analysis | undefined} analysis
 */
export function useAnalysisFocus(analysis) {
  const [ship, show] = useState("any");
  const [pointed, point] = useState(/** @type {Battleship.Fire | null} */ (null));
  const shown = analysis?.notes.ships?.[ship] ? ship : "any";
  return { ship: shown, show, pointed: pointed ?? plannedAttack(analysis), point };
}

/**
 * How strong a hit cell may have been at first, with the chance of each strength.
 * @param {{chances: Record<string, number>}} props
 */
function StrengthChances({ chances }) {
  return html`<span class="strength-chances"
    >${["1", "2", "3"].map((points) => html`<b key=${points} class=${(chances[points] ?? 0) >= 0.5 ? "likely" : ""} style=${{ "--p": chances[points] ?? 0 }}>${points}</b>`)}</span
  >`;
}

/** @param {{focus: ReturnType<typeof useAnalysisFocus>, analysis: Battleship.Analysis, size: number}} props */
export function HeatMap({ focus, analysis, size }) {
  const { any = [], ships = {}, hp = {}, evidence = {} } = analysis.notes;
  /** @type {number[]} */
  const chances = ships[focus.ship] ?? any;
  const most = Math.max(0.01, ...chances.filter((chance) => chance < 1));
  return html`${chances.map(
    (chance, cell) =>
      chance > 0 &&
      html`<i
        key=${`heat-${cell}`}
        class="heat"
        data-chance=${chance}
        style=${{ ...cellArea(size, cell), "--p": Math.min(1, chance / most) }}
        >${chance >= 0.005 && chance < 1 && html`<small>${Math.round(100 * chance)}</small>`}</i
      >`,
  )}
  ${Object.entries(hp).map(([cell, made]) => html`<i key=${`hp-${cell}`} class="hp-place" style=${cellArea(size, Number(cell))}><${StrengthChances} chances=${made} /></i>`)}
  ${(evidence.sonar ?? []).map((/** @type {number[]} */ set, /** @type {number} */ i) => html`<${Highlight} key=${`sonar-${i}`} size=${size} cells=${set} kind="sonar-area" />`)}`;
}

/** The attacks a bot expects on its own sea. @param {{analysis: Battleship.Analysis, view: Battleship.View}} props */
export function ExpectedAttacks({ analysis, view }) {
  return (analysis.notes.coming ?? []).map(
    (/** @type {{weapon: Battleship.Fired["weapon"], cell: number, share: number}} */ { weapon, cell, share }) =>
      html`<${Highlight}
          key=${`${weapon}-${cell}`}
          size=${view.size}
          cells=${covered(view, weapon, cell)}
          kind="expected"
          first=${cell}
        />
        <i key=${`share-${weapon}-${cell}`} class="share" style=${cellArea(view.size, cell)}>${percent(share)}</i>`,
  );
}

/** Name a part of a score and its value. @param {string} part @param {number} value */
function partText(part, value) {
  const values = { value: value.toFixed(2), chance: percent(value) };
  switch (part) {
    case "information":
      return fill(gettext("finding out %(value)s"), values);
    case "damage":
      return fill(gettext("damage %(value)s"), values);
    case "risk":
      return value ? fill(gettext("danger to its own ships %(value)s"), values) : "";
    case "turns":
      return fill(gettext("turns saved %(value)s"), values);
    case "win":
      return fill(gettext("wins the game %(chance)s"), values);
    default:
      return "";
  }
}

/**
 * @param {{one: Candidate<Battleship.Action>, best: boolean, view: Battleship.View, focus: ReturnType<typeof
 *   useAnalysisFocus>}} props
 */
function CandidateRow({ one, best, view, focus }) {
  const { action } = one;
  const fires = action.type === "Fire";
  const text = fires
    ? `${weaponName(action.weapon)} ${nameOf(view.size, action.cell ?? 0)}`
    : gettext("Place the fleet");
  const parts = Object.entries(one.parts)
    .map(([part, value]) => partText(part, value))
    .filter(Boolean);
  return html`<li
    class=${best ? "best" : ""}
    title=${one.note}
    onPointerEnter=${() => fires && focus.point(action)}
    onPointerLeave=${() => focus.point(null)}
  >
    <span class="candidate"
      >${fires && html`<${WeaponIcon} weapon=${action.weapon} />`}<b>${text}</b
      ><span class="candidate-score">${one.score.toFixed(2)}</span></span
    >
    ${parts.length > 0 && html`<small>${parts.join(" · ")}</small>`}
  </li>`;
}

/** @param {{analysis: Battleship.Analysis, focus: ReturnType<typeof useAnalysisFocus>}} props */
function ShipChooser({ analysis, focus }) {
  const codes = Object.keys(analysis.notes.ships ?? {});
  if (!codes.length) return null;
  return html`<div class="analysis-ships" role="radiogroup" aria-label=${gettext("Where it thinks this ship lies")}>
    ${["any", ...codes].map((code) => html`<button type="button" role="radio" key=${code} data-testid=${`analysis-ship-${code}`} aria-checked=${code === focus.ship ? "true" : "false"} onClick=${() => focus.show(code)}>${code === "any" ? gettext("any ship") : shipName(code)}</button>`)}
  </div>`;
}

/** @param {{count: number, exact: boolean}} layouts */
export function layoutsText({ count, exact }) {
  const values = { count: count.toLocaleString(document.documentElement.lang || undefined) };
  const text = exact
    ? ngettext("%(count)s layout is still possible", "%(count)s layouts are still possible", count)
    : ngettext("about %(count)s layout is still possible", "about %(count)s layouts are still possible", count);
  return fill(text, values);
}

/** @param {Record<string, number>} threat */
function threatText(threat) {
  const feared = Object.entries(threat).filter(([, chance]) => chance >= 0.05);
  return feared.map(([code, chance]) => `${shipName(code)} ${percent(chance)}`).join(" · ");
}

/**
 * @param {{analysis: Battleship.Analysis, view: Battleship.View, focus: ReturnType<typeof useAnalysisFocus>}}
 *   props
 */
function Figures({ analysis: { decision, notes }, view, focus }) {
  if (!decision && !notes.layouts) return null;
  return html`<${Numbers}>
    ${notes.layouts && html`<p>${layoutsText(notes.layouts)}</p>`}
    ${
      decision &&
      html`<p class="soft">
          ${gettext("Score of each attack, best first: what it expects to find out and to damage, from 0 (nothing) to 1. Point at a line to see it on the board.")}
        </p>
        <ol class="candidates">
          ${decision.candidates.slice(0, 8).map((one, i) => html`<${CandidateRow} key=${i} one=${one} best=${i === 0} view=${view} focus=${focus} />`)}
        </ol>`
    }
  <//>`;
}

/** Explain the marks of the analysis that are on the board now. @param {{analysis: Battleship.Analysis}} props */
function BattleLegend({ analysis }) {
  const { any = [], hp = {}, evidence = {}, coming = [] } = analysis.notes;
  return html`<${Legend}>
    ${
      any.some((/** @type {number} */ chance) => chance > 0) &&
      html`<li>
        <span class="analysis-swatch"
          ><i class="heat" style=${{ "--p": 0.8 }}><small>24</small></i></span
        >${gettext("red: where it thinks a ship lies; the number is the chance in per cent")}
      </li>`
    }
    ${
      Object.keys(hp).length > 0 &&
      html`<li>
        <span class="analysis-swatch"><${StrengthChances} chances=${{ 1: 0.1, 2: 0.9, 3: 0.2 }} /></span
        >${gettext("1 2 3 on a hit: how strong that cell was at first; darker is likelier")}
      </li>`
    }
    ${
      evidence.sonar?.length > 0 &&
      html`<li>
        <span class="analysis-swatch"><i class="highlight sonar-area"></i></span
        >${gettext("dashed: its sonar heard a ship under at least one of these cells")}
      </li>`
    }
    ${
      coming.length > 0 &&
      html`<li>
        <span class="analysis-swatch"><i class="highlight expected first"></i><i class="share">12%</i></span
        >${gettext("purple, on its own sea: where it expects the next attack, and how likely")}
      </li>`
    }
    ${
      plannedAttack(analysis) &&
      html`<li>
        <span class="analysis-swatch"><i class="highlight hinted first"></i></span
        >${gettext("framed, on the other sea: the attack it is about to make")}
      </li>`
    }
  <//>`;
}

/**
 * The panel beside the board: what the bot expected and how it scored its attacks.
 * @param {{analysis: Battleship.Analysis, focus: ReturnType<typeof useAnalysisFocus>, view: Battleship.View,
 *   seats: Seat[]}} props
 */
export function BattleAnalysis({ analysis, focus, view, seats }) {
  const threat = analysis.notes.threat ? threatText(analysis.notes.threat) : "";
  return html`<${AnalysisPanel} analysis=${analysis} seats=${seats}>
    ${threat && html`<p>${fill(gettext("It fears to lose soon: %(ships)s"), { ships: threat })}</p>`}
    <${Figures} analysis=${analysis} view=${view} focus=${focus} />
    <${ShipChooser} analysis=${analysis} focus=${focus} />
    <${BattleLegend} analysis=${analysis} />
  <//>`;
}
