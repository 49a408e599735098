/** Notices over the board: a bot plays for me, a player is away, the table is closed. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { post } from "../net/api.js";
import { Icon } from "../ui/icons.js";
import { fill } from "../ui/texts.js";
import { useTick } from "./clock.js";
import { closedBecause } from "./table-events.js";

/** @typedef {import("./store.js").Store} Store */

/** Milliseconds after which a bot may play for an absent player; the server checks it. */
const ABSENT_AFTER = 60_000;

/** The players without a stand-in who are not connected. @param {Store} store */
function absentPlayers(store) {
  return store.seats.value.filter(
    ({ seat, person, bot, departed }) =>
      person && bot === null && !departed && seat !== store.seat.value && store.absentSince.value.has(seat),
  );
}

/** @param {{text: string, kind?: string, children?: any}} props */
const Notice = ({ text, kind = "", children }) =>
  html`<div class=${`notice ${kind}`}>
    <p>${text}</p>
    ${children}
  </div>`;

/** @param {{store: Store}} props */
function OwnStandIn({ store }) {
  const { boot, seat, seats } = store;
  const mine = seat.value === null ? null : seats.value[seat.value];
  if (mine?.departed) return html`<${Notice} text=${gettext("You have left this match: you are watching.")} />`;
  if (!mine?.person || !mine.bot) return null;
  if (mine.for_good) return html`<${Notice} text=${gettext("You resigned: a bot plays on in your seat.")} />`;
  return html`<${Notice} text=${gettext("A bot plays for you.")}>
    <button
      type="button"
      class="button primary"
      data-testid="end-stand-in"
      onClick=${() => post(boot.urls.end_stand_in, boot.csrf)}
    >
      ${gettext("I’m back")}
    </button>
  <//>`;
}

/** @param {{store: Store}} props */
function AbsentPlayers({ store }) {
  const { boot, absentSince } = store;
  const gone = absentPlayers(store);
  useTick(gone.length > 0, 1000);
  if (store.seat.value === null) return null;
  const long = gone.filter(({ seat }) => Date.now() - (absentSince.value.get(seat) ?? Infinity) >= ABSENT_AFTER);
  return long.map(
    ({ seat, name }) =>
      html`<${Notice} key=${seat} text=${fill(gettext("%(name)s is away."), { name })}>
        <button
          type="button"
          class="button"
          data-testid=${`stand-in-${seat}`}
          onClick=${() => post(boot.urls.start_stand_in, boot.csrf, { seat: String(seat) })}
        >
          ${gettext("Let a bot play")}
        </button>
      <//>`,
  );
}

/** For a visitor who opened the link after the game had begun. @param {{store: Store}} props */
function WatchingNotice({ store }) {
  const [open, setOpen] = useState(true);
  if (!open || store.seat.value !== null) return null;
  return html`<${Notice} kind="watching-notice" text=${gettext("This game has begun: you are watching.")}>
    <a class="button not-narrow" href="/">${gettext("Play a game of your own")}</a>
    <button type="button" class="icon" aria-label=${gettext("Close")} onClick=${() => setOpen(false)}>
      <${Icon} name="close" />
    </button>
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
  return html`<div class="notices" role="status">
    ${playing && html`<${WatchingNotice} store=${store} /><${OwnStandIn} store=${store} /><${AbsentPlayers} store=${store} />`}
  </div>`;
}
