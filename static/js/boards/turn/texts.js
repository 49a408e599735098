/** The sentences of Turn Duel: prompts, tips, results, options, refusals; and the sound of an event. */

import { byRank, fill } from "../../shell/ui/texts.js";
import { chipsText, netText } from "./amounts.js";
import { endText, nameOf } from "./events.js";
import { streetName } from "./names.js";
import { SOUNDS } from "./sounds.js";

export { describeEvent, historyTurns } from "./events.js";

/** What I may do, in short: the buttons have the sizes. @param {Turn.View} view */
function myTurn({ choices }) {
  /** @type {import("./names.js").Choice | undefined} */
  const call = choices.find((/** @type {import("./names.js").Choice} */ { kind }) => kind === "call");
  if (call) return fill(gettext("Your turn: %(amount)s to call"), { amount: chipsText(call.chips) });
  return choices.length > 1 ? gettext("Your turn: check or bet") : gettext("Your turn: check");
}

/** Return whose turn it is, and what they may do. @param {Turn.Action[]} legal @param {Turn.Context} context */
export function prompt(legal, context) {
  const { view, me } = context;
  if (!view || view.outcome || view.round < 0) return "";
  if (legal.length) return myTurn(view);
  if (context.event?.type === "DealEnded") return "";
  if (view.won.length)
    return endText({ reason: view.last.includes("fold") ? "fold" : "showdown", won: view.won }, context);
  if (view.active === null || view.active === me) return "";
  return fill(gettext("%(who)s is thinking"), { who: nameOf(context, view.active) });
}

/** Return a line for a beginner, in the first deal only. @param {Turn.Context} context */
export function tip({ view, me }) {
  if (!view || view.round !== 0 || view.active !== me || me === null) return "";
  if (view.oop === me) return gettext("You act first; both ranges are under “Ranges”");
  return gettext("You act last; both ranges are under “Ranges”");
}

/** Where the deal stands, in one line. @param {Turn.Context} context */
export function recap({ view }) {
  if (!view?.running) return "";
  return fill(gettext("%(street)s, %(pot)s in the pot"), { street: streetName(view), pot: chipsText(view.pot) });
}

/** @param {Outcome} outcome @param {Turn.Context} context @returns {Result} */
export function result({ winners, scores }, context) {
  const mine = winners.length === 1 && winners[0] === context.me;
  const names = winners.map((seat) => nameOf(context, seat)).join(", ");
  return {
    title: mine
      ? gettext("You win!")
      : fill(ngettext("%(names)s wins", "%(names)s share the win", winners.length), { names }),
    reason: gettext("All deals were played; the most chips won count."),
    rows: [...scores.keys()].sort(byRank(winners, scores)).map((seat) => ({
      seat,
      won: winners.includes(seat),
      text: fill(gettext("%(net)s chips"), { net: netText(scores[seat]) }),
    })),
  };
}

/** The ready-made spots as options name them. @returns {Record<string, string>} */
const spotNames = () => ({
  all: gettext("all ready-made spots in turn"),
  "srp-dry": gettext("single-raised pot, dry board"),
  "srp-wet": gettext("single-raised pot, wet board"),
  "3bp-dry": gettext("three-bet pot, dry board"),
  "3bp-monotone": gettext("three-bet pot, three of a suit"),
  "bvb-paired": gettext("blind against blind, paired board"),
  "bvb-draw": gettext("blind against blind, two of a suit"),
  "polar-dry": gettext("polar against condensed, dry board"),
  "polar-draw": gettext("polar against condensed, two of a suit"),
});

/** Name the options of a table that players should know. @param {{[field: string]: any}} options */
export function describeOptions({ spot, lab_spot: labSpot, deals }) {
  return [
    labSpot ? gettext("a spot of the turn lab") : (spotNames()[spot] ?? ""),
    deals && fill(ngettext("%(count)s deal", "%(count)s deals", deals), { count: deals }),
  ].filter(Boolean);
}

/** @type {Record<string, Sound>} */
const ACT_SOUNDS = {
  fold: SOUNDS.fold,
  check: SOUNDS.check,
  call: SOUNDS.chips,
  bet: SOUNDS.raise,
  raise: SOUNDS.raise,
  allin: SOUNDS.raise,
};

/** @param {Turn.Event} event @returns {Sound | null} */
export function soundFor(event) {
  switch (event.type) {
    case "Dealt":
      return SOUNDS.deal;
    case "Acted":
      return ACT_SOUNDS[event.action.split(" ")[0]] ?? null;
    case "RiverDealt":
      return SOUNDS.river;
    case "HandShown":
      return SOUNDS.show;
    case "DealEnded":
      return SOUNDS.pot;
    default:
      return null;
  }
}

/** @param {string} code */
export function refusalText(code) {
  switch (code) {
    case "incomplete":
      return gettext("Choose a size.");
    case "no_such_size":
      return gettext("You cannot bet that size here.");
    case "not_now":
      return gettext("You cannot do that now.");
    default:
      return undefined;
  }
}
