/** The waiting room before a game: seats, terms, invitation, and the controls of the host. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { post } from "../net/api.js";
import { nonce } from "../net/random.js";
import { readIdentity } from "../ui/identity.js";
import { levelName, speedName } from "../ui/texts.js";
import { clockName, duration, useTick } from "./clock.js";
import { InvitationHeader, NoFreeSeat, SitForm } from "./invitation.js";
import { Invite } from "./invite.js";
import { MissingNeeds } from "./needs.js";
import { notYetAgreed, RematchQuestion, RematchWaiting } from "./rematch.js";
import { Score, winsOf } from "./score.js";
import { SeatRow } from "./seat-row.js";
import { Terms } from "./terms.js";

/** @typedef {import("./store.js").Store} Store */

/** @param {{store: Store, startsAt: number, seated: boolean, start: () => void}} props */
function Countdown({ store, startsAt, seated, start }) {
  useTick(true);
  const left = startsAt - store.clock.now();
  return html`<div class="countdown">
    <p role="timer" data-testid="countdown">
      <b>${duration(left)}</b> ${gettext("then bots take the empty seats and the game begins.")}
    </p>
    ${seated && html`<button type="button" class="button primary big" data-testid="start" onClick=${start}>${gettext("Start now")}</button>`}
  </div>`;
}

/** @param {{levels: string[], level: string, choose: (level: string) => void, fillSeats: () => void}} props */
function FillWithBots({ levels, level, choose, fillSeats }) {
  return html`<div class="fill">
    <label class="select"
      ><span class="sr">${gettext("Bot level")}</span>
      <select
        value=${level}
        data-testid="bot-level"
        onChange=${(/** @type {any} */ event) => choose(event.target.value)}
      >
        ${levels.map((one) => html`<option key=${one} value=${one}>${levelName(one)}</option>`)}
      </select>
    </label>
    <button type="button" class="button" data-testid="fill" onClick=${fillSeats}>${gettext("Fill with bots")}</button>
  </div>`;
}

/**
 * @param {{store: Store, full: boolean, level: string, choose: (level: string) => void, request: (url: string,
 *   fields?: Record<string, string>) => void}} props
 */
function HostControls({ store, full, level, choose, request }) {
  const { urls, levels } = store.boot;
  return html`<div class="host">
    ${!full && html`<${FillWithBots} levels=${levels} level=${level} choose=${choose} fillSeats=${() => request(urls.fill, { level })} />`}
    <button
      type="button"
      class="button primary big"
      data-testid="start"
      disabled=${!full}
      onClick=${() => request(urls.start)}
    >
      ${gettext("Start")}
    </button>
    ${!full && html`<p class="soft">${gettext("The game starts when every seat is taken.")}</p>`}
  </div>`;
}

/** The heading for a player who has a seat. @param {{rematch: boolean, host: boolean}} props */
function SeatedHeader({ rematch, host }) {
  return html`<h1>
    ${rematch ? gettext("Rematch") : host ? gettext("Your table is open") : gettext("You have a seat")}
  </h1>`;
}

/** What the waiting room depends on: who may sit, who decides, and whether it is a rematch. @param {Store} store */
function waitingState({ boot, seats: seatList, table, seat }) {
  const seats = seatList.value;
  const me = seat.value;
  const info = /** @type {TableInfo} */ (table.value);
  const reserved = notYetAgreed(info);
  const host = me !== null && seats[me].host;
  const waits = info.starts_at !== null;
  const rematch = info.awaits.length > 0;
  return {
    seats,
    me,
    info,
    reserved,
    host,
    waits,
    rematch,
    rematchUrl: me === null && reserved.length > 0 ? boot.rematch : null,
    free: me === null && seats.some((one) => one.name === null && !reserved.some((other) => other.seat === one.seat)),
    hostControls: host && !waits && (!rematch || reserved.length === 0),
  };
}

/**
 * What visitors, players and the host may ask of the server here.
 * @param {Store} store
 * @param {ReturnType<typeof waitingState>} state
 * @param {string} level of bots
 */
