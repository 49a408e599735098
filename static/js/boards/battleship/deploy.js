/** Laying the fleet: one's own sea, a dock of ships, and three ways to lay them: by hand, by keys, as suggested. */

import { html } from "htm/preact";
import { useRef, useState } from "preact/hooks";
import { useKeys } from "../../shell/keys.js";
import { Person } from "../../shell/person.js";
import { fill } from "../../shell/words.js";
import { nameOf, spread } from "./chart.js";
import { useDrag } from "./drag.js";
import { costsOf } from "./fleet.js";
import { fitting, useLaying } from "./laying.js";
import { Hull, Sea, Wash } from "./sea.js";
import { shipName, Silhouette } from "./ships.js";

/** @typedef {import("./laying.js").Laying} Laying */
/** @typedef {ReturnType<typeof useDrag>} Drag */

/** @param {Laying} laying @param {number} cell */
const shipAt = (laying, cell) => laying.ships.findIndex((ship, i) => laying.berths[i] && spread(laying.size, ship.length, /** @type {any} */ (laying.berths[i])).includes(cell));

/** The keyboard: digits take up a ship, R turns it, N shows the next fleet, Delete puts a ship back. While a ship
 * hangs in the hand, R turns it, Escape lets it go back and nothing else happens.
 * @param {Laying} laying @param {Drag} drag @param {import("preact").RefObject<HTMLElement | null>} water */
function useShipKeys(laying, drag, water) {
  useKeys(({ key }) => {
    const low = key.toLowerCase();
    const focused = Number(/** @type {HTMLElement | null} */ (document.activeElement)?.dataset.cell ?? -1);
    const here = shipAt(laying, focused);
    const index = laying.chosen ?? here;
    if (drag.held) {
      if (low === "r") drag.turn();
      else if (key === "Escape") drag.cancel();
    } else if (/^[1-9]$/.test(key) && laying.ships[Number(key) - 1]) laying.choose(Number(key) - 1);
    else if (low === "r" && index >= 0) laying.turn(index);
    else if (low === "n") laying.suggest();
    else if ((key === "Delete" || key === "Backspace") && here >= 0) laying.lift(here);
    else if (key === "Escape") laying.choose(null);
    else if (key.startsWith("Arrow")) /** @type {HTMLElement | null | undefined} */ (water.current?.querySelector(".cell[tabindex='0']"))?.focus();
    else return false;
    return true;
  });
}

/** What a ship is good for, in the dock. @param {{ship: import("./sea.js").Ship}} props */
function Worth({ ship }) {
  const costs = costsOf(ship.costs);
  return html`<small>${[fill(gettext("strength %(hp)s"), { hp: ship.hp }), ...costs].join(" · ")}</small>`;
}

/** @param {{laying: Laying, drag: Drag, classic: boolean}} props */
function Dock({ laying, drag, classic }) {
  return html`<ol class="dock" aria-label=${gettext("Your ships")}>
    ${laying.ships.map((ship, i) => {
      const laid = laying.berths[i] !== null;
      const name = shipName(ship.code);
      return html`<li key=${ship.code} class=${`${laid ? "laid" : ""} ${laying.chosen === i ? "chosen" : ""}`}>
        <button
          type="button"
          data-dock=${ship.code}
          aria-pressed=${laying.chosen === i ? "true" : "false"}
          aria-keyshortcuts=${String(i + 1)}
          ...${drag.grip(i)}
          onClick=${(/** @type {MouseEvent} */ event) => event.detail === 0 && laying.choose(i)}
        >
          <span class="ship-art" style=${{ "--length": ship.length }}><${Silhouette} code=${ship.code} length=${ship.length} /></span>
          <b>${name}</b><span class="sr">${laid ? gettext("laid") : gettext("in the dock")}</span>${!classic && html`<${Worth} ship=${ship} />`}
        </button>
      </li>`;
    })}
  </ol>`;
}

/** What the ship in hand would cover. @param {{laying: Laying, drag: Drag, looked: number | null}} props */
function Ghost({ laying, drag, looked }) {
  const { size, ships } = laying;
  if (drag.held?.moved) {
    const ship = ships[drag.held.index];
    return drag.berth && html`<${Hull} ship=${ship} size=${size} berth=${drag.berth} kind=${`ghost ${drag.fits ? "fits" : laying.known ? "clash" : ""}`} />`;
  }
  if (laying.chosen === null || looked === null || !laying.known) return null;
  const ship = ships[laying.chosen];
  const berth = fitting(laying.freeFor(laying.chosen), size, ship.length, laying.downs[laying.chosen], looked);
  if (!berth) return html`<${Wash} size=${size} cells=${[looked]} kind="no-room" />`;
  return html`<${Hull} ship=${ship} size=${size} berth=${berth} kind="ghost fits" />`;
}

