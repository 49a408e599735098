/** The solver: how large the tree is, start, the curve while it runs, stop; and the link that holds the spot. */

import { html } from "htm/preact";
import { showToast } from "../shell/ui/toast.js";
import { ExploitabilityCurve } from "./charts/curves.js";
import { statusText } from "./labels.js";
import { megabytes, seconds } from "./numbers.js";
import { boot } from "./net.js";
import { PlayPanel } from "./play-panel.js";
import { incomplete } from "./spot.js";
import { checked, edited, mine, refusal, running, solve, solved, startSolve, stopSolve, target } from "./store.js";

function Size() {
  const { answer, refusal: refused, loading } = checked.value;
  if (incomplete.value) return html`<p class="error" role="alert">${incomplete.value}</p>`;
  if (refused) return html`<p class="error" role="alert" data-testid="spot-error">${refused.message}</p>`;
  if (!answer) return html`<p class="soft">${loading ? gettext("Checking the spot …") : ""}</p>`;
  const { size } = answer;
  const text = gettext(
    "%(turn)s turn and %(river)s river decisions for each of %(rivers)s rivers; %(memory)s, about %(time)s",
  );
  return html`<p class="soft" data-testid="tree-size">
      ${interpolate(text, { turn: size.turn_nodes, river: size.river_nodes, rivers: size.rivers, memory: megabytes(size.memory_bytes), time: seconds(size.seconds) }, true)}
    </p>
    ${!size.allowed && html`<p class="error" role="alert">${size.reason}</p>`}`;
}

async function share() {
  const hash = solve.value?.result && !edited.value ? `&solve=${solve.value.hash}` : "";
  const link = new URL(checked.value.answer.link + hash + location.hash, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    showToast(gettext("The link is copied."));
  } catch {
    prompt(gettext("Copy this link"), link);
  }
}

export function SolvePanel() {
  const state = solve.value;
  const points = state?.curve ?? [];
  const { answer } = checked.value;
  const ready = answer && !checked.value.refusal && !incomplete.value && answer.size.allowed;
  return html`<section class="solver" aria-label=${gettext("Solver")}>
    <${Size} />
    <div class="row solve-row">
      <label class="field target"
        ><span>${gettext("Target, % of pot")}</span
        ><input
          type="number"
          data-testid="target"
          min=${boot.limits.target[0]}
          max=${boot.limits.target[1]}
          step="0.05"
          value=${target.value}
          onChange=${(/** @type {any} */ event) => (target.value = Number(event.target.value))}
      /></label>
      ${
        running.value && mine.value
          ? html`<button type="button" class="button" data-testid="stop" onClick=${stopSolve}>
              ${gettext("Stop")}
            </button>`
          : html`<button
              type="button"
              class="button primary"
              data-testid="solve"
              disabled=${!ready}
              onClick=${startSolve}
            >
              ${gettext("Solve")}
            </button>`
      }
      <button
        type="button"
        class="button"
        data-testid="share"
        disabled=${!answer}
        data-link=${answer?.link}
        onClick=${share}
      >
        ${gettext("Copy link")}
      </button>
    </div>
    ${refusal.value && html`<p class="error" role="alert">${refusal.value.message}</p>`}
    <p
      class=${`status ${state?.status ?? ""}`}
      role="status"
      data-testid="status"
      data-status=${state?.status ?? "none"}
    >
      ${statusText(state)}
    </p>
    ${solved.value && html`<${PlayPanel} spot=${state.spot_hash} />`}
    ${points.length > 0 && html`<${ExploitabilityCurve} points=${points} target=${state.target} running=${running.value} />`}
  </section>`;
}
