/** Signals whose values are stored in the browser, such as settings. */

import { effect, signal } from "@preact/signals";

/**
 * Create a signal whose value is stored in the browser. Without storage the value is lost with the page.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {import("@preact/signals").Signal<T>}
 */
export function persistentSignal(key, otherwise) {
  const stored = signal(read(key, otherwise));
  effect(() => {
    const text = JSON.stringify(stored.value);
    try {
      if (stored.value === otherwise) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      // Without storage the value is lost with the page.
    }
  });
  return stored;
}

/** @template T @param {string} key @param {T} otherwise @returns {T} */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}
