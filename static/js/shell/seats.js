/** Before the game: who sits here, the terms, the invitation, and what host and guests may do. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { post } from "./api.js";
import { Chair } from "./chairs.js";
import { clockName, clockTerms, duration, useTick } from "./clock.js";
import { readIdentity } from "./identity.js";
import { Full, InvitationHead, SitForm } from "./invitation.js";
import { Invite } from "./invite.js";
import { nonce } from "./random.js";
import { Agreed, Asked, missing } from "./rematch.js";
import { Score, winsOf } from "./score.js";
import { levelName, speedName } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/** @param {{store: Store, startsAt: number, seated: boolean, start: () => void}} props */
function Countdown({ store, startsAt, seated, start }) {
  useTick(true);
  const left = startsAt - store.clock.now();
  return html`<div class="countdown">
    <p role="timer" data-testid="countdown"><b>${duration(left)}</b> ${gettext("then bots take the empty seats and the game begins.")}</p>
    ${seated && html`<button type="button" class="button primary big" data-testid="start" onClick=${start}>${gettext("Start now")}</button>`}
  </div>`;
}

/** @param {{levels: string[], level: string, choose: (level: string) => void, fillSeats: () => void}} props */
function FillWithBots({ levels, level, choose, fillSeats }) {
  return html`<div class="fill">
    <label class="select"><span class="sr">${gettext("Bot level")}</span>
      <select value=${level} data-testid="bot-level" onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
        ${levels.map((one) => html`<option key=${one} value=${one}>${levelName(one)}</option>`)}
      </select>
    </label>
    <button type="button" class="button" data-testid="fill" onClick=${fillSeats}>${gettext("Fill with bots")}</button>
  </div>`;
}

/** What everybody agrees to by sitting down. @param {{table: TableInfo}} props */
function Terms({ table }) {
  const { clock, spectators, hints, open_after: openAfter } = table;
  return html`<ul class="terms" aria-label=${gettext("How this table plays")}>
    <li>${clockTerms(clock)}</li>
    <li>${spectators ? gettext("Others may watch; they see nothing hidden.") : gettext("Only the players see this table.")}</li>
    ${hints && html`<li>${gettext("Everybody may ask a bot for a hint; it knows only what the asker's chair knows.")}</li>`}
    <li data-testid="opens">
      ${openAfter === "round"
        ? gettext("After each round everyone can see all of it: what was hidden, the bots’ decisions, and the seed of the shuffle.")
        : gettext("When the match is over everyone can see all of it: what was hidden, the bots’ decisions, and the seed of the shuffle.")}
    </li>
  </ul>`;
}

/** @param {{store: Store, full: boolean, level: string, choose: (level: string) => void, wish: (url: string, fields?: Record<string, string>) => void}} props */
function HostDesk({ store, full, level, choose, wish }) {
  const { urls, levels } = store.boot;
  return html`<div class="host">
    ${!full && html`<${FillWithBots} levels=${levels} level=${level} choose=${choose} fillSeats=${() => wish(urls.fill, { level })} />`}
    <button type="button" class="button primary big" data-testid="start" disabled=${!full} onClick=${() => wish(urls.start)}>${gettext("Start")}</button>
    ${!full && html`<p class="soft">${gettext("The game starts when every seat is taken.")}</p>`}
  </div>`;
}

/** What the page says first, to somebody who sits here. @param {{rematch: boolean, host: boolean}} props */
function SeatedHead({ rematch, host }) {
  return html`<h1>${rematch ? gettext("Rematch") : host ? gettext("Your table is open") : gettext("You have a seat")}</h1>`;
}

