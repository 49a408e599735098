/** Whether to show tips: until the player of this browser has sunk a ship for the first time. */

const KEY = "battleship.learned";

/** @param {Battleship.View} view */
export function isLearning(view) {
  try {
    const { me } = view;
    if (me !== null && view.seas[1 - me].ships.some((/** @type {any} */ ship) => ship.sunk))
      localStorage.setItem(KEY, "yes");
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}
