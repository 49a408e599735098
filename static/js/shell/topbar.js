/** The bar over the table: which game this is, and the way to history, talk, reactions, menu and rules. */

import { html } from "htm/preact";
import { useRef } from "preact/hooks";
import { Brand } from "./brand.js";
import { Reactions } from "./chat.js";
import { clockName } from "./clock.js";
import { Icon } from "./dialog.js";
import { Hint } from "./hint.js";
import { openPanel, Unread, unread } from "./panel.js";
import { ScoreChip, winsOf } from "./score.js";
import { speedName } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/** Say what is played here, and how. @param {Store} store @param {GameModule} game */
export function about(store, game) {
  const table = store.table.value;
  if (!table) return "";
  const watching = store.seat.value === null;
  const clock = table.clock === "off" ? [] : [clockName(table.clock)];
  const own = watching && table.status !== "open" ? [gettext("You are watching")] : [];
  return [...own, ...game.words.options(table.options), speedName(table.speed), ...clock].join(" · ");
}

/** A small sheet under its button; it closes by itself. @param {{store: Store}} props */
function QuickReactions({ store }) {
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  return html`<button type="button" class="icon" popovertarget="quick-reactions" aria-label=${gettext("React")} data-testid="react"><${Icon} name="smile" /></button>
    <div id="quick-reactions" popover="auto" ref=${sheet}><${Reactions} store=${store} said=${() => sheet.current?.hidePopover()} /></div>`;
}

/** @param {{store: Store, game: GameModule, help: () => void, menu: () => void}} props */
export function TopBar({ store, game, help, menu }) {
  const news = unread(store);
  return html`<header class="topbar">
    <${Brand} />
    <${ScoreChip} wins=${winsOf(store.table.value, store.outcome.value)} names=${store.seats.value.map(({ name }) => name)} me=${store.seat.value} />
    <span class="about told-in-menu">${about(store, game)}</span>
    <nav aria-label=${gettext("Table")}>
      <button type="button" class="icon only-narrow" aria-label=${gettext("Open the history")} onClick=${() => openPanel("history")}><${Icon} name="panel" /></button>
      <button type="button" class="icon only-narrow" aria-label=${gettext("Open the chat")} data-testid="open-chat" onClick=${() => openPanel("chat")}><${Icon} name="chat" />${news > 0 && html`<${Unread} count=${news} />`}</button>
      <${Hint} store=${store} />
      <${QuickReactions} store=${store} />
      <button type="button" class="icon" aria-label=${gettext("Menu")} data-testid="menu" onClick=${menu}><${Icon} name="menu" /></button>
      <button type="button" class="icon" aria-label=${gettext("Rules")} data-testid="help" onClick=${help}><${Icon} name="help" /></button>
    </nav>
  </header>`;
}
