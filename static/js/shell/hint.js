/** What a strong bot would do in my chair: asked for, never offered. */

import { html } from "htm/preact";
import { get } from "./api.js";
import { Icon } from "./dialog.js";
import { tell } from "./toast.js";
import { fill } from "./words.js";

/** @param {{store: import("./store.js").Store}} props */
export function Hint({ store }) {
  if (!store.table.value?.hints || store.table.value.status !== "playing" || store.seat.value === null) return null;
  const ask = async () => {
    const answer = await get(store.boot.urls.hint, {});
    if (!answer) return;
    store.hint.value = answer.action;
    tell(fill(gettext("A strong bot in your chair: “%(why)s”"), { why: answer.why }));
  };
  return html`<button type="button" class="icon" aria-label=${gettext("Hint")} data-testid="hint" disabled=${!store.legal.value.length} onClick=${ask}><${Icon} name="bulb" /></button>`;
}
