/** Dragging a ship, held by one of its cells, onto the sea, within it, or back to the dock. */

import { useRef, useState } from "preact/hooks";
import { isSamePlacement, placementUnder } from "./geometry.js";

/** @typedef {import("./geometry.js").Placement} Placement */
/** @typedef {{pointer: number, index: number, held: number, down: boolean, x: number, y: number, moved: boolean}} Held */

const DRAG_THRESHOLD = 6;
const EDGE_MARGIN = 0.8;

/** The cell of the sea under the pointer, or null if the pointer is well outside the sea.
 * @param {HTMLElement | null} water @param {number} size @param {number} x @param {number} y */
function cellUnderPointer(water, size, x, y) {
  if (!water) return null;
  const box = water.getBoundingClientRect();
  const cell = box.width / size;
  const [row, column] = [(y - box.top) / cell, (x - box.left) / cell];
  const near = (/** @type {number} */ value) => value > -EDGE_MARGIN && value < size + EDGE_MARGIN;
  return near(row) && near(column) ? { row: Math.floor(row), column: Math.floor(column), cell } : null;
}

/**
 * @param {import("./fleet-editor.js").FleetEditor} editor
 * @param {import("preact").RefObject<HTMLElement | null>} water
 * @param {boolean} open
 */
export function useDrag(editor, water, open) {
  const [held, setHeld] = useState(/** @type {Held | null} */ (null));
  const dragStart = useRef({ x: 0, y: 0 });
  const { ships, size } = editor;

  /** @param {Held} hand @returns {Placement | null} */
  const placementOf = (hand) => {
    const place = cellUnderPointer(water.current, size, hand.x, hand.y);
    const { length } = ships[hand.index];
    return place && placementUnder(size, length, hand.down && length > 1, place, hand.held);
  };
  const placement = held?.moved ? placementOf(held) : null;
  const fits = held !== null && placement !== null && editor.allowedFor(held.index).some((one) => isSamePlacement(one, placement));

  /** Whether this pointer is the one that drags the ship: a second finger does nothing. @param {PointerEvent} event */
  const isHolding = (event) => held?.pointer === event.pointerId;

  /** @param {number} index @param {PointerEvent} event */
  const take = (index, event) => {
    if (!open || held || event.button > 0) return;
    const place = /** @type {HTMLElement} */ (event.currentTarget);
    const box = place.getBoundingClientRect();
    const current = editor.placements[index];
    const part = current?.down ? (event.clientY - box.top) / box.height : (event.clientX - box.left) / box.width;
    place.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, y: event.clientY };
    const most = ships[index].length - 1;
    setHeld({ pointer: event.pointerId, index, held: Math.min(most, Math.max(0, Math.floor(part * (most + 1)))), down: editor.downs[index], x: event.clientX, y: event.clientY, moved: false });
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!held || !isHolding(event)) return;
    const far = Math.hypot(event.clientX - dragStart.current.x, event.clientY - dragStart.current.y) > DRAG_THRESHOLD;
    setHeld({ ...held, x: event.clientX, y: event.clientY, moved: held.moved || far });
  };

  /** A press without movement selects the ship; a second press turns it. @param {PointerEvent} event */
  const drop = (event) => {
    if (!held || !isHolding(event)) return;
    setHeld(null);
    const { index, moved } = held;
    if (!moved) {
      if (editor.chosen === index) editor.turn(index);
      else editor.choose(index);
    } else if (placement) {
      editor.choose(null);
      editor.place(index, placement, held.down);
    } else if (editor.placements[index]) {
      editor.pickUp(index);
    }
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
