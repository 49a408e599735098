/** The replay's controls: position, step forward and back, speed, viewer. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { Icon } from "../ui/icons.js";
import { fill } from "../ui/texts.js";
import { AnalysisPicker, AnalysisStrip, DecisionTicks } from "./analysis-panel.js";
import { SPEEDS } from "./player.js";

/** @typedef {import("./analysis.js").Analyses} Analyses */

/** @param {string} viewer @param {Seat[]} seats @param {number | null} mine */
export function viewerName(viewer, seats, mine) {
  if (viewer === "all") return gettext("Everything visible");
  if (viewer === "spectator") return gettext("View as a spectator");
  const name = seats[Number(viewer)]?.name ?? "?";
  return Number(viewer) === mine ? gettext("View as yourself") : fill(gettext("View as %(name)s"), { name });
}

/** @param {{player: import("./player.js").ReplayPlayer, seats: Seat[]}} props */
function ViewerPicker({ player, seats }) {
  const { boot, viewer } = player;
  return html`<label class="pick">
    <span aria-hidden="true">${gettext("View as")}</span>
    <select
      aria-label=${gettext("View as")}
      data-testid="viewer"
      value=${viewer.value}
      disabled=${boot.viewers.length < 2}
      onChange=${(/** @type {any} */ event) => (viewer.value = event.target.value)}
    >
      ${boot.viewers.map((one) => html`<option key=${one} value=${one}>${viewerName(one, seats, boot.seat)}</option>`)}
    </select>
  </label>`;
}

/** The way to other deals: one back, one on, or to a number. @param {{deals: import("./deals.js").Deals}} props */
function DealPicker({ deals: { count, number, go, move } }) {
  if (count.value < 2) return null;
  const [first, last] = [number.value <= 1, number.value >= count.value];
  /** @param {any} event */
  const jump = ({ target }) => {
    void go(Number(target.value) || number.value);
    target.value = String(number.value);
  };
  return html`<div class="deal-pick" role="group" aria-label=${gettext("Deal")}>
    <button
      type="button"
      class="icon"
      data-testid="previous-deal"
      aria-label=${gettext("Previous deal")}
      title=${gettext("Previous deal")}
      aria-disabled=${first ? "true" : null}
      onClick=${() => move(-1)}
    >
      <${Icon} name="previous" />
    </button>
    <label
      ><b>${gettext("Deal")}</b>${" "}<input
        type="number"
        min="1"
        max=${count.value}
        value=${number.value}
        data-testid="deal-input"
        onChange=${jump}
    /></label>
    <b data-testid="deal-count">${fill(gettext("of %(deals)s"), { deals: count.value })}</b>
    <button
      type="button"
      class="icon"
      data-testid="next-deal"
      aria-label=${gettext("Next deal")}
      title=${gettext("Next deal")}
      aria-disabled=${last ? "true" : null}
      onClick=${() => move(1)}
    >
      <${Icon} name="next" />
    </button>
  </div>`;
}

/** @param {{player: import("./player.js").ReplayPlayer}} props */
function SpeedPicker({ player: { speed } }) {
  return html`<label class="pick">
    <span aria-hidden="true">${gettext("Speed")}</span>
    <select
      aria-label=${gettext("Speed")}
      data-testid="speed"
      value=${String(speed.value)}
      onChange=${(/** @type {any} */ event) => (speed.value = Number(event.target.value))}
    >
      ${SPEEDS.map((one) => html`<option key=${one} value=${String(one)}>${one} ×</option>`)}
    </select>
  </label>`;
}

