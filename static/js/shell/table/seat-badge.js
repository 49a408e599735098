/**
 * The badge of a seat: portrait, name, who plays it now, time left, and the latest reaction.
 * Boards decide where it is placed; its content is the same in every game.
 */

import { createContext } from "preact";
import { html } from "htm/preact";
import { useContext } from "preact/hooks";
import { Reaction } from "../chat/reactions.js";
import { AnalysesContext } from "../replay/analysis.js";
import { Portrait } from "../ui/portrait.js";
import { fill, levelName } from "../ui/texts.js";
import { duration, useTick } from "./clock.js";

/** The store of the table on the page; null in a replay. */
export const TableContext = createContext(/** @type {import("./store.js").Store | null} */ (null));

/** Seconds left from which the ring around the portrait warns. */
const WARN_BELOW_SECONDS = 10;

/** Who plays this seat, in short. @param {Seat} seat @param {boolean} mine */
export function roleOf({ bot, person, for_good: permanent, departed, here, note }, mine) {
  if (note) return note;
  if (departed) return mine ? gettext("you left") : gettext("left");
  if (person && bot) {
    if (permanent) return mine ? gettext("you resigned, a bot plays") : gettext("resigned, a bot plays");
    return mine ? gettext("a bot plays for you") : gettext("a bot stands in");
  }
  if (mine) return gettext("you");
  if (bot) return fill(gettext("%(level)s bot"), { level: levelName(bot) });
  return here ? gettext("here") : gettext("away");
}

const DECISION_SECONDS = { relaxed: 60, quick: 15, days: 2 * 24 * 60 * 60, off: 1 };

/**
 * Seconds left of this decision's own time and of the bank, or null where no clock runs.
 * @param {Seat} seat
 * @param {import("./store.js").Store | null} table
 */
function timeOf({ deadline, bank }, table) {
  if (!deadline || !table) return null;
  const full = DECISION_SECONDS[table.table.value?.clock ?? "off"];
  const left = Math.max(0, deadline - table.clock.now());
  const own = Math.min(full, Math.max(0, left - bank)); // the clock starts when the last event has been shown
  return { left, own, bank: Math.min(left, bank), part: own ? own / full : left / Math.max(bank, 1) };
}

/** @param {{part: number, kind: string}} props */
function ClockRing({ part, kind }) {
  return html`<svg class=${`clock-ring ${kind}`} viewBox="0 0 36 36" aria-hidden="true">
    <circle cx="18" cy="18" r="16.5" />
    <circle class="run" cx="18" cy="18" r="16.5" pathLength="100" stroke-dasharray=${`${Math.round(100 * part)} 100`} />
  </svg>`;
}

/** The reaction this seat has just sent. @param {{seat: number}} props */
export function FloatingReaction({ seat }) {
  const reaction = useContext(TableContext)?.chat.floatingReactions.value[seat];
  return reaction
    ? html`<span class="floating-reaction" key=${reaction.id} aria-hidden="true"
        ><${Reaction} text=${reaction.text}
      /></span>`
    : null;
}

/**
 * In a replay the portrait and name of a bot are a button that opens its analysis.
 * @param {{seat: number, children?: any}} props
 */
function AnalysisButton({ seat, children }) {
  const analyses = useContext(AnalysesContext);
  const number = 1 + (analyses?.seats.value.findIndex((one) => one.seat === seat) ?? -1);
  if (!analyses || !number) return children;
  const title = fill(gettext("Bot analysis (key %(number)s)"), { number });
  const pressed = analyses.seat.value === seat;
  return html`<button
    type="button"
    class="analysis-open"
    data-testid=${`analysis-${seat}`}
    title=${title}
    aria-pressed=${pressed ? "true" : "false"}
    aria-keyshortcuts=${String(number)}
    onClick=${() => analyses.toggle(seat)}
  >
    ${children}<span class="analysis-key" aria-hidden="true">${number}</span>
  </button>`;
}

/** @param {{seat: Seat, mine?: boolean}} props */
export function SeatBadge({ seat, mine = false }) {
  const table = useContext(TableContext);
  const { name, face, bot, here, person } = seat;
  useTick(Boolean(seat.deadline));
  const time = timeOf(seat, table);
  const kind = !time ? "" : time.left <= WARN_BELOW_SECONDS ? "last" : time.own ? "" : "bank";
  const shown = seat.departed ? "away" : bot && !person ? "here" : bot ? "stand-in" : here ? "here" : "away";
  const role = roleOf(seat, mine);
  const title = shown === "stand-in" ? fill(gettext("A bot plays for %(name)s"), { name }) : role;
  return html`<${AnalysisButton} seat=${seat.seat}>
    <span class=${`portrait-frame ${shown}`}>
      <${Portrait} face=${face} />
      ${time && html`<${ClockRing} part=${Math.min(1, time.part)} kind=${kind} />`}
      <${FloatingReaction} seat=${seat.seat} />
    </span>
    <span class="seat-text">
      <b class="name">${name}</b>
      ${
        time
          ? html`<small class=${`left ${kind}`} role="timer" data-testid="clock"
              >${time.own ? duration(time.own) : duration(time.bank)}<span class="bank"
                >${
                  time.own ? fill(gettext("bank %(time)s"), { time: duration(time.bank) }) : gettext("from the bank")
                }</span
              ></small
            >`
          : html`<small title=${title}>${role}</small>`
      }
    </span>
  <//>`;
}
