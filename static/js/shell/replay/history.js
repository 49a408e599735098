/** The history of a replay: all turns, the first at the top, with the current step marked. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { Turn } from "../table/history.js";
import { panelOpen } from "../table/panel.js";
import { Icon } from "../ui/icons.js";

/**
 * Each step is a button that goes to it.
 * @param {{player: import("./player.js").ReplayPlayer, turns: HistoryTurn[], seats: Seat[]}} props
 */
export function ReplayHistory({ player, turns, seats }) {
  const body = useRef(/** @type {HTMLElement | null} */ (null));
  const shownIndex = player.step.value - 1;
  const passed = turns.flatMap(({ steps }) => steps.map((step) => step.index)).filter((index) => index <= shownIndex);
  const current = passed.at(-1) ?? -1;
  useEffect(() => {
    const mark = /** @type {HTMLElement | null} */ (body.current?.querySelector("[aria-current]") ?? null);
    if (!body.current) return;
    const place = mark ? mark.offsetTop - body.current.offsetTop : 0;
    body.current.scrollTop = place - body.current.clientHeight / 2;
  }, [current, turns]);
  return html`<aside class=${`panel ${panelOpen.value ? "open" : ""}`} aria-label=${gettext("History")}>
    <header class="tabs">
      <h2>${gettext("History")}</h2>
      <button
        type="button"
        class="icon panel-close"
        aria-label=${gettext("Close")}
        onClick=${() => (panelOpen.value = false)}
      >
        <${Icon} name="close" />
      </button>
    </header>
    <div id="panel-body" ref=${body} tabindex="-1">
      ${turns.length === 0 && html`<p class="empty">${gettext("Nothing has happened yet.")}</p>`}
      <ol class="history replay-history">
        ${turns.map(
          (turn) =>
            html`<${Turn}
              key=${turn.key}
              turn=${turn}
              seats=${seats}
              kind=${turn.steps[0].index > shownIndex ? "later" : ""}
            >
              <ul>
                ${turn.steps.map(
                  ({ index, text, tone }) =>
                    html`<li key=${index}>
                      <button
                        type="button"
                        class=${`history-step ${tone} ${index > shownIndex ? "later" : ""}`}
                        aria-current=${index === current ? "step" : null}
                        onClick=${() => player.go(index + 1)}
                      >
                        ${text}
                      </button>
                    </li>`,
                )}
              </ul>
            <//>`,
        )}
      </ol>
    </div>
  </aside>`;
}
