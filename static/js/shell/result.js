/** How it ended: why, who holds what, and the way to the next game. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { SmallCard } from "./cards.js";
import { Dialog } from "./dialog.js";
import { Portrait } from "./faces.js";
import { NextGame } from "./rematch.js";
import { Score, winsOf } from "./score.js";

const SETTLE = 1400;
const PIECES = 18;

/** Paper falls for who has won; who wants no motion sees it lie. */
function Confetti() {
  return html`<div class="confetti" data-testid="confetti" aria-hidden="true">
    ${Array.from({ length: PIECES }, (_, i) => html`<i key=${i} style=${{ "--i": i, "--x": (i * 37) % 100 }}></i>`)}
  </div>`;
}

/** @param {{boot: Boot}} props */
export function Replay({ boot }) {
  return html`<a class="button" data-testid="replay" href=${boot.urls.replay}>${gettext("Replay")}</a>`;
}

/** @param {{store: import("./store.js").Store, result: Result}} props */
export function Ending({ store, result }) {
  const [open, setOpen] = useState(false);
  // The last trio and the open cards are looked at first.
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), SETTLE);
    return () => clearTimeout(timer);
  }, []);
  const seats = store.seats.value;
  const won = result.rows.some((row) => row.won && row.seat === store.seat.value);
  return html`<${Dialog} open=${open} title=${result.title} close=${() => setOpen(false)} kind=${won ? "ending mine-won" : "ending"}>
      ${won && html`<${Confetti} />`}
      <p class="lead">${result.reason}</p>
      <ul class="scores">
        ${result.rows.map(
          ({ seat, text, cards, won }) => html`<li key=${seat} class=${won ? "won" : ""}>
            <${Portrait} face=${seats[seat]?.face ?? 0} /><b class="name">${seats[seat]?.name}</b>
            <span class="taken cards">${cards.map((number) => html`<${SmallCard} key=${number} number=${number} />`)}</span><span class="score">${text}</span>
          </li>`,
        )}
      </ul>
      <${Score} wins=${winsOf(store.table.value, store.outcome.value)} names=${seats.map(({ name }) => name)} me=${store.seat.value} />
      <footer class="row">
        <${NextGame} store=${store} />
        ${seats.some(({ bot }) => bot) && html`<a class="button" data-testid="see-thinking" href=${`${store.boot.urls.replay}?eyes=all&analysis=turning-point`}>${gettext("See what they were thinking")}</a>`}
        <${Replay} boot=${store.boot} />
        <button type="button" class="button" onClick=${() => setOpen(false)}>${gettext("Look at the table")}</button>
        <a class="button" href="/">${gettext("Home")}</a>
      </footer>
    <//>
    `;
}
