/** The bar above the board: the game and its options, and buttons for history, chat, reactions, menu and rules. */

import { html } from "htm/preact";
import { useRef } from "preact/hooks";
import { Reactions } from "../chat/chat.js";
import { Icon } from "../ui/icons.js";
import { Logo } from "../ui/logo.js";
import { speedName } from "../ui/texts.js";
import { clockName } from "./clock.js";
import { Hint } from "./hint.js";
import { openPanel, Unread, unread } from "./panel.js";
import { ScoreChip, winsOf } from "./score.js";

/** @typedef {import("./store.js").Store} Store */

/** Describe the game and the options of this table. @param {Store} store @param {GameModule} game */
export function about(store, game) {
  const table = store.table.value;
  if (!table) return "";
  const watching = store.seat.value === null;
  const clock = table.clock === "off" ? [] : [clockName(table.clock)];
  const own = watching && table.status !== "open" ? [gettext("You are watching")] : [];
  return [...own, ...game.texts.describeOptions(table.options), speedName(table.speed), ...clock].join(" · ");
}

/** A button with a popover of reactions. @param {{store: Store}} props */
function QuickReactions({ store }) {
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  return html`<button
      type="button"
      class="icon"
      popovertarget="quick-reactions"
      aria-label=${gettext("React")}
      data-testid="react"
    >
      <${Icon} name="smile" />
    </button>
    <div id="quick-reactions" popover="auto" ref=${sheet}>
      <${Reactions} store=${store} onSent=${() => sheet.current?.hidePopover()} />
    </div>`;
}

/** @param {{store: Store, game: GameModule, help: () => void, menu: () => void}} props */
export function TopBar({ store, game, help, menu }) {
  const unreadCount = unread(store);
  return html`<header class="topbar">
    <${Logo} />
    <${ScoreChip}
      wins=${winsOf(store.table.value, store.outcome.value)}
      names=${store.seats.value.map(({ name }) => name)}
      me=${store.seat.value}
    />
    <span class="about wide-only">${about(store, game)}</span>
    <nav aria-label=${gettext("Table")}>
      <button
        type="button"
        class="icon only-narrow"
        aria-label=${gettext("Open the history")}
        onClick=${() => openPanel("history")}
      >
        <${Icon} name="panel" />
      </button>
      <button
        type="button"
        class="icon only-narrow"
        aria-label=${gettext("Open the chat")}
        data-testid="open-chat"
        onClick=${() => openPanel("chat")}
      >
        <${Icon} name="chat" />${unreadCount > 0 && html`<${Unread} count=${unreadCount} />`}
      </button>
      <${Hint} store=${store} />
      <${QuickReactions} store=${store} />
      <button type="button" class="icon" aria-label=${gettext("Menu")} data-testid="menu" onClick=${menu}>
        <${Icon} name="menu" />
      </button>
      <button type="button" class="icon" aria-label=${gettext("Rules")} data-testid="help" onClick=${help}>
        <${Icon} name="help" />
      </button>
    </nav>
  </header>`;
}
