/** Keyboard control: arrow keys move the focus between choices, other keys are shortcuts. */

import { useEffect } from "preact/hooks";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIDEWAYS_COST = 2.2;

/** @param {Element} element */
function centreOf(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * The nearest element in a direction. Distance to the side counts more than distance ahead.
 * @param {Element} from
 * @param {HTMLElement[]} choices
 * @param {number[]} direction
 */
function nearest(from, choices, [dx, dy]) {
  const here = centreOf(from);
  let best = /** @type {HTMLElement | null} */ (null);
  let least = Infinity;
  for (const choice of choices) {
    const { x, y } = centreOf(choice);
    const ahead = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    const distance = ahead + SIDEWAYS_COST * aside;
    if (choice !== from && ahead > 4 && distance < least) [best, least] = [choice, distance];
  }
  return best;
}

/**
 * Move the focus among the choices if the key is an arrow; return whether it was.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} choices
 */
export function moveFocus(event, choices) {
  const direction = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  if (!direction || !choices.length) return false;
  const from = document.activeElement;
  const to = from?.hasAttribute("data-card") ? nearest(from, choices, direction) : choices[0];
  to?.focus();
  return true;
}

/** Whether the target takes text. A slider does not, so shortcuts work there. @param {EventTarget | null} target */
const typing = (target) =>
  target instanceof Element && target.matches("input:not([type=range]), textarea, select, [contenteditable]");

/**
 * Handle keys of the page, except while the user types or a dialog is open.
 * @param {(event: KeyboardEvent) => boolean | void} handle returns whether the key was used
 * @param {boolean} active whether to listen; a read-only board does not
 */
export function useKeys(handle, active = true) {
  useEffect(() => {
    if (!active) return undefined;
    /** @param {KeyboardEvent} event */
    const listen = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      if (handle(event)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}
