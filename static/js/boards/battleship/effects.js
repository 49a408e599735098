/** Splash, fire and ping: what an attack looks like while it happens. The sheet moves them. */

import { html } from "htm/preact";
import { along, at, covered } from "./chart.js";

const KINDS = { miss: "splash", hit: "flash", destroyed: "blast" };

/** @param {{view: View, event: GameEvent}} props */
function Sounding({ view, event }) {
  const cells = covered(view, "SONAR", event.cell);
  return html`<i class=${`fx ping ${event.signal ? "echo" : ""}`} style=${at(view.size, event.cell)}><b></b><b></b><b></b></i>
    ${cells.map((cell) => html`<i key=${cell} class="fx sounded" style=${at(view.size, cell)}></i>`)}`;
}

/** What has just happened on this water. @param {{view: View, event: GameEvent | null, seat: number}} props */
export function Effects({ view, event, seat }) {
  if (!event || event.by === seat) return null;
  if (event.type === "Sank") {
    const ship = view.seas[seat].ships.find((/** @type {any} */ one) => one.code === event.ship);
    return html`<i key=${`sank-${event.ship}`} class="fx sinking" style=${along(view.size, ship.length, event.berth)}></i>`;
  }
  if (event.type !== "Fired") return null;
  if (event.weapon === "SONAR") return html`<${Sounding} key=${`ping-${event.turn}`} view=${view} event=${event} />`;
  return event.marks.map((/** @type {{cell: number, now: "miss" | "hit" | "destroyed"}} */ { cell, now }, /** @type {number} */ i) =>
    html`<i key=${`${event.turn}-${cell}`} class=${`fx ${KINDS[now]}`} style=${{ ...at(view.size, cell), "--i": i }}><b></b><b></b></i>`,
  );
}
