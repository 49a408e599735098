/** One line for somebody who does not know stud yet: what they may do, and why a seat brings it in or acts first. */

import { fill } from "../../shell/ui/texts.js";
import { amountText } from "./amounts.js";
import { cardText } from "./cards.js";

const KEY = "stud.deals-played";
const DEALS_WITH_TIPS = 6;

/**
 * Whether the player of this browser has played few deals. The deals of a table are counted once.
 * @param {Stud.View} view
 */
export function isLearning(view) {
  try {
    const played = Number(localStorage.getItem(KEY) ?? 0);
    if (view.me !== null && view.deal + 1 > played) localStorage.setItem(KEY, String(view.deal + 1));
    return played <= DEALS_WITH_TIPS;
  } catch {
    return true;
  }
}

/**
 * Why this seat acts first on the street, with its name and cards; empty where there is no betting.
 * @param {Stud.View} view
 * @param {(seat: number) => string} nameOf
 */
export function whyFirst(view, nameOf) {
  const { first, opener } = view.table;
  if (!first || opener === null || opener === undefined) return "";
  const values = { who: nameOf(opener), cards: first.cards.map(cardText).join(" "), owner: nameOf(first.decides) };
  const passed = first.decides !== opener;
  switch (first.rule) {
    case "lowest_card":
      return fill(
        passed
          ? gettext("%(who)s brings it in: %(owner)s has the lowest up-card, %(cards)s, but is all in")
          : gettext("%(who)s brings it in, with the lowest up-card: %(cards)s"),
        values,
      );
    case "highest_card":
      return fill(
        passed
          ? gettext("%(who)s brings it in: %(owner)s has the highest up-card, %(cards)s, but is all in")
          : gettext("%(who)s brings it in, with the highest up-card: %(cards)s"),
        values,
      );
    case "lowest_board":
      return fill(
        passed
          ? gettext("%(who)s acts first: %(owner)s shows the lowest cards, %(cards)s, but is all in")
          : gettext("%(who)s acts first, showing the lowest cards: %(cards)s"),
        values,
      );
    default:
      return fill(
        passed
          ? gettext("%(who)s acts first: %(owner)s shows the highest cards, %(cards)s, but is all in")
          : gettext("%(who)s acts first, showing the highest cards: %(cards)s"),
        values,
      );
  }
}

/** What the seat with the turn may do, for a beginner. @param {Stud.View} view */
export function whatNow(view) {
  const actions = view.turn?.actions ?? {};
  const values = {
    bring_in: amountText(view.stakes.bring_in, view),
    small: amountText(view.stakes.small_bet, view),
    unit: amountText(view.table.unit ?? 0, view),
  };
  if (actions.BRING_IN) {
    if (view.table.first?.decides !== view.me)
      return fill(gettext("The duty to open is yours: pay %(bring_in)s or complete to %(small)s"), values);
    return fill(
      view.game === "razz"
        ? gettext("Highest up-card opens: pay %(bring_in)s or complete to %(small)s")
        : gettext("Lowest up-card opens: pay %(bring_in)s or complete to %(small)s"),
      values,
    );
  }
  if (actions.CHECK) return fill(gettext("Check is free, a bet costs %(unit)s"), values);
  if (actions.COMPLETE) return fill(gettext("Call the bring-in, complete to %(small)s, or fold"), values);
  if (actions.CALL)
    return actions.RAISE
      ? fill(gettext("Call, raise by %(unit)s, or fold"), values)
      : view.table.capped
        ? gettext("The street is capped: call or fold")
        : gettext("Call or fold");
  return "";
}
