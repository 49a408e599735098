/**
 * Playing cards: numerals drawn as strokes, one back for all, and a card that turns.
 *
 * Invariant: a card shows only what it is given. The view decides which numbers are visible.
 */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

/** Digits in a box 14 wide and 22 high: [advance, path]. Strokes look alike on every machine. */
const DIGITS = [
  [14, "M7 2C10.4 2 12 5.6 12 11S10.4 20 7 20 2 16.4 2 11 3.6 2 7 2Z"],
  [9, "M1.6 5.2 6.4 2V20"],
  [14, "M2.4 6.6C2.6 3.7 4.5 2 7 2c2.7 0 4.6 1.8 4.6 4.5C11.6 9.6 9 12 2.2 20H12"],
  [14, "M2.6 2H11.3L6.6 8.8C9.8 8.8 12 11 12 14.3 12 17.7 9.8 20 6.7 20 4.5 20 2.9 19 2 17.3"],
  [14.5, "M9.6 20V2L1.6 14.4H13"],
  [14, "M11.2 2H3.9L3.2 9.8C4.2 9 5.5 8.5 7 8.5c3 0 5 2.2 5 5.6C12 17.6 9.8 20 6.7 20 4.5 20 2.9 19 2.1 17.4"],
  [14, "M10.2 2C5.4 4.4 2 8.8 2 14c0 3.6 2.1 6 5 6s5-2.3 5-5.6S9.9 8.9 7 8.9C4.6 8.9 2.7 10.4 2.1 12.8"],
  [13.5, "M2 2H11.8L5.4 20"],
  [
    14,
    "M7 2c2.5 0 4.3 1.7 4.3 4.2S9.5 10.3 7 10.3 2.7 8.6 2.7 6.2 4.5 2 7 2ZM7 10.3c3 0 5 2 5 4.9S10 20 7 20 2 18 2 15.2 4 10.3 7 10.3Z",
  ],
  [14, "M3.8 20C8.6 17.6 12 13.2 12 8 12 4.4 9.9 2 7 2S2 4.3 2 7.6 4.1 13.1 7 13.1C9.4 13.1 11.3 11.6 11.9 9.2"],
];
const HEIGHT = 22;

/** @param {{number: number}} props */
export function Numeral({ number }) {
  let width = 0;
  const strokes = String(number)
    .split("")
    .map((digit) => {
      const [advance, path] = /** @type {[number, string]} */ (DIGITS[Number(digit)]);
      const at = width;
      width += advance;
      return html`<path d=${path} transform=${`translate(${at} 0)`} />`;
    });
  return html`<svg class="numeral" viewBox=${`0 0 ${width} ${HEIGHT}`} aria-hidden="true">${strokes}</svg>`;
}

/** @param {{number: number}} props */
export function SmallCard({ number }) {
  return html`<span class="small-card" data-number=${number}
    ><${Numeral} number=${number} /><span class="sr">${number}</span></span
  >`;
}

/**
 * The back of the cards, drawn once and used by every card. A copy made by `use` does not match selectors of
 * the page, so its colours are given here.
 */
export function CardArt() {
  return html`<svg class="card-art" aria-hidden="true">
    <defs>
      <pattern id="lattice" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path class="lattice" d="M0 0H10M0 0V10" />
        <circle class="lattice-dot" cx="5" cy="5" r="1.1" />
      </pattern>
    </defs>
    <symbol id="card-back" viewBox="0 0 50 70" preserveAspectRatio="none">
      <rect fill="var(--back-edge)" width="50" height="70" rx="6" />
      <rect fill="var(--back)" x="3" y="3" width="44" height="64" rx="4" />
      <rect x="3" y="3" width="44" height="64" rx="4" fill="url(#lattice)" />
      <path
        d="M25 24 33 35 25 46 17 35Z"
        fill="var(--back)"
        stroke="var(--back-gem)"
        stroke-width="1.6"
        stroke-linejoin="round"
      />
    </symbol>
  </svg>`;
}

const TURN_TIME = 600;

/**
 * Return the number to draw on the face: after the card is turned down, the old number until the animation is over.
 * @param {number | null} number
 */
function useNumberUntilTurned(number) {
  const [last, setLast] = useState(number);
  useEffect(() => {
    if (number !== null) {
      setLast(number);
      return undefined;
    }
    const timer = setTimeout(() => setLast(null), TURN_TIME);
    return () => clearTimeout(timer);
  }, [number]);
  return number ?? last;
}

/**
 * @typedef {object} CardProps
 * @property {string} id
 * @property {string} label
 * @property {number | null} number what its face shows
 * @property {boolean} open face up for the viewer
 * @property {boolean} [raised] turned up for everybody
 * @property {boolean} [hidden] hidden from screen readers
 * @property {string} [kind] extra classes
 * @property {boolean} [pending]
 * @property {any} [mark] drawn on the back
 * @property {any} [badge] drawn at the top of the card
 * @property {Record<string, string | number>} [style]
 * @property {(() => void) | null} flip what a click does, or null
 * @property {any} [over] drawn over the bottom of the card
 * @property {CardInspection} [inspect] given if the card is inspected instead of turned
 */

/**
 * @typedef {{tab: boolean, press: () => void, enter: () => void, leave: () => void, blur: () => void}}
 *   CardInspection
 */

/** @param {CardProps} props */
export function Card({
  id,
  label,
  number,
  open,
  raised,
  hidden,
  kind = "",
  pending,
  mark,
  badge,
  style,
  flip,
  over,
  inspect,
}) {
  const face = useNumberUntilTurned(open ? number : null);
  const classes = ["card", kind, open && "open", raised && "raised", flip && "is-playable", pending && "pending"];
  /** Ignore touches: a finger does not hover. @param {PointerEvent} event */
  const enter = (event) => event.pointerType === "mouse" && inspect?.enter();
  return html`<button
    type="button"
    class=${classes.filter(Boolean).join(" ")}
    data-card=${id}
    aria-label=${label}
    aria-disabled=${flip || inspect ? null : "true"}
    aria-hidden=${hidden ? "true" : null}
    aria-busy=${pending ? "true" : null}
    tabindex=${flip || inspect?.tab ? 0 : -1}
    style=${style}
    onClick=${flip ?? inspect?.press}
    onPointerEnter=${inspect && enter}
    onPointerLeave=${inspect?.leave}
    onFocus=${inspect?.enter}
    onBlur=${inspect?.blur}
  >
    <span class="turn">
      <span class="back"
        ><svg class="back-art"><use href="#card-back" /></svg>${mark}</span
      >
      <span class="face" data-number=${face}>${face !== null && html`<${Numeral} number=${face} />`}</span>
    </span>
    ${badge}${over}
  </button>`;
}
