/** The replay's history: the whole story, first turn first, with the moment shown marked in it. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./dialog.js";
import { Turn } from "./history.js";
import { panelOpen } from "./panel.js";

/** Each step leads to its moment. @param {{reel: import("./reel.js").Reel, chapters: Chapter[], seats: Seat[]}} props */
export function Story({ reel, chapters, seats }) {
  const body = useRef(/** @type {HTMLElement | null} */ (null));
  const here = reel.at.value - 1;
  const passed = chapters.flatMap(({ steps }) => steps.map((step) => step.at)).filter((at) => at <= here);
  const current = passed.at(-1) ?? -1;
  useEffect(() => {
    const mark = /** @type {HTMLElement | null} */ (body.current?.querySelector("[aria-current]") ?? null);
    if (!body.current) return;
    const place = mark ? mark.offsetTop - body.current.offsetTop : 0;
    body.current.scrollTop = place - body.current.clientHeight / 2;
  }, [current, chapters]);
  return html`<aside class=${`panel ${panelOpen.value ? "open" : ""}`} aria-label=${gettext("History")}>
    <header class="tabs"><h2>${gettext("History")}</h2>
      <button type="button" class="icon shut" aria-label=${gettext("Close")} onClick=${() => (panelOpen.value = false)}><${Icon} name="close" /></button>
    </header>
    <div id="panel-body" ref=${body} tabindex="-1">
      ${chapters.length === 0 && html`<p class="empty">${gettext("Nothing has happened yet.")}</p>`}
      <ol class="history story">
        ${chapters.map(
          (chapter) => html`<${Turn} key=${chapter.key} chapter=${chapter} seats=${seats} kind=${chapter.steps[0].at > here ? "later" : ""}>
            <ul>${chapter.steps.map(
              ({ at, text, tone }) =>
                html`<li key=${at}><button type="button" class=${`moment ${tone} ${at > here ? "later" : ""}`} aria-current=${at === current ? "step" : null} onClick=${() => reel.go(at + 1)}>${text}</button></li>`,
            )}</ul>
          <//>`,
        )}
      </ol>
    </div>
  </aside>`;
}
