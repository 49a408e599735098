/** The sentences of Da Tong Zi: events, prompts, tips, results, options, refusals. */

import { gainText, scoreText } from "../../shell/table/standing.js";
import { byRank, fill } from "../../shell/ui/texts.js";
import { fullName, isTrump, patternName } from "./names.js";
import { SOUNDS } from "./sounds.js";
import { isLearning } from "./tips.js";

export { historyTurns } from "./history.js";

/** @param {Datongzi.Context} context @param {number} seat */
const nameOf = ({ seats }, seat) => seats[seat]?.name ?? "?";

/** The announcement of the last two cards and of the last one. @param {number | undefined} count */
function lastCards(count) {
  if (count === 1) return gettext("One card left (报单)!");
  return count === 2 ? gettext("Two cards left (报双)!") : "";
}

/** @param {Datongzi.Played} event @param {Datongzi.Context} context */
function played({ seat, pattern }, context) {
  const values = { who: nameOf(context, seat), name: fullName(pattern) };
  const text = seat === context.me ? gettext("You played %(name)s.") : gettext("%(who)s played %(name)s.");
  return [fill(text, values), lastCards(context.view?.hands[seat]?.count)].filter(Boolean).join(" ");
}

/** @param {Datongzi.Passed} event @param {Datongzi.Context} context */
function passed({ seat, forced }, context) {
  const mine = seat === context.me;
  const who = nameOf(context, seat);
  if (forced) return mine ? gettext("You cannot beat that.") : fill(gettext("%(who)s cannot beat that."), { who });
  return mine ? gettext("You passed.") : fill(gettext("%(who)s passed."), { who });
}

/** @param {Datongzi.TrickTaken} event @param {Datongzi.Context} context */
function taken({ seat, points, bonus }, context) {
  const values = { who: nameOf(context, seat), points, bonus };
  const mine = seat === context.me;
  if (bonus)
    return fill(
      mine
        ? gettext("You took the trick: %(points)s points and a bonus of %(bonus)s!")
        : gettext("%(who)s took the trick: %(points)s points and a bonus of %(bonus)s!"),
      values,
    );
  if (points)
    return fill(
      mine ? gettext("You took the trick: %(points)s points.") : gettext("%(who)s took the trick: %(points)s points."),
      values,
    );
  return fill(mine ? gettext("You took the trick.") : gettext("%(who)s took the trick."), values);
}

/** @param {Datongzi.Dealt} event @param {Datongzi.Context} context */
function dealt({ deal, leader }, context) {
  const values = { hand: deal + 1, who: nameOf(context, leader) };
  return fill(
    leader === context.me
      ? gettext("Hand %(hand)s is dealt. You lead.")
      : gettext("Hand %(hand)s is dealt. %(who)s leads."),
    values,
  );
}

/** @param {Datongzi.Finished} event @param {Datongzi.Context} context */
function finished({ seat, place }, context) {
  const values = { who: nameOf(context, seat), place };
  return fill(
    seat === context.me
      ? gettext("You are out of cards: place %(place)s.")
      : gettext("%(who)s is out of cards: place %(place)s."),
    values,
  );
}

/** Describe an event as it happens. @param {Datongzi.Event} event @param {Datongzi.Context} context */
export function describeEvent(event, context) {
  switch (event.type) {
    case "Dealt":
      return dealt(event, context);
    case "Played":
      return played(event, context);
    case "Passed":
      return passed(event, context);
    case "Finished":
      return finished(event, context);
    case "TrickTaken":
      return taken(event, context);
    case "HandEnded":
      return fill(gettext("The hand is over: %(scores)s."), {
        scores: event.sheets
          .map((sheet, seat) => `${nameOf(context, seat)} ${gainText(sheet.points + sheet.bonus + sheet.finish)}`)
          .join(", "),
      });
    case "MatchEnded":
      return gettext("The match is over.");
    default:
      return "";
  }
}

/** The play to beat. @param {Datongzi.View} view */
export const tableOf = (view) => view.trick.findLast((step) => step.pattern)?.pattern ?? null;

/**
 * Return whose turn it is and what they have to do.
 * @param {Datongzi.Action[]} legal
 * @param {Datongzi.Context} context
 */
