/** Sentences for table events (not game events), the same for every game. */

import { fill } from "./words.js";

/** @param {Context} context @param {number} seat */
const nameOf = ({ seats }, seat) => seats[seat]?.name ?? "?";

/** @param {GameEvent} fact @param {boolean} mine */
function handedOver({ reason }, mine) {
  if (reason === "resigned") return "";
  if (mine) return gettext("A bot plays for you.");
  return reason === "absent" ? gettext("%(who)s is away: a bot plays for them.") : gettext("%(who)s has left: a bot plays for them.");
}

/** @param {GameEvent} fact @param {Context} context */
function template(fact, context) {
  const mine = fact.seat === context.me;
  switch (fact.type) {
    case "TimedOut":
      return mine ? gettext("Your time was up: a bot decided for you.") : gettext("%(who)s’s time was up: a bot decided.");
    case "HandedOver":
      return handedOver(fact, mine);
    case "TakenBack":
      return mine ? gettext("You are back in your seat.") : gettext("%(who)s is back.");
    case "Resigned":
      if (fact.winners.length) return mine ? gettext("You resigned.") : gettext("%(who)s resigned.");
      return mine ? gettext("You resigned: a bot plays on.") : gettext("%(who)s resigned: a bot plays on.");
    case "Inspected":
      return gettext("While the game ran, staff looked at: %(what)s. Reason: %(reason)s");
    case "Renamed":
      return gettext("A player is now called %(name)s.");
    case "Followed":
      if (fact.seat === null) return gettext("They play on at another table.");
      return mine ? gettext("You asked for a rematch.") : gettext("%(who)s asks for a rematch.");
    case "RematchCancelled":
      return gettext("The rematch was cancelled.");
    case "HostChanged":
      return mine ? gettext("You are the host now.") : gettext("%(who)s is the host now.");
    case "Closed":
      return closedBecause(fact.reason);
    case "Unseated":
      return gettext("You no longer sit here.");
    default:
      return "";
  }
}

/** What staff opened: `log`, `seat:<n>`, `thoughts` or `memory:<n>`. @param {string} what @param {Seat[]} seats */
function looked(what, seats) {
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

/** Say a fact, or nothing where the page itself shows it. @param {GameEvent} fact @param {Context} context */
export const sayFact = (fact, context) =>
  fill(template(fact, context), {
    ...fact,
    who: nameOf(context, fact.seat),
    ...(fact.type === "Inspected" && { what: looked(fact.what, context.seats) }),
  });

/** The same to somebody who does not sit here, or looks back. @param {GameEvent} fact @param {Seat[]} seats */
export const happened = (fact, seats) => sayFact(fact, { seats, me: null, view: null, event: null });

/** @param {string | null} reason */
export function closedBecause(reason) {
  if (reason === "nobody_came") return gettext("This table is closed: nobody came for a long time.");
  if (reason === "everybody_left") return gettext("This table is closed: everybody has left.");
  if (!reason || reason === "staff") return gettext("This table was closed by the staff.");
  return fill(gettext("This table was closed by the staff: %(reason)s"), { reason });
}

/** The game's chapters and the table events, in the order they happened.
 * @param {Chapter[]} chapters @param {Frame[]} frames @param {Context} context @returns {Chapter[]} */
export function withFacts(chapters, frames, context) {
  const told = frames
    .filter(({ kind }) => kind === "table")
    .map(({ event, seq }, i) => ({ key: `fact-${seq}-${i}`, seq, seat: event.seat ?? null, title: sayFact(event, context), steps: [] }));
  return [...chapters, ...told.filter(({ title }) => title)].sort((a, b) => a.seq - b.seq);
}

/** How a game ended that ended at the table, not by its rules. @param {Outcome} outcome @param {Context} context @returns {Result} */
export function resignedResult({ winners }, context) {
  const mine = context.me !== null && winners.includes(context.me);
  const loser = context.seats.findIndex(({ seat }) => !winners.includes(seat));
  return {
    title: mine ? gettext("You win!") : fill(gettext("%(names)s wins"), { names: winners.map((seat) => nameOf(context, seat)).join(", ") }),
    reason: loser === context.me ? gettext("You resigned.") : fill(gettext("%(who)s resigned."), { who: nameOf(context, loser) }),
    rows: context.seats.toSorted((a, b) => Number(winners.includes(b.seat)) - Number(winners.includes(a.seat))).map(({ seat }) => ({
      seat,
      won: winners.includes(seat),
      cards: [],
      text: winners.includes(seat) ? gettext("won") : gettext("resigned"),
    })),
  };
}