/** Cells the ship in hand can cover as it is turned now. @param {Laying} laying @param {Drag} drag */
function roomFor(laying, drag) {
  const index = drag.held?.moved ? drag.held.index : laying.chosen;
  if (index === null) return [];
  const { length } = laying.ships[index];
  const down = (drag.held?.moved ? drag.held.down : laying.downs[index]) && length > 1;
  const cells = laying.roomFor(index).filter((berth) => berth.down === down).flatMap((berth) => spread(laying.size, length, berth));
  return [...new Set(cells)];
}

/** The ship under the hand while it is off the paper. @param {{laying: Laying, drag: Drag, root: import("preact").RefObject<HTMLElement | null>}} props */
function Carried({ laying, drag, root }) {
  const box = root.current?.getBoundingClientRect();
  if (!drag.held?.moved || drag.berth || !box) return null;
  const { index, held, down, x, y } = drag.held;
  const { code, length } = laying.ships[index];
  const style = { left: `${x - box.left}px`, top: `${y - box.top}px`, "--length": length, "--held": held + 0.5 };
  return html`<div class=${`carried ${down && length > 1 ? "down" : ""}`} style=${style}><${Silhouette} code=${code} length=${length} down=${down && length > 1} /></div>`;
}

/** @param {{laying: Laying, drag: Drag}} props */
function Orders({ laying, drag }) {
  const { chosen, left } = laying;
  return html`<div class="orders">
    <button type="button" class="button" data-testid="random" aria-keyshortcuts="N" onClick=${laying.suggest}>${gettext("Random")}</button>
    <button type="button" class="button" data-testid="rotate" aria-keyshortcuts="R" disabled=${chosen === null && !drag.held} onClick=${() => chosen !== null && laying.turn(chosen)}>${gettext("Turn")}</button>
    <button type="button" class="button" data-testid="clear" disabled=${left === laying.ships.length} onClick=${laying.clear}>${gettext("Clear")}</button>
    <button type="button" class="button primary" data-testid="ready" disabled=${!laying.complete} onClick=${laying.ready}>
      ${left ? fill(ngettext("%(count)s ship to lay", "%(count)s ships to lay", left), { count: left }) : gettext("Ready")}
    </button>
  </div>`;
}

/** @param {BoardProps} props */
export function Deploy(props) {
  const { view, seats, busy } = props;
  const { size, me } = view;
  const laying = useLaying(props);
  const water = useRef(/** @type {HTMLElement | null} */ (null));
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const drag = useDrag(laying, water, !busy);
  const [looked, look] = useState(/** @type {number | null} */ (null));
  useShipKeys(laying, drag, water);

  /** @param {number} cell */
  const press = (cell) => {
    const here = shipAt(laying, cell);
    if (laying.chosen !== null && laying.chosen !== here) laying.drop(cell);
    else if (here >= 0) laying.choose(here);
  };
  /** @param {number} cell */
  const label = (cell) => {
    const here = shipAt(laying, cell);
    return `${nameOf(size, cell)}, ${here >= 0 ? shipName(laying.ships[here].code) : gettext("free")}`;
  };
  const hulls = laying.ships.map((ship, i) => {
    const berth = laying.berths[i];
    if (!berth) return null;
    const lifted = drag.held?.index === i && drag.held.moved;
    const kind = ["mine-to-move", lifted && "lifted", laying.chosen === i && "chosen"].filter(Boolean).join(" ");
    return html`<${Hull} key=${ship.code} ship=${ship} size=${size} berth=${berth} kind=${kind} grip=${drag.grip(i)} />`;
  });

  return html`<div class=${`deploy ${drag.held?.moved ? "dragging" : ""}`} ref=${root}>
    <header class="plate"><${Person} seat=${seats[me]} mine=${true} /><${OtherSide} view=${view} seats=${seats} /></header>
    <${Sea}
      seat=${me}
      size=${size}
      title=${gettext("Your sea")}
      water=${view.seas[me]}
      kind="laying"
      label=${label}
      can=${() => !busy}
      press=${press}
      look=${look}
      place=${water}
      under=${html`<${Wash} size=${size} cells=${roomFor(laying, drag)} kind="free" />`}
      over=${html`${hulls}<${Ghost} laying=${laying} drag=${drag} looked=${looked} />`}
    />
    <div class="yard"><${Dock} laying=${laying} drag=${drag} classic=${view.variant === "classic"} /><${Orders} laying=${laying} drag=${drag} /></div>
    <${Carried} laying=${laying} drag=${drag} root=${root} />
  </div>`;
}

/** @param {{view: View, seats: Seat[]}} props */
export function OtherSide({ view, seats }) {
  const other = 1 - view.me;
  const who = seats[other]?.name ?? "?";
  const text = view.seas[other].ready ? gettext("%(who)s is ready") : gettext("%(who)s is still laying the fleet");
  return html`<p class="other-side" data-testid="other-side">${fill(text, { who })}</p>`;
}
