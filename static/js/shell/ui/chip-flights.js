/** Chips that move: from the seats into the pot when a street ends, and from the pot to those who win it. */

import { useLayoutEffect, useMemo } from "preact/hooks";

const FLIGHT = { duration: 520, easing: "cubic-bezier(.3, .1, .2, 1)", fill: "both" };

/** @param {DOMRect} from @param {DOMRect} to @param {number} delay */
function fly(from, to, delay) {
  const chip = document.createElement("div");
  chip.className = "poker flying-chip";
  chip.setAttribute("aria-hidden", "true");
  const size = 18;
  const [x, y] = [from.x + from.width / 2 - size / 2, from.y + from.height / 2 - size / 2];
  Object.assign(chip.style, { left: `${x}px`, top: `${y}px` });
  document.body.append(chip);
  const [dx, dy] = [to.x + to.width / 2 - size / 2 - x, to.y + to.height / 2 - size / 2 - y];
  const flight = chip.animate(
    [{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px)`, opacity: 0.4 }],
    /** @type {KeyframeAnimationOptions} */ ({ ...FLIGHT, delay }),
  );
  flight.onfinish = flight.oncancel = () => chip.remove();
}

/** Where the bets lie that are on the table now. @param {HTMLElement | null} root */
const betPlaces = (root) =>
  [...(root?.querySelectorAll("[data-bet-of]") ?? [])].map((one) => one.getBoundingClientRect());

/**
 * @template {GameEvent} E
 * @param {import("preact").RefObject<HTMLElement | null>} root
 * @param {E | null} event
 * @param {(event: E) => boolean} isCollecting whether bets still lying on the table go into the pot now
 * @param {(event: E) => number | null} winnerOf the seat that gets the pot now, if one does
 */
export function useChipFlights(root, event, isCollecting, winnerOf) {
  const moving = event && isCollecting(event) ? event : null;
  // Measure before the new view is drawn: afterwards the bets are no longer on the page.
  const before = useMemo(() => (moving ? betPlaces(root.current) : []), [moving]);
  useLayoutEffect(() => {
    if (!moving || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const pot = root.current?.querySelector("[data-pot]")?.getBoundingClientRect();
    if (!pot) return;
    if (!root.current?.querySelector("[data-bet-of]")) before.forEach((place, i) => fly(place, pot, i * 40));
    const winner = root.current?.querySelector(`[data-seat="${winnerOf(moving)}"] .stack`)?.getBoundingClientRect();
    if (winner) [0, 1, 2].forEach((i) => fly(pot, winner, i * 90));
  }, [moving]);
}
