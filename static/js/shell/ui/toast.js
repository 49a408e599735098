/** Toasts: short messages at the foot of the page that disappear after a few seconds. */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { refusalText } from "./texts.js";

const TOAST_TIME = 4000;

/** @type {import("@preact/signals").Signal<{id: number, text: string}[]>} */
const toasts = signal([]);
let count = 0;

/** @param {string} text */
export function showToast(text) {
  count += 1;
  const id = count;
  toasts.value = [...toasts.value.filter((toast) => toast.text !== text), { id, text }];
  setTimeout(() => (toasts.value = toasts.value.filter((toast) => toast.id !== id)), TOAST_TIME);
}

/**
 * Show why a command was refused, in the player's language if there is a text for the code.
 * @param {string} code
 * @param {string} message
 */
export const showRefusal = (code, message) => showToast(refusalText(code) ?? message);

/** The toasts. They are a popover that is opened again for each toast, so that no open dialog covers them. */
export function Toasts() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (place.current?.matches(":popover-open")) place.current.hidePopover();
    place.current?.showPopover();
  }, [toasts.value]);
  return html`<div class="toasts" role="status" aria-live="polite" popover="manual" ref=${place}>
    ${toasts.value.map((toast) => html`<p class="toast" key=${toast.id}>${toast.text}</p>`)}
  </div>`;
}
