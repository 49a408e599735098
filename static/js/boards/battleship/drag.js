/** A ship in hand: held by one of its cells, over the water or on its way there and back. */

import { useRef, useState } from "preact/hooks";
import { berthUnder, isSameBerth } from "./chart.js";

/** @typedef {import("./chart.js").Berth} Berth */
/** @typedef {{pointer: number, index: number, held: number, down: boolean, x: number, y: number, moved: boolean}} Held */

const SLACK = 6;
const MARGIN = 0.8;

/** The cell of the water under the pointer, or null when it is well off the paper.
 * @param {HTMLElement | null} water @param {number} size @param {number} x @param {number} y */
function under(water, size, x, y) {
  if (!water) return null;
  const box = water.getBoundingClientRect();
  const cell = box.width / size;
  const [row, column] = [(y - box.top) / cell, (x - box.left) / cell];
  const near = (/** @type {number} */ value) => value > -MARGIN && value < size + MARGIN;
  return near(row) && near(column) ? { row: Math.floor(row), column: Math.floor(column), cell } : null;
}

/**
 * @param {import("./laying.js").Laying} laying
 * @param {import("preact").RefObject<HTMLElement | null>} water
 * @param {boolean} open
 */
export function useDrag(laying, water, open) {
  const [held, hold] = useState(/** @type {Held | null} */ (null));
  const begun = useRef({ x: 0, y: 0 });
  const { ships, size } = laying;

  /** @param {Held} hand @returns {Berth | null} */
  const berthOf = (hand) => {
    const place = under(water.current, size, hand.x, hand.y);
    const { length } = ships[hand.index];
    return place && berthUnder(size, length, hand.down && length > 1, place, hand.held);
  };
  const berth = held?.moved ? berthOf(held) : null;
  const fits = held !== null && berth !== null && laying.freeFor(held.index).some((one) => isSameBerth(one, berth));

  /** Only the finger that took up the ship moves it. @param {PointerEvent} event */
  const holds = (event) => held?.pointer === event.pointerId;

  /** @param {number} index @param {PointerEvent} event */
  const take = (index, event) => {
    if (!open || held || event.button > 0) return;
    const place = /** @type {HTMLElement} */ (event.currentTarget);
    const box = place.getBoundingClientRect();
    const lies = laying.berths[index];
    const part = lies?.down ? (event.clientY - box.top) / box.height : (event.clientX - box.left) / box.width;
    place.setPointerCapture(event.pointerId);
    begun.current = { x: event.clientX, y: event.clientY };
    const most = ships[index].length - 1;
    hold({ pointer: event.pointerId, index, held: Math.min(most, Math.max(0, Math.floor(part * (most + 1)))), down: laying.downs[index], x: event.clientX, y: event.clientY, moved: false });
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!held || !holds(event)) return;
    const far = Math.hypot(event.clientX - begun.current.x, event.clientY - begun.current.y) > SLACK;
    hold({ ...held, x: event.clientX, y: event.clientY, moved: held.moved || far });
  };

  /** A press without movement selects the ship; a second press turns it. @param {PointerEvent} event */
  const drop = (event) => {
    if (!held || !holds(event)) return;
    hold(null);
    const { index, moved } = held;
    if (!moved) {
      if (laying.chosen === index) laying.turn(index);
      else laying.choose(index);
    } else if (berth) {
      laying.choose(null);
      laying.lay(index, berth, held.down);
    } else if (laying.berths[index]) {
      laying.lift(index);
    }
  };

  return {
    held,
    berth,
    fits,
    turn: () => held && hold({ ...held, down: !held.down }),
    cancel: () => hold(null),
    /** What a ship needs to be taken up. @param {number} index */
    grip: (index) => ({
      onPointerDown: (/** @type {PointerEvent} */ event) => take(index, event),
      onPointerMove: move,
      onPointerUp: drop,
      // A ship that turned away under the finger leaves no click to the cell beneath.
      onTouchEnd: (/** @type {TouchEvent} */ event) => event.preventDefault(),
      onLostPointerCapture: (/** @type {PointerEvent} */ event) => holds(event) && hold(null),
    }),
  };
}
