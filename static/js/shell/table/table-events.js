/** Sentences for table events (not game events), the same for every game. */

import { fill } from "../ui/texts.js";
import { scoreText } from "./standing.js";

/** @param {Context} context @param {number} seat */
const nameOf = ({ seats }, seat) => seats[seat]?.name ?? "?";

/** @param {Tables.HandedOver} event @param {boolean} mine */
function handedOver({ reason }, mine) {
  if (reason === "resigned") return "";
  if (mine) return gettext("A bot plays for you.");
  return reason === "absent"
    ? gettext("%(who)s is away: a bot plays for them.")
    : gettext("%(who)s has left: a bot plays for them.");
}

/** The seat an event is about, or null. @param {Tables.Notice} event */
const seatOf = (event) => ("seat" in event ? event.seat : null);

/** @param {Tables.Notice} event @param {Context} context */
function template(event, context) {
  const mine = seatOf(event) === context.me;
  switch (event.type) {
    case "TimedOut":
      return mine
        ? gettext("Your time was up: the move was made for you.")
        : gettext("%(who)s’s time was up: the move was made for them.");
    case "HandedOver":
      return handedOver(event, mine);
    case "TakenBack":
      return mine ? gettext("You are back in your seat.") : gettext("%(who)s is back.");
    case "Resigned":
      if (event.winners.length) return mine ? gettext("You resigned.") : gettext("%(who)s resigned.");
      return mine ? gettext("You resigned: a bot plays on.") : gettext("%(who)s resigned: a bot plays on.");
    case "Departed":
      return mine ? gettext("You left the match.") : gettext("%(who)s left the match.");
    case "Inspected":
      return gettext("While the game ran, staff looked at: %(what)s. Reason: %(reason)s");
    case "Renamed":
      return gettext("A player is now called %(name)s.");
    case "Followed":
      if (event.seat === null) return gettext("They play on at another table.");
      return mine ? gettext("You asked for a rematch.") : gettext("%(who)s asks for a rematch.");
    case "RematchCancelled":
      return gettext("The rematch was cancelled.");
    case "HostChanged":
      return mine ? gettext("You are the host now.") : gettext("%(who)s is the host now.");
    case "Closed":
      return closedBecause(event.reason);
    case "Unseated":
      return gettext("You no longer sit here.");
    default:
      return "";
  }
}

/**
 * Name what the staff looked at: `log`, `seat:<n>`, `thoughts` or `memory:<n>`.
 * @param {string} what
 * @param {Seat[]} seats
 */
function inspectedText(what, seats) {
  const [kind, seat] = what.split(":");
  const values = { who: seats[Number(seat)]?.name ?? seat };
  switch (kind) {
    case "log":
      return gettext("everything");
    case "seat":
      return fill(gettext("what %(who)s saw"), values);
    case "thoughts":
      return gettext("the bots’ decisions");
    case "memory":
      return fill(gettext("the memory of %(who)s"), values);
    default:
      return what;
  }
}

/**
 * Return the sentence for a table event, or an empty string if the page shows it in another way.
 * @param {Tables.Notice} event
 * @param {Context} context
 */
export const describeTableEvent = (event, context) =>
  fill(template(event, context), {
    ...event,
    who: nameOf(context, seatOf(event) ?? -1),
    ...(event.type === "Inspected" && { what: inspectedText(event.what, context.seats) }),
  });

/** The same for a spectator, and for events of the past. @param {Tables.Notice} event @param {Seat[]} seats */
export const describePastTableEvent = (event, seats) =>
  describeTableEvent(event, { seats, me: null, view: null, event: null });

/** @param {string | null} reason */
export function closedBecause(reason) {
  if (reason === "nobody_came") return gettext("This table is closed: nobody came for a long time.");
  if (reason === "everybody_left") return gettext("This table is closed: everybody has left.");
  if (reason === "no_more_deals") return gettext("This table is closed: no more deals can be dealt here.");
  if (!reason || reason === "staff") return gettext("This table was closed by the staff.");
  return fill(gettext("This table was closed by the staff: %(reason)s"), { reason });
}

/** The game's turns and the table events, in the order they happened.
 * @param {HistoryTurn[]} turns @param {Frame[]} frames @param {Context} context @returns {HistoryTurn[]} */
export function withTableEvents(turns, frames, context) {
  const tableTurns = frames
    .filter((frame) => frame.kind === "table")
    .map(({ event, seq }, i) => ({
      key: `table-event-${seq}-${i}`,
      seq,
      seat: seatOf(event),
      title: describeTableEvent(event, context),
      steps: [],
    }));
  return [...turns, ...tableTurns.filter(({ title }) => title)].sort((a, b) => a.seq - b.seq);
}

/**
 * The result of a game that was ended by a resignation.
 * @param {Outcome} outcome
 * @param {Context} context
 * @param {Frame[]} frames those of the deal in which it happened
 * @param {boolean} scored whether the game has running scores
 * @returns {Result}
 */
export function resignedResult({ winners, scores }, context, frames, scored) {
  const mine = context.me !== null && winners.includes(context.me);
  const resigned = frames
    .flatMap(({ kind, event }) => (kind === "table" && event.type === "Resigned" ? [event.seat] : []))
    .at(-1);
  const loser = resigned ?? context.seats.findIndex(({ seat }) => !winners.includes(seat));
  return {
    title: mine
      ? gettext("You win!")
      : fill(gettext("%(names)s wins"), { names: winners.map((seat) => nameOf(context, seat)).join(", ") }),
    reason:
      loser === context.me
        ? gettext("You resigned.")
        : fill(gettext("%(who)s resigned."), { who: nameOf(context, loser) }),
    rows: context.seats
      .toSorted((a, b) => Number(winners.includes(b.seat)) - Number(winners.includes(a.seat)))
      .map(({ seat }) => ({
        seat,
        won: winners.includes(seat),
        text: scored ? scoreText(scores[seat]) : winners.includes(seat) ? gettext("won") : gettext("resigned"),
      })),
  };
}
