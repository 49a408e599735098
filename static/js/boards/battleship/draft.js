/** The fleet as it was placed before the page was reloaded; stored in this tab and sent to nobody. */

/** @typedef {(import("./chart.js").Berth | null)[]} Berths */

const key = () => `battleship.laid${location.pathname}`;

/** @param {number} count of ships @returns {Berths} */
export function recalled(count) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key()) ?? "[]");
    if (kept.length === count) return kept;
  } catch {
    // Who keeps nothing begins anew.
  }
  return Array.from({ length: count }, () => null);
}

/** @param {Berths} berths */
export function keep(berths) {
  try {
    sessionStorage.setItem(key(), JSON.stringify(berths));
  } catch {
    // It is a convenience.
  }
}
