/** A browser notification when it is my turn and the page is not visible; only if switched on. */

import { persistentSignal } from "./persistent-signal.js";

export const notifyOn = persistentSignal("notify", false);

export const canNotify = () => "Notification" in window && isSecureContext;

/**
 * Switch notifications on or off, asking for permission if needed; return whether they are on.
 * @param {boolean} on
 */
export async function switchNotify(on) {
  notifyOn.value = on && canNotify() && (await Notification.requestPermission()) === "granted";
  return notifyOn.value;
}

/** @param {string} code @param {string} title */
export function notifyTurn(code, title) {
  if (!notifyOn.value || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  try {
    const note = new Notification(gettext("Your turn"), { body: title, tag: `turn-${code}` });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones allow notifications only to service workers; the page title shows the turn too.
  }
}
