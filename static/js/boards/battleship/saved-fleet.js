/** The fleet as it was placed before the page was reloaded; stored in this tab and sent to nobody. */

/** @typedef {(import("./geometry.js").Placement | null)[]} Placements */

const key = () => `battleship.laid${location.pathname}`;

/** @param {number} count of ships @returns {Placements} */
export function savedFleet(count) {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key()) ?? "[]");
    if (saved.length === count) return saved;
  } catch {
    // Without storage the editor starts empty.
  }
  return Array.from({ length: count }, () => null);
}

/** @param {Placements} placements */
export function saveFleet(placements) {
  try {
    sessionStorage.setItem(key(), JSON.stringify(placements));
  } catch {
    // Without storage the fleet is lost on a reload.
  }
}
