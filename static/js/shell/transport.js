/** The replay's controls: position, step forward and back, speed, viewer. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { AnalysisPicker, AnalysisStrip, DecisionTicks } from "./analysis-panel.js";
import { Icon } from "./dialog.js";
import { SPEEDS } from "./reel.js";
import { fill } from "./words.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */

/** @param {string} eyes @param {Seat[]} seats @param {number | null} mine */
export function eyesName(eyes, seats, mine) {
  if (eyes === "all") return gettext("Everything visible");
  if (eyes === "spectator") return gettext("View as a spectator");
  const name = seats[Number(eyes)]?.name ?? "?";
  return Number(eyes) === mine ? gettext("View as yourself") : fill(gettext("View as %(name)s"), { name });
}

/** @param {{reel: import("./reel.js").Reel, seats: Seat[]}} props */
function Eyes({ reel, seats }) {
  const { boot, eyes } = reel;
  return html`<label class="pick">
    <span aria-hidden="true">${gettext("View as")}</span>
    <select aria-label=${gettext("View as")} data-testid="eyes" value=${eyes.value} disabled=${boot.eyes.length < 2} onChange=${(/** @type {any} */ event) => (eyes.value = event.target.value)}>
      ${boot.eyes.map((one) => html`<option key=${one} value=${one}>${eyesName(one, seats, boot.seat)}</option>`)}
    </select>
  </label>`;
}

/** @param {{reel: import("./reel.js").Reel}} props */
function Speed({ reel: { speed } }) {
  return html`<label class="pick">
    <span aria-hidden="true">${gettext("Speed")}</span>
    <select aria-label=${gettext("Speed")} data-testid="speed" value=${String(speed.value)} onChange=${(/** @type {any} */ event) => (speed.value = Number(event.target.value))}>
      ${SPEEDS.map((one) => html`<option key=${one} value=${String(one)}>${one} ×</option>`)}
    </select>
  </label>`;
}

/** @param {{reel: import("./reel.js").Reel, analysis: Analysis, sentence: string}} props */
function Scrubber({ reel, analysis, sentence }) {
  const { at, total, go } = reel;
  const place = fill(gettext("%(at)s of %(total)s"), { at: at.value, total });
  return html`<div class="scrub" style=${{ "--done": total > 1 ? (at.value - 1) / (total - 1) : 1 }}>
    <div class="scrub-track">
      <${DecisionTicks} analysis=${analysis} />
      <input
        type="range"
        min="1"
        max=${total}
        value=${at.value}
        aria-label=${gettext("Moment")}
        aria-valuetext=${`${place}. ${sentence}`}
        data-testid="scrub"
        onInput=${(/** @type {any} */ event) => go(Number(event.target.value))}
      />
    </div>
    <output class="place" data-testid="place" aria-hidden="true">${place}</output>
  </div>`;
}

/** @param {{reel: import("./reel.js").Reel, analysis: Analysis}} props */
function Steps({ reel, analysis }) {
  const { at, total, playing, go, step, toggle } = reel;
  const [atStart, atEnd] = [at.value <= 1, at.value >= total];
  const marked = analysis.marked.value;
  /** @param {Parameters<typeof Icon>[0]["name"]} icon @param {string} label @param {boolean} off @param {() => void} press */
  const button = (icon, label, off, press) =>
    html`<button type="button" class=${`icon to-${icon}`} data-testid=${`go-${icon}`} aria-label=${label} title=${label} aria-disabled=${off ? "true" : null} onClick=${press}><${Icon} name=${icon} /></button>`;
  const label = playing.value ? gettext("Pause") : gettext("Play");
  const decided = marked.length > 0;
  return html`<div class=${decided ? "steps with-decisions" : "steps"}>
    ${button("first", gettext("To the beginning"), atStart, () => go(1))}
    ${decided && button("before", gettext("Previous decision of a bot"), marked[0] >= at.value, () => analysis.jump(-1))}
    ${button("back", gettext("One step back"), atStart, () => step(-1))}
    <button type="button" class="icon run" data-testid="run" aria-label=${label} title=${label} onClick=${toggle}><${Icon} name=${playing.value ? "pause" : "play"} /></button>
    ${button("forward", gettext("One step on"), atEnd, () => step(1))}
    ${decided && button("after", gettext("Next decision of a bot"), marked[marked.length - 1] <= at.value, () => analysis.jump(1))}
    ${button("last", gettext("To the end"), atEnd, () => go(total))}
  </div>`;
}

/** @param {{reel: import("./reel.js").Reel, analysis: Analysis, seats: Seat[], sentence: string}} props */
export function Transport({ reel, analysis, seats, sentence }) {
  // On a phone the select boxes are folded away: the board needs their space.
  const unfolded = useSignal(false);
  const label = gettext("Analysis, view and speed");
  return html`<section class="transport" aria-label=${gettext("Replay")}>
    <${AnalysisStrip} analysis=${analysis} seats=${seats} />
    <div class="transport-bar">
      <${Scrubber} reel=${reel} analysis=${analysis} sentence=${sentence} />
      <div class="handles">
        <${Steps} reel=${reel} analysis=${analysis} />
        <button type="button" class="icon unfold-picks" data-testid="unfold-picks" aria-label=${label} title=${label} aria-expanded=${unfolded.value ? "true" : "false"} aria-controls="replay-picks" onClick=${() => (unfolded.value = !unfolded.value)}><${Icon} name="more" /></button>
      </div>
      <div id="replay-picks" class=${unfolded.value ? "picks unfolded" : "picks"}><${AnalysisPicker} analysis=${analysis} /><${Eyes} reel=${reel} seats=${seats} /><${Speed} reel=${reel} /></div>
    </div>
  </section>`;
}
