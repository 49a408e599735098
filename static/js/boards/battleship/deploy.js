/**
 * Placing the fleet: the own sea, a dock of ships, and three ways to place them: by dragging, by keys, or as
 * suggested.
 */

import { html } from "htm/preact";
import { useRef, useState } from "preact/hooks";
import { SeatBadge } from "../../shell/table/seat-badge.js";
import { useKeys } from "../../shell/ui/keys.js";
import { fill } from "../../shell/ui/texts.js";
import { useDrag } from "./drag.js";
import { useFleetEditor } from "./fleet-editor.js";
import { placementCovering } from "./fleet-plan.js";
import { costsOf } from "./fleet.js";
import { nameOf, shipCells } from "./geometry.js";
import { Highlight, Hull, Sea } from "./sea.js";
import { shipName, Silhouette } from "./ships.js";

/** @typedef {import("./fleet-editor.js").FleetEditor} FleetEditor */
/** @typedef {ReturnType<typeof useDrag>} Drag */

/** @param {FleetEditor} editor @param {number} cell */
const shipAt = (editor, cell) =>
  editor.ships.findIndex(
    (ship, i) =>
      editor.placements[i] &&
      shipCells(editor.size, ship.length, /** @type {any} */ (editor.placements[i])).includes(cell),
  );

/** Handle the keyboard: digits choose a ship, R turns it, N places the next suggested fleet, Delete removes a ship.
 * While a ship is dragged, only R (turn it) and Escape (cancel the drag) do something.
 * @param {FleetEditor} editor @param {Drag} drag @param {import("preact").RefObject<HTMLElement | null>} water */
function useShipKeys(editor, drag, water) {
  useKeys(({ key }) => {
    const low = key.toLowerCase();
    const focused = Number(/** @type {HTMLElement | null} */ (document.activeElement)?.dataset.cell ?? -1);
    const here = shipAt(editor, focused);
    const index = editor.chosen ?? here;
    if (drag.held) {
      if (low === "r") drag.turn();
      else if (key === "Escape") drag.cancel();
    } else if (/^[1-9]$/.test(key) && editor.ships[Number(key) - 1]) editor.choose(Number(key) - 1);
    else if (low === "r" && index >= 0) editor.turn(index);
    else if (low === "n") editor.suggest();
    else if ((key === "Delete" || key === "Backspace") && here >= 0) editor.pickUp(here);
    else if (key === "Escape") editor.choose(null);
    else if (key.startsWith("Arrow"))
      /** @type {HTMLElement | null | undefined} */ (water.current?.querySelector(".cell[tabindex='0']"))?.focus();
    else return false;
    return true;
  });
}

/** The strength of a ship, and what its loss costs. @param {{ship: import("./sea.js").Ship}} props */
function ShipValue({ ship }) {
  const costs = costsOf(ship.costs);
  return html`<small>${[fill(gettext("strength %(hp)s"), { hp: ship.hp }), ...costs].join(" · ")}</small>`;
}

/** @param {{editor: FleetEditor, drag: Drag, classic: boolean}} props */
function Dock({ editor, drag, classic }) {
  return html`<ol class="dock" aria-label=${gettext("Your ships")}>
    ${editor.ships.map((ship, i) => {
      const placed = editor.placements[i] !== null;
      const name = shipName(ship.code);
      return html`<li key=${ship.code} class=${`${placed ? "placed" : ""} ${editor.chosen === i ? "chosen" : ""}`}>
        <button
          type="button"
          data-dock=${ship.code}
          aria-pressed=${editor.chosen === i ? "true" : "false"}
          aria-keyshortcuts=${String(i + 1)}
          ...${drag.dragHandlers(i)}
          onClick=${(/** @type {MouseEvent} */ event) => event.detail === 0 && editor.choose(i)}
        >
          <span class="ship-art" style=${{ "--length": ship.length }}
            ><${Silhouette} code=${ship.code} length=${ship.length}
          /></span>
          <b>${name}</b
          ><span class="sr">${placed ? gettext("placed") : gettext("in the dock")}</span
          >${!classic && html`<${ShipValue} ship=${ship} />`}
        </button>
      </li>`;
    })}
  </ol>`;
}

/**
 * Show the chosen or dragged ship where it would be placed.
 * @param {{editor: FleetEditor, drag: Drag, hovered: number | null}} props
 */
function PlacementPreview({ editor, drag, hovered }) {
  const { size, ships } = editor;
  if (drag.held?.moved) {
    const ship = ships[drag.held.index];
    return (
      drag.placement &&
      html`<${Hull}
        ship=${ship}
        size=${size}
        placement=${drag.placement}
        kind=${`ghost ${drag.fits ? "fits" : editor.known ? "clash" : ""}`}
      />`
    );
  }
  if (editor.chosen === null || hovered === null || !editor.known) return null;
  const ship = ships[editor.chosen];
  const placement = placementCovering(
    editor.allowedFor(editor.chosen),
    size,
    ship.length,
    editor.downs[editor.chosen],
    hovered,
  );
  if (!placement) return html`<${Highlight} size=${size} cells=${[hovered]} kind="no-space" />`;
  return html`<${Hull} ship=${ship} size=${size} placement=${placement} kind="ghost fits" />`;
}

/**
 * The cells that the chosen or dragged ship can cover in its direction.
 * @param {FleetEditor} editor
 * @param {Drag} drag
 */
