/** Table talk. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { Portrait } from "./faces.js";
import { fill } from "./words.js";

const LONGEST = 300;

/** @param {{store: import("./store.js").Store}} props */
export function Chat({ store }) {
  const lines = store.chat.value;
  const seats = store.seats.value;
  const { watching } = store.people.value;
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => end.current?.scrollTo({ top: end.current.scrollHeight }), [lines.length]);
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = String(new FormData(form).get("text")).trim();
    if (text) store.say(text);
    form.reset();
  };
  return html`<div class="chat">
    <div class="lines" ref=${end} role="log" tabindex="0" aria-label=${gettext("Chat")}>
      ${!lines.length && html`<p class="empty">${gettext("Say hello to the table.")}</p>`}
      ${lines.map(
        ({ name, seat, text, at }, i) => html`<p class="line-said" key=${`${at}-${i}`}>
          ${seat !== null && html`<${Portrait} face=${seats[seat]?.face ?? 0} />`}
          <span><b>${name}</b> ${text}</span>
        </p>`,
      )}
    </div>
    ${watching > 0 && html`<p class="soft watching">${fill(ngettext("%(count)s is watching", "%(count)s are watching", watching), { count: watching })}</p>`}
    <form class="row" onSubmit=${send}>
      <input name="text" type="text" maxlength=${LONGEST} autocomplete="off" aria-label=${gettext("Message")} placeholder=${gettext("Say something…")} />
      <button type="submit" class="button">${gettext("Send")}</button>
    </form>
  </div>`;
}