/** @param {{player: import("./player.js").ReplayPlayer, analyses: Analyses, sentence: string}} props */
function Scrubber({ player, analyses, sentence }) {
  const { step, total, go } = player;
  const place = fill(gettext("%(at)s of %(total)s"), { at: step.value, total });
  return html`<div class="scrub" style=${{ "--done": total > 1 ? (step.value - 1) / (total - 1) : 1 }}>
    <div class="scrub-track">
      <${DecisionTicks} analyses=${analyses} />
      <input
        type="range"
        min="1"
        max=${total}
        value=${step.value}
        aria-label=${gettext("Step")}
        aria-valuetext=${`${place}. ${sentence}`}
        data-testid="scrub"
        onInput=${(/** @type {any} */ event) => go(Number(event.target.value))}
      />
    </div>
    <output class="place" data-testid="replay-position" aria-hidden="true">${place}</output>
  </div>`;
}

/** @param {{player: import("./player.js").ReplayPlayer, analyses: Analyses}} props */
function StepButtons({ player, analyses }) {
  const { step, total, playing, go, move, toggle } = player;
  const [atStart, atEnd] = [step.value <= 1, step.value >= total];
  const decisionSteps = analyses.decisionSteps.value;
  /**
   * @param {Parameters<typeof Icon>[0]["name"]} icon
   * @param {string} label
   * @param {boolean} off
   * @param {() => void} press
   */
  const button = (icon, label, off, press) =>
    html`<button
      type="button"
      class=${`icon to-${icon}`}
      data-testid=${`go-${icon}`}
      aria-label=${label}
      title=${label}
      aria-disabled=${off ? "true" : null}
      onClick=${press}
    >
      <${Icon} name=${icon} />
    </button>`;
  const label = playing.value ? gettext("Pause") : gettext("Play");
  const decided = decisionSteps.length > 0;
  return html`<div class=${decided ? "steps with-decisions" : "steps"}>
    ${button("first", gettext("To the beginning"), atStart, () => go(1))}
    ${decided && button("before", gettext("Previous decision of a bot"), decisionSteps[0] >= step.value, () => analyses.jump(-1))}
    ${button("back", gettext("One step back"), atStart, () => move(-1))}
    <button
      type="button"
      class="icon run"
      data-testid="play-pause"
      aria-label=${label}
      title=${label}
      onClick=${toggle}
    >
      <${Icon} name=${playing.value ? "pause" : "play"} />
    </button>
    ${button("forward", gettext("One step on"), atEnd, () => move(1))}
    ${decided && button("after", gettext("Next decision of a bot"), decisionSteps[decisionSteps.length - 1] <= step.value, () => analyses.jump(1))}
    ${button("last", gettext("To the end"), atEnd, () => go(total))}
  </div>`;
}

/**
 * @param {{player: import("./player.js").ReplayPlayer, analyses: Analyses, deals: import("./deals.js").Deals,
 *   seats: Seat[], sentence: string}} props
 */
export function ReplayControls({ player, analyses, deals, seats, sentence }) {
  // On a phone the select boxes are folded away: the board needs their space.
  const unfolded = useSignal(false);
  const label = deals.count.value > 1 ? gettext("Deal, analysis, view and speed") : gettext("Analysis, view and speed");
  return html`<section class="replay-controls" aria-label=${gettext("Replay")}>
    <${AnalysisStrip} analyses=${analyses} seats=${seats} />
    <div class=${unfolded.value ? "controls-bar unfolded" : "controls-bar"}>
      <div class="scrub-row">
        <${DealPicker} deals=${deals} /><${Scrubber} player=${player} analyses=${analyses} sentence=${sentence} />
      </div>
      <div class="control-buttons">
        <${StepButtons} player=${player} analyses=${analyses} />
        <button
          type="button"
          class="icon unfold-picks"
          data-testid="unfold-picks"
          aria-label=${label}
          title=${label}
          aria-expanded=${unfolded.value ? "true" : "false"}
          aria-controls="replay-picks"
          onClick=${() => (unfolded.value = !unfolded.value)}
        >
          <${Icon} name="more" />
        </button>
      </div>
      <div id="replay-picks" class="picks">
        <${AnalysisPicker} analyses=${analyses} /><${ViewerPicker} player=${player} seats=${seats} /><${SpeedPicker}
          player=${player}
        />
      </div>
    </div>
  </section>`;
}
