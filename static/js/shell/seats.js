/** Before the game: who sits here, the invitation, and what host and guests may do. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { post } from "./api.js";
import { Icon } from "./dialog.js";
import { Nobody, Portrait } from "./faces.js";
import { nonce } from "./random.js";
import { tell } from "./toast.js";
import { fill, levelName, speedName } from "./words.js";

/** @param {{link: string}} props */
function Invite({ link }) {
  /** The clipboard is closed on plain http: then the selected text is there to be copied by hand. */
  const copy = async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById("invite-link"));
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      tell(gettext("Link copied"));
    } catch {
      tell(gettext("Press Ctrl+C or ⌘C to copy the link"));
    }
  };
  const share = () => navigator.share({ title: "Glass Table", url: link }).catch(() => {});
  return html`<div class="invite">
    <label for="invite-link">${gettext("Invite friends with this link")}</label>
    <div class="row">
      <input id="invite-link" type="text" readonly value=${link} data-testid="invite" />
      <button type="button" class="button" onClick=${copy}><${Icon} name="copy" />${gettext("Copy")}</button>
      ${"share" in navigator && html`<button type="button" class="button" onClick=${share}><${Icon} name="share" />${gettext("Share")}</button>`}
    </div>
  </div>`;
}

/** @param {{seat: Seat, mine: boolean, host: boolean, sit: (() => void) | null}} props */
function Chair({ seat, mine, host, sit }) {
  const { name, face, bot, here } = seat;
  if (name === null) {
    return html`<li class="chair free">
      ${sit
        ? html`<button type="button" class="take" onClick=${sit} aria-label=${fill(gettext("Sit on seat %(seat)s"), { seat: seat.seat + 1 })}>
            <${Nobody} /><b>${gettext("Sit here")}</b>
          </button>`
        : html`<${Nobody} /><span class="soft">${gettext("Free seat")}</span>`}
    </li>`;
  }
  const role = bot
    ? fill(gettext("%(level)s bot"), { level: levelName(bot) })
    : [mine && gettext("you"), host && gettext("host")].filter(Boolean).join(", ");
  return html`<li class="chair" data-testid="chair">
    <span class=${`who-face ${bot || here ? "here" : "away"}`}><${Portrait} face=${face} /></span>
    <b class="name">${name}</b><span class="soft">${role || (here ? gettext("here") : gettext("away"))}</span>
  </li>`;
}

/** @param {{levels: string[], fillSeats: (level: string) => void}} props */
function FillWithBots({ levels, fillSeats }) {
  const [level, choose] = useState(levels[0]);
  return html`<div class="fill">
    <label class="select"><span class="sr">${gettext("Bot level")}</span>
      <select value=${level} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
        ${levels.map((one) => html`<option key=${one} value=${one}>${levelName(one)}</option>`)}
      </select>
    </label>
    <button type="button" class="button" onClick=${() => fillSeats(level)}>${gettext("Fill with bots")}</button>
  </div>`;
}

/** @param {{store: import("./store.js").Store, words: GameModule["words"]}} props */
export function Room({ store, words }) {
  const { boot, seats: seatList, table, seat: mySeat } = store;
  const seats = seatList.value;
  const me = mySeat.value;
  const full = seats.every((one) => one.name !== null);
  const { host, options, speed } = /** @type {TableInfo} */ (table.value);
  /** @param {string} url @param {Record<string, string>} [fields] */
  const wish = (url, fields) => post(url, boot.csrf, fields);
  /** A new seat is new eyes: the socket asks again who we are. @param {string} url @param {Record<string, string>} [fields] */
  const move = async (url, fields) => (await wish(url, fields)) && store.restart();
  /** @param {number} [seat] */
  const sit = (seat) => move(boot.urls.sit, { nonce: nonce(), ...(seat === undefined ? {} : { seat: String(seat) }) });
  const free = me === null && !full;

  return html`<section class="room" aria-label=${gettext("Before the game")}>
    <div class="room-card">
      <h1>${me === null ? gettext("You are invited") : gettext("Your table is open")}</h1>
      <p class="soft">${[...words.options(options), speedName(speed)].join(" · ")}</p>
      <ul class="chairs" data-testid="chairs">
        ${seats.map(
          (one) =>
            html`<${Chair} key=${one.seat} seat=${one} mine=${one.seat === me} host=${one.seat === host} sit=${free ? () => sit(one.seat) : null} />`,
        )}
      </ul>
      ${free && html`<button type="button" class="button primary big" data-testid="sit" onClick=${() => sit()}>${gettext("Sit down")}</button>`}
      ${boot.host &&
      html`<div class="host">
        ${!full && html`<${FillWithBots} levels=${boot.levels} fillSeats=${(/** @type {string} */ level) => wish(boot.urls.fill, { level })} />`}
        <button type="button" class="button primary big" data-testid="start" disabled=${!full} onClick=${() => wish(boot.urls.start)}>${gettext("Start")}</button>
        ${!full && html`<p class="soft">${gettext("The game starts when every seat is taken.")}</p>`}
      </div>`}
      ${!boot.host && me !== null && html`<p class="waiting">${gettext("The host starts the game when everybody is here.")}</p>`}
      ${me === null && full && html`<p class="waiting">${gettext("Every seat is taken. You may watch the game from here.")}</p>`}
      <${Invite} link=${boot.invite} />
      ${me !== null && html`<button type="button" class="quiet" onClick=${() => move(boot.urls.leave)}>${gettext("Leave the table")}</button>`}
    </div>
  </section>`;
}
