/** A bot's analysis drawn on the board, as in the replay, inside the staff's page. */

import { html } from "htm/preact";
import { render } from "preact";
import { data } from "./api.js";
import { levelName } from "./words.js";

/** @type {{game: string, seats: Seat[], view: View | null, mind: Mind | null}} */
const boot = data("boot");
const game = /** @type {GameModule} */ (await import(`../boards/${boot.game}.js`));
const seats = boot.seats.map((seat) => ({ ...seat, here: true, note: seat.bot ? levelName(seat.bot) : "" }));
const never = () => new Promise(() => {});

/** @param {{view: View, mind: Mind}} props */
const StaffBoard = ({ view, mind }) => html`<main class="table-page replay" id="main">
  <div class="stage"><div class="felt">
    <${game.default} view=${view} event=${null} legal=${[]} seats=${seats} act=${() => {}} ask=${never} busy=${null} mind=${mind} readonly=${true} />
  </div></div>
</main>`;

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
if (boot.view && boot.mind) render(html`<${StaffBoard} view=${boot.view} mind=${boot.mind} />`, app);
