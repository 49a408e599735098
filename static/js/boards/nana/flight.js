/** The animation of a new trio: its three cards fly to the trios of their owner. */

import { useLayoutEffect, useMemo } from "preact/hooks";

const FLIGHT = { duration: 700, easing: "cubic-bezier(.3, .1, .2, 1)", fill: "both" };

/** @param {HTMLElement | null} root */
function lying(root) {
  return [...(root?.querySelectorAll(".card.raised") ?? [])].map((card) => ({
    box: card.getBoundingClientRect(),
    face: /** @type {HTMLElement} */ (card.querySelector(".face")).cloneNode(true),
  }));
}

/**
 * @param {{box: DOMRect, face: Node}} card
 * @param {DOMRect} target
 * @param {number} delay
 */
function fly({ box, face }, target, delay) {
  const ghost = document.createElement("div");
  ghost.className = "board-nana cards flying";
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  ghost.append(face);
  document.body.append(ghost);
  const x = target.x + target.width / 2 - box.x - box.width / 2;
  const y = target.y + target.height / 2 - box.y - box.height / 2;
  const scale = target.height / box.height;
  const flight = ghost.animate(
    [{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(${scale})` }],
    /** @type {KeyframeAnimationOptions} */ ({ ...FLIGHT, delay }),
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}

/**
 * @param {import("preact").RefObject<HTMLElement | null>} root
 * @param {Nana.Event | null} event
 * @param {Nana.View} view
 */
export function useFlight(root, event, view) {
  const collected = event?.type === "Collected" ? event : null;
  // Measure before the new view is drawn: afterwards the three cards are no longer on the page.
  const cards = useMemo(() => (collected ? lying(root.current) : []), [collected]);
  useLayoutEffect(() => {
    if (!collected || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const owner = view.sides[collected.by] ?? collected.by;
    const place = root.current?.querySelector(`[data-trio="${owner}.${collected.number}"]`);
    if (place) cards.forEach((card, i) => fly(card, place.getBoundingClientRect(), i * 90));
  }, [collected]);
}
