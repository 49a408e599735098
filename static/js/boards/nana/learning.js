/** Whether this browser's player has yet to take a first trio; until then the table shows more. */

const KEY = "nana.learned";

/** @param {View} view */
export function isLearning(view) {
  try {
    if (view.me !== null && view.trios[view.me].length) localStorage.setItem(KEY, "yes");
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}
