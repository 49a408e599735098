/** A seat in the waiting room: who sits there, and what the visitor can do with it. */

import { html } from "htm/preact";
import { Icon } from "../ui/icons.js";
import { EmptyPortrait, Portrait } from "../ui/portrait.js";
import { fill, levelName } from "../ui/texts.js";
import { FloatingReaction } from "./seat-badge.js";

/**
 * @typedef {{sit: ((seat: number) => void) | null, addBot: ((seat: number) => void) | null, remove: ((seat:
 *   number) => void) | null}} SeatActions
 */

/** @typedef {{name: string, face: number} | undefined} Awaited the person an empty seat is reserved for */

/** @param {{seat: Seat, actions: SeatActions, awaited: Awaited}} props */
function EmptySeat({ seat: { seat }, actions: { sit, addBot }, awaited }) {
  const values = { seat: seat + 1 };
  if (awaited) {
    return html`<li class="seat-row free awaited" data-testid="awaited">
      <${Portrait} face=${awaited.face} /><b class="name">${awaited.name}</b
      ><span class="soft">${gettext("has not agreed yet")}</span>
    </li>`;
  }
  return html`<li class="seat-row free">
    ${
      sit
        ? html`<button
            type="button"
            class="take"
            onClick=${() => sit(seat)}
            aria-label=${fill(gettext("Sit here: seat %(seat)s"), values)}
          >
            <${EmptyPortrait} /><b>${gettext("Sit here")}</b>
          </button>`
        : html`<${EmptyPortrait} /><span class="soft">${gettext("Free seat")}</span>`
    }
    ${
      addBot &&
      html`<button
        type="button"
        class="chip"
        data-testid=${`bot-${seat}`}
        onClick=${() => addBot(seat)}
        aria-label=${fill(gettext("Put a bot on seat %(seat)s"), values)}
      >
        ${gettext("+ bot")}
      </button>`
    }
  </li>`;
}

/** @param {{seat: Seat, mine: boolean, actions: SeatActions, awaited?: Awaited}} props */
export function SeatRow({ seat, mine, actions, awaited }) {
  const { name, face, bot, here, host } = seat;
  if (name === null) return html`<${EmptySeat} seat=${seat} actions=${actions} awaited=${awaited} />`;
  const role = bot
    ? fill(gettext("%(level)s bot"), { level: levelName(bot) })
    : [mine && gettext("you"), host && gettext("host")].filter(Boolean).join(", ");
  const { remove } = actions;
  return html`<li class="seat-row" data-testid="seat-row">
    <span class=${`portrait-frame ${bot || here ? "here" : "away"}`}
      ><${Portrait} face=${face} /><${FloatingReaction} seat=${seat.seat}
    /></span>
    <b class="name">${name}</b><span class="soft">${role || (here ? gettext("here") : gettext("away"))}</span>
    ${
      remove &&
      !mine &&
      html`<button
        type="button"
        class="icon remove"
        data-testid=${`remove-${seat.seat}`}
        aria-label=${fill(gettext("Remove %(name)s"), { name })}
        onClick=${() => remove(seat.seat)}
      >
        <${Icon} name="close" />
      </button>`
    }
  </li>`;
}
