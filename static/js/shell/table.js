/** The table page: the shell around whichever game's board is played here. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { data } from "./api.js";
import { Dialog } from "./dialog.js";
import { closedBecause, resignedResult, sayFact, withFacts } from "./facts.js";
import { useKeys } from "./keys.js";
import { Menu } from "./menu.js";
import { Notices } from "./notices.js";
import { notifyTurn } from "./notify.js";
import { Panel } from "./panel.js";
import { Here } from "./person.js";
import { NextGame } from "./rematch.js";
import { Ending, Replay } from "./result.js";
import { Room } from "./seats.js";
import { play } from "./sounds.js";
import { openTable } from "./store.js";
import { tell, Toasts } from "./toast.js";
import { about, TopBar } from "./topbar.js";
import { learn } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {{store: Store, game: GameModule, context: Context}} Props */

const PATIENCE = 1500;

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

/** How it ended, by the rules or by resignation; null while it goes on. @param {Props} props */
function resultOf({ store, game, context }) {
  const outcome = context.view?.outcome;
  if (!outcome) return null;
  return store.table.value?.result ? resignedResult(outcome, context) : game.words.result(outcome, context);
}

/** What to do if it is mine to act, otherwise what has just happened; then the other, or last turn. @param {Props} props */
function Status({ store, game, context }) {
  const { event } = context;
  const legal = store.legal.value;
  const seq = store.frames.value.at(-1)?.seq;
  const result = resultOf({ store, game, context });
  if (result) {
    return html`<div id="status" class="status over" data-turn="over" data-seq=${seq} aria-live="polite">
      <div><p class="todo">${result.title}</p><p class="said">${result.reason}</p></div>
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

/** A page with nothing to look at says why. @param {{text: string}} props */
const Nothing = ({ text }) => html`<p class="empty" data-testid="nothing">${text} <a class="button" href="/">${gettext("Home")}</a></p>`;

/** @param {Props} props */
function Stage({ store, game, context }) {
  const { view, event } = context;
  const table = store.table.value;
  if (store.barred.value) return html`<${Nothing} text=${gettext("This table is for its players only: it cannot be watched.")} />`;
  if (!table) return html`<p class="empty">${gettext("Loading the table …")}</p>`;
  if (!view) {
    return table.status === "closed" ? html`<${Nothing} text=${closedBecause(table.closed)} />` : html`<${Room} store=${store} words=${game.words} />`;
  }
  const result = resultOf({ store, game, context });
  return html`<h1 class="sr">${store.boot.title}</h1>
    <${Status} store=${store} game=${game} context=${context} />
    <${Notices} store=${store} />
    <div class="felt">
      <${game.default} view=${view} event=${event} legal=${store.legal.value} seats=${context.seats} act=${store.act} ask=${store.ask} busy=${store.busy.value} hint=${store.hint.value} />
    </div>
    ${result && html`<${Ending} store=${store} result=${result} />`}`;
}

/** Sounds, messages about table events, and the notification of one's turn. @param {Props} props */
function useTellings({ store, game, context }) {
  const { event, view } = context;
  const mine = store.legal.value.length > 0;
  const won = Boolean(view?.outcome?.winners.includes(context.me ?? -1));
  const fact = store.fact.value;
  useEffect(() => {
    const name = event && game.words.sound?.(event, context);
    if (name) play(name);
  }, [event]);
  useEffect(() => {
    const text = fact && sayFact(fact, context);
    if (text && fact.type !== "Followed") tell(text); // the question for a rematch has its own place
  }, [fact]);
  useEffect(() => {
    document.title = mine ? `● ${gettext("Your turn")} – Glass Table` : `${store.boot.title} – Glass Table`;
    if (!mine) return;
    play("turn");
    notifyTurn(store.boot.code, store.boot.title);
  }, [mine]);
  useEffect(() => {
    if (won) play("win");
  }, [won]);
}

/** @param {Store} store @returns {Context} */
function contextOf(store) {
  const { view, event } = store.shown.value;
  // A resignation ends the game at the table; the game's own view does not know of it.
  const result = store.table.value?.result;
  const ended = view && result && !view.outcome ? { ...view, outcome: result } : view;
  return { view: ended, event, seats: store.seats.value, me: store.seat.value };
}

/** @param {{store: Store, game: GameModule}} props */
function App({ store, game }) {
  const open = useSignal(/** @type {"help" | "menu" | null} */ (null));
  const close = () => (open.value = null);
  const context = contextOf(store);
  const chapters = withFacts(game.words.chapters(store.frames.value, context), store.frames.value, context);
  useKeys(({ key }) => (key === "?" ? Boolean((open.value = "help")) : false));
  useTellings({ store, game, context });
  return html`<${Here.Provider} value=${store}>
    <${TopBar} store=${store} game=${game} help=${() => (open.value = "help")} menu=${() => (open.value = "menu")} />
    <${Banner} online=${store.online.value} />
    <main class="table-page" id="main">
      <div class="stage"><${Stage} store=${store} game=${game} context=${context} /></div>
      <${Panel} store=${store} chapters=${chapters} legend=${game.words.legend?.(chapters)} />
    </main>
    <${Dialog} open=${open.value === "help"} title=${gettext("How to play")} close=${close} kind="help">
      <${game.Rules} options=${store.table.value?.options ?? {}} />
    <//>
    <${Menu} store=${store} about=${about(store, game)} open=${open.value === "menu"} close=${close} />
    <${Toasts} />
  <//>`;
}

const boot = /** @type {Boot} */ (data("boot"));
const game = /** @type {GameModule} */ (await import(`../boards/${boot.game}.js`));
learn(game.words.refusal);
render(html`<${App} store=${openTable(boot)} game=${game} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
