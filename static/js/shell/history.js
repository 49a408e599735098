/** What has happened, turn by turn, newest first. The game's own words say it. */

import { html } from "htm/preact";
import { Portrait } from "./faces.js";

/** @param {{chapters: Chapter[], seats: Seat[]}} props */
export function History({ chapters, seats }) {
  if (!chapters.length) return html`<p class="empty">${gettext("Nothing has happened yet.")}</p>`;
  return html`<ol class="history" reversed>
    ${[...chapters].reverse().map(
      ({ key, seat, title, steps }) => html`<li key=${key}>
        ${seat !== null && html`<${Portrait} face=${seats[seat]?.face ?? 0} />`}
        <div>
          <b>${title}</b>
          <ul>${steps.map(({ text, tone }, i) => html`<li key=${i} class=${tone}>${text}</li>`)}</ul>
        </div>
      </li>`,
    )}
  </ol>`;
}
