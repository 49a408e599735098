/**
 * A bot's analysis in a replay: how many cards of each rank it expected in each hand, what passes proved, its
 * candidates.
 */

import { html } from "htm/preact";
import { AnalysisPanel, Legend, Numbers } from "../../shell/replay/analysis-panel.js";
import { fill } from "../../shell/ui/texts.js";
import { Cards, RANKS, rankName, rankOf } from "./cards.js";
import { chineseName, patternName } from "./names.js";
import { inOrder } from "./seat.js";

/** @typedef {{analysis: Datongzi.Analysis, view: Datongzi.View, seats: Seat[]}} Props */

const MAX_CANDIDATES = 6;
/** The latest passes; those before are shown on demand. */
const LATEST_PROOFS = 6;
/** From low to high, as on the axis of a chart. */
const ASCENDING = RANKS.toReversed();

/**
 * How many cards of a rank the bot expected in a hand; null where it said nothing.
 * @param {Datongzi.Analysis} analysis
 * @param {string} about
 * @returns {number | null}
 */
function expectedCount({ notes, certain, deduced }, about) {
  const sure = [...certain, ...deduced].find((one) => one.about === about);
  return sure ? Number(sure.value) : (notes.expected?.[about] ?? null);
}

/**
 * How many cards of a rank there really are; null where the viewer does not see them.
 * @param {number[] | null | undefined} cards
 * @param {number} rank
 */
const realCount = (cards, rank) => (cards ? cards.filter((card) => rankOf(card) === rank).length : null);

/**
 * One chart: a bar for each rank, and the real number as a line across it.
 * @param {{analysis: Datongzi.Analysis, place: string, title: string, cards: number[] | null | undefined}}
 *   props
 */
function ExpectedCards({ analysis, place, title, cards }) {
  const rows = ASCENDING.map((rank) => ({
    rank,
    expected: expectedCount(analysis, `${place}.${rank}`),
    real: realCount(cards, rank),
  }));
  if (rows.every(({ expected }) => expected === null)) return null;
  const top = Math.max(4, ...rows.map(({ expected, real }) => Math.max(expected ?? 0, real ?? 0)));
  const described = rows.map(({ rank, expected, real }) =>
    real === null
      ? fill(gettext("%(rank)s: %(expected)s"), { rank: rankName(rank), expected })
      : fill(gettext("%(rank)s: %(expected)s, really %(real)s"), { rank: rankName(rank), expected, real }),
  );
  return html`<figure class="expected-cards" data-testid=${`expected-${place}`}>
    <figcaption>${title}</figcaption>
    <div class="chart" role="img" aria-label=${described.join("; ")}>
      ${rows.map(
        ({ rank, expected, real }) =>
          html`<span key=${rank} class="chart-rank" title=${described[ASCENDING.indexOf(rank)]}>
            <span class="chart-column"
              ><i class="bar" style=${{ "--p": (expected ?? 0) / top }}></i
              >${real !== null && html`<i class="real" style=${{ "--p": real / top }}></i>`}</span
            >
            <small>${expected === null ? "" : Math.round(10 * expected) / 10}</small><b>${rankName(rank)}</b>
          </span>`,
      )}
    </div>
  </figure>`;
}

/** @typedef {{seat: number, table: string, proves: string}} Proof */

/** @param {{proofs: Proof[], seats: Seat[]}} props */
function ProofList({ proofs, seats }) {
  return html`<ul>
    ${proofs.map((proof, i) => html`<li key=${i}><b>${seats[proof.seat]?.name}</b> ${fill(gettext("could not beat %(table)s: %(proves)s"), proof)}</li>`)}
  </ul>`;
}

