/** The end of a deal in words: who wins what with which hand, pot by pot. */

import { fill } from "../../shell/ui/texts.js";
import { amountText } from "./amounts.js";
import { handName, joined, potName } from "./names.js";

/**
 * @typedef {{pot: number, half: "all" | "high" | "low", seat: number, amount: number, hand:
 *   import("./names.js").HandName | null}} Award
 */

/** @param {Seat[]} seats @param {number} seat */
const nameOf = (seats, seat) => seats[seat]?.name ?? "?";

/** Those who share one half of a pot. @param {Award[]} awards @param {Award["half"]} half */
const winnersOf = (awards, half) => awards.filter((award) => award.half === half);

/**
 * One half of a pot: "Mei wins the high with two pair, kings and nines".
 * @param {Award[]} awards
 * @param {Seat[]} seats
 */
function halfText(awards, seats) {
  const [{ half, hand }] = awards;
  const values = { names: joined(awards.map(({ seat }) => nameOf(seats, seat))), hand: hand ? handName(hand) : "" };
  if (!hand) return fill(gettext("%(names)s wins: everybody else folded"), values);
  const one = awards.length === 1;
  if (half === "high")
    return fill(
      one ? gettext("%(names)s wins the high with %(hand)s") : gettext("%(names)s share the high with %(hand)s"),
      values,
    );
  if (half === "low")
    return fill(
      one ? gettext("%(names)s wins the low with %(hand)s") : gettext("%(names)s share the low with %(hand)s"),
      values,
    );
  return fill(one ? gettext("%(names)s wins with %(hand)s") : gettext("%(names)s share with %(hand)s"), values);
}

/** Both halves of a pot in one sentence. @param {Award[]} awards @param {Seat[]} seats */
function potSentence(awards, seats) {
  const high = winnersOf(awards, "high");
  const low = winnersOf(awards, "low");
  if (high.length && !low.length)
    return fill(gettext("%(high)s; nobody has a low"), {
      high: halfText(
        high.map((award) => ({ ...award, half: "all" })),
        seats,
      ),
    });
  if (!high.length) return halfText(awards, seats);
  const scoop = high.length === 1 && low.length === 1 && high[0].seat === low[0].seat;
  if (scoop && high[0].hand && low[0].hand) {
    return fill(gettext("%(name)s wins both halves: the high with %(high)s, the low with %(low)s"), {
      name: nameOf(seats, high[0].seat),
      high: handName(high[0].hand),
      low: handName(low[0].hand),
    });
  }
  const other = low[0].hand ? handName(low[0].hand) : "";
  const rest = fill(
    low.length === 1 ? gettext("%(names)s the low with %(hand)s") : gettext("%(names)s share the low with %(hand)s"),
    { names: joined(low.map(({ seat }) => nameOf(seats, seat))), hand: other },
  );
  return fill(gettext("%(high)s; %(low)s"), { high: halfText(high, seats), low: rest });
}

/**
 * Each pot with its sentence and its shares.
 * @param {Stud.View} view
 * @param {Seat[]} seats
 * @returns {{pot: number, name: string, amount: number, sentence: string, shares: {seat: number, half:
 *   Award["half"], amount: number}[]}[]}
 */
export function potsWon(view, seats) {
  /** @type {Award[]} */
  const awards = view.result?.awards ?? [];
  const pots = [...new Set(awards.map(({ pot }) => pot))];
  const count = Math.max(view.table.pots?.length ?? 0, pots.length, ...pots.map((pot) => pot + 1));
  return pots.map((pot) => {
    const own = awards.filter((award) => award.pot === pot);
    return {
      pot,
      name: potName(pot, count),
      amount: own.reduce((sum, { amount }) => sum + amount, 0),
      sentence: potSentence(own, seats),
      shares: own.map(({ seat, half, amount }) => ({ seat, half, amount })),
    };
  });
}

/** The whole deal in sentences, the main pot first. @param {Stud.View} view @param {Seat[]} seats */
export function showdownText(view, seats) {
  const pots = potsWon(view, seats);
  if (pots.length < 2) return pots.map(({ sentence }) => `${sentence}.`).join("");
  return pots
    .map(({ name, amount, sentence }) =>
      fill(gettext("%(pot)s (%(amount)s): %(sentence)s."), { pot: name, amount: amountText(amount, view), sentence }),
    )
    .join(" ");
}
