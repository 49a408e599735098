/** The logo, which links to the home page. */

import { html } from "htm/preact";

export function Logo() {
  return html`<a class="logo" href="/" aria-label="Glass Table">
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path class="top" d="M4 12 16 5l12 7-12 7z" />
      <path class="legs" d="M4 12v8l12 7 12-7v-8" />
    </svg>
    <span>Glass Table</span>
  </a>`;
}
