/** The table's side: history and talk. Beside the board on a desk, a sheet over it on a phone. */

import { html } from "htm/preact";
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Chat } from "./chat.js";
import { Icon } from "./dialog.js";
import { History } from "./history.js";

/** @type {import("@preact/signals").Signal<"history" | "chat">} */
const tab = signal("history");
export const panelOpen = signal(false);

const read = signal(0);

/** Lines said since the talk was last in sight. @param {import("./store.js").Store} store */
export const unread = (store) => Math.max(0, store.talk.news.value.length - read.value);

/** @param {"history" | "chat"} name */
export function openPanel(name) {
  tab.value = name;
  panelOpen.value = true;
}

/** @param {KeyboardEvent} event */
function switchTab({ key }) {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return;
  tab.value = tab.value === "history" ? "chat" : "history";
  document.getElementById(`tab-${tab.value}`)?.focus();
}

/** @param {{count: number}} props */
export function Unread({ count }) {
  return html`<span class="unread">${count}<span class="sr"> ${gettext("new")}</span></span>`;
}

/** @param {{store: import("./store.js").Store, chapters: Chapter[], legend?: string}} props */
export function Panel({ store, chapters, legend }) {
  const names = { history: gettext("History"), chat: gettext("Chat") };
  const body = useRef(/** @type {HTMLElement | null} */ (null));
  const lines = store.talk.news.value.length;
  // A closed sheet is invisible on a phone, while beside the board it is always in sight.
  useEffect(() => {
    if (tab.value === "chat" && body.current?.checkVisibility({ visibilityProperty: true })) read.value = lines;
  }, [lines, tab.value, panelOpen.value]);
  return html`<aside class=${`panel ${panelOpen.value ? "open" : ""}`} aria-label=${gettext("History and chat")}>
    <div class="tabs">
      <div role="tablist" onKeyDown=${switchTab}>${/** @type {const} */ (["history", "chat"]).map(
        (name) => html`<button
          type="button"
          role="tab"
          id=${`tab-${name}`}
          key=${name}
          aria-selected=${tab.value === name ? "true" : "false"}
          aria-controls="panel-body"
          tabindex=${tab.value === name ? 0 : -1}
          onClick=${() => (tab.value = name)}
        >
          ${names[name]} ${name === "chat" && unread(store) > 0 && html`<${Unread} count=${unread(store)} />`}
        </button>`,
      )}</div>
      <button type="button" class="icon shut" aria-label=${gettext("Close")} onClick=${() => (panelOpen.value = false)}><${Icon} name="close" /></button>
    </div>
    <div id="panel-body" ref=${body} role="tabpanel" aria-labelledby=${`tab-${tab.value}`}>
      ${tab.value === "chat" ? html`<${Chat} store=${store} />` : html`${legend && html`<p class="soft history-note" data-testid="legend">${legend}</p>`}<${History} chapters=${chapters} seats=${store.seats.value} />
            ${chapters.length > 0 && html`<p class="look-back"><a class="quiet" href=${store.boot.urls.replay}>${gettext("Look back from the beginning")}</a></p>`}`}
    </div>
  </aside>`;
}
