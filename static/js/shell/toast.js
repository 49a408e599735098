/** Short notes that come and go at the foot of the page. */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { refusal } from "./words.js";

const LINGER = 4000;

/** @type {import("@preact/signals").Signal<{id: number, text: string}[]>} */
const notes = signal([]);
let count = 0;

/** @param {string} text */
export function tell(text) {
  count += 1;
  const id = count;
  notes.value = [...notes.value.filter((note) => note.text !== text), { id, text }];
  setTimeout(() => (notes.value = notes.value.filter((note) => note.id !== id)), LINGER);
}

/**
 * Say why a wish was refused, in the player's language where we have words for the code.
 * @param {string} code
 * @param {string} message
 */
export const complain = (code, message) => tell(refusal(code) ?? message);

export function Toasts() {
  return html`<div class="toasts" role="status" aria-live="polite">
    ${notes.value.map((note) => html`<p class="toast" key=${note.id}>${note.text}</p>`)}
  </div>`;
}
