/** Dragging a ship, held by one of its cells, onto the sea, within it, or back to the dock. */

import { useRef, useState } from "preact/hooks";
import { isSamePlacement, placementUnder } from "./geometry.js";

/** @typedef {import("./geometry.js").Placement} Placement */
/** @typedef {import("./fleet-editor.js").FleetEditor} FleetEditor */
/**
 * @typedef {{pointer: number, index: number, held: number, down: boolean, x: number, y: number, moved:
 *   boolean}} Held
 */

const DRAG_THRESHOLD = 6;
const EDGE_MARGIN = 0.8;

/**
 * The cell of the sea under a point, or null if the point is well outside the sea.
 * @param {{left: number, top: number, width: number}} box of the sea
 * @param {number} size
 * @param {number} x
 * @param {number} y
 */
export function cellUnder(box, size, x, y) {
  const cell = box.width / size;
  const [row, column] = [(y - box.top) / cell, (x - box.left) / cell];
  const near = (/** @type {number} */ value) => value > -EDGE_MARGIN && value < size + EDGE_MARGIN;
  return near(row) && near(column) ? { row: Math.floor(row), column: Math.floor(column), cell } : null;
}

/**
 * Where a held ship would be placed, or null outside the sea.
 * @param {Held} hand @param {FleetEditor} editor @param {HTMLElement | null} water @returns {Placement | null}
 */
function placementOf(hand, { ships, size }, water) {
  const place = water && cellUnder(water.getBoundingClientRect(), size, hand.x, hand.y);
  const { length } = ships[hand.index];
  return place && placementUnder(size, length, hand.down && length > 1, place, hand.held);
}

/** Which cell of a ship is held, counted from its first.
 * @param {{left: number, top: number, width: number, height: number}} box of the ship @param {boolean} down
 * @param {number} length @param {number} x @param {number} y */
export function heldCell(box, down, length, x, y) {
  const part = down ? (y - box.top) / box.height : (x - box.left) / box.width;
  return Math.min(length - 1, Math.max(0, Math.floor(part * length)));
}

/** The hand that has moved to a point; near the start it is still a press.
 * @param {Held} hand @param {{x: number, y: number}} start @param {number} x @param {number} y @returns {Held} */
export function movedTo(hand, start, x, y) {
  const far = Math.hypot(x - start.x, y - start.y) > DRAG_THRESHOLD;
  return { ...hand, x, y, moved: hand.moved || far };
}

/**
 * A press without movement selects the ship; a second press turns it.
 * @param {FleetEditor} editor
 * @param {Held} hand
 * @param {Placement | null} placement where the ship is held over the sea
 */
export function dropShip(editor, { index, moved, down }, placement) {
  if (!moved) {
    if (editor.chosen === index) editor.turn(index);
    else editor.choose(index);
  } else if (placement) {
    editor.choose(null);
    editor.place(index, placement, down);
  } else if (editor.placements[index]) {
    editor.pickUp(index);
  }
}

/**
 * @param {FleetEditor} editor
 * @param {import("preact").RefObject<HTMLElement | null>} water
 * @param {boolean} open
 */
export function useDrag(editor, water, open) {
  const [held, setHeld] = useState(/** @type {Held | null} */ (null));
  const dragStart = useRef({ x: 0, y: 0 });
  const placement = held?.moved ? placementOf(held, editor, water.current) : null;
  const fits =
    held !== null && placement !== null && editor.allowedFor(held.index).some((one) => isSamePlacement(one, placement));

  /**
   * Whether this pointer is the one that drags the ship: a second finger does nothing.
   * @param {PointerEvent} event
   */
  const isHolding = (event) => held?.pointer === event.pointerId;

  /** @param {number} index @param {PointerEvent} event */
  const take = (index, event) => {
    if (!open || held || event.button > 0) return;
    const place = /** @type {HTMLElement} */ (event.currentTarget);
    const [x, y] = [event.clientX, event.clientY];
    const pointsDown = editor.placements[index]?.down ?? false;
    const cell = heldCell(place.getBoundingClientRect(), pointsDown, editor.ships[index].length, x, y);
    place.setPointerCapture(event.pointerId);
    dragStart.current = { x, y };
    setHeld({ pointer: event.pointerId, index, held: cell, down: editor.downs[index], x, y, moved: false });
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (held && isHolding(event)) setHeld(movedTo(held, dragStart.current, event.clientX, event.clientY));
  };

  /** @param {PointerEvent} event */
  const drop = (event) => {
    if (!held || !isHolding(event)) return;
    setHeld(null);
    dropShip(editor, held, placement);
  };

  return {
    held,
    placement,
    fits,
    turn: () => held && setHeld({ ...held, down: !held.down }),
    cancel: () => setHeld(null),
    /** The event handlers of an element by which a ship can be dragged. @param {number} index */
    dragHandlers: (index) => ({
      onPointerDown: (/** @type {PointerEvent} */ event) => take(index, event),
      onPointerMove: move,
      onPointerUp: drop,
      // Without this, a tap that turns a ship away would also click the cell beneath it.
      onTouchEnd: (/** @type {TouchEvent} */ event) => event.preventDefault(),
      onLostPointerCapture: (/** @type {PointerEvent} */ event) => isHolding(event) && setHeld(null),
    }),
  };
}
