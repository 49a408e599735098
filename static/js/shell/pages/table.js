/** The table page: everything around the board of a game. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { data } from "../net/api.js";
import { DealSheet, isBetweenDeals } from "../table/deal-sheet.js";
import { Menu } from "../table/menu.js";
import { MissingNeeds } from "../table/needs.js";
import { Notices } from "../table/notices.js";
import { Panel } from "../table/panel.js";
import { NextGame } from "../table/rematch.js";
import { ReplayLink, ResultDialog } from "../table/result.js";
import { TableContext } from "../table/seat-badge.js";
import { StandingStrip } from "../table/standing.js";
import { createTableStore } from "../table/store.js";
import { closedBecause, describeTableEvent, resignedResult, withTableEvents } from "../table/table-events.js";
import { about, TopBar } from "../table/topbar.js";
import { WaitingRoom } from "../table/waiting-room.js";
import { Dialog } from "../ui/dialog.js";
import { useKeys } from "../ui/keys.js";
import { notifyTurn } from "../ui/notify.js";
import { play, SOUNDS } from "../ui/sounds.js";
import { registerLevelNames, registerRefusalTexts } from "../ui/texts.js";
import { showToast, Toasts } from "../ui/toast.js";

/** @typedef {import("../table/store.js").Store} Store */
/** @typedef {{store: Store, game: GameModule, context: Context}} Props */

const BANNER_DELAY = 1500;

/** Show that the connection is lost, but not for a short interruption. @param {{online: boolean}} props */
function Banner({ online }) {
  const late = useSignal(false);
  useEffect(() => {
    late.value = false;
    if (online) return undefined;
    const timer = setTimeout(() => (late.value = true), BANNER_DELAY);
    return () => clearTimeout(timer);
  }, [online]);
  return html`<div role="status" class="banner-place">
    ${late.value && html`<p class="banner" data-testid="banner">${gettext("Connection lost, trying again. Your seat is kept.")}</p>`}
  </div>`;
}

/** The result, by the rules or by resignation; null while the game goes on. @param {Props} props */
function resultOf({ store, game, context }) {
  const outcome = context.view?.outcome;
  if (!outcome) return null;
  return store.table.value?.result
    ? resignedResult(outcome, context, store.frames.value, store.boot.many_deals)
    : game.texts.result(outcome, context);
}

/**
 * Two lines: what to do if it is my turn, otherwise what has just happened; then the other of the two, or the
 * last turn.
 * @param {Props} props
 */
function Status({ store, game, context }) {
  const { event } = context;
  const legal = store.legal.value;
  const seq = store.frames.value.at(-1)?.seq;
  const result = resultOf({ store, game, context });
  if (result) {
    return html`<div id="status" class="status over" data-turn="over" data-seq=${seq} aria-live="polite">
      <div>
        <p class="status-main">${result.title}</p>
        <p class="status-detail">${result.reason}</p>
      </div>
      <div class="row"><${NextGame} store=${store} /><${ReplayLink} boot=${store.boot} /></div>
    </div>`;
  }
  const happening = event ? game.texts.describeEvent(event, context) : "";
  const prompt = game.texts.prompt(legal, context);
  const tip = game.texts.tip(context);
  const [first, second] = legal.length ? [prompt, tip || happening] : happening ? [happening, prompt] : [prompt, ""];
  return html`<div
    id="status"
    class="status"
    data-turn=${legal.length ? "mine" : "other"}
    data-seq=${seq}
    aria-live="polite"
  >
    <p class="status-main">${first}</p>
    <p class="status-detail">${second || game.texts.recap(context)}</p>
  </div>`;
}

/** Shown instead of a board: the reason why there is none. @param {{text: string}} props */
const EmptyPage = ({ text }) =>
  html`<p class="empty" data-testid="nothing">${text} <a class="button" href="/">${gettext("Home")}</a></p>`;

/** Shown if the server speaks a newer version of the messages than this page. */
const OutdatedPage = () =>
  html`<p class="empty" role="alert" data-testid="outdated">
    ${gettext("This page is of an older version.")}
    <button type="button" class="button primary" onClick=${() => location.reload()}>${gettext("Reload")}</button>
  </p>`;

