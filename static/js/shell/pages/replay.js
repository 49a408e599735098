/** The replay page: the board of the game that was played, shown step by step. */

import { computed, signal, useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { data } from "../net/api.js";
import { AnalysisHint } from "../replay/analysis-panel.js";
import { AnalysesContext } from "../replay/analysis.js";
import { viewerName, ReplayControls } from "../replay/controls.js";
import { createDeals } from "../replay/deals.js";
import { ReplayHelp } from "../replay/help.js";
import { ReplayHistory } from "../replay/history.js";
import { addressOf } from "../replay/player.js";
import { openPanel } from "../table/panel.js";
import { NextGame } from "../table/rematch.js";
import { describePastTableEvent, resignedResult } from "../table/table-events.js";
import { Dialog } from "../ui/dialog.js";
import { Icon } from "../ui/icons.js";
import { useKeys } from "../ui/keys.js";
import { Logo } from "../ui/logo.js";
import { SettingsButton } from "../ui/settings.js";
import { fill, levelName, registerLevelNames, registerRefusalTexts } from "../ui/texts.js";
import { showToast, Toasts } from "../ui/toast.js";

/** @typedef {import("../replay/analysis.js").Analyses} Analyses */
/** @typedef {import("../replay/deals.js").Deals} Deals */
/** @typedef {import("../replay/player.js").ReplayPlayer} ReplayPlayer */

const ADDRESS_DELAY = 200;

/** @param {{player: ReplayPlayer, analyses: Analyses}} props */
function CopyLink({ player, analyses }) {
  const byHand = useSignal(/** @type {string | null} */ (null));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.select(), [byHand.value]);
  /** Browsers forbid the clipboard on plain http: then show the link, selected, to be copied by hand. */
  const copy = async () => {
    const link = addressOf(player.boot.deal, player.viewer.value, player.step.value, analyses.seat.value);
    try {
      await navigator.clipboard.writeText(link);
      showToast(gettext("Link to this step copied"));
    } catch {
      byHand.value = link;
    }
  };
  return html`<button
      type="button"
      class="icon"
      data-testid="copy"
      aria-label=${gettext("Copy a link to this step")}
      title=${gettext("Copy a link to this step")}
      onClick=${copy}
    >
      <${Icon} name="link" />
    </button>
    <${Dialog}
      open=${byHand.value !== null}
      title=${gettext("A link to this step")}
      close=${() => (byHand.value = null)}
    >
      <p>${gettext("Press Ctrl+C or ⌘C to copy the link")}</p>
      <input ref=${field} class="wide-field" type="text" readonly aria-label=${gettext("Link")} value=${byHand.value} />
    <//>`;
}

/** @param {{player: ReplayPlayer, analyses: Analyses, game: GameModule, help: () => void}} props */
function TopBar({ player, analyses, game, help }) {
  const { boot } = player;
  const about = [gettext("Replay"), boot.title, ...game.texts.describeOptions(boot.table.options)].join(" · ");
  return html`<header class="topbar">
    <${Logo} />
    <span class="about">${about}</span>
    <nav aria-label=${gettext("Replay")}>
      <button
        type="button"
        class="icon only-narrow"
        aria-label=${gettext("Open the history")}
        onClick=${() => openPanel("history")}
      >
        <${Icon} name="panel" />
      </button>
      <${CopyLink} player=${player} analyses=${analyses} />
      <${SettingsButton} />
      <button
        type="button"
        class="icon"
        aria-label=${gettext("Help and rules")}
        title=${gettext("Help and rules")}
        data-testid="help"
        onClick=${help}
      >
        <${Icon} name="help" />
      </button>
      <a class="to-table" data-testid="to-table" href=${boot.urls.table} aria-label=${gettext("Back to the table")}
        ><${Icon} name="table" /><span>${gettext("Table")}</span></a
      >
    </nav>
  </header>`;
}

/**
 * This step in two lines: what happened, and what it leads to.
 * @param {import("../replay/player.js").ShownStep} shown @param {GameModule} game @param {Context} context
 */
function linesOf({ frame }, game, context) {
  if (!frame) return ["", ""];
  const happening =
    frame.kind === "table"
      ? describePastTableEvent(frame.event, context.seats)
      : game.texts.describeEvent(frame.event, context);
  const prompt = game.texts.prompt([], context);
  return [happening || prompt, happening && prompt];
}

/**
 * The second line of a step: what it leads to, or how far the replay goes.
 * @param {ReplayPlayer} player
 * @param {boolean} isEnd
 * @param {string} second
 * @param {string} recap
 */
