/** Agreeing to play again: one tap each, and the game starts when every person has agreed. */

import { html } from "htm/preact";
import { post } from "./api.js";
import { nonce } from "./random.js";
import { fill, levelName } from "./words.js";

/** Agree, and go to the table of the rematch. @param {Boot} boot @param {string} url */
export async function agree(boot, url) {
  const answer = await post(url, boot.csrf, { nonce: nonce() });
  if (answer) location.assign(`/t/${answer.code}/`);
}

/** Persons whose seats are kept and who have not agreed yet. @param {TableInfo} table */
export const missing = (table) => table.awaits.filter(({ seat }) => table.seats[seat].name === null);

/** At the table of the game that is over. @param {{store: Pick<import("./store.js").Store, "boot" | "moved" | "seat" | "table">}} props */
export function NextGame({ store }) {
  const { boot, moved, seat, table } = store;
  const { follows, next_by: by = null, seats } = table.value ?? {};
  const back = follows && html`<a class="quiet" data-testid="follows" href=${`/t/${follows}/`}>${gettext("The game before")}</a>`;
  if (seat.value === null) {
    return html`${back}${moved.value && html`<a class="button primary" data-testid="next" href=${`/t/${moved.value}/`}>${gettext("Watch the next game")}</a>`}`;
  }
  const name = by === null || by === seat.value ? null : seats?.[by]?.name;
  const label = !moved.value ? gettext("Rematch") : name ? gettext("Agree to the rematch") : gettext("To the rematch");
  return html`${back}${moved.value && name && html`<p class="offer" role="status" data-testid="offer">${fill(gettext("%(name)s wants a rematch."), { name })}</p>`}
    <button type="button" class="button primary" data-testid="again" onClick=${() => agree(boot, boot.urls.again)}>${label}</button>`;
}

/** Who has agreed waits here. @param {{boot: Boot, table: TableInfo, host: boolean, level: string, cancel: () => void}} props */
export function Agreed({ boot, table, host, level, cancel }) {
  const names = missing(table).map(({ name }) => name).join(", ");
  const withBots = async () => (await post(boot.urls.fill, boot.csrf, { level })) && post(boot.urls.start, boot.csrf);
  return html`<p class="lead" role="status" data-testid="agreed">${names ? fill(gettext("You agreed. Waiting for %(names)s."), { names }) : gettext("You agreed.")}</p>
    <div class="row">
      ${host && html`<button type="button" class="button" data-testid="with-bots" onClick=${withBots}>${fill(gettext("Play with a bot instead (%(level)s)"), { level: levelName(level) })}</button>`}
      <button type="button" class="button" data-testid="cancel" onClick=${cancel}>${gettext("Cancel")}</button>
    </div>`;
}

/** Who has not agreed yet and comes by the link. @param {{boot: Boot, url: string, names: string}} props */
export function Asked({ boot, url, names }) {
  return html`<h1 data-testid="asked">${fill(gettext("%(names)s wants a rematch"), { names })}</h1>
    <button type="button" class="button primary big" data-testid="agree" onClick=${() => agree(boot, url)}>${gettext("Agree and play")}</button>`;
}
