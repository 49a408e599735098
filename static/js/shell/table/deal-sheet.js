/**
 * The sheet between two deals: what happened, who got what, who has agreed to the next deal, and when it comes.
 *
 * It lies over the lower part of the board and is no dialog: the page stays usable. Closed, it leaves one line
 * with the countdown and the buttons.
 */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icons.js";
import { useKeys } from "../ui/keys.js";
import { Portrait } from "../ui/portrait.js";
import { fill } from "../ui/texts.js";
import { duration, useTick } from "./clock.js";
import { gainText, ownFirst, scoreText } from "./standing.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {{store: Store, game: GameModule, context: Context}} Props */

const DEAL_KEY = "d";

/**
 * The seats of the persons who are asked: they play themselves and are not out.
 * @param {Seat[]} seats
 * @param {Standing} standing
 */
const votersOf = (seats, standing) =>
  seats.filter(
    ({ seat, person, bot, departed }) => person && bot === null && !departed && !standing.out.includes(seat),
  );

/** Whether the sheet belongs on the page: the deal is over and its last event has been shown. @param {Store} store */
export function isBetweenDeals({ table, standing, pausedAfter }) {
  return table.value?.status === "playing" && standing.value !== null && standing.value.deal === pausedAfter.value;
}

/** @param {{store: Store}} props */
function NextDealTime({ store }) {
  useTick(true);
  const left = (store.table.value?.deals_at ?? 0) - store.clock.now();
  const text =
    left > 0
      ? fill(gettext("next one in %(time)s"), { time: duration(left) })
      : gettext("the next one comes when somebody is here to play");
  return html`<span role="timer" data-testid="next-deal">${text}</span>`;
}

/** @param {{seat: Seat, standing: Standing, agreed: boolean}} props */
function Agreement({ seat: { seat, person, bot, departed }, standing, agreed }) {
  if (departed) return html`<small>${gettext("left")}</small>`;
  if (standing.out.includes(seat)) return html`<small>${gettext("out")}</small>`;
  if (!person || bot !== null) return html`<small>${gettext("bot")}</small>`;
  return agreed
    ? html`<small class="agreed">✓ ${gettext("agreed")}</small>`
    : html`<small>${gettext("thinking")}</small>`;
}

/**
 * Each seat: what the deal brought, the running score, and whether they have agreed.
 * @param {{store: Store, context: Context, standing: Standing}} props
 */
function Scores({ store, context: { seats, me }, standing }) {
  const { agreed, scores_before: before } = /** @type {TableInfo} */ (store.table.value);
  return html`<ul class="deal-scores">
    ${ownFirst(seats.length, me).map((seat) => {
      const gain = before.length ? standing.scores[seat] - before[seat] : 0;
      const tone = gain > 0 ? "good" : gain < 0 ? "bad" : "";
      return html`<li key=${seat} data-seat=${seat} class=${standing.out.includes(seat) ? "is-out" : ""}>
        <${Portrait} face=${seats[seat].face} /><b class="name">${seats[seat].name}</b>
        <${Agreement} seat=${seats[seat]} standing=${standing} agreed=${agreed.includes(seat)} />
        <span class=${`gain ${tone}`} data-testid=${`gain-${seat}`}>${gainText(gain)}</span
        ><b class="total"><span class="sr">${gettext("in all")} </span>${scoreText(standing.scores[seat])}</b>
      </li>`;
    })}
  </ul>`;
}

/** What happened: the board's own part, or the deal's last event. @param {Props} props */
function WhatHappened({ store, game, context }) {
  const { view, seats, me } = context;
  const frames = store.frames.value;
  if (game.DealSummary && view)
    return html`<${game.DealSummary} view=${view} seats=${seats} me=${me} frames=${frames} />`;
  const last = frames.findLast(({ kind }) => kind === "game");
  return last ? html`<p>${game.texts.describeEvent(last.event, context)}</p>` : null;
}