function detailOf({ boot }, isEnd, second, recap) {
  if (boot.open || boot.over) return second || recap;
  if (isEnd) return gettext("This is how far the game has come.");
  return second || gettext("While the game runs, the replay shows only what the table still shows.");
}

/**
 * The link to the deal as a file, at the end of a deal and where the game has such files.
 * @param {{player: ReplayPlayer}} props
 */
function DealFileLink({ player }) {
  const { boot, shown, total } = player;
  if (!boot.deal_file || shown.value.step !== total) return null;
  const address = `${boot.urls.deal_file}?deal=${boot.deal}`;
  return html`<p class="record">
    <a href=${address} download data-testid="deal-file">${gettext("Download this deal")} (.${boot.deal_file})</a>
  </p>`;
}

/**
 * A step that does not end the match; the last step of a deal leads to the next.
 * @param {{player: ReplayPlayer, deals: Deals, game: GameModule, context: Context}} props
 */
function StepStatus({ player, deals, game, context }) {
  const { boot, shown, total } = player;
  const { step } = shown.value;
  const hasNextDeal = step === total && boot.deal < deals.count.value;
  const [first, second] = linesOf(shown.value, game, context);
  const detail = detailOf(player, step === total && !hasNextDeal, second, game.texts.recap(context));
  const lines = html`<p class="status-main">${first}</p>
    <p class="status-detail">${detail}</p>`;
  if (!hasNextDeal)
    return html`<div id="status" class="status" data-step=${step} data-deal=${boot.deal} aria-live="polite">
      ${lines}
    </div>`;
  return html`<div id="status" class="status over" data-step=${step} data-deal=${boot.deal} aria-live="polite">
    <div>${lines}</div>
    <div class="row">
      <button type="button" class="button" data-testid="onward" onClick=${() => deals.move(1)}>
        ${gettext("Next deal")}
      </button>
    </div>
    <${DealFileLink} player=${player} />
  </div>`;
}

/** What the record contains. @param {TableInfo} table */
const recordText = ({ open_after: revealAfter }) =>
  revealAfter === "shown"
    ? gettext("Download the record: what was shown, and the bots’ decisions")
    : gettext("Download the full record: cards, bots’ decisions, seed");

/** @param {{player: ReplayPlayer, deals: Deals, game: GameModule, context: Context}} props */
function Status({ player, deals, game, context }) {
  const { boot, shown, total } = player;
  const { step, view } = shown.value;
  const last = step === total && boot.deal === deals.count.value;
  const outcome = view?.outcome ?? (last ? boot.table.result : null);
  if (!outcome) return html`<${StepStatus} player=${player} deals=${deals} game=${game} context=${context} />`;
  const { title, reason } = boot.table.result
    ? resignedResult(outcome, context, player.history.value, boot.many_deals)
    : game.texts.result(outcome, context);
  const store = { boot, nextTable: signal(boot.table.next), seat: signal(boot.seat), table: signal(boot.table) };
  return html`<div id="status" class="status over" data-step=${step} data-deal=${boot.deal} aria-live="polite">
    <div>
      <p class="status-main">${title}</p>
      <p class="status-detail">${reason}</p>
    </div>
    <div class="row"><${NextGame} store=${store} /><a class="button" href=${boot.urls.home}>${gettext("Home")}</a></div>
    ${boot.over && html`<p class="record"><a href=${boot.urls.record} download data-testid="record">${recordText(boot.table)}</a></p>`}
    <${DealFileLink} player=${player} />
  </div>`;
}

/** @param {{player: ReplayPlayer, analyses: Analyses, deals: Deals, game: GameModule, context: Context}} props */
function Stage({ player, analyses, deals, game, context }) {
  const { boot, shown, total } = player;
  if (!total) {
    const text = boot.over ? gettext("No game was played at this table.") : gettext("The game has not started yet.");
    return html`<p class="empty">${text} <a href=${boot.urls.table}>${gettext("To the table")}</a></p>`;
  }
  const { view, frame, isNext } = shown.value;
  if (!view) return html`<p class="empty">${gettext("Loading the replay …")}</p>`;
  // Animate the event only if the step follows the one before; after a jump show the view alone.
  const event = isNext && frame?.kind === "game" ? frame.event : null;
  const wait = () => new Promise(() => {});
  return html`<h1 class="sr">${fill(gettext("Replay of %(title)s"), { title: boot.title })}</h1>
    <${Status} player=${player} deals=${deals} game=${game} context=${context} />
    <${AnalysisHint} analyses=${analyses} />
    <div class="felt">
      <${game.default}
        view=${view}
        event=${event}
        legal=${[]}
        aside=${[]}
        seats=${context.seats}
        act=${() => {}}
        preview=${wait}
        busy=${null}
        analysis=${analyses.shown.value ?? undefined}
        readonly=${true}
      />
    </div>
    <${ReplayControls}
      player=${player}
      analyses=${analyses}
      deals=${deals}
      seats=${context.seats}
      sentence=${linesOf(shown.value, game, context)[0]}
    />`;
}

