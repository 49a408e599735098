/** The replay page: the board of the game that was played, shown step by step. */

import { computed, signal, useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { AnalysisContext, openAnalysis } from "./analysis.js";
import { AnalysisHint } from "./analysis-panel.js";
import { data } from "./api.js";
import { Brand } from "./brand.js";
import { Dialog, Icon } from "./dialog.js";
import { happened, resignedResult } from "./facts.js";
import { useKeys } from "./keys.js";
import { openPanel } from "./panel.js";
import { addressOf, openReel } from "./reel.js";
import { NextGame } from "./rematch.js";
import { ReplayHelp } from "./replay-help.js";
import { Story } from "./story.js";
import { SettingsButton } from "./switches.js";
import { tell, Toasts } from "./toast.js";
import { eyesName, Transport } from "./transport.js";
import { fill, learn, levelName } from "./words.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./reel.js").Reel} Reel */

const WRITE_ADDRESS = 200;

/** @param {{reel: Reel, analysis: Analysis}} props */
function CopyLink({ reel, analysis }) {
  const byHand = useSignal(/** @type {string | null} */ (null));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.select(), [byHand.value]);
  /** The clipboard is closed on plain http: then the selected text is there to be copied by hand. */
  const copy = async () => {
    const link = addressOf(reel.eyes.value, reel.at.value, analysis.seat.value);
    try {
      await navigator.clipboard.writeText(link);
      tell(gettext("Link to this moment copied"));
    } catch {
      byHand.value = link;
    }
  };
  return html`<button type="button" class="icon" data-testid="copy" aria-label=${gettext("Copy a link to this moment")} title=${gettext("Copy a link to this moment")} onClick=${copy}><${Icon} name="link" /></button>
    <${Dialog} open=${byHand.value !== null} title=${gettext("A link to this moment")} close=${() => (byHand.value = null)}>
      <p>${gettext("Press Ctrl+C or ⌘C to copy the link")}</p>
      <input ref=${field} class="wide-field" type="text" readonly aria-label=${gettext("Link")} value=${byHand.value} />
    <//>`;
}

/** @param {{reel: Reel, analysis: Analysis, game: GameModule, help: () => void}} props */
function TopBar({ reel, analysis, game, help }) {
  const { boot } = reel;
  const about = [gettext("Replay"), boot.title, ...game.words.options(boot.table.options)].join(" · ");
  return html`<header class="topbar">
    <${Brand} />
    <span class="about">${about}</span>
    <nav aria-label=${gettext("Replay")}>
      <button type="button" class="icon only-narrow" aria-label=${gettext("Open the history")} onClick=${() => openPanel("history")}><${Icon} name="panel" /></button>
      <${CopyLink} reel=${reel} analysis=${analysis} />
      <${SettingsButton} />
      <button type="button" class="icon" aria-label=${gettext("Help and rules")} title=${gettext("Help and rules")} data-testid="help" onClick=${help}><${Icon} name="help" /></button>
      <a class="to-table" data-testid="to-table" href=${boot.urls.table} aria-label=${gettext("Back to the table")}><${Icon} name="table" /><span>${gettext("Table")}</span></a>
    </nav>
  </header>`;
}

/**
 * This step in two lines: what happened, and what it leads to.
 * @param {import("./reel.js").Shown} shown @param {GameModule} game @param {Context} context
 */
function linesOf({ frame }, game, context) {
  if (!frame) return ["", ""];
  const said = frame.kind === "table" ? happened(frame.event, context.seats) : game.words.say(frame.event, context);
  const todo = game.words.todo([], context);
  return [said || todo, said && todo];
}

/** @param {{reel: Reel, game: GameModule, context: Context}} props */
function Status({ reel, game, context }) {
  const { boot, shown, total } = reel;
  const { at, view } = shown.value;
  const last = at === total;
  const outcome = view?.outcome ?? (last ? boot.table.result : null);
  if (!outcome) {
    const [first, second] = linesOf(shown.value, game, context);
    return html`<div id="status" class="status" data-at=${at} aria-live="polite">
      <p class="todo">${first}</p>
      <p class="said">${boot.open ? second || game.words.trace(context) : last ? gettext("This is how far the game has come.") : second || gettext("While the game runs, the replay shows only what the table still shows.")}</p>
    </div>`;
  }
  const { title, reason } = boot.table.result ? resignedResult(outcome, context) : game.words.result(outcome, context);
  const store = { boot, moved: signal(boot.table.next), seat: signal(boot.seat), table: signal(boot.table) };
  return html`<div id="status" class="status over" data-at=${at} aria-live="polite">
    <div><p class="todo">${title}</p><p class="said">${reason}</p></div>
    <div class="row"><${NextGame} store=${store} /><a class="button" href=${boot.urls.home}>${gettext("Home")}</a></div>
    ${boot.open && html`<p class="record"><a href=${boot.urls.record} download data-testid="record">${gettext("Download the full record: cards, bots’ decisions, seed")}</a></p>`}
  </div>`;
}

