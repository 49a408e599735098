/** The help of a replay: its keys, how to open a bot's analysis, and the rules of the game. */

import { html } from "htm/preact";
import { Dialog } from "../ui/dialog.js";

/**
 * @param {{open: boolean, close: () => void, game: GameModule, options: {[field: string]: any}, analyses:
 *   import("./analysis.js").Analyses, deals: import("./deals.js").Deals}} props
 */
export function ReplayHelp({ open, close, game, options, analyses, deals }) {
  const bots = analyses.seats.value.length > 0;
  return html`<${Dialog} open=${open} title=${gettext("About this replay")} close=${close} kind="help">
    <div class="replay-help">
      ${bots && html`<p>${gettext("Tap a bot’s portrait to see what it knew at this step, what it expected, and why it moved as it did. Ticks on the scrubber mark decisions.")}</p>`}
      <dl class="keys for-keys" data-testid="replay-keys">
        <div>
          <dt><kbd>←</kbd><kbd>→</kbd></dt>
          <dd>${gettext("one step back, one step on")}</dd>
        </div>
        ${
          bots &&
          html`<div>
              <dt><kbd>[</kbd><kbd>]</kbd></dt>
              <dd>${gettext("previous and next decision of a bot; also Shift with ← or →")}</dd>
            </div>
            <div>
              <dt><kbd>1</kbd>–<kbd>9</kbd></dt>
              <dd>${gettext("open the analysis of a bot; again: close it")}</dd>
            </div>`
        }
        ${
          deals.count.value > 1 &&
          html`<div>
            <dt><kbd>PgUp</kbd><kbd>PgDn</kbd></dt>
            <dd>${gettext("previous deal, next deal")}</dd>
          </div>`
        }
        <div>
          <dt><kbd>Space</kbd></dt>
          <dd>${gettext("play or pause")}</dd>
        </div>
        <div>
          <dt><kbd>Home</kbd><kbd>End</kbd></dt>
          <dd>${gettext("to the beginning, to the end")}</dd>
        </div>
        <div>
          <dt><kbd>?</kbd></dt>
          <dd>${gettext("this help")}</dd>
        </div>
      </dl>
      <h3>${gettext("Rules of the game")}</h3>
      <${game.Rules} options=${options} readonly=${true} />
    </div>
  <//>`;
}
