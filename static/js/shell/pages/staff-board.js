/** A bot's analysis drawn on the board, as in the replay, inside the staff's page. */

import { html } from "htm/preact";
import { render } from "preact";
import { data } from "../net/api.js";
import { readAnalysis } from "../replay/analysis.js";
import { levelName, registerLevelNames } from "../ui/texts.js";

/** @type {{game: string, level_names: Record<string, string>, seats: Seat[], view: View | null, analysis: any}} */
const boot = data("boot");
const game = /** @type {GameModule} */ (await import(`../../boards/${boot.game}.js`));
registerLevelNames(boot.level_names);
const seats = boot.seats.map((seat) => ({ ...seat, here: true, note: seat.bot ? levelName(seat.bot) : "" }));
const never = () => new Promise(() => {});

/** @param {{view: View, analysis: BotAnalysis}} props */
const StaffBoard = ({ view, analysis }) =>
  html`<main class="table-page replay" id="main">
    <div class="stage">
      <div class="felt">
        <${game.default}
          view=${view}
          event=${null}
          legal=${[]}
          aside=${[]}
          seats=${seats}
          act=${() => {}}
          preview=${never}
          busy=${null}
          analysis=${analysis}
          readonly=${true}
        />
      </div>
    </div>
  </main>`;

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const analysis = readAnalysis(boot.analysis);
if (boot.view && analysis) render(html`<${StaffBoard} view=${boot.view} analysis=${analysis} />`, app);
