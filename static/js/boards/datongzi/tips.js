/** Whether to show tips: until the player of this browser has finished a hand. */

const KEY = "datongzi.learned";

/** @param {Datongzi.View} view */
export function isLearning(view) {
  try {
    if (view.me !== null && view.history.length) localStorage.setItem(KEY, "yes");
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}
