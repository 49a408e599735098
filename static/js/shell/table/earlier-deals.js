/**
 * The story of an earlier deal in the panel, fetched when somebody asks for it.
 *
 * Invariant: a deal is fetched once. An earlier deal never changes, so its frames are kept.
 */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { get } from "../net/api.js";
import { Icon } from "../ui/icons.js";
import { fill } from "../ui/texts.js";
import { History } from "./history.js";
import { withTableEvents } from "./table-events.js";

/** @typedef {import("./store.js").Store} Store */

/** The number of the earlier deal in the panel; null: the present deal. */
export const earlierDeal = signal(/** @type {number | null} */ (null));
/** @type {import("@preact/signals").Signal<Map<number, Frame[]>>} */
const loaded = signal(new Map());

/** Fetch every event of a deal, without views. @param {Store} store @param {number} deal */
async function load(store, deal) {
  /** @type {Frame[]} */
  let frames = [];
  let total = Infinity;
  while (frames.length < total) {
    const answer = await get(store.boot.urls.frames, {
      deal: String(deal),
      first: String(frames.length + 1),
      views: "0",
    });
    if (!answer) return;
    frames = [...frames, ...answer.frames];
    total = answer.frames.length ? answer.total : 0;
  }
  loaded.value = new Map(loaded.value).set(deal, frames);
}

/** @param {Store} store @param {number | null} deal */
function show(store, deal) {
  earlierDeal.value = deal;
  if (deal !== null && !loaded.value.has(deal)) void load(store, deal);
}

/** The heading of the history: which deal it tells, and the way to the others. @param {{store: Store}} props */
export function DealNavigation({ store }) {
  const standing = store.standing.value;
  if (!standing || standing.deal < 2) return null;
  const present = standing.deal;
  const shown = Math.min(earlierDeal.value ?? present, present);
  /** @param {number} deal */
  const go = (deal) => show(store, deal >= present ? null : deal);
  if (shown === present) {
    return html`<nav class="deal-navigation" aria-label=${gettext("Deals")}>
      <b>${fill(gettext("Deal %(deal)s"), { deal: present })}</b>
      <button type="button" class="quiet" data-testid="earlier-deals" onClick=${() => go(present - 1)}>
        ${gettext("Earlier deals")}
      </button>
    </nav>`;
  }
  return html`<nav class="deal-navigation" aria-label=${gettext("Deals")}>
    <button
      type="button"
      class="icon"
      data-testid="previous-deal"
      aria-label=${gettext("Previous deal")}
      disabled=${shown <= 1}
      onClick=${() => go(shown - 1)}
    >
      <${Icon} name="back" />
    </button>
    <b data-testid="earlier-deal" aria-live="polite">${fill(gettext("Deal %(deal)s"), { deal: shown })}</b>
    <button
      type="button"
      class="icon"
      data-testid="next-deal-history"
      aria-label=${gettext("Next deal")}
      onClick=${() => go(shown + 1)}
    >
      <${Icon} name="forward" />
    </button>
    <button type="button" class="quiet" data-testid="present-deal" onClick=${() => show(store, null)}>
      ${gettext("Present deal")}
    </button>
  </nav>`;
}

/** @param {{store: Store, game: GameModule, deal: number}} props */
export function EarlierDeal({ store, game, deal }) {
  const frames = loaded.value.get(deal);
  if (!frames) return html`<p class="empty" role="status">${gettext("Loading the deal …")}</p>`;
  const context = { seats: store.seats.value, me: store.seat.value, view: null, event: null };
  return html`<${History}
    turns=${withTableEvents(game.texts.historyTurns(frames, context), frames, context)}
    seats=${context.seats}
  />`;
}