/** What each pass proved, the latest first. @param {Props} props */
function Proofs({ analysis, seats }) {
  /** @type {Proof[]} */
  const proofs = (analysis.notes.proofs ?? [])
    .filter((/** @type {{seat: number}} */ { seat }) => seat !== analysis.seat)
    .reverse();
  if (!proofs.length) return null;
  const before = proofs.slice(LATEST_PROOFS);
  return html`<section class="proofs" data-testid="proofs">
    <h3>${gettext("What passes proved")}</h3>
    <${ProofList} proofs=${proofs.slice(0, LATEST_PROOFS)} seats=${seats} />
    ${
      before.length > 0 &&
      html`<details data-testid="earlier-proofs">
        <summary>${fill(gettext("and %(count)s passes before"), { count: before.length })}</summary>
        <${ProofList} proofs=${before} seats=${seats} />
      </details>`
    }
  </section>`;
}

/** @param {{action: Datongzi.Action}} props */
function ActionName({ action }) {
  if (action.type === "Pass" || !action.cards) return html`<b>${gettext("Pass")}</b>`;
  if (!action.reading) return html`<${Cards} cards=${action.cards} />`;
  return html`<${Cards}
      cards=${inOrder(action.cards, action.reading)}
    />${" "}<b>${patternName(action.reading)}</b>${" "}<span lang="zh">${chineseName(action.reading)}</span>`;
}

/** @param {number} value */
const figure = (value) => String(Math.round(100 * value) / 100);

/** @param {{candidate: Candidate<Datongzi.Action>, rank: number}} props */
function CandidateRow({ candidate, rank }) {
  const parts = Object.entries(candidate.parts).map(([part, value]) => `${part.replaceAll("_", " ")} ${figure(value)}`);
  return html`<li class=${rank === 1 ? "best" : ""} title=${candidate.note} data-testid="choice">
    <span class="candidate"
      ><span class=${rank === 1 ? "rank first" : "rank"}>${rank}</span
      ><span class="candidate-play"><${ActionName} action=${candidate.action} /></span
      ><span class="candidate-score">${figure(candidate.score)}</span></span
    >
    ${parts.length > 0 && html`<small>${parts.join(" · ")}</small>`}
  </li>`;
}

/** @param {{decision: Decision<Datongzi.Action> | null}} props */
function Candidates({ decision }) {
  if (!decision) return null;
  return html`<${Numbers}>
    <p class="soft">
      ${decision.made ? gettext("It has chosen. What it weighed, with the score:") : gettext("It is choosing. What it weighs, with the score:")}
    </p>
    <ol class="candidates">
      ${decision.candidates.slice(0, MAX_CANDIDATES).map((candidate, i) => html`<${CandidateRow} key=${i} candidate=${candidate} rank=${i + 1} />`)}
    </ol>
  <//>`;
}

/** The whole panel. @param {Props} props */
export function CardAnalysis({ analysis, view, seats }) {
  const rivals = seats.filter(({ seat }) => seat !== analysis.seat && view.hands[seat]?.count > 0);
  const charts = rivals.map(
    ({ seat, name }) =>
      html`<${ExpectedCards}
        key=${seat}
        analysis=${analysis}
        place=${`h${seat}`}
        title=${name}
        cards=${view.hands[seat]?.cards}
      />`,
  );
  return html`<${AnalysisPanel} analysis=${analysis} seats=${seats}>
    <section class="expectations">
      <h3>${gettext("How many cards of each rank it expected")}</h3>
      ${charts}
      <${ExpectedCards} analysis=${analysis} place="x" title=${gettext("Hidden cards")} cards=${view.hidden.cards} />
      ${analysis.notes.reckons === false && html`<p class="soft">${gettext("A bot of this level does not use these numbers: they show what it could have known.")}</p>`}
    </section>
    <${Proofs} analysis=${analysis} view=${view} seats=${seats} />
    <${Candidates} decision=${analysis.decision} />
    <${Legend}>
      <li>
        <span class="chart-column sample"><i class="bar" style=${{ "--p": 0.7 }}></i></span
        >${gettext("bar: the number it expected")}
      </li>
      <li>
        <span class="chart-column sample"><i class="real" style=${{ "--p": 0.6 }}></i></span
        >${gettext("line: the real number")}
      </li>
    <//>
  <//>`;
}
