/** The effects of an attack: splash, explosion, sonar ping. The style sheet animates them. */

import { html } from "htm/preact";
import { cellArea, covered, shipArea } from "./geometry.js";

const KINDS = { miss: "splash", hit: "flash", destroyed: "blast", suspect: "" };

/** @param {{view: Battleship.View, event: Battleship.Fired}} props */
function SonarScan({ view, event }) {
  const cells = covered(view, "SONAR", event.cell);
  return html`<i class=${`fx ping ${event.signal ? "echo" : ""}`} style=${cellArea(view.size, event.cell)}
      ><b></b><b></b><b></b
    ></i>
    ${cells.map((cell) => html`<i key=${cell} class="fx scanned" style=${cellArea(view.size, cell)}></i>`)}`;
}

/**
 * The effects of the current event on this sea.
 * @param {{view: Battleship.View, event: Battleship.Event | null, seat: number}} props
 */
export function Effects({ view, event, seat }) {
  if (!event || !("by" in event) || event.by === seat) return null;
  if (event.type === "Sank") {
    const ship = view.seas[seat].ships.find((one) => one.code === event.ship);
    return html`<i
      key=${`sank-${event.ship}`}
      class="fx sinking"
      style=${shipArea(view.size, ship?.length ?? 0, event.berth)}
    ></i>`;
  }
  if (event.type !== "Fired") return null;
  if (event.weapon === "SONAR") return html`<${SonarScan} key=${`ping-${event.turn}`} view=${view} event=${event} />`;
  return event.marks.map(
    ({ cell, now }, i) =>
      html`<i
        key=${`${event.turn}-${cell}`}
        class=${`fx ${KINDS[now]}`}
        style=${{ ...cellArea(view.size, cell), "--i": i }}
        ><b></b><b></b
      ></i>`,
  );
}
