/** The sentences of stud: prompts, tips, results, options, refusals; and the sound of an event. */

import { byRank, fill } from "../../shell/ui/texts.js";
import { amountText, netText } from "./amounts.js";
import { nameOf } from "./events.js";
import { gameName, joined, streetName } from "./names.js";
import { showdownText } from "./showdown.js";
import { SOUNDS } from "./sounds.js";
import { isLearning, whatNow, whyFirst } from "./tips.js";

export { describeEvent } from "./events.js";
export { historyTurns } from "./history.js";

/** What I may do, in short: the buttons have the amounts. @param {Stud.View} view */
function myTurn(view) {
  const { actions = {}, call = 0 } = view.turn ?? {};
  if (actions.BRING_IN) return gettext("Your turn: you bring it in");
  if (actions.CHECK) return actions.BET ? gettext("Your turn: check or bet") : gettext("Your turn: check");
  return fill(gettext("Your turn: %(amount)s to call"), { amount: amountText(call, view) });
}

/** Return whose turn it is, and what they may do. @param {Stud.Action[]} legal @param {Stud.Context} context */
export function prompt(legal, context) {
  const { view, me } = context;
  if (!view || view.outcome || view.deal < 0) return "";
  if (legal.length) return myTurn(view);
  const { active } = view.table;
  if (active === null || active === undefined) return view.result?.net.length ? showdownText(view, context.seats) : "";
  if (active === me) return "";
  return fill(gettext("%(who)s is thinking"), { who: nameOf(context, active) });
}

/** Return a line for a beginner, or an empty string. @param {Stud.Context} context */
export function tip(context) {
  const { view } = context;
  if (!view || view.deal < 0 || view.outcome || !isLearning(view)) return "";
  if (view.turn) return whatNow(view);
  return "";
}

/** Where the deal stands, in one line. @param {Stud.Context} context */
export function recap(context) {
  const { view } = context;
  if (!view || view.deal < 0 || view.outcome || view.result) return "";
  const why = whyFirst(view, (seat) => (seat === context.me ? gettext("You") : nameOf(context, seat)));
  return (
    why ||
    fill(gettext("%(street)s, %(pot)s in the pot"), {
      street: streetName(view.table.street ?? 0),
      pot: amountText(view.table.pot ?? 0, view),
    })
  );
}

/** @param {string} reason */
function because(reason) {
  switch (reason) {
    case "deals":
      return gettext("All deals were played; the most chips won count.");
    case "last":
      return gettext("One player has all the chips.");
    case "limit":
      return gettext("The last deal of the limit was played; the most chips won count.");
    default:
      return gettext("Fewer than two players were in.");
  }
}

/** @param {Outcome} outcome @param {Stud.Context} context @returns {Result} */
export function result({ winners, scores, reason }, context) {
  const { view } = context;
  const mine = winners.length === 1 && winners[0] === context.me;
  const names = joined(winners.map((seat) => nameOf(context, seat)));
  return {
    title: mine
      ? gettext("You win!")
      : fill(ngettext("%(names)s wins", "%(names)s share the win", winners.length), { names }),
    reason: because(reason),
    rows: [...scores.keys()].sort(byRank(winners, scores)).map((seat) => {
      const { stack = 0, bought = 0 } = view?.seats?.[seat] ?? {};
      const values = {
        net: netText(scores[seat], view),
        stack: amountText(stack, view),
        bought: amountText(bought, view),
      };
      return {
        seat,
        won: winners.includes(seat),
        text: fill(gettext("%(net)s (stack %(stack)s, bought %(bought)s)"), values),
      };
    }),
  };
}

/** @param {{[field: string]: any}} options */
function matchText({ match, deals }) {
  if (match === "freezeout") return gettext("freeze-out");
  return match === "cash"
    ? gettext("cash game")
    : fill(ngettext("%(count)s deal", "%(count)s deals", deals), { count: deals });
}

/** @param {{[field: string]: any}} options */
function stakesText({ stakes, ante, bring_in: bringIn, small_bet: small, big_bet: big }) {
  const presets = { low: "5/10/20/40", mid: "10/20/40/80", high: "100/200/400/800" };
  return presets[/** @type {keyof typeof presets} */ (stakes)] ?? [ante, bringIn, small, big || 2 * small].join("/");
}

/** Name the options of a table that players should know. @param {{[field: string]: any}} options */
export function describeOptions(options) {
  const { sequence = [], deals_per_game: each, cap, heads_up: headsUp, rebuy, match } = options;
  const rebuys = { ask: gettext("buying in again on request"), never: gettext("no buying in again") };
  return [
    sequence.map(gameName).join(", "),
    sequence.length > 1 &&
      fill(ngettext("%(count)s deal of each game", "%(count)s deals of each game", each), { count: each }),
    matchText(options),
    fill(gettext("stakes %(stakes)s"), { stakes: stakesText(options) }),
    cap === "4" && gettext("four bets a street"),
    headsUp === "uncapped" && gettext("no cap between two players"),
    match !== "freezeout" && rebuys[/** @type {keyof typeof rebuys} */ (rebuy)],
  ].filter(Boolean);
}

/** @param {Stud.Event} event @param {Stud.Context} context @returns {Sound | null} */
export function soundFor({ type }, { view }) {
  switch (type) {
    case "DealStarted":
      return view?.mix.changed ? SOUNDS.game : null;
    case "CardsDealt":
    case "CommonCardDealt":
      return SOUNDS.deal;
    case "BroughtIn":
    case "Called":
      return SOUNDS.chips;
    case "Completed":
    case "BetMade":
    case "Raised":
      return SOUNDS.raise;
    case "Checked":
      return SOUNDS.check;
    case "Folded":
    case "HandMucked":
      return SOUNDS.fold;
    case "HandShown":
      return SOUNDS.show;
    case "PotAwarded":
      return SOUNDS.pot;
    default:
      return null;
  }
}

/**
 * Leaving has no button here: it is in the table's menu.
 * @param {Stud.Action} action
 * @param {Stud.Context} context
 */
export function asideLabel({ type }, { view }) {
  const own = view?.me === null || view?.me === undefined ? null : view.seats[view.me];
  switch (type) {
    case "REBUY":
      return own && view
        ? fill(gettext("Buy %(amount)s"), { amount: amountText(view.match.starting_stack - own.stack, view) })
        : gettext("Buy chips");
    case "SIT_OUT":
      return gettext("Sit out next deal");
    case "SIT_IN":
      return gettext("Play next deal");
    case "SHOW_HAND":
      return gettext("Show my hand");
    default:
      return "";
  }
}

/** @param {string} code */
export function refusalText(code) {
  switch (code) {
    case "bet_to_you":
      return gettext("You cannot check: there is something to pay.");
    case "nothing_to_fold":
      return gettext("You need not fold: checking is free.");
    case "capped":
      return gettext("This street has all the bets it may have.");
    case "not_offered":
      return gettext("This is not possible now.");
    default:
      return undefined;
  }
}
