/** Shares of a whole as bars. */

import { html } from "htm/preact";

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)}%`;

/** One share as a bar with its name and figure. @param {{name: string, share: number, kind?: string}} props */
export function ShareBar({ name, share, kind = "" }) {
  return html`<li class=${`share ${kind}`}>
    <span class="share-name">${name}</span><span class="track"><i style=${{ "--p": share }}></i></span
    ><b>${percent(share)}</b>
  </li>`;
}