function coverableCells(editor, drag) {
  const index = drag.held?.moved ? drag.held.index : editor.chosen;
  if (index === null) return [];
  const { length } = editor.ships[index];
  const down = (drag.held?.moved ? drag.held.down : editor.downs[index]) && length > 1;
  const cells = editor
    .lastAllowedFor(index)
    .filter((placement) => placement.down === down)
    .flatMap((placement) => shipCells(editor.size, length, placement));
  return [...new Set(cells)];
}

/**
 * The dragged ship while the pointer is outside the sea.
 * @param {{editor: FleetEditor, drag: Drag, root: import("preact").RefObject<HTMLElement | null>}} props
 */
function CarriedShip({ editor, drag, root }) {
  const box = root.current?.getBoundingClientRect();
  if (!drag.held?.moved || drag.placement || !box) return null;
  const { index, held, down, x, y } = drag.held;
  const { code, length } = editor.ships[index];
  const style = { left: `${x - box.left}px`, top: `${y - box.top}px`, "--length": length, "--held": held + 0.5 };
  return html`<div class=${`carried ${down && length > 1 ? "down" : ""}`} style=${style}>
    <${Silhouette} code=${code} length=${length} down=${down && length > 1} />
  </div>`;
}

/** @param {{editor: FleetEditor, drag: Drag}} props */
function FleetButtons({ editor, drag }) {
  const { chosen, left } = editor;
  return html`<div class="fleet-buttons">
    <button type="button" class="button" data-testid="random" aria-keyshortcuts="N" onClick=${editor.suggest}>
      ${gettext("Random")}
    </button>
    <button
      type="button"
      class="button"
      data-testid="rotate"
      aria-keyshortcuts="R"
      disabled=${chosen === null && !drag.held}
      onClick=${() => chosen !== null && editor.turn(chosen)}
    >
      ${gettext("Turn")}
    </button>
    <button
      type="button"
      class="button"
      data-testid="clear"
      disabled=${left === editor.ships.length}
      onClick=${editor.clear}
    >
      ${gettext("Clear")}
    </button>
    <button
      type="button"
      class="button primary"
      data-testid="ready"
      disabled=${!editor.complete}
      onClick=${editor.ready}
    >
      ${left ? fill(ngettext("%(count)s ship to place", "%(count)s ships to place", left), { count: left }) : gettext("Ready")}
    </button>
  </div>`;
}

/** @param {{editor: FleetEditor, drag: Drag}} props */
function PlacedShips({ editor, drag }) {
  return editor.ships.map((ship, i) => {
    const placement = editor.placements[i];
    if (!placement) return null;
    const pickedUp = drag.held?.index === i && drag.held.moved;
    const kind = ["movable", pickedUp && "picked-up", editor.chosen === i && "chosen"].filter(Boolean).join(" ");
    return html`<${Hull}
      key=${ship.code}
      ship=${ship}
      size=${editor.size}
      placement=${placement}
      kind=${kind}
      handlers=${drag.dragHandlers(i)}
    />`;
  });
}

/** @param {Battleship.Props & {view: Battleship.OwnView}} props */
export function Deploy(props) {
  const { view, seats, busy } = props;
  const { size, me } = view;
  const editor = useFleetEditor(props);
  const water = useRef(/** @type {HTMLElement | null} */ (null));
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const drag = useDrag(editor, water, !busy);
  const [hovered, setHovered] = useState(/** @type {number | null} */ (null));
  useShipKeys(editor, drag, water);

  /** @param {number} cell */
  const press = (cell) => {
    const here = shipAt(editor, cell);
    if (editor.chosen !== null && editor.chosen !== here) editor.drop(cell);
    else if (here >= 0) editor.choose(here);
  };
  /** @param {number} cell */
  const label = (cell) => {
    const here = shipAt(editor, cell);
    return `${nameOf(size, cell)}, ${here >= 0 ? shipName(editor.ships[here].code) : gettext("free")}`;
  };
  return html`<div class=${`deploy ${drag.held?.moved ? "dragging" : ""}`} ref=${root}>
    <header class="plate">
      <${SeatBadge} seat=${seats[me]} mine=${true} /><${OpponentState} view=${view} seats=${seats} />
    </header>
    <${Sea}
      seat=${me}
      size=${size}
      title=${gettext("Your sea")}
      water=${view.seas[me]}
      kind="editing"
      label=${label}
      can=${() => !busy}
      press=${press}
      hover=${setHovered}
      place=${water}
      under=${html`<${Highlight} size=${size} cells=${coverableCells(editor, drag)} kind="free" />`}
      over=${html`<${PlacedShips} editor=${editor} drag=${drag} /><${PlacementPreview} editor=${editor} drag=${drag} hovered=${hovered} />`}
    />
    <div class="yard">
      <${Dock} editor=${editor} drag=${drag} classic=${view.variant === "classic"} /><${FleetButtons}
        editor=${editor}
        drag=${drag}
      />
    </div>
    <${CarriedShip} editor=${editor} drag=${drag} root=${root} />
  </div>`;
}

/** @param {{view: Battleship.OwnView, seats: Seat[]}} props */
export function OpponentState({ view, seats }) {
  const other = 1 - view.me;
  const who = seats[other]?.name ?? "?";
  const text = view.seas[other].ready ? gettext("%(who)s is ready") : gettext("%(who)s is still laying the fleet");
  return html`<p class="other-side" data-testid="other-side">${fill(text, { who })}</p>`;
}
