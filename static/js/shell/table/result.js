/** The result of a game: who won and why, the scores, and the rematch. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../ui/dialog.js";
import { Portrait } from "../ui/portrait.js";
import { NextGame } from "./rematch.js";
import { Score, winsOf } from "./score.js";

const DIALOG_DELAY = 1400;
const CONFETTI_COUNT = 18;

/** Confetti for the winner. With reduced motion it does not move. */
function Confetti() {
  return html`<div class="confetti" data-testid="confetti" aria-hidden="true">
    ${Array.from({ length: CONFETTI_COUNT }, (_, i) => html`<i key=${i} style=${{ "--i": i, "--x": (i * 37) % 100 }}></i>`)}
  </div>`;
}

/** @param {{boot: Boot}} props */
export function ReplayLink({ boot }) {
  return html`<a class="button" data-testid="replay" href=${boot.urls.replay}>${gettext("Replay")}</a>`;
}

/** @param {{store: import("./store.js").Store, result: Result}} props */
export function ResultDialog({ store, result }) {
  const [open, setOpen] = useState(false);
  // Leave time to look at the last move before the dialog covers the board.
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), DIALOG_DELAY);
    return () => clearTimeout(timer);
  }, []);
  const seats = store.seats.value;
  const won = result.rows.some((row) => row.won && row.seat === store.seat.value);
  return html`<${Dialog}
    open=${open}
    title=${result.title}
    close=${() => setOpen(false)}
    kind=${won ? "ending mine-won" : "ending"}
  >
    ${won && html`<${Confetti} />`}
    <p class="lead">${result.reason}</p>
    <ul class="scores">
      ${result.rows.map(
        ({ seat, text, drawing, won }) =>
          html`<li key=${seat} class=${won ? "won" : ""}>
            <${Portrait} face=${seats[seat]?.face ?? 0} /><b class="name">${seats[seat]?.name}</b> ${drawing}<span
              class="score"
              >${text}</span
            >
          </li>`,
      )}
    </ul>
    <${Score}
      wins=${winsOf(store.table.value, store.outcome.value)}
      names=${seats.map(({ name }) => name)}
      me=${store.seat.value}
    />
    <footer class="row">
      <${NextGame} store=${store} />
      ${seats.some(({ bot }) => bot) && html`<a class="button" data-testid="see-analysis" href=${`${store.boot.urls.replay}?${store.standing.value ? `deal=${store.standing.value.deal}&` : ""}eyes=all&analysis=turning-point`}>${gettext("See what they were thinking")}</a>`}
      <${ReplayLink} boot=${store.boot} />
      <button type="button" class="button" onClick=${() => setOpen(false)}>${gettext("Look at the table")}</button>
      <a class="button" href="/">${gettext("Home")}</a>
    </footer>
  <//> `;
}