/** @param {Props} props */
function Stage({ store, game, context }) {
  const { view, event } = context;
  const table = store.table.value;
  if (store.outdated.value) return html`<${OutdatedPage} />`;
  if (store.watchingForbidden.value)
    return html`<${EmptyPage} text=${gettext("This table is for its players only: it cannot be watched.")} />`;
  if (!table) return html`<p class="empty">${gettext("Loading the table …")}</p>`;
  if (!view) {
    return table.status === "closed"
      ? html`<${EmptyPage} text=${closedBecause(table.closed)} />`
      : html`<${WaitingRoom} store=${store} texts=${game.texts} />`;
  }
  const result = resultOf({ store, game, context });
  const standing = store.standing.value;
  return html`<h1 class="sr">${store.boot.title}</h1>
    ${standing && html`<${StandingStrip} standing=${standing} seats=${context.seats} me=${context.me} />`}
    <${Status} store=${store} game=${game} context=${context} />
    <${Notices} store=${store} />
    <${MissingNeeds} store=${store} />
    <div class="felt">
      <${game.default}
        view=${view}
        event=${event}
        legal=${store.legal.value}
        aside=${store.aside.value}
        seats=${context.seats}
        act=${store.act}
        preview=${store.preview}
        busy=${store.busy.value}
        hint=${store.hint.value}
      />
    </div>
    ${result && html`<${ResultDialog} store=${store} result=${result} />`}`;
}

/** Sounds, messages about table events, and the notification of one's turn. @param {Props} props */
function useSoundsAndToasts({ store, game, context }) {
  const { event, view } = context;
  const mine = store.legal.value.length > 0;
  const won = Boolean(view?.outcome?.winners.includes(context.me ?? -1));
  const tableEvent = store.tableEvent.value;
  useEffect(() => {
    const sound = event && game.texts.soundFor?.(event, context);
    if (sound) play(sound);
  }, [event]);
  useEffect(() => {
    const text = tableEvent && describeTableEvent(tableEvent, context);
    if (text && tableEvent.type !== "Followed") showToast(text); // the rematch has a button of its own
  }, [tableEvent]);
  useEffect(() => {
    document.title = mine ? `● ${gettext("Your turn")} – Glass Table` : `${store.boot.title} – Glass Table`;
    if (!mine) return;
    play(SOUNDS.turn);
    notifyTurn(store.boot.code, store.boot.title);
  }, [mine]);
  useEffect(() => {
    if (won) play(SOUNDS.win);
  }, [won]);
}

/** @param {Store} store @returns {Context} */
function contextOf(store) {
  const { view, event } = store.shown.value;
  // A resignation ends the game at the table; the view of the game does not contain it.
  const result = store.table.value?.result;
  const ended = view && result && !view.outcome ? { ...view, outcome: result } : view;
  return { view: ended, event, seats: store.seats.value, me: store.seat.value };
}

/** @param {{store: Store, game: GameModule}} props */
function App({ store, game }) {
  const open = useSignal(/** @type {"help" | "menu" | null} */ (null));
  const close = () => (open.value = null);
  const context = contextOf(store);
  const turns = withTableEvents(game.texts.historyTurns(store.frames.value, context), store.frames.value, context);
  useKeys(({ key }) => (key === "?" ? Boolean((open.value = "help")) : false));
  useSoundsAndToasts({ store, game, context });
  return html`<${TableContext.Provider} value=${store}>
    <${TopBar} store=${store} game=${game} help=${() => (open.value = "help")} menu=${() => (open.value = "menu")} />
    <${Banner} online=${store.online.value} />
    <main class="table-page" id="main">
      <div class="stage"><${Stage} store=${store} game=${game} context=${context} /></div>
      ${isBetweenDeals(store) && context.view && html`<${DealSheet} store=${store} game=${game} context=${context} />`}
      <${Panel} store=${store} game=${game} turns=${turns} />
    </main>
    <${Dialog} open=${open.value === "help"} title=${gettext("How to play")} close=${close} kind="help">
      <${game.Rules} options=${store.table.value?.options ?? {}} />
    <//>
    <${Menu} store=${store} about=${about(store, game)} open=${open.value === "menu"} close=${close} />
    <${Toasts} />
  <//>`;
}

const boot = /** @type {Boot} */ (data("boot"));
const game = /** @type {GameModule} */ (await import(`../../boards/${boot.game}.js`));
registerRefusalTexts(game.texts.refusalText);
registerLevelNames(boot.level_names);
render(
  html`<${App} store=${createTableStore(boot)} game=${game} />`,
  /** @type {HTMLElement} */ (document.getElementById("app")),
);