export function prompt(legal, context) {
  const { view, event } = context;
  if (!view || view.outcome || view.active === null) return "";
  const table = tableOf(view);
  if (legal.length) {
    if (!table) return gettext("Your lead: play anything");
    return fill(gettext("Your turn: beat %(name)s"), { name: patternName(table) });
  }
  if (view.active === context.me || event?.type === "TrickTaken") return "";
  const who = nameOf(context, view.active);
  return table ? fill(gettext("%(who)s is choosing"), { who }) : fill(gettext("%(who)s leads"), { who });
}

/** Return a tip for a beginner, or an empty string. @param {Datongzi.Context} context */
export function tip({ view }) {
  if (!view || view.active === null || view.active !== view.me || !isLearning(view)) return "";
  return view.trick.length
    ? gettext("Tap a rank to take its cards; “Hint” shows every play that beats")
    : gettext("Tap ranks or drag across cards, then press “Play”");
}

/** The last trick in one line. @param {Datongzi.Context} context */
export function recap(context) {
  const steps = context.view?.last_trick ?? [];
  const best = steps.findLast((step) => !step.pass);
  if (!best || context.view?.outcome) return "";
  return fill(gettext("Last trick: %(who)s with %(name)s"), {
    who: nameOf(context, best.seat),
    name: patternName(best.pattern),
  });
}

/** @param {string} reason @param {Datongzi.View | null} view */
function because(reason, view) {
  if (reason === "hand") return gettext("One hand was played.");
  if (reason === "hands") return gettext("The last hand of the match was played.");
  return fill(gettext("The target of %(target)s points is reached."), { target: view?.rules.target ?? "" });
}

/** @param {Outcome} outcome @param {Datongzi.Context} context @returns {Result} */
export function result({ winners, scores, reason }, context) {
  const { view } = context;
  const mine = context.me !== null && winners.includes(context.me);
  const names = winners.map((seat) => nameOf(context, seat)).join(", ");
  const sides = new Set(winners.map((seat) => view?.rules.sides[seat] ?? seat));
  const alone = sides.size === 1;
  const team = alone && winners.length > 1;
  return {
    title:
      mine && alone
        ? team
          ? gettext("Your team wins!")
          : gettext("You win!")
        : fill(ngettext("%(names)s wins", alone ? "%(names)s win" : "%(names)s share the win", winners.length), {
            names,
          }),
    reason: because(reason, view),
    rows: [...scores.keys()].sort(byRank(winners, scores)).map((seat) => ({
      seat,
      won: winners.includes(seat),
      text: view?.settlement.length
        ? fill(gettext("%(score)s, settled %(settled)s"), {
            score: scoreText(scores[seat]),
            settled: gainText(view.settlement[seat]),
          })
        : fill(gettext("%(score)s points"), { score: scoreText(scores[seat]) }),
    })),
  };
}

/** Name the options of this table that players should know. @param {{[field: string]: any}} options */
export function describeOptions({ target, teams, decks, must_beat: must, kickers, bonuses }) {
  return [
    target === "hand" ? gettext("a single hand") : fill(gettext("to %(target)s points"), { target }),
    teams === "pairs" && gettext("in teams, partners opposite"),
    decks === "four" && gettext("four decks"),
    must === "no" && gettext("passing is free with two or four players"),
    kickers === "no" && gettext("no kickers"),
    bonuses === "doubled" && gettext("bonuses doubled"),
  ].filter(Boolean);
}

/** @param {Datongzi.Event} event @param {Datongzi.Context} context @returns {Sound | null} */
export function soundFor(event, { view }) {
  switch (event.type) {
    case "Played":
      if (isTrump(event.pattern)) return event.pattern.kind === "bomb" ? SOUNDS.bomb : SOUNDS.tongzi;
      return lastCards(view?.hands[event.seat]?.count) ? SOUNDS.alarm : SOUNDS.card;
    case "Passed":
      return SOUNDS.pass;
    case "TrickTaken":
      return event.points || event.bonus ? SOUNDS.trick : null;
    default:
      return null;
  }
}

/** @param {string} code */
export function refusalText(code) {
  switch (code) {
    case "no_pattern":
      return gettext("These cards are no pattern.");
    case "no_cards":
    case "incomplete":
      return gettext("Choose the cards to play.");
    case "must_beat":
      return gettext("You can beat the table, so you must.");
    case "must_lead":
      return gettext("You lead: play something.");
    case "no_kickers":
      return gettext("Kickers are not allowed at this table.");
    default:
      return undefined;
  }
}
