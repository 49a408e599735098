/** Lines over the board that ask for something: a bot plays for me, somebody is away, the table is closed. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { post } from "./api.js";
import { useTick } from "./clock.js";
import { Icon } from "./dialog.js";
import { closedBecause } from "./facts.js";
import { fill } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/** How long somebody is away before a bot may play for them; the server decides. */
const ABSENT = 60_000;

/** Persons who play themselves and have not been here for a while. @param {Store} store */
function goneFor(store) {
  return store.seats.value.filter(({ seat, person, bot }) => person && bot === null && seat !== store.seat.value && store.absent.value.has(seat));
}

/** @param {{text: string, kind?: string, children?: any}} props */
const Notice = ({ text, kind = "", children }) => html`<div class=${`notice ${kind}`}><p>${text}</p>${children}</div>`;

/** @param {{store: Store}} props */
function Mine({ store }) {
  const { boot, seat, seats } = store;
  const mine = seat.value === null ? null : seats.value[seat.value];
  if (!mine?.person || !mine.bot) return null;
  if (mine.for_good) return html`<${Notice} text=${gettext("You resigned: a bot plays on in your seat.")} />`;
  return html`<${Notice} text=${gettext("A bot plays for you.")}>
    <button type="button" class="button primary" data-testid="back" onClick=${() => post(boot.urls.back, boot.csrf)}>${gettext("I’m back")}</button>
  <//>`;
}

/** @param {{store: Store}} props */
function Absent({ store }) {
  const { boot, absent } = store;
  const gone = goneFor(store);
  useTick(gone.length > 0, 1000);
  if (store.seat.value === null) return null;
  const long = gone.filter(({ seat }) => Date.now() - (absent.value.get(seat) ?? Infinity) >= ABSENT);
  return long.map(
    ({ seat, name }) => html`<${Notice} key=${seat} text=${fill(gettext("%(name)s is away."), { name })}>
      <button type="button" class="button" data-testid=${`handover-${seat}`} onClick=${() => post(boot.urls.handover, boot.csrf, { seat: String(seat) })}>
        ${gettext("Let a bot play")}
      </button>
    <//>`,
  );
}

/** For somebody who came by the link after the game had begun. @param {{store: Store}} props */
function Watching({ store }) {
  const [open, setOpen] = useState(true);
  if (!open || store.seat.value !== null) return null;
  return html`<${Notice} kind="watching-notice" text=${gettext("This game has begun: you are watching.")}>
    <a class="button not-narrow" href="/">${gettext("Play a game of your own")}</a>
    <button type="button" class="icon" aria-label=${gettext("Close")} onClick=${() => setOpen(false)}><${Icon} name="close" /></button>
  <//>`;
}

/** @param {{store: Store}} props */
export function Notices({ store }) {
  const table = /** @type {TableInfo} */ (store.table.value);
  if (table.status === "closed") {
    return html`<div class="notices" role="status">
      <${Notice} text=${closedBecause(table.closed)}><a class="button" href="/">${gettext("Home")}</a><//>
    </div>`;
  }
  const playing = table.status === "playing";
  return html`<div class="notices" role="status">${playing && html`<${Watching} store=${store} /><${Mine} store=${store} /><${Absent} store=${store} />`}</div>`;
}
