/** The trios of the teams, in the middle of the board. */

import { html } from "htm/preact";
import { Sign } from "./partners.js";
import { Trio, Wanted } from "./plate.js";

/** One line for each team: its trios, and the numbers that would win for it.
 * @param {{view: Nana.View, seats: Seat[], event: Nana.Event | null}} props */
export function Teams({ view, seats, event }) {
  /** @type {number[]} */
  const sides = view.sides;
  const taken = new Set(view.trios.flat()).size;
  const taking = event?.type === "Collected" ? event : null;
  return html`<section class="teams" aria-label=${gettext("What the teams have taken")}>
    ${[...new Set(sides)].map((side) => {
      const names = seats.filter((_, seat) => sides[seat] === side).map(({ name }) => name);
      /** @type {number[]} */
      const trios = view.trios[side];
      const won = view.outcome?.winners.includes(side);
      return html`<div key=${side} class=${won ? "team won" : "team"} data-side=${side} data-testid="team">
        <${Sign} side=${side} />
        <span class="names">${names.map((name, i) => html`<span key=${i}>${name}</span>`)}</span>
        <ul class="trios">
          ${trios.map(
            (number) =>
              html`<${Trio}
                key=${number}
                number=${number}
                seat=${side}
                partners=${view.partners[number] ?? []}
                fresh=${taking?.number === number}
              />`,
          )}
          ${!trios.length && html`<li class="none">${gettext("no trio yet")}</li>`}
          ${!view.outcome && html`<${Wanted} key="wanted" wanted=${view.wanted[side]} top=${view.top} taken=${taken} />`}
        </ul>
      </div>`;
    })}
  </section>`;
}
