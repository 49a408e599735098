/** The bar above the own hand: what the chosen cards are, and the buttons that play, pass, suggest and sort. */

import { html } from "htm/preact";
import { useContext } from "preact/hooks";
import { post } from "../../shell/net/api.js";
import { TableContext } from "../../shell/table/seat-badge.js";
import { Icon } from "../../shell/ui/icons.js";
import { fill } from "../../shell/ui/texts.js";
import { chineseName, patternName, refusalOf } from "./names.js";

/** @typedef {import("./selection.js").Selection} Selection */

/**
 * What the chosen cards are, or why they are refused.
 * @param {{selection: Selection, table: import("./names.js").Pattern | null}} props
 */
export function Verdict({ selection: { cards, verdict, mine, reading, read }, table }) {
  if (!cards.length) return html`<p class="verdict" role="status" data-testid="verdict"></p>`;
  const count = fill(ngettext("%(count)s card chosen", "%(count)s cards chosen", cards.length), {
    count: cards.length,
  });
  if (!mine || !verdict) return html`<p class="verdict waiting" role="status" data-testid="verdict">${count}</p>`;
  if (!verdict.legal) {
    return html`<p class="verdict refused" role="status" data-testid="verdict" data-code=${verdict.code}>
      ${refusalOf({ code: verdict.code ?? "", message: verdict.message ?? "" }, table)}
    </p>`;
  }
  const shown = reading ?? verdict.pattern;
  const others = (verdict.readings ?? []).filter(
    (one) => one.reading.rank !== shown?.rank || one.reading.length !== shown.length,
  );
  return html`<p class="verdict legal" role="status" data-testid="verdict">
    ${shown && html`<b>${patternName(shown)}</b> <span lang="zh">${chineseName(shown)}</span>`}
    ${others.map((one) => html`<button type="button" class="reading" data-testid="reading" key=${one.name} onClick=${() => read(one.reading)}>${fill(gettext("or: %(name)s"), { name: patternName(one.reading) })}</button>`)}
  </p>`;
}

/** Let a bot play for me, until I am back. @param {{seat: number}} props */
export function AutoPlay({ seat }) {
  const store = useContext(TableContext);
  const own = store?.seats.value[seat];
  if (!store || own?.bot || store.table.value?.status !== "playing") return null;
  const start = () => post(store.boot.urls.start_stand_in, store.boot.csrf, { seat: String(seat) });
  return html`<button
    type="button"
    class="small-button"
    data-testid="auto-play"
    title=${gettext("A bot plays for you until you are back")}
    onClick=${start}
  >
    ${gettext("Auto")} <span lang="zh">托管</span>
  </button>`;
}

/**
 * @param {{selection: Selection, table: import("./names.js").Pattern | null, sort: "rank" | "group",
 *   changeSort: () => void, panel: boolean, togglePanel: () => void}} props
 */
export function Controls({ selection, table, sort, changeSort, panel, togglePanel }) {
  const { mine, pass, cards, verdict, help } = selection;
  const carries = mine && Boolean(verdict?.body?.length);
  return html`<div class="controls">
    <div class="verdict-line">
      <${Verdict} selection=${selection} table=${table} />
      ${cards.length > 0 && html`<button type="button" class="icon clear" data-testid="clear" aria-label=${gettext("Give all cards back")} onClick=${selection.clear}><${Icon} name="close" /></button>`}
    </div>
    <div class="buttons">
      <button
        type="button"
        class="small-button"
        data-testid="sort"
        title=${gettext("Sort by rank or by group")}
        onClick=${changeSort}
      >
        <span class="sr">${gettext("Sorted:")} </span>${sort === "group" ? gettext("By group") : gettext("By rank")}
      </button>
      ${carries && html`<button type="button" class="small-button" data-testid="kickers" aria-expanded=${panel ? "true" : "false"} onClick=${togglePanel}>${gettext("Kickers")} <span lang="zh">带牌</span></button>`}
      ${pass && html`<button type="button" class="button" data-testid="pass" onClick=${selection.passTurn}>${gettext("Pass")}</button>`}
      ${
        mine &&
        html`<button
            type="button"
            class="button"
            data-testid="suggest"
            aria-keyshortcuts="H"
            disabled=${!help?.suggestions.length}
            onClick=${selection.suggest}
          >
            ${gettext("Hint")}
          </button>
          <button
            type="button"
            class="button primary"
            data-testid="play"
            aria-keyshortcuts="Enter"
            disabled=${!verdict?.legal}
            onClick=${selection.play}
          >
            ${gettext("Play")}
          </button>`
      }
    </div>
  </div>`;
}