/**
 * Write deal, viewer, step and analysis into the address, with a delay: browsers limit how often it may change.
 * @param {ReplayPlayer} player
 * @param {Analyses} analyses
 */
function useAddress(player, analyses) {
  const [viewer, step, seat, resolving] = [
    player.viewer.value,
    player.step.value,
    analyses.seat.value,
    analyses.resolving.value,
  ];
  useEffect(() => {
    if (!player.total || resolving) return undefined;
    const timer = setTimeout(
      () => history.replaceState(null, "", addressOf(player.boot.deal, viewer, step, seat)),
      ADDRESS_DELAY,
    );
    return () => clearTimeout(timer);
  }, [player, viewer, step, seat, resolving]);
}

/** @param {ReplayPlayer} player @param {Analyses} analyses @param {Deals} deals @param {() => void} help */
function useReplayKeys(player, analyses, deals, help) {
  /** @type {Record<string, (shift: boolean) => void>} */
  const actions = {
    ArrowLeft: (shift) => (shift ? analyses.jump(-1) : player.move(-1)),
    ArrowRight: (shift) => (shift ? analyses.jump(1) : player.move(1)),
    "[": () => analyses.jump(-1),
    "]": () => analyses.jump(1),
    Home: () => player.go(1),
    End: () => player.go(player.total),
    "?": help,
    " ": player.toggle,
    ...(deals.count.value > 1 && { PageUp: () => deals.move(-1), PageDown: () => deals.move(1) }),
  };
  useKeys(({ key, shiftKey, target }) => {
    const bot = /^[1-9]$/.test(key) ? analyses.seats.value[Number(key) - 1] : undefined;
    if (bot) analyses.toggle(bot.seat);
    if (bot || !actions[key]) return Boolean(bot);
    if (key === " " && target instanceof Element && target.closest("button, a, summary")) return false;
    actions[key](shiftKey);
    return true;
  });
}

/** The line under the name of a seat. @param {Seat} seat @param {number | null} mine */
function noteOf({ seat, bot }, mine) {
  if (seat === mine) return gettext("you");
  return bot ? fill(gettext("%(level)s bot"), { level: levelName(bot) }) : gettext("person");
}

/** @param {ReplayBoot} boot @param {GameModule} game */
function createApp(boot, game) {
  const deals = createDeals(boot, game.showsAnalysis ?? false);
  const seats = boot.table.seats.map((seat) => ({ ...seat, here: true, note: noteOf(seat, boot.seat) }));
  // "You" is the visitor, and only while they view the game as themselves.
  const me = computed(() => (deals.current.value.player.viewer.value === String(boot.seat) ? boot.seat : null));
  const turns = computed(() =>
    game.texts.historyTurns(deals.current.value.player.history.value, { seats, me: me.value, view: null, event: null }),
  );

  return function App() {
    const { player, analyses } = deals.current.value;
    const { view, frame } = player.shown.value;
    const context = { seats, me: me.value, view, event: frame?.kind === "game" ? frame.event : null };
    const helping = useSignal(false);
    const help = () => (helping.value = true);
    useAddress(player, analyses);
    useReplayKeys(player, analyses, deals, help);
    return html`<${AnalysesContext.Provider} value=${analyses}>
      <${TopBar} player=${player} analyses=${analyses} game=${game} help=${help} />
      <main class="table-page replay" id="main" data-viewer=${player.viewer.value}>
        <div class="stage">
          <${Stage} player=${player} analyses=${analyses} deals=${deals} game=${game} context=${context} />
        </div>
        <${ReplayHistory} player=${player} turns=${turns.value} seats=${seats} />
      </main>
      <p class="sr" role="status">${viewerName(player.viewer.value, seats, boot.seat)}</p>
      <${ReplayHelp}
        open=${helping.value}
        close=${() => (helping.value = false)}
        game=${game}
        options=${boot.table.options}
        analyses=${analyses}
        deals=${deals}
      />
      <${Toasts} />
    <//>`;
  };
}

const boot = /** @type {ReplayBoot} */ (data("boot"));
const game = /** @type {GameModule} */ (await import(`../../boards/${boot.game}.js`));
registerRefusalTexts(game.texts.refusalText);
registerLevelNames(boot.level_names);
render(html`<${createApp(boot, game)} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
