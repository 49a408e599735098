/** A browser notification when it is my turn and the page is not visible; only if switched on. */

import { remembered } from "./settings.js";

export const notifyOn = remembered("notify", false);

export const canNotify = () => "Notification" in window && isSecureContext;

/** Switch it, asking for permission on the way; tells whether it is on now. @param {boolean} on */
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
    // Some phones allow it to service workers only; the page title shows it too.
  }
}
