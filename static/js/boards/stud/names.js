/** Names of hands, streets, pots and actions. */

import { handName } from "../../shell/ui/hand-name.js";
import { fill } from "../../shell/ui/texts.js";
import { amountText } from "./amounts.js";

export { handName } from "../../shell/ui/hand-name.js";

/** @typedef {import("../../shell/ui/hand-name.js").HandName} HandName */

/**
 * A hand as it stands: its high, its low, or both.
 * @param {{high: HandName | null, low: HandName | null} | null} hand
 */
export function standingHand(hand) {
  if (!hand) return "";
  const { high, low } = hand;
  if (high && low && !low.values.cards) return fill(gettext("%(high)s · no low"), { high: handName(high) });
  if (high && low) return fill(gettext("%(high)s · low: %(low)s"), { high: handName(high), low: handName(low) });
  return high ? handName(high) : low ? handName(low) : "";
}

/** @param {number} street */
export function streetName(street) {
  return (
    [
      gettext("Third street"),
      gettext("Fourth street"),
      gettext("Fifth street"),
      gettext("Sixth street"),
      gettext("Seventh street"),
    ][street - 3] ?? ""
  );
}

/** @param {string} game */
export function gameName(game) {
  return game === "razz"
    ? gettext("Razz")
    : game === "stud8"
      ? gettext("Stud Eight-or-better")
      : gettext("Seven Card Stud");
}

/** What wins, in a few words. @param {string} game */
export function gameAim(game) {
  if (game === "razz") return gettext("the lowest hand wins");
  return game === "stud8"
    ? gettext("high and low share the pot; a low needs five cards up to eight")
    : gettext("the highest hand wins");
}

/** @param {number} index @param {number} count */
export function potName(index, count) {
  if (count < 2) return gettext("Pot");
  if (index === 0) return gettext("Main pot");
  return count === 2 ? gettext("Side pot") : fill(gettext("Side pot %(number)s"), { number: index });
}

/** What a seat did last, in a word or two. @param {string} kind */
export function actName(kind) {
  switch (kind) {
    case "BRING_IN":
      return gettext("brings in");
    case "COMPLETE":
      return gettext("completes");
    case "BET":
      return gettext("bets");
    case "RAISE":
      return gettext("raises");
    case "CALL":
      return gettext("calls");
    case "CHECK":
      return gettext("checks");
    default:
      return gettext("folds");
  }
}

/**
 * What an action costs the seat with the turn; nothing if it is not its turn.
 * @param {Stud.View} view
 * @param {string} type
 */
export function priceOf(view, type) {
  /** @type {Record<string, Stud.Price | undefined>} */
  const prices = view.turn?.actions ?? {};
  return prices[type] ?? { amount: 0, to: 0, all_in: false };
}

/**
 * The label of a button: the action with what it costs.
 * @param {string} type
 * @param {{amount: number, to: number, all_in: boolean}} price
 * @param {Stud.View} view
 */
export function actionLabel(type, { amount, to, all_in: allIn }, view) {
  const values = { amount: amountText(amount, view), to: amountText(to, view) };
  if (allIn && type === "CALL") return fill(gettext("Call %(amount)s, all in"), values);
  if (allIn && amount) return fill(gettext("All in %(amount)s"), values);
  switch (type) {
    case "BRING_IN":
      return fill(gettext("Bring in %(amount)s"), values);
    case "COMPLETE":
      return fill(gettext("Complete to %(to)s"), values);
    case "BET":
      return fill(gettext("Bet %(amount)s"), values);
    case "RAISE":
      return fill(gettext("Raise to %(to)s"), values);
    case "CALL":
      return fill(gettext("Call %(amount)s"), values);
    case "CHECK":
      return gettext("Check");
    default:
      return gettext("Fold");
  }
}

/** @param {string[]} names */
export function joined(names) {
  if (names.length < 2) return names.join("");
  return fill(gettext("%(first)s and %(last)s"), { first: names.slice(0, -1).join(", "), last: names.at(-1) });
}