function requestsOf(store, { info, free, hostControls }, level) {
  const { boot } = store;
  const { urls } = boot;
  /** @param {string} url @param {Record<string, string>} [fields] */
  const request = (url, fields) => post(url, boot.csrf, fields);
  /** @param {Record<string, string>} [fields] */
  const sit = async (fields) => {
    // Reconnect, so that the server sends what the new seat may see.
    if (await request(urls.sit, { nonce: nonce(), ...fields })) store.restart();
  };
  /** @param {number} seat */
  const sitOn = (seat) => {
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById("sit-form"));
    sit({ ...(form && readIdentity(form)), seat: String(seat) });
  };
  const leave = async () => {
    if (await request(urls.leave)) location.assign(info.follows ? `/t/${info.follows}/` : urls.home);
  };
  /** By seat. */
  const actions = {
    sit: free ? sitOn : null,
    addBot: hostControls ? (/** @type {number} */ seat) => request(urls.fill, { level, seat: String(seat) }) : null,
    remove: hostControls ? (/** @type {number} */ seat) => request(urls.remove, { seat: String(seat) }) : null,
  };
  return { request, sit, leave, actions, start: () => request(urls.start) };
}

/**
 * The question or the heading that fits the visitor.
 * @param {{boot: Boot, state: ReturnType<typeof waitingState>}} props
 */
function Header({ boot, state: { rematchUrl, seats, me, rematch, host } }) {
  if (rematchUrl) {
    const agreed = seats.filter(({ person }) => person).map(({ name }) => name);
    return html`<${RematchQuestion} boot=${boot} url=${rematchUrl} names=${agreed.join(", ")} />`;
  }
  if (me === null) return html`<${InvitationHeader} boot=${boot} host=${seats.find((one) => one.host)?.name} />`;
  return html`<${SeatedHeader} rematch=${rematch} host=${host} />`;
}

/** @param {{store: Store, texts: GameModule["texts"]}} props */
export function WaitingRoom({ store, texts }) {
  const { boot } = store;
  const [level, choose] = useState(boot.levels[0]);
  const state = waitingState(store);
  const { seats, me, info, reserved, host, waits, rematch, rematchUrl, free, hostControls } = state;
  const { request, sit, leave, actions, start } = requestsOf(store, state, level);
  const full = seats.every((one) => one.name !== null);
  // A visitor who may sit down reads the terms first; for a player who sits, the invitation comes first.
  const terms = html`<${Terms} key="terms" table=${info} boot=${boot} />`;
  const invite = rematch ? null : html`<${Invite} key="invite" boot=${boot} />`;

  return html`<section class="waiting-room" aria-label=${gettext("Before the game")}>
    <div class="waiting-room-card">
      <${Header} boot=${boot} state=${state} />
      ${free && html`<${SitForm} boot=${boot} sit=${sit} />`}
      ${me === null && !free && !rematchUrl && html`<${NoFreeSeat} spectators=${info.spectators} reserved=${reserved.length > 0} />`}
      ${rematch && me !== null && html`<${RematchWaiting} boot=${boot} table=${info} host=${host} level=${level} cancel=${leave} />`}
      <${Score}
        wins=${winsOf(info, null)}
        names=${seats.map(({ seat, name }) => name ?? info.awaits.find((one) => one.seat === seat)?.name ?? "")}
        me=${me}
      />
      <p class="soft">
        ${[...texts.describeOptions(info.options), speedName(info.speed), clockName(info.clock)].join(" · ")}
      </p>
      <ul class="seat-rows" data-testid="seat-rows">
        ${seats.map((one) => html`<${SeatRow} key=${one.seat} seat=${one} mine=${one.seat === me} actions=${actions} awaited=${reserved.find(({ seat }) => seat === one.seat)} />`)}
      </ul>
      <${MissingNeeds} store=${store} />
      ${info.starts_at !== null && html`<${Countdown} store=${store} startsAt=${info.starts_at} seated=${me !== null} start=${start} />`}
      ${hostControls && html`<${HostControls} store=${store} full=${full} level=${level} choose=${choose} request=${request} />`}
      ${!host && !waits && !rematch && me !== null && html`<p class="waiting">${gettext("The host starts the game when everybody is here.")}</p>`}
      ${me === null ? terms : [invite, terms]}
      <p class="exit-actions">
        ${info.follows && html`<a class="quiet" data-testid="previous-game" href=${`/t/${info.follows}/`}>${gettext("The game before")}</a>`}
        ${me !== null && !rematch && html`<button type="button" class="quiet" data-testid="leave" onClick=${leave}>${gettext("Leave the table")}</button>`}
      </p>
    </div>
  </section>`;
}
