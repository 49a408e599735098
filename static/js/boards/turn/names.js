/** Names of actions, streets and positions. */

import { fill } from "../../shell/ui/texts.js";
import { chipsText } from "./amounts.js";

/** @typedef {Turn.Choice} Choice an action of the view, with its cost */

/**
 * An action as on a button.
 * @param {string} kind
 * @param {number} amount the total on this street; for a call, the chips it costs
 */
function actionLabel(kind, amount) {
  const values = { amount: chipsText(amount) };
  switch (kind) {
    case "fold":
      return gettext("Fold");
    case "check":
      return gettext("Check");
    case "call":
      return amount ? fill(gettext("Call %(amount)s"), values) : gettext("Call");
    case "raise":
      return fill(gettext("Raise to %(amount)s"), values);
    case "allin":
      return fill(gettext("All in %(amount)s"), values);
    default:
      return fill(gettext("Bet %(amount)s"), values);
  }
}

/** @param {Choice} choice */
export const choiceLabel = ({ kind, to, chips }) => actionLabel(kind, kind === "call" ? chips : to);

/** An action by its name in the tree, such as "raise 150". @param {string} name */
export function treeLabel(name) {
  const [kind, amount] = name.split(" ");
  return actionLabel(kind, Number(amount ?? 0));
}

/**
 * An action as an object, beside all that were possible with it.
 * @param {Turn.Action} action
 * @param {Turn.Action[]} all
 */
export function objectLabel(action, all) {
  if (action.type !== "Bet") return actionLabel(action.type.toLowerCase(), 0);
  return actionLabel(all.some((one) => one.type === "Check") ? "bet" : "raise", action.to ?? 0);
}

/** Whether two actions are the same. @param {Turn.Action | null | undefined} one @param {Turn.Action} other */
export function isSameAction(one, other) {
  if (one?.type !== "Bet" || other.type !== "Bet") return one?.type === other.type;
  return one.to === other.to;
}

/** What a seat did last, in a word or two. @param {string} name in the tree */
export function didLabel(name) {
  const [kind, amount] = name.split(" ");
  const values = { amount: chipsText(Number(amount ?? 0)) };
  switch (kind) {
    case "fold":
      return gettext("folds");
    case "check":
      return gettext("checks");
    case "call":
      return gettext("calls");
    case "raise":
      return fill(gettext("raises to %(amount)s"), values);
    case "allin":
      return fill(gettext("all in %(amount)s"), values);
    default:
      return fill(gettext("bets %(amount)s"), values);
  }
}

/** @param {Turn.View} view */
export const streetName = ({ board }) => (board.length > 4 ? gettext("River") : gettext("Turn"));

/** @param {Turn.View} view @param {number} seat */
export const positionShort = ({ oop }, seat) => (seat === oop ? gettext("OOP") : gettext("IP"));

/** @param {Turn.View} view @param {number} seat */
export const positionName = ({ oop }, seat) =>
  seat === oop ? gettext("out of position: acts first") : gettext("in position: acts last");
