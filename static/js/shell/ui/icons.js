/** The drawings on buttons, each one path in a box of 24 by 24. */

import { html } from "htm/preact";

const ICONS = {
  close: "M6 6l12 12M18 6L6 18",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.01",
  panel: "M5 6.5h14M5 12h14M5 17.5h9",
  copy: "M9 9h10v11H9zM5 15V4h10",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  bulb: "M12 3a6 6 0 0 0-3 11v3h6v-3a6 6 0 0 0-3-11zM10 20h4",
  chat: "M5 5h14v11h-8l-4 4v-4H5z",
  menu: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  more: "M6 12v.01M12 12v.01M18 12v.01",
  smile: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9 10v.01M15 10v.01M8.5 14.5q3.5 3 7 0",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6l1-1",
  table: "M10 6l-6 6 6 6M4 12h16",
  first: "M6 5v14M18 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M6 5l9 7-9 7z",
  before: "M13 6l-6 6 6 6M18 9.5l2.5 2.5-2.5 2.5-2.5-2.5z",
  after: "M11 6l6 6-6 6M6 9.5l2.5 2.5L6 14.5 3.5 12z",
  previous: "M12 6l-6 6 6 6M19 6l-6 6 6 6",
  next: "M5 6l6 6-6 6M12 6l6 6-6 6",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  moon: "M19 14.5A8 8 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z",
};

/** @param {{name: keyof typeof ICONS}} props */
export function Icon({ name }) {
  return html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;
}