/** The actions I may take now, beside agreeing. @param {Props} props */
function Asides({ store, game, context }) {
  const offered = store.aside.value.map((action) => ({
    action,
    label: game.texts.asideLabel?.(action, context) ?? "",
  }));
  return offered
    .filter(({ label }) => label)
    .map(
      ({ action, label }) =>
        html`<button
          type="button"
          key=${action.type}
          class="button"
          data-testid=${`aside-${action.type}`}
          disabled=${store.busy.value !== null}
          onClick=${() => store.act(action)}
        >
          ${label}
        </button>`,
    );
}

/** @param {{store: Store, waiting: string[], mine: boolean}} props */
function DealOnButton({ store, waiting, mine }) {
  if (!mine) return null;
  const deal = (store.standing.value?.deal ?? 0) + 1;
  const agreed = store.table.value?.agreed.includes(store.seat.value ?? -1) || store.askedForDeal.value === deal;
  if (agreed && waiting.length)
    return html`<span class="deal-wait" data-testid="agreed"
      >✓ ${fill(gettext("Waiting for %(names)s"), { names: waiting.join(", ") })}</span
    >`;
  return html`<button
    type="button"
    class="button primary"
    data-testid="deal-on"
    disabled=${agreed}
    aria-keyshortcuts=${DEAL_KEY.toUpperCase()}
    onClick=${store.askForDeal}
  >
    ${gettext("Deal on")} <kbd class="for-hover" aria-hidden="true">${DEAL_KEY.toUpperCase()}</kbd>
  </button>`;
}

/**
 * For screen readers: that the deal is over, and each time how many have agreed.
 * @param {{agreed: number, asked: number, deal: number}} props
 */
function Announcement({ agreed, asked, deal }) {
  const over = fill(gettext("Deal %(deal)s is over."), { deal });
  return html`<p class="sr" role="status">
    ${over} ${asked > 0 && fill(gettext("%(agreed)s of %(asked)s players want the next deal."), { agreed, asked })}
  </p>`;
}

/** @param {Props} props */
export function DealSheet({ store, game, context }) {
  const standing = /** @type {Standing} */ (store.standing.value);
  const { deals_at: dealsAt, agreed } = /** @type {TableInfo} */ (store.table.value);
  const [open, setOpen] = useState(true);
  useEffect(() => setOpen(true), [standing.deal]);
  const voters = votersOf(context.seats, standing);
  const mine = voters.some(({ seat }) => seat === context.me);
  const waiting = voters
    .filter(({ seat }) => seat !== context.me && !agreed.includes(seat))
    .map(({ name }) => name ?? "?");
  useKeys(({ key }) => {
    if (!mine || dealsAt === null || key.toLowerCase() !== DEAL_KEY) return false;
    store.askForDeal();
    return true;
  });
  const title = fill(gettext("Deal %(deal)s is over"), { deal: standing.deal });
  const toggle = open ? gettext("Look at the board") : gettext("Show the result of the deal");
  return html`<section
    class=${open ? "deal-sheet open" : "deal-sheet"}
    data-testid="deal-sheet"
    data-deal=${standing.deal}
    aria-labelledby="deal-title"
  >
    <${Announcement}
      agreed=${voters.length - voters.filter(({ seat }) => !agreed.includes(seat)).length}
      asked=${voters.length}
      deal=${standing.deal}
    />
    <header>
      <h2 id="deal-title">${title}</h2>
      <${NextDealTime} store=${store} />
      <button
        type="button"
        class="icon"
        data-testid="toggle-sheet"
        aria-label=${toggle}
        title=${toggle}
        aria-expanded=${open ? "true" : "false"}
        aria-controls="deal-details"
        onClick=${() => setOpen(!open)}
      >
        <${Icon} name=${open ? "down" : "up"} />
      </button>
    </header>
    <div id="deal-details" role="group" aria-labelledby="deal-title" tabindex="0" hidden=${!open}>
      <div class="deal-events"><${WhatHappened} store=${store} game=${game} context=${context} /></div>
      <${Scores} store=${store} context=${context} standing=${standing} />
    </div>
    <footer>
      <${Asides} store=${store} game=${game} context=${context} /><${DealOnButton}
        store=${store}
        waiting=${waiting}
        mine=${mine}
      />
    </footer>
  </section>`;
}
