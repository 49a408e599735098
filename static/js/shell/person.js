/**
 * A seat: portrait, name, who plays it now, time left, and the player's latest reaction.
 * Boards put it where the seat lies; what it shows is the same in every game.
 */

import { createContext } from "preact";
import { html } from "htm/preact";
import { useContext } from "preact/hooks";
import { AnalysisContext } from "./analysis.js";
import { duration, useTick } from "./clock.js";
import { Portrait } from "./faces.js";
import { Reaction } from "./reactions.js";
import { fill, levelName } from "./words.js";

/** The table the page shows. */
export const Here = createContext(/** @type {import("./store.js").Store | null} */ (null));

/** From here on the ring warns. */
const LAST = 10;

/** Who plays this seat, in short. @param {Seat} seat @param {boolean} mine */
export function roleOf({ bot, person, for_good: forGood, here, note }, mine) {
  if (note) return note;
  if (person && bot) {
    if (forGood) return mine ? gettext("you resigned, a bot plays") : gettext("resigned, a bot plays");
    return mine ? gettext("a bot plays for you") : gettext("a bot stands in");
  }
  if (mine) return gettext("you");
  if (bot) return fill(gettext("%(level)s bot"), { level: levelName(bot) });
  return here ? gettext("here") : gettext("away");
}

const FULL = { relaxed: 60, quick: 15, days: 2 * 24 * 60 * 60, off: 1 };

/**
 * Seconds left of this decision's own time and of the bank, or null where no clock runs.
 * @param {Seat} seat
 * @param {import("./store.js").Store | null} table
 */
function timeOf({ deadline, bank }, table) {
  if (!deadline || !table) return null;
  const full = FULL[table.table.value?.clock ?? "off"];
  const left = Math.max(0, deadline - table.clock.now());
  const own = Math.min(full, Math.max(0, left - bank)); // while the last fact is looked at, time stands still
  return { left, own, bank: Math.min(left, bank), part: own ? own / full : left / Math.max(bank, 1) };
}

/** @param {{part: number, kind: string}} props */
function Ring({ part, kind }) {
  return html`<svg class=${`ring ${kind}`} viewBox="0 0 36 36" aria-hidden="true">
    <circle cx="18" cy="18" r="16.5" /><circle class="run" cx="18" cy="18" r="16.5" pathLength="100" stroke-dasharray=${`${Math.round(100 * part)} 100`} />
  </svg>`;
}

/** What this seat has just thrown in. @param {{seat: number}} props */
export function Burst({ seat }) {
  const thrown = useContext(Here)?.talk.bursts.value[seat];
  return thrown ? html`<span class="burst" key=${thrown.id} aria-hidden="true"><${Reaction} text=${thrown.text} /></span>` : null;
}

/** In a replay the portrait and name of a bot are a button that opens its analysis. @param {{seat: number, children?: any}} props */
function AnalysisButton({ seat, children }) {
  const analysis = useContext(AnalysisContext);
  const number = 1 + (analysis?.seats.value.findIndex((one) => one.seat === seat) ?? -1);
  if (!analysis || !number) return children;
  const title = fill(gettext("Bot analysis (key %(number)s)"), { number });
  const pressed = analysis.seat.value === seat;
  return html`<button type="button" class="analysis-open" data-testid=${`analysis-${seat}`} title=${title} aria-pressed=${pressed ? "true" : "false"} aria-keyshortcuts=${String(number)} onClick=${() => analysis.toggle(seat)}>
    ${children}<span class="analysis-key" aria-hidden="true">${number}</span>
  </button>`;
}

/** @param {{seat: Seat, mine?: boolean}} props */
export function Person({ seat, mine = false }) {
  const table = useContext(Here);
  const { name, face, bot, here, person } = seat;
  useTick(Boolean(seat.deadline));
  const time = timeOf(seat, table);
  const kind = !time ? "" : time.left <= LAST ? "last" : time.own ? "" : "bank";
  const shown = bot && !person ? "here" : bot ? "stand-in" : here ? "here" : "away";
  const role = roleOf(seat, mine);
  const title = shown === "stand-in" ? fill(gettext("A bot plays for %(name)s"), { name }) : role;
  return html`<${AnalysisButton} seat=${seat.seat}>
    <span class=${`who-face ${shown}`}>
      <${Portrait} face=${face} />
      ${time && html`<${Ring} part=${Math.min(1, time.part)} kind=${kind} />`}
      <${Burst} seat=${seat.seat} />
    </span>
    <span class="who">
      <b class="name">${name}</b>
      ${time
        ? html`<small class=${`left ${kind}`} role="timer" data-testid="clock">${time.own ? duration(time.own) : duration(time.bank)}<span class="bank">${
            time.own ? fill(gettext("bank %(time)s"), { time: duration(time.bank) }) : gettext("from the bank")
          }</span></small>`
        : html`<small title=${title}>${role}</small>`}
    </span>
  <//>`;
}
