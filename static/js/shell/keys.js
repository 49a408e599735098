/** The keyboard at the table: arrows walk between what may be chosen, letters are shortcuts. */

import { useEffect } from "preact/hooks";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIDEWAYS = 2.2;

/** @param {Element} element */
function centreOf(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * The nearest element in a direction; what lies aside counts as farther away.
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
    const distance = ahead + SIDEWAYS * aside;
    if (choice !== from && ahead > 4 && distance < least) [best, least] = [choice, distance];
  }
  return best;
}

/**
 * Move the focus among the choices if the key is an arrow; return whether it was.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} choices
 */
export function walk(event, choices) {
  const direction = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  if (!direction || !choices.length) return false;
  const from = document.activeElement;
  const to = from?.hasAttribute("data-card") ? nearest(from, choices, direction) : choices[0];
  to?.focus();
  return true;
}

/** A slider takes no text: its keys are the page's. @param {EventTarget | null} target */
const typing = (target) => target instanceof Element && target.matches("input:not([type=range]), textarea, select, [contenteditable]");

/**
 * Listen to keys that nobody else wants: not while typing, not with a dialog open.
 * @param {(event: KeyboardEvent) => boolean | void} handle tells whether the key was used
 * @param {boolean} active whether to listen at all: a board that is only shown does not
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
