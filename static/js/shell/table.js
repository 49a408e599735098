/** The table page: the shell around whichever game's board is played here. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { data } from "./api.js";
import { Brand } from "./brand.js";
import { Dialog, Icon } from "./dialog.js";
import { useKeys } from "./keys.js";
import { openPanel, Panel, Unread, unread } from "./panel.js";
import { Ending, NextGame, Replay } from "./result.js";
import { Room } from "./seats.js";
import { openTable } from "./store.js";
import { toggleTheme } from "./theme.js";
import { Toasts } from "./toast.js";
import { learn, speedName } from "./words.js";

const PATIENCE = 1500;

/** @param {{store: import("./store.js").Store, help: () => void, game: GameModule}} props */
function TopBar({ store, help, game }) {
  const table = store.table.value;
  const about = table ? [...game.words.options(table.options), speedName(table.speed)].join(" · ") : "";
  return html`<header class="topbar">
    <${Brand} />
    <span class="about">${about}</span>
    <nav aria-label=${gettext("Table")}>
      <button type="button" class="icon only-narrow" aria-label=${gettext("Open the history")} onClick=${() => openPanel("history")}><${Icon} name="panel" /></button>
      <button type="button" class="icon only-narrow" aria-label=${gettext("Open the chat")} onClick=${() => openPanel("chat")}><${Icon} name="chat" />${unread(store) > 0 && html`<${Unread} count=${unread(store)} />`}</button>
      <button type="button" class="icon" aria-label=${gettext("Light or dark")} onClick=${toggleTheme}><${Icon} name="moon" /></button>
      <button type="button" class="icon" aria-label=${gettext("Rules")} data-testid="help" onClick=${help}><${Icon} name="help" /></button>
    </nav>
  </header>`;
}

/** Calm words when the line is down; a short break is not worth any. @param {{online: boolean}} props */
function Banner({ online }) {
  const late = useSignal(false);
  useEffect(() => {
    late.value = false;
    if (online) return undefined;
    const timer = setTimeout(() => (late.value = true), PATIENCE);
    return () => clearTimeout(timer);
  }, [online]);
  return html`<div role="status" class="banner-place">
    ${late.value && html`<p class="banner" data-testid="banner">${gettext("Connection lost, trying again. Your seat is kept.")}</p>`}
  </div>`;
}

/**
 * What to do if it is mine to act, otherwise what has just happened; then the other, or last turn.
 * @param {{store: import("./store.js").Store, game: GameModule, context: Context}} props
 */
function Status({ store, game, context }) {
  const { event, view } = context;
  const legal = store.legal.value;
  const seq = store.frames.value.at(-1)?.seq;
  if (view?.outcome) {
    const { title, reason } = game.words.result(view.outcome, context);
    return html`<div id="status" class="status over" data-turn="over" data-seq=${seq} aria-live="polite">
      <div><p class="todo">${title}</p><p class="said">${reason}</p></div>
      <div class="row"><${NextGame} store=${store} /><${Replay} boot=${store.boot} /></div>
    </div>`;
  }
  const said = event ? game.words.say(event, context) : "";
  const todo = game.words.todo(legal, context);
  const lesson = game.words.lesson(context);
  const [first, second] = legal.length ? [todo, lesson || said] : said ? [said, todo] : [todo, ""];
  return html`<div id="status" class="status" data-turn=${legal.length ? "mine" : "other"} data-seq=${seq} aria-live="polite">
    <p class="todo">${first}</p>
    <p class="said">${second || game.words.trace(context)}</p>
  </div>`;
}

/** @param {{store: import("./store.js").Store, game: GameModule, context: Context}} props */
function Stage({ store, game, context }) {
  const { view, event } = context;
  const table = store.table.value;
  if (!table) return html`<p class="empty">${gettext("Coming to the table …")}</p>`;
  if (!view) {
    return table.status === "closed"
      ? html`<p class="empty">${gettext("This table is closed.")} <a href="/">${gettext("Home")}</a></p>`
      : html`<${Room} store=${store} words=${game.words} />`;
  }
  return html`<h1 class="sr">${store.boot.title}</h1>
    <${Status} store=${store} game=${game} context=${context} />
    <div class="felt">
      <${game.default} view=${view} event=${event} legal=${store.legal.value} seats=${context.seats} act=${store.act} ask=${store.ask} busy=${store.busy.value} />
    </div>
    ${view.outcome && html`<${Ending} store=${store} result=${game.words.result(view.outcome, context)} />`}`;
}

/** @param {{store: import("./store.js").Store, game: GameModule}} props */
function App({ store, game }) {
  const help = useSignal(false);
  const context = { ...store.shown.value, seats: store.seats.value, me: store.seat.value };
  useKeys(({ key }) => (key === "?" ? (help.value = true) : false));
  useEffect(() => {
    document.title = store.legal.value.length ? `● ${gettext("Your turn")} – Glass Table` : "Glass Table";
  }, [store.legal.value]);
  return html`<${TopBar} store=${store} game=${game} help=${() => (help.value = true)} />
    <${Banner} online=${store.online.value} />
    <main class="table-page" id="main">
      <div class="stage"><${Stage} store=${store} game=${game} context=${context} /></div>
      <${Panel} store=${store} chapters=${game.words.chapters(store.frames.value, context)} />
    </main>
    <${Dialog} open=${help.value} title=${gettext("How to play")} close=${() => (help.value = false)} kind="help">
      <${game.Rules} options=${store.table.value?.options ?? {}} />
    <//>
    <${Toasts} />`;
}

const boot = /** @type {Boot} */ (data("boot"));
const game = /** @type {GameModule} */ (await import(`../boards/${boot.game}.js`));
learn(game.words.refusal);
render(html`<${App} store=${openTable(boot)} game=${game} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
