/** The games won so far in a row of rematches. */

import { html } from "htm/preact";
import { fill } from "../ui/texts.js";

/**
 * By seat: games won, the one that has just ended included; null in a first game.
 * @param {TableInfo | null} table
 * @param {Outcome | null} outcome
 */
export function winsOf(table, outcome) {
  if (!table?.wins.length) return null;
  const winners = table.status === "over" ? (outcome?.winners ?? []) : [];
  return table.wins.map((count, seat) => count + Number(winners.includes(seat)));
}

/** The seats in order, the viewer's own first. @param {number} count @param {number | null} me */
const order = (count, me) => Array.from({ length: count }, (_, i) => (i + (me ?? 0)) % count);

/** In full: "Ann 2 : 1 Ben". @param {{wins: number[] | null, names: (string | null)[], me: number | null}} props */
export function Score({ wins, names, me }) {
  if (!wins) return null;
  const seats = order(wins.length, me);
  const [first, second] = seats;
  return html`<p class="running" data-testid="wins">
    ${
      wins.length === 2
        ? html`<span>${names[first]}</span> <b>${wins[first]} : ${wins[second]}</b> <span>${names[second]}</span>`
        : seats.map((seat) => html`<span key=${seat}>${names[seat]} <b>${wins[seat]}</b></span>`)
    }
  </p>`;
}

/**
 * In short, for the bar: "2 : 1".
 * @param {{wins: number[] | null, names: (string | null)[], me: number | null}} props
 */
export function ScoreChip({ wins, names, me }) {
  if (!wins) return null;
  const seats = order(wins.length, me);
  const whole = seats.map((seat) => `${names[seat]} ${wins[seat]}`).join(", ");
  return html`<span
    class="score-chip"
    data-testid="score"
    role="img"
    title=${whole}
    aria-label=${fill(gettext("Games won: %(score)s"), { score: whole })}
    >${seats.map((seat) => wins[seat]).join(" : ")}</span
  >`;
}
