/** Where a match of many deals stands: the strip above the board, and the words for scores and deals. */

import { html } from "htm/preact";
import { Portrait } from "../ui/portrait.js";
import { fill } from "../ui/texts.js";

/** @param {Standing} standing */
export function dealName({ deal, deals }) {
  return deals === null
    ? fill(gettext("Deal %(deal)s"), { deal })
    : fill(gettext("Deal %(deal)s of %(deals)s"), { deal, deals });
}

/** A score as people write it: whole, or with one decimal. @param {number} score */
export const scoreText = (score) => (Number.isInteger(score) ? String(score) : score.toFixed(1)).replace("-", "−");

/** What a deal brought: always with its sign. @param {number} gain */
export const gainText = (gain) => (gain > 0 ? `+${scoreText(gain)}` : scoreText(gain));

/** The seats in order, the viewer's own first. @param {number} count @param {number | null} me */
export const ownFirst = (count, me) => Array.from({ length: count }, (_, i) => (i + (me ?? 0)) % count);

/** @param {{standing: Standing}} props */
function DealText({ standing }) {
  const { target, title } = standing;
  return html`<span class="standing-deal" data-testid="deal-number"
    ><b>${dealName(standing)}</b>${title && html` <span>${title}</span>`}
    ${target !== null && html` <span>${fill(gettext("to %(target)s"), { target: scoreText(target) })}</span>`}</span
  >`;
}

/** From so many seats on, scores stand in two rows of small print, so that all are in sight. */
const MANY = 6;

/**
 * The deal, what ends the match, and the running score of each seat; one line, which can be scrolled sideways,
 * or two.
 * @param {{standing: Standing, seats: Seat[], me: number | null}} props
 */
export function StandingStrip({ standing, seats, me }) {
  const { scores, out } = standing;
  return html`<section
    class=${scores.length < MANY ? "standing" : "standing many"}
    data-testid="standing"
    aria-label=${gettext("Standing")}
    tabindex="0"
  >
    <${DealText} standing=${standing} />
    <ul>
      ${ownFirst(scores.length, me).map((seat) => {
        const { name, face, departed } = seats[seat] ?? { name: "?", face: 0, departed: false };
        const gone = out.includes(seat);
        const why = departed ? gettext("left") : gettext("out");
        return html`<li
          key=${seat}
          class=${[seat === me && "own", gone && "is-out"].filter(Boolean).join(" ")}
          data-seat=${seat}
          title=${`${name} ${scoreText(scores[seat])}`}
        >
          <${Portrait} face=${face} /><span class="name">${name}</span
          >${" "}<b>${scoreText(scores[seat])}</b>${gone && html` <small>${why}</small>`}
        </li>`;
      })}
    </ul>
  </section>`;
}
