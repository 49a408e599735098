/** Settings a visitor has chosen, stored in their browser. */

import { effect, signal } from "@preact/signals";

/**
 * A signal stored in the browser; without storage it lasts for this page.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {import("@preact/signals").Signal<T>}
 */
export function remembered(key, otherwise) {
  const kept = signal(read(key, otherwise));
  effect(() => {
    const text = JSON.stringify(kept.value);
    try {
      if (kept.value === otherwise) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      // It holds for this page then.
    }
  });
  return kept;
}

/** @template T @param {string} key @param {T} otherwise @returns {T} */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}
