/** What has happened, turn by turn. The game's own words say it. */

import { html } from "htm/preact";
import { Portrait } from "./faces.js";

/** At a table: newest first. @param {{chapters: Chapter[], seats: Seat[]}} props */
export function History({ chapters, seats }) {
  if (!chapters.length) return html`<p class="empty">${gettext("Nothing has happened yet.")}</p>`;
  return html`<ol class="history" reversed>
    ${[...chapters].reverse().map(
      (chapter) => html`<${Turn} key=${chapter.key} chapter=${chapter} seats=${seats}>
        <ul>${chapter.steps.map(({ text, tone }, i) => html`<li key=${i} class=${tone}>${text}</li>`)}</ul>
      <//>`,
    )}
  </ol>`;
}

/** @param {{chapter: Chapter, seats: Seat[], kind?: string, children?: any}} props */
export function Turn({ chapter: { seat, title }, seats, kind = "", children }) {
  return html`<li class=${kind}>
    ${seat !== null && html`<${Portrait} face=${seats[seat]?.face ?? 0} />`}
    <div><b>${title}</b>${children}</div>
  </li>`;
}
