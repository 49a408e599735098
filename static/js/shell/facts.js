/** What happens at a table beside the game, in sentences. */

import { fill, levelName } from "./words.js";

/** @param {GameEvent} fact @param {Seat[]} seats */
export function happened(fact, seats) {
  const values = { who: seats[fact.seat]?.name ?? "?", level: levelName(fact.level ?? ""), name: fact.name };
  switch (fact.type) {
    case "Renamed":
      return fill(gettext("A player is now called %(name)s."), values);
    case "HandedOver":
      return fill(gettext("A bot (%(level)s) plays for %(who)s."), values);
    case "TakenBack":
      return fill(gettext("%(who)s is back."), values);
    case "TimedOut":
      return fill(gettext("Time is up for %(who)s."), values);
    case "Resigned":
      return fill(gettext("%(who)s gives up."), values);
    case "Inspected":
      return fill(gettext("While the game ran, staff looked at: %(what)s. Reason: %(reason)s"), { what: looked(fact.what, seats), reason: fact.reason });
    case "Followed":
      return gettext("They play on at another table.");
    case "Closed":
      return gettext("The table was closed.");
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
      return gettext("the bots' thoughts");
    case "memory":
      return fill(gettext("the memory of %(who)s"), values);
    default:
      return what;
  }
}
