/**
 * Gestures on the own hand: a tap on a rank, a drag across cards, a swipe up out of the hand, a double tap.
 *
 * A drag chooses the cards it crosses, or gives them back if its first card was chosen. A drag that ends above
 * the hand is a swipe: it changes nothing and plays what was chosen before it.
 */

import { useRef } from "preact/hooks";

/** Pixels a pointer moves before a touch is a drag. */
const DRAG_DISTANCE = 9;
/** Pixels above the hand at which a drag is a swipe. */
const SWIPE_DISTANCE = 14;
const DOUBLE_TAP_MILLISECONDS = 280;
const SAMPLE_PIXELS = 6;

/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {{from: Point, at: Point, rank: number, key: string | undefined, before: Set<string>, keys:
 *   Set<string>, adds: boolean, moved: boolean}} Drag
 */

/** The card under a point, if any. @param {Point} point */
const cardAt = ({ x, y }) =>
  /** @type {HTMLElement | null} */ (document.elementFromPoint(x, y)?.closest("[data-key]") ?? null);

/**
 * Points on the way of a pointer: between two events it may have crossed several cards.
 * @param {Point} from
 * @param {Point} to
 * @returns {Point[]}
 */
export function between(from, to) {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / SAMPLE_PIXELS));
  return Array.from({ length: count }, (_, i) => ({
    x: from.x + ((to.x - from.x) * (i + 1)) / count,
    y: from.y + ((to.y - from.y) * (i + 1)) / count,
  }));
}

/** The drag that begins with a press on the hand, or null if it cannot be one.
 * @param {PointerEvent} event @param {import("./selection.js").Selection} selection @returns {Drag | null} */
function dragFrom(event, selection) {
  const target = /** @type {HTMLElement} */ (event.target);
  const rank = Number(/** @type {HTMLElement | null} */ (target.closest("[data-rank]"))?.dataset.rank ?? 0);
  if (!rank || event.button !== 0 || !selection.active) return null;
  const point = { x: event.clientX, y: event.clientY };
  const key = cardAt(point)?.dataset.key;
  const before = new Set(selection.chosen);
  return {
    from: point,
    at: point,
    rank,
    key,
    before,
    keys: new Set(before),
    adds: !key || !before.has(key),
    moved: false,
  };
}

/** Choose a card that the drag crosses, or give it back. @param {Drag} held @param {string | undefined} key */
export function crossCard(held, key) {
  if (key) held.keys[held.adds ? "add" : "delete"](key);
}

/** @param {import("./selection.js").Selection} selection */
export function useGestures(selection) {
  const drag = useRef(/** @type {Drag | null} */ (null));
  const lastTap = useRef({ rank: 0, time: 0 });

  /** @param {number} rank */
  async function tap(rank) {
    const { rank: before, time } = lastTap.current;
    const now = performance.now();
    lastTap.current = { rank, time: now };
    const twice = rank === before && now - time < DOUBLE_TAP_MILLISECONDS;
    if (twice && (await selection.play())) return;
    selection.tap(rank);
  }

  /** Choose or give back the cards between two points. @param {Drag} held @param {Point} to */
  function cross(held, to) {
    for (const point of between(held.at, to)) crossCard(held, cardAt(point)?.dataset.key);
    held.at = to;
    selection.choose(new Set(held.keys));
  }

  return {
    /** @param {PointerEvent} event */
    onPointerDown(event) {
      const begun = dragFrom(event, selection);
      if (!begun) return;
      drag.current = begun;
      /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    },
    /** @param {PointerEvent} event */
    onPointerMove(event) {
      const held = drag.current;
      if (!held) return;
      const point = { x: event.clientX, y: event.clientY };
      if (!held.moved && Math.hypot(point.x - held.from.x, point.y - held.from.y) < DRAG_DISTANCE) return;
      if (!held.moved) crossCard(held, held.key);
      held.moved = true;
      cross(held, point);
    },
    /** @param {PointerEvent} event */
    onPointerUp(event) {
      const held = drag.current;
      drag.current = null;
      if (!held) return;
      if (!held.moved) return void tap(held.rank);
      const top = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect().top;
      if (event.clientY > top - SWIPE_DISTANCE) return;
      selection.choose(held.before);
      selection.playKeys(held.before);
    },
    onPointerCancel() {
      if (drag.current) selection.choose(drag.current.before);
      drag.current = null;
    },
  };
}
