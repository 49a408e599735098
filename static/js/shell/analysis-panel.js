/** The bot analysis on the page: the panel beside a board, the select box, the one-time explanation, the ticks. */

import { html } from "htm/preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { AnalysisContext } from "./analysis.js";
import { Icon } from "./dialog.js";
import { remembered } from "./settings.js";
import { fill, levelName } from "./words.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */

const numbersOpen = remembered("analysis.numbers", false);
const explained = remembered("analysis.explained", false);

/** @param {Mind} mind @param {number | undefined} total */
function stepText({ step }, total) {
  return total === undefined ? fill(gettext("Step %(step)s"), { step }) : fill(gettext("Step %(step)s of %(total)s"), { step, total });
}

/** What stands there until an analysis is loaded, or instead of it. @param {{mind: Mind, analysis: Analysis | null}} props */
function Waiting({ mind: { state }, analysis }) {
  if (state === "none") return html`<p class="soft">${gettext("No bot plays this seat at this step.")}</p>`;
  if (state === "loading") return html`<p class="soft analysis-loading" role="status">${gettext("Loading the analysis of this step …")}</p>`;
  return html`<p role="status">${gettext("The analysis could not be loaded.")}</p>
    <button type="button" class="button" onClick=${() => analysis?.retry()}>${gettext("Try again")}</button>`;
}

/** One plain sentence first: why it moves if it decides, else what it knows. Then what the last event taught it. @param {{mind: Mind}} props */
function Sentences({ mind: { summary, learned, thought } }) {
  const label = thought && (thought.made ? gettext("Why it moved") : gettext("Why it is about to move"));
  return html`<p class="analysis-first" data-testid="analysis-summary">${label && html`<small>${label}</small> `}${summary || gettext("It has nothing to decide at this step.")}</p>
    ${thought?.random && html`<p class="analysis-random" data-testid="analysis-random">${gettext("Random move: it was chosen by chance.")}</p>`}
    ${learned?.length > 0 &&
    html`<div class="analysis-learned" data-testid="analysis-learned">
      <h3>${gettext("What it has just learned")}</h3>
      <ul>${learned.map((sentence, i) => html`<li key=${i}>${sentence}</li>`)}</ul>
    </div>`}`;
}

/** Scores and other figures, folded until the reader asks for them. @param {{children?: any}} props */
export function Numbers({ children }) {
  /** @param {Event} event */
  const toggled = (event) => (numbersOpen.value = /** @type {HTMLDetailsElement} */ (event.currentTarget).open);
  return html`<details class="analysis-numbers" data-testid="analysis-numbers" open=${numbersOpen.value} onToggle=${toggled}>
    <summary>${gettext("Numbers")}</summary>
    ${children}
  </details>`;
}

/** @param {{children?: any}} props */
export function Legend({ children }) {
  return html`<section class="analysis-legend" data-testid="analysis-legend"><h3>${gettext("On the board")}</h3><ul>${children}</ul></section>`;
}

/**
 * The panel every board puts beside itself; the board's own knowledge and legend are its children.
 * @param {{mind: Mind, seats: Seat[], children?: any}} props
 */
export function AnalysisPanel({ mind, seats, children }) {
  const analysis = useContext(AnalysisContext);
  const name = seats[mind.seat]?.name ?? "?";
  const level = mind.level || (seats[mind.seat]?.bot ?? "");
  const title = level ? fill(gettext("What %(name)s (%(level)s) was thinking"), { name, level: levelName(level) }) : fill(gettext("What %(name)s was thinking"), { name });
  return html`<aside class="head analysis-panel" data-testid="head" data-step=${mind.step} aria-label=${title} aria-busy=${mind.state === "loading" ? "true" : "false"}>
    <header>
      <div><h2>${title}</h2><p class="analysis-step" data-testid="analysis-step">${stepText(mind, analysis?.total)}</p></div>
      ${analysis && html`<button type="button" class="icon" data-testid="analysis-close" aria-label=${gettext("Close the analysis")} title=${gettext("Close the analysis")} onClick=${() => analysis.choose(null)}><${Icon} name="close" /></button>`}
    </header>
    ${mind.state ? html`<${Waiting} mind=${mind} analysis=${analysis} />` : html`<${Sentences} mind=${mind} />${children}`}
  </aside>`;
}

/** Where the panel lies under the board: its first sentence, which leads down to it. @param {{analysis: Analysis, seats: Seat[]}} props */
export function AnalysisStrip({ analysis, seats }) {
  const mind = analysis.shown.value;
  if (!mind) return null;
  const text = mind.state === "loading" ? gettext("Loading …") : mind.state ? "–" : mind.summary;
  const show = () => document.querySelector(".analysis-panel")?.scrollIntoView({ block: "start", behavior: "smooth" });
  return html`<button type="button" class="analysis-strip" data-testid="analysis-strip" onClick=${show}><b>${seats[mind.seat]?.name ?? "?"}</b> <span>${text}</span></button>`;
}

/** The second way to open an analysis; the first is a portrait. @param {{analysis: Analysis}} props */
export function AnalysisPicker({ analysis }) {
  if (!analysis.seats.value.length) return null;
  const chosen = analysis.seat.value;
  return html`<label class="pick analysis-pick">
    <select aria-label=${gettext("Bot analysis")} data-testid="heads" value=${chosen === null ? "" : String(chosen)} onChange=${(/** @type {any} */ { target }) => analysis.choose(target.value === "" ? null : Number(target.value))}>
      <option value="">${gettext("Bot analysis: off")}</option>
      ${analysis.seats.value.map(({ seat, name }) => html`<option key=${seat} value=${String(seat)}>${fill(gettext("Analysis: %(name)s"), { name })}</option>`)}
    </select>
  </label>`;
}

/** Explain the analysis once in this browser, until it is dismissed or used. @param {{analysis: Analysis}} props */
export function AnalysisHint({ analysis }) {
  const [open, setOpen] = useState(!explained.value);
  const offered = analysis.seats.value.length > 0;
  useEffect(() => {
    if (offered) explained.value = true;
  }, [offered]);
  if (!open || !offered || analysis.used.value) return null;
  return html`<aside class="analysis-hint" data-testid="analysis-hint">
    <p>${gettext("Tap a bot’s portrait to see what it knew and why it moved as it did.")} <span class="analysis-with-keys">${gettext("Or press its number on the keyboard.")}</span></p>
    <button type="button" class="button" onClick=${() => setOpen(false)}>${gettext("Got it")}</button>
  </aside>`;
}

/** Where decisions were made, on the scrubber. @param {{analysis: Analysis}} props */
export function DecisionTicks({ analysis }) {
  const last = Math.max(1, analysis.total - 1);
  const kind = analysis.seat.value === null ? "all" : "one";
  return html`<div class=${`analysis-ticks ${kind}`} data-testid="ticks" aria-hidden="true">
    ${analysis.marked.value.map((step) => html`<i key=${step} data-step=${step} style=${{ "--at": (step - 1) / last }}></i>`)}
  </div>`;
}
