/** Short notes that come and go at the foot of the page. */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
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
 * Show why a command was refused, in the player's language if there is a text for the code.
 * @param {string} code
 * @param {string} message
 */
export const complain = (code, message) => tell(refusal(code) ?? message);

/** Notes lie in the browser's top layer, raised anew with each, so that no open dialog covers them. */
export function Toasts() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (place.current?.matches(":popover-open")) place.current.hidePopover();
    place.current?.showPopover();
  }, [notes.value]);
  return html`<div class="toasts" role="status" aria-live="polite" popover="manual" ref=${place}>
    ${notes.value.map((note) => html`<p class="toast" key=${note.id}>${note.text}</p>`)}
  </div>`;
}