/** @param {{reel: Reel, analysis: Analysis, game: GameModule, context: Context}} props */
function Stage({ reel, analysis, game, context }) {
  const { boot, shown, total } = reel;
  if (!total) {
    const text = boot.open ? gettext("No game was played at this table.") : gettext("The game has not started yet.");
    return html`<p class="empty">${text} <a href=${boot.urls.table}>${gettext("To the table")}</a></p>`;
  }
  const { view, frame, onward } = shown.value;
  if (!view) return html`<p class="empty">${gettext("Loading the replay …")}</p>`;
  // Only a step onward is acted out; whoever jumps sees how things stand.
  const event = onward && frame?.kind === "game" ? frame.event : null;
  const wait = () => new Promise(() => {});
  return html`<h1 class="sr">${fill(gettext("Replay of %(title)s"), { title: boot.title })}</h1>
    <${Status} reel=${reel} game=${game} context=${context} />
    <${AnalysisHint} analysis=${analysis} />
    <div class="felt">
      <${game.default} view=${view} event=${event} legal=${[]} seats=${context.seats} act=${() => {}} ask=${wait} busy=${null} mind=${analysis.shown.value ?? undefined} readonly=${true} />
    </div>
    <${Transport} reel=${reel} analysis=${analysis} seats=${context.seats} sentence=${linesOf(shown.value, game, context)[0]} />`;
}

/** Keep the address at the moment shown; browsers refuse to write it too often. @param {Reel} reel @param {Analysis} analysis */
function useAddress(reel, analysis) {
  const [eyes, at, seat, resolving] = [reel.eyes.value, reel.at.value, analysis.seat.value, analysis.resolving.value];
  useEffect(() => {
    if (!reel.total || resolving) return undefined;
    const timer = setTimeout(() => history.replaceState(null, "", addressOf(eyes, at, seat)), WRITE_ADDRESS);
    return () => clearTimeout(timer);
  }, [eyes, at, seat, resolving]);
}

/** @param {Reel} reel @param {Analysis} analysis @param {() => void} help */
function useHandles(reel, analysis, help) {
  /** @type {Record<string, (shift: boolean) => void>} */
  const actions = {
    ArrowLeft: (shift) => (shift ? analysis.jump(-1) : reel.step(-1)),
    ArrowRight: (shift) => (shift ? analysis.jump(1) : reel.step(1)),
    "[": () => analysis.jump(-1),
    "]": () => analysis.jump(1),
    Home: () => reel.go(1),
    End: () => reel.go(reel.total),
    "?": help,
    " ": reel.toggle,
  };
  useKeys(({ key, shiftKey, target }) => {
    const bot = /^[1-9]$/.test(key) ? analysis.seats.value[Number(key) - 1] : undefined;
    if (bot) analysis.toggle(bot.seat);
    if (bot || !actions[key]) return Boolean(bot);
    if (key === " " && target instanceof Element && target.closest("button, a, summary")) return false;
    actions[key](shiftKey);
    return true;
  });
}

/** Who sits there, said under the name. @param {Seat} seat @param {number | null} mine */
function noteOf({ seat, bot }, mine) {
  if (seat === mine) return gettext("you");
  return bot ? fill(gettext("%(level)s bot"), { level: levelName(bot) }) : gettext("person");
}

/** @param {ReplayBoot} boot @param {GameModule} game */
function openApp(boot, game) {
  const reel = openReel(boot);
  const analysis = openAnalysis(boot, reel, game.opensHeads ?? false);
  const seats = boot.table.seats.map((seat) => ({ ...seat, here: true, note: noteOf(seat, boot.seat) }));
  // "You" is the visitor, and only while they view the game as themselves.
  const me = computed(() => (reel.eyes.value === String(boot.seat) ? boot.seat : null));
  const chapters = computed(() => game.words.chapters(reel.story.value, { seats, me: me.value, view: null, event: null }));

  return function App() {
    const { view, frame } = reel.shown.value;
    const context = { seats, me: me.value, view, event: frame?.kind === "game" ? frame.event : null };
    const helping = useSignal(false);
    const help = () => (helping.value = true);
    useAddress(reel, analysis);
    useHandles(reel, analysis, help);
    return html`<${AnalysisContext.Provider} value=${analysis}>
      <${TopBar} reel=${reel} analysis=${analysis} game=${game} help=${help} />
      <main class="table-page replay" id="main" data-eyes=${reel.eyes.value}>
        <div class="stage"><${Stage} reel=${reel} analysis=${analysis} game=${game} context=${context} /></div>
        <${Story} reel=${reel} chapters=${chapters.value} seats=${seats} />
      </main>
      <p class="sr" role="status">${eyesName(reel.eyes.value, seats, boot.seat)}</p>
      <${ReplayHelp} open=${helping.value} close=${() => (helping.value = false)} game=${game} options=${boot.table.options} analysis=${analysis} />
      <${Toasts} />
    <//>`;
  };
}

const boot = /** @type {ReplayBoot} */ (data("boot"));
const game = /** @type {GameModule} */ (await import(`../boards/${boot.game}.js`));
learn(game.words.refusal);
render(html`<${openApp(boot, game)} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
