/** The side panel with history and chat: beside the board on a wide screen, over it on a phone. */

import { html } from "htm/preact";
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Chat } from "../chat/chat.js";
import { Icon } from "../ui/icons.js";
import { DealNavigation, EarlierDeal, earlierDeal } from "./earlier-deals.js";
import { History } from "./history.js";

/** @type {import("@preact/signals").Signal<"history" | "chat">} */
const tab = signal("history");
export const panelOpen = signal(false);

const read = signal(0);

/** How many messages have arrived since the chat was last visible. @param {import("./store.js").Store} store */
export const unread = (store) => Math.max(0, store.chat.newMessages.value.length - read.value);

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

/**
 * The present deal's history, or an earlier deal's.
 * @param {{store: import("./store.js").Store, game: GameModule, turns: HistoryTurn[]}} props
 */
function HistoryTab({ store, game, turns }) {
  const present = store.standing.value?.deal ?? 1;
  const earlier = earlierDeal.value !== null && earlierDeal.value < present ? earlierDeal.value : null;
  const legend = game.texts.legend?.(turns);
  const link = store.boot.many_deals ? `${store.boot.urls.replay}?deal=${earlier ?? present}` : store.boot.urls.replay;
  const replay = store.boot.many_deals ? gettext("Replay of this deal") : gettext("Look back from the beginning");
  return html`<${DealNavigation} store=${store} />
    ${legend && html`<p class="soft history-note" data-testid="legend">${legend}</p>`}
    ${earlier === null ? html`<${History} turns=${turns} seats=${store.seats.value} />` : html`<${EarlierDeal} key=${earlier} store=${store} game=${game} deal=${earlier} />`}
    ${turns.length > 0 && html`<p class="replay-link"><a class="quiet" href=${link}>${replay}</a></p>`}`;
}

/** @param {{store: import("./store.js").Store, game: GameModule, turns: HistoryTurn[]}} props */
export function Panel({ store, game, turns }) {
  const names = { history: gettext("History"), chat: gettext("Chat") };
  const body = useRef(/** @type {HTMLElement | null} */ (null));
  const newCount = store.chat.newMessages.value.length;
  // On a phone the panel is invisible while it is closed; beside the board it is always visible.
  useEffect(() => {
    if (tab.value === "chat" && body.current?.checkVisibility({ visibilityProperty: true })) read.value = newCount;
  }, [newCount, tab.value, panelOpen.value]);
  return html`<aside class=${`panel ${panelOpen.value ? "open" : ""}`} aria-label=${gettext("History and chat")}>
    <div class="tabs">
      <div role="tablist" onKeyDown=${switchTab}>
        ${
          /** @type {const} */ (["history", "chat"]).map(
            (name) =>
              html`<button
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
          )
        }
      </div>
      <button
        type="button"
        class="icon panel-close"
        aria-label=${gettext("Close")}
        onClick=${() => (panelOpen.value = false)}
      >
        <${Icon} name="close" />
      </button>
    </div>
    <div id="panel-body" ref=${body} role="tabpanel" aria-labelledby=${`tab-${tab.value}`}>
      ${tab.value === "chat" ? html`<${Chat} store=${store} />` : html`<${HistoryTab} store=${store} game=${game} turns=${turns} />`}
    </div>
  </aside>`;
}
