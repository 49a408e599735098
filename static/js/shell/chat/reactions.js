/**
 * The drawings of the reactions, so that they look the same on every device. A reaction without a drawing is
 * shown as text.
 */

import { html } from "htm/preact";

const FACE = html`<circle cx="16" cy="16" r="13.5" fill="#ffd45c" />`;
const EYES = html`<circle cx="11" cy="13.5" r="1.9" /><circle cx="21" cy="13.5" r="1.9" />`;
const SKIN = "#f6c28b";
const EDGE = "#8a5a2b";

/** @type {Record<string, () => any>} */
const DRAWINGS = {
  "👍": () =>
    html`<path d="M4 15h5v13H4z" fill="#3f7fc4" /><path
        d="M10 16l5-12c3 0 4 2 3.5 5l-.8 4H26c2 0 2.8 1.6 2.3 3.3l-2.6 9.2c-.4 1.5-1.3 2.5-3 2.5H14l-4-2.5z"
        fill=${SKIN}
        stroke=${EDGE}
        stroke-width="1.3"
        stroke-linejoin="round"
      />`,
  "👏": () =>
    html`<g fill=${SKIN} stroke=${EDGE} stroke-width="1.3" stroke-linejoin="round">
        <path d="M20 7l6.5 8c1.5 4 .5 8-2.5 10.5" opacity=".75" />
        <path
          d="M7 14l7-9c1.5-1.2 3 .2 2.2 1.7l5 6c3.6 4.5 2.6 9-.4 12s-8.3 3.6-11.8-.2l-4-5c-1-1.6.6-3.2 2-2zM9.5 17l6-7M12.5 19.5l5.5-6.5M15.5 22l4.5-5.5"
        /> </g
      ><path d="M22 3v3M27 5l-2 2.5M29.5 10l-3 .8" stroke="#e09b1c" stroke-width="2" stroke-linecap="round" />`,
  "😂": () =>
    html`${FACE}<path d="M8 13.5q3-4 6 0M18 13.5q3-4 6 0" class="ink" /><path
        d="M8.5 17.5h15a7.5 7.5 0 0 1-15 0z"
        fill="#5a2c14"
      /><path d="M12 23.8a7.5 7.5 0 0 0 8 0q-4-3-8 0z" fill="#ef6f6c" />
      <path d="M5 15q-3 4-.5 6t3-1.5zM27 15q3 4 .5 6t-3-1.5z" fill="#5db3f0" />`,
  "😮": () =>
    html`${FACE}${EYES}<path d="M8.5 9q2-2 4.5-1M23.5 9q-2-2-4.5-1" class="ink" /><ellipse
        cx="16"
        cy="22"
        rx="3.6"
        ry="4.5"
        fill="#5a2c14"
      />`,
  "🤔": () =>
    html`${FACE}${EYES}<path d="M8 9.5q3-3 6-1M19 8.5q2.5-.5 5 1" class="ink" /><path
        d="M11.5 20q4-1.5 8 .5"
        class="ink"
      /><path
        d="M6 24q2.5-3 4-1.5l6-1.5q1.5 1.4-.5 2.2l-3 1.3c2 1.5 1 5.5-3 6-3.5.4-5.5-3-3.5-6.5z"
        fill=${SKIN}
        stroke=${EDGE}
        stroke-width="1.2"
        stroke-linejoin="round"
      />`,
  "🎉": () =>
    html`<path d="M4 28l6-16 10 10z" fill="#e8a728" /><path
        d="M10 12c3-1 11 7 10 10-1 2.5-12.5-7.5-10-10z"
        fill="#b97a12"
      />
      <path
        d="M15 10q0-4 4-6M21 15q5-1 7 2M18 12l7-7"
        stroke="#d1493f"
        stroke-width="2"
        stroke-linecap="round"
        fill="none"
      />
      <circle cx="12" cy="6" r="1.8" fill="#3f7fc4" /><circle cx="27" cy="11" r="1.8" fill="#3c8d5a" /><circle
        cx="24"
        cy="22"
        r="1.6"
        fill="#7a52b3"
      /><circle cx="29" cy="5" r="1.4" fill="#c2477f" />`,
  "😢": () =>
    html`${FACE}${EYES}<path d="M7.5 10.5q3-.5 5-2.5M24.5 10.5q-3-.5-5-2.5" class="ink" /><path
        d="M12 23q4-4 8 0"
        class="ink"
      /><path d="M9.5 17q-3.5 5 0 6.5 3.5-1.5 0-6.5z" fill="#5db3f0" />`,
  "🙏": () =>
    html`<g fill=${SKIN} stroke=${EDGE} stroke-width="1.3" stroke-linejoin="round">
        <path d="M15.5 4c-2 0-2.5 2-2.7 4l-1 8-4.3 5.5 5 5 3-3.5z" /><path
          d="M16.5 4c2 0 2.5 2 2.7 4l1 8 4.3 5.5-5 5-3-3.5z"
        /> </g
      ><path d="M7 22l-3 3 5 5 3-3.5zM25 22l3 3-5 5-3-3.5z" fill="#3f7fc4" />`,
};

/** @param {{text: string}} props */
export function Reaction({ text }) {
  const draw = DRAWINGS[text];
  if (!draw) return text;
  return html`<svg class="drawn" viewBox="0 0 32 32" role="img" aria-label=${text}>${draw()}</svg>`;
}
