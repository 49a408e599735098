/**
 * The marks of attacks on a sea: ring, cross, star, question mark. Each has its own shape, not only its own
 * colour.
 */

import { html } from "htm/preact";

/** The same numbers as in `games/battleship/state.py`. */
export const [UNKNOWN, MISS, HIT, DESTROYED, SUSPECT, SUNK] = [0, 1, 2, 3, 4, 5];

const BURST =
  "M10 1.6l1.9 4.6 4.2-2.7-1.6 4.7 4.9.6-4.2 2.7 3.2 3.8-4.9-.7.2 4.9L10 15.8l-3.7 3.7.2-4.9-4.9.7 3.2-3.8L.6 8.8l4.9-.6-1.6-4.7 4.2 2.7Z";

/** One dot for each point of damage that a cell has survived. @param {{count: number}} props */
function Pips({ count }) {
  return Array.from(
    { length: count },
    (_, i) => html`<circle class="pip" key=${i} cx=${10 + (i - (count - 1) / 2) * 4.6} cy="17.6" r="1.7" />`,
  );
}

/** @param {{mark: number, stood?: number}} props */
function drawMark({ mark, stood = 0 }) {
  switch (mark) {
    case MISS:
      return html`<circle class="ripple" cx="10" cy="10" r="5.2" /><circle class="dot" cx="10" cy="10" r="1.9" />`;
    case HIT:
      return html`<path class="cross-under" d="M5.4 4.6l9.2 9.2M14.6 4.6l-9.2 9.2" /><path
          class="cross"
          d="M5.4 4.6l9.2 9.2M14.6 4.6l-9.2 9.2"
        /><${Pips} count=${stood} />`;
    case DESTROYED:
      return html`<path class="burst-mark" d=${BURST} /><circle class="core" cx="10" cy="10.4" r="2.6" />`;
    case SUSPECT:
      return html`<path class="hatch" d="M-1 7L7 -1M-1 14L14 -1M-1 21L21 -1M6 21L21 6M13 21L21 13" /><text
          class="doubt"
          x="10"
          y="14.6"
          >?</text
        >`;
    case SUNK:
      return html`<path class="wreck" d="M6 6l8 8M14 6l-8 8" />`;
    default:
      return null;
  }
}

/** @param {{mark: number, stood?: number}} props */
export function Mark({ mark, stood }) {
  return mark
    ? html`<svg class=${`mark m${mark}`} viewBox="0 0 20 20" aria-hidden="true">${drawMark({ mark, stood })}</svg>`
    : null;
}
