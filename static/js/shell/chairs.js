/** The chairs before the game: who sits where, and what may be done with each. */

import { html } from "htm/preact";
import { Icon } from "./dialog.js";
import { Nobody, Portrait } from "./faces.js";
import { Burst } from "./person.js";
import { fill, levelName } from "./words.js";

/** @typedef {{sit: ((seat: number) => void) | null, addBot: ((seat: number) => void) | null, remove: ((seat: number) => void) | null}} Ways */

/** @typedef {{name: string, face: number} | undefined} Awaited the person a free seat is kept for */

/** @param {{seat: Seat, ways: Ways, awaited: Awaited}} props */
function Free({ seat: { seat }, ways: { sit, addBot }, awaited }) {
  const values = { seat: seat + 1 };
  if (awaited) {
    return html`<li class="chair free awaited" data-testid="awaited">
      <${Portrait} face=${awaited.face} /><b class="name">${awaited.name}</b><span class="soft">${gettext("has not agreed yet")}</span>
    </li>`;
  }
  return html`<li class="chair free">
    ${sit
      ? html`<button type="button" class="take" onClick=${() => sit(seat)} aria-label=${fill(gettext("Sit here: seat %(seat)s"), values)}>
          <${Nobody} /><b>${gettext("Sit here")}</b>
        </button>`
      : html`<${Nobody} /><span class="soft">${gettext("Free seat")}</span>`}
    ${addBot &&
    html`<button type="button" class="chip" data-testid=${`bot-${seat}`} onClick=${() => addBot(seat)} aria-label=${fill(gettext("Put a bot on seat %(seat)s"), values)}>
      ${gettext("+ bot")}
    </button>`}
  </li>`;
}

/** @param {{seat: Seat, mine: boolean, ways: Ways, awaited?: Awaited}} props */
export function Chair({ seat, mine, ways, awaited }) {
  const { name, face, bot, here, host } = seat;
  if (name === null) return html`<${Free} seat=${seat} ways=${ways} awaited=${awaited} />`;
  const role = bot
    ? fill(gettext("%(level)s bot"), { level: levelName(bot) })
    : [mine && gettext("you"), host && gettext("host")].filter(Boolean).join(", ");
  const { remove } = ways;
  return html`<li class="chair" data-testid="chair">
    <span class=${`who-face ${bot || here ? "here" : "away"}`}><${Portrait} face=${face} /><${Burst} seat=${seat.seat} /></span>
    <b class="name">${name}</b><span class="soft">${role || (here ? gettext("here") : gettext("away"))}</span>
    ${remove &&
    !mine &&
    html`<button type="button" class="icon remove" data-testid=${`remove-${seat.seat}`} aria-label=${fill(gettext("Remove %(name)s"), { name })} onClick=${() => remove(seat.seat)}>
      <${Icon} name="close" />
    </button>`}
  </li>`;
}