/** @param {{store: Store, words: GameModule["words"]}} props */
export function Room({ store, words }) {
  const { boot, seats: seatList, table, seat: mySeat } = store;
  const { urls } = boot;
  const [level, choose] = useState(boot.levels[0]);
  const seats = seatList.value;
  const me = mySeat.value;
  const info = /** @type {TableInfo} */ (table.value);
  const full = seats.every((one) => one.name !== null);
  const kept = missing(info);
  const host = me !== null && seats[me].host;
  const asked = me === null && kept.length > 0 ? boot.rematch : null;
  const free = me === null && seats.some(({ seat, name }) => name === null && !kept.some((one) => one.seat === seat));
  const waits = info.starts_at !== null;
  const rematch = info.awaits.length > 0;
  const desk = host && !waits && (!rematch || kept.length === 0);
  /** @param {string} url @param {Record<string, string>} [fields] */
  const wish = (url, fields) => post(url, boot.csrf, fields);
  /** @param {Record<string, string>} [fields] */
  const sit = async (fields) => {
    // The socket asks again who we are: a new seat sees other things.
    if (await wish(urls.sit, { nonce: nonce(), ...fields })) store.restart();
  };
  /** @param {number} seat */
  const sitOn = (seat) => {
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById("sit-form"));
    sit({ ...(form && readIdentity(form)), seat: String(seat) });
  };
  const leave = async () => {
    if (await wish(urls.leave)) location.assign(info.follows ? `/t/${info.follows}/` : urls.home);
  };
  const ways = {
    sit: free ? sitOn : null,
    addBot: desk ? (/** @type {number} */ seat) => wish(urls.fill, { level, seat: String(seat) }) : null,
    remove: desk ? (/** @type {number} */ seat) => wish(urls.remove, { seat: String(seat) }) : null,
  };
  const agreed = seats.filter(({ person }) => person).map(({ name }) => name);
  // Somebody who is asked to sit down reads the terms first; somebody who sits wants company.
  const terms = html`<${Terms} key="terms" table=${info} />`;
  const invite = rematch ? null : html`<${Invite} key="invite" boot=${boot} />`;

  return html`<section class="room" aria-label=${gettext("Before the game")}>
    <div class="room-card">
      ${asked
        ? html`<${Asked} boot=${boot} url=${asked} names=${agreed.join(", ")} />`
        : me === null
          ? html`<${InvitationHead} boot=${boot} host=${seats.find((one) => one.host)?.name} />`
          : html`<${SeatedHead} rematch=${rematch} host=${host} />`}
      ${free && html`<${SitForm} boot=${boot} sit=${sit} />`}
      ${me === null && !free && !asked && html`<${Full} spectators=${info.spectators} kept=${kept.length > 0} />`}
      ${rematch && me !== null && html`<${Agreed} boot=${boot} table=${info} host=${host} level=${level} cancel=${leave} />`}
      <${Score} wins=${winsOf(info, null)} names=${seats.map(({ seat, name }) => name ?? info.awaits.find((one) => one.seat === seat)?.name ?? "")} me=${me} />
      <p class="soft">${[...words.options(info.options), speedName(info.speed), clockName(info.clock)].join(" · ")}</p>
      <ul class="chairs" data-testid="chairs">
        ${seats.map((one) => html`<${Chair} key=${one.seat} seat=${one} mine=${one.seat === me} ways=${ways} awaited=${kept.find(({ seat }) => seat === one.seat)} />`)}
      </ul>
      ${info.starts_at !== null && html`<${Countdown} store=${store} startsAt=${info.starts_at} seated=${me !== null} start=${() => wish(urls.start)} />`}
      ${desk && html`<${HostDesk} store=${store} full=${full} level=${level} choose=${choose} wish=${wish} />`}
      ${!host && !waits && !rematch && me !== null && html`<p class="waiting">${gettext("The host starts the game when everybody is here.")}</p>`}
      ${me === null ? terms : [invite, terms]}
      <p class="ways-out">
        ${info.follows && html`<a class="quiet" data-testid="follows" href=${`/t/${info.follows}/`}>${gettext("The game before")}</a>`}
        ${me !== null && !rematch && html`<button type="button" class="quiet" data-testid="leave" onClick=${leave}>${gettext("Leave the table")}</button>`}
      </p>
    </div>
  </section>`;
}
