/** Rematch: each person agrees with one tap, and the game starts when all have agreed. */

import { html } from "htm/preact";
import { post } from "../net/api.js";
import { nonce } from "../net/random.js";
import { fill, levelName } from "../ui/texts.js";

/** Agree, and go to the table of the rematch. @param {Boot} boot @param {string} url */
export async function agree(boot, url) {
  const answer = await post(url, boot.csrf, { nonce: nonce() });
  if (answer) location.assign(`/t/${answer.code}/`);
}

/** The persons who have a reserved seat and have not agreed yet. @param {TableInfo} table */
export const notYetAgreed = (table) => table.awaits.filter(({ seat }) => table.seats[seat].name === null);

/**
 * The rematch button at the table of a finished game.
 * @param {{store: Pick<import("./store.js").Store, "boot" | "nextTable" | "seat" | "table">}} props
 */
export function NextGame({ store }) {
  const { boot, nextTable, seat, table } = store;
  const { follows, next_by: by = null, seats } = table.value ?? {};
  const back =
    follows &&
    html`<a class="quiet" data-testid="previous-game" href=${`/t/${follows}/`}>${gettext("The game before")}</a>`;
  if (seat.value === null) {
    return html`${back}${nextTable.value && html`<a class="button primary" data-testid="next" href=${`/t/${nextTable.value}/`}>${gettext("Watch the next game")}</a>`}`;
  }
  const name = by === null || by === seat.value ? null : seats?.[by]?.name;
  const label = !nextTable.value
    ? gettext("Rematch")
    : name
      ? gettext("Agree to the rematch")
      : gettext("To the rematch");
  return html`${back}${nextTable.value && name && html`<p class="offer" role="status" data-testid="offer">${fill(gettext("%(name)s wants a rematch."), { name })}</p>`}
    <button type="button" class="button primary" data-testid="rematch" onClick=${() => agree(boot, boot.urls.rematch)}>
      ${label}
    </button>`;
}

/**
 * For a player who has agreed and waits for the others.
 * @param {{boot: Boot, table: TableInfo, host: boolean, level: string, cancel: () => void}} props
 */
export function RematchWaiting({ boot, table, host, level, cancel }) {
  const names = notYetAgreed(table)
    .map(({ name }) => name)
    .join(", ");
  const withBots = async () => (await post(boot.urls.fill, boot.csrf, { level })) && post(boot.urls.start, boot.csrf);
  return html`<p class="lead" role="status" data-testid="rematch-waiting">
      ${names ? fill(gettext("You agreed. Waiting for %(names)s."), { names }) : gettext("You agreed.")}
    </p>
    <div class="row">
      ${host && html`<button type="button" class="button" data-testid="with-bots" onClick=${withBots}>${fill(gettext("Play with a bot instead (%(level)s)"), { level: levelName(level) })}</button>`}
      <button type="button" class="button" data-testid="cancel" onClick=${cancel}>${gettext("Cancel")}</button>
    </div>`;
}

/** For a player who has not agreed yet. @param {{boot: Boot, url: string, names: string}} props */
export function RematchQuestion({ boot, url, names }) {
  return html`<h1 data-testid="rematch-question">${fill(gettext("%(names)s wants a rematch"), { names })}</h1>
    <button type="button" class="button primary big" data-testid="agree" onClick=${() => agree(boot, url)}>
      ${gettext("Agree and play")}
    </button>`;
}
