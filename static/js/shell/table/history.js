/** The history of a table: what has happened, turn by turn. */

import { html } from "htm/preact";
import { Portrait } from "../ui/portrait.js";

/** At a table: newest first. @param {{turns: HistoryTurn[], seats: Seat[]}} props */
export function History({ turns, seats }) {
  if (!turns.length) return html`<p class="empty">${gettext("Nothing has happened yet.")}</p>`;
  return html`<ol class="history" reversed>
    ${[...turns].reverse().map(
      (turn) =>
        html`<${Turn} key=${turn.key} turn=${turn} seats=${seats}>
          <ul>
            ${turn.steps.map(({ text, tone }, i) => html`<li key=${i} class=${tone}>${text}</li>`)}
          </ul>
        <//>`,
    )}
  </ol>`;
}

/** @param {{turn: HistoryTurn, seats: Seat[], kind?: string, children?: any}} props */
export function Turn({ turn: { seat, title }, seats, kind = "", children }) {
  return html`<li class=${kind}>
    ${seat !== null && html`<${Portrait} face=${seats[seat]?.face ?? 0} />`}
    <div><b>${title}</b>${children}</div>
  </li>`;
}
