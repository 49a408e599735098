/** Whether to show tips: until the player of this browser has taken a trio for the first time. */

const KEY = "nana.learned";

/** @param {Nana.View} view */
export function isLearning(view) {
  try {
    if (view.me !== null && view.trios[view.me].length) localStorage.setItem(KEY, "yes");
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}
