/** The hint button: ask what a strong bot would do in my seat. */

import { html } from "htm/preact";
import { get } from "../net/api.js";
import { Icon } from "../ui/icons.js";
import { fill } from "../ui/texts.js";
import { showToast } from "../ui/toast.js";

/** @param {{store: import("./store.js").Store}} props */
export function Hint({ store }) {
  if (!store.table.value?.hints || store.table.value.status !== "playing" || store.seat.value === null) return null;
  const ask = async () => {
    const answer = await get(store.boot.urls.hint, {});
    if (!answer) return;
    store.hint.value = answer.action;
    showToast(fill(gettext("A strong bot in your seat: “%(why)s”"), { why: answer.why }));
  };
  return html`<button
    type="button"
    class="icon"
    aria-label=${gettext("Hint")}
    data-testid="hint"
    disabled=${!store.legal.value.length}
    onClick=${ask}
  >
    <${Icon} name="bulb" />
  </button>`;
}
