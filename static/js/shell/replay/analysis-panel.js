/** The bot analysis on the page: the panel beside a board, the select box, the one-time explanation, the ticks. */

import { html } from "htm/preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icons.js";
import { persistentSignal } from "../ui/persistent-signal.js";
import { fill, levelName } from "../ui/texts.js";
import { AnalysesContext } from "./analysis.js";

/** @typedef {import("./analysis.js").Analyses} Analyses */

const numbersOpen = persistentSignal("analysis.numbers", false);
const explained = persistentSignal("analysis.explained", false);

/** @param {BotAnalysis} analysis @param {number | undefined} total */
function stepText({ step }, total) {
  return total === undefined
    ? fill(gettext("Step %(step)s"), { step })
    : fill(gettext("Step %(step)s of %(total)s"), { step, total });
}

/**
 * Shown until an analysis is loaded, or if there is none.
 * @param {{analysis: BotAnalysis, analyses: Analyses | null}} props
 */
function Placeholder({ analysis: { state }, analyses }) {
  if (state === "none") return html`<p class="soft">${gettext("No bot plays this seat at this step.")}</p>`;
  if (state === "loading")
    return html`<p class="soft analysis-loading" role="status">${gettext("Loading the analysis of this step …")}</p>`;
  return html`<p role="status">${gettext("The analysis could not be loaded.")}</p>
    <button type="button" class="button" onClick=${() => analyses?.retry()}>${gettext("Try again")}</button>`;
}

/**
 * First one sentence: the reason for the move if the bot decides, otherwise what it knows. Then what it learned
 * from the last event.
 * @param {{analysis: BotAnalysis}} props
 */
function Sentences({ analysis: { summary, learned, decision } }) {
  const label = decision && (decision.made ? gettext("Why it moved") : gettext("Why it is about to move"));
  return html`<p class="analysis-first" data-testid="analysis-summary">
      ${label && html`<small>${label}</small> `}${summary || gettext("It has nothing to decide at this step.")}
    </p>
    ${decision?.random && html`<p class="analysis-random" data-testid="analysis-random">${gettext("Random move: it was chosen by chance.")}</p>`}
    ${
      learned?.length > 0 &&
      html`<div class="analysis-learned" data-testid="analysis-learned">
        <h3>${gettext("What it has just learned")}</h3>
        <ul>
          ${learned.map((sentence, i) => html`<li key=${i}>${sentence}</li>`)}
        </ul>
      </div>`
    }`;
}

/** Scores and other figures, folded until the reader opens them. @param {{children?: any}} props */
export function Numbers({ children }) {
  /** @param {Event} event */
  const toggled = (event) => (numbersOpen.value = /** @type {HTMLDetailsElement} */ (event.currentTarget).open);
  return html`<details
    class="analysis-numbers"
    data-testid="analysis-numbers"
    open=${numbersOpen.value}
    onToggle=${toggled}
  >
    <summary>${gettext("Numbers")}</summary>
    ${children}
  </details>`;
}

/** @param {{children?: any}} props */
export function Legend({ children }) {
  return html`<section class="analysis-legend" data-testid="analysis-legend">
    <h3>${gettext("On the board")}</h3>
    <ul>
      ${children}
    </ul>
  </section>`;
}

/**
 * The panel that every board shows beside itself. What is special to a game is passed as children.
 * @param {{analysis: BotAnalysis, seats: Seat[], children?: any}} props
 */
export function AnalysisPanel({ analysis, seats, children }) {
  const analyses = useContext(AnalysesContext);
  const name = seats[analysis.seat]?.name ?? "?";
  const level = analysis.level || (seats[analysis.seat]?.bot ?? "");
  const title = level
    ? fill(gettext("What %(name)s (%(level)s) was thinking"), { name, level: levelName(level) })
    : fill(gettext("What %(name)s was thinking"), { name });
  return html`<aside
    class="analysis-panel"
    data-testid="analysis"
    data-step=${analysis.step}
    aria-label=${title}
    aria-busy=${analysis.state === "loading" ? "true" : "false"}
  >
    <header>
      <div>
        <h2>${title}</h2>
        <p class="analysis-step" data-testid="analysis-step">${stepText(analysis, analyses?.total)}</p>
      </div>
      ${analyses && html`<button type="button" class="icon" data-testid="analysis-close" aria-label=${gettext("Close the analysis")} title=${gettext("Close the analysis")} onClick=${() => analyses.choose(null)}><${Icon} name="close" /></button>`}
    </header>
    ${analysis.state ? html`<${Placeholder} analysis=${analysis} analyses=${analyses} />` : html`<${Sentences} analysis=${analysis} />${children}`}
  </aside>`;
}

/**
 * On narrow screens, where the panel is under the board: its first sentence, as a button that scrolls to it.
 * @param {{analyses: Analyses, seats: Seat[]}} props
 */
export function AnalysisStrip({ analyses, seats }) {
  const analysis = analyses.shown.value;
  if (!analysis) return null;
  const text = analysis.state === "loading" ? gettext("Loading …") : analysis.state ? "–" : analysis.summary;
  const show = () => document.querySelector(".analysis-panel")?.scrollIntoView({ block: "start", behavior: "smooth" });
  return html`<button type="button" class="analysis-strip" data-testid="analysis-strip" onClick=${show}>
    <b>${seats[analysis.seat]?.name ?? "?"}</b> <span>${text}</span>
  </button>`;
}

/**
 * A select box to open an analysis; a tap on the portrait of a bot does the same.
 * @param {{analyses: Analyses}} props
 */
export function AnalysisPicker({ analyses }) {
  if (!analyses.seats.value.length) return null;
  const chosen = analyses.seat.value;
  return html`<label class="pick analysis-pick">
    <select
      aria-label=${gettext("Bot analysis")}
      data-testid="analysis-picker"
      value=${chosen === null ? "" : String(chosen)}
      onChange=${(/** @type {any} */ { target }) => analyses.choose(target.value === "" ? null : Number(target.value))}
    >
      <option value="">${gettext("Bot analysis: off")}</option>
      ${analyses.seats.value.map(({ seat, name }) => html`<option key=${seat} value=${String(seat)}>${fill(gettext("Analysis: %(name)s"), { name })}</option>`)}
    </select>
  </label>`;
}

/** Explain the analysis once in this browser, until it is dismissed or used. @param {{analyses: Analyses}} props */
export function AnalysisHint({ analyses }) {
  const [open, setOpen] = useState(!explained.value);
  const offered = analyses.seats.value.length > 0;
  useEffect(() => {
    if (offered) explained.value = true;
  }, [offered]);
  if (!open || !offered || analyses.used.value) return null;
  return html`<aside class="analysis-hint" data-testid="analysis-hint">
    <p>
      ${gettext("Tap a bot’s portrait to see what it knew and why it moved as it did.")}${" "}<span
        class="analysis-with-keys"
        >${gettext("Or press its number on the keyboard.")}</span
      >
    </p>
    <button type="button" class="button" onClick=${() => setOpen(false)}>${gettext("Got it")}</button>
  </aside>`;
}

/** Marks on the slider at the steps where bots decided. @param {{analyses: Analyses}} props */
export function DecisionTicks({ analyses }) {
  const last = Math.max(1, analyses.total - 1);
  const kind = analyses.seat.value === null ? "all" : "one";
  return html`<div class=${`analysis-ticks ${kind}`} data-testid="decision-ticks" aria-hidden="true">
    ${analyses.decisionSteps.value.map((step) => html`<i key=${step} data-step=${step} style=${{ "--at": (step - 1) / last }}></i>`)}
  </div>`;
}
