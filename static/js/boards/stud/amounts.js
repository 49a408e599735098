/**
 * Amounts as the reader wants them: in chips or in big bets; and the other choices about the display, kept in
 * the browser.
 */

import { persistentSignal } from "../../shell/ui/persistent-signal.js";
import { fill } from "../../shell/ui/texts.js";

export const inBigBets = persistentSignal("stud.big-bets", false);
export const showPotOdds = persistentSignal("stud.pot-odds", false);

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const parts = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** @param {number} amount @param {Stud.View | null} view gives the stakes; without it chips are shown */
export function amountText(amount, view) {
  const sign = amount < 0 ? "−" : "";
  const size = Math.abs(amount);
  if (!inBigBets.value || !view?.stakes) return sign + grouped.format(size);
  return fill(gettext("%(count)s BB"), { count: sign + parts.format(size / view.stakes.big_bet) });
}

/** What was won or lost: always with its sign. @param {number} amount @param {Stud.View | null} view */
export const netText = (amount, view) => (amount > 0 ? `+${amountText(amount, view)}` : amountText(amount, view));
