/** Each event of a Turn Duel match as a sentence, and the history of a deal. */

import { handName } from "../../shell/ui/hand-name.js";
import { cardText } from "../../shell/ui/playing-cards.js";
import { fill } from "../../shell/ui/texts.js";
import { chipsText } from "./amounts.js";

const SILENT = ["Opened", "Finished"];
const END = ["HandShown", "DealEnded"];

/** @param {Turn.Context} context @param {number} seat */
export const nameOf = ({ seats }, seat) => seats[seat]?.name ?? "?";

/**
 * Templates by kind of action: as I read it of myself, and of somebody else.
 * @returns {Record<string, [string, string]>}
 */
const acts = () => ({
  fold: [gettext("You fold."), gettext("%(who)s folds.")],
  check: [gettext("You check."), gettext("%(who)s checks.")],
  call: [gettext("You call."), gettext("%(who)s calls.")],
  bet: [gettext("You bet %(amount)s."), gettext("%(who)s bets %(amount)s.")],
  raise: [gettext("You raise to %(amount)s."), gettext("%(who)s raises to %(amount)s.")],
  allin: [gettext("You are all in with %(amount)s."), gettext("%(who)s is all in with %(amount)s.")],
});

/** @param {Turn.Acted} event @param {Turn.Context} context */
function acted({ seat, action }, context) {
  const [kind, amount] = action.split(" ");
  return fill(acts()[kind][seat === context.me ? 0 : 1], {
    who: nameOf(context, seat),
    amount: chipsText(Number(amount ?? 0)),
  });
}

/** @param {Turn.HandShown} event @param {Turn.Context} context */
function shown({ seat, cards }, context) {
  const name = context.view?.names[seat];
  const values = { who: nameOf(context, seat), cards: cards.map(cardText).join(" "), hand: name ? handName(name) : "" };
  const mine = seat === context.me;
  if (!name) return fill(mine ? gettext("You show %(cards)s.") : gettext("%(who)s shows %(cards)s."), values);
  return fill(mine ? gettext("You show %(cards)s: %(hand)s.") : gettext("%(who)s shows %(cards)s: %(hand)s."), values);
}

/**
 * Who won the deal, how much and with what.
 * @param {{reason?: string, won: number[]}} ended
 * @param {Turn.Context} context
 */
export function endText({ reason, won }, context) {
  const { view, me } = context;
  if (won[0] === 0) return gettext("Both hands are equal: the pot is shared.");
  const [winner, loser] = won[0] > 0 ? [0, 1] : [1, 0];
  const name = view?.names[winner];
  const values = {
    who: nameOf(context, winner),
    other: nameOf(context, loser),
    amount: chipsText(won[winner]),
    hand: name ? handName(name) : "",
  };
  if (reason === "fold") {
    if (winner === me) return fill(gettext("%(other)s folds: you win %(amount)s."), values);
    return fill(
      loser === me
        ? gettext("You fold: %(who)s wins %(amount)s.")
        : gettext("%(other)s folds: %(who)s wins %(amount)s."),
      values,
    );
  }
  if (!name) return fill(winner === me ? gettext("You win %(amount)s.") : gettext("%(who)s wins %(amount)s."), values);
  return fill(
    winner === me ? gettext("You win %(amount)s with %(hand)s.") : gettext("%(who)s wins %(amount)s with %(hand)s."),
    values,
  );
}

/** @param {Turn.Dealt} event */
function dealt({ title, pot, stack, board }) {
  return fill(gettext("%(title)s: %(cards)s, pot %(pot)s, stacks %(stack)s."), {
    title: gettext(title),
    cards: board.map(cardText).join(" "),
    pot: chipsText(pot),
    stack: chipsText(stack),
  });
}

/** Describe an event as it happens. @param {Turn.Event} event @param {Turn.Context} context */
export function describeEvent(event, context) {
  switch (event.type) {
    case "Dealt":
      return dealt(event);
    case "Acted":
      return acted(event, context);
    case "RiverDealt":
      return fill(gettext("The river is %(card)s."), { card: cardText(event.card) });
    case "HandShown":
      return shown(event, context);
    case "DealEnded":
      return endText(event, context);
    case "Finished":
      return gettext("The match is over.");
    default:
      return "";
  }
}

/**
 * The heading of the entry that begins with this event, or null if it belongs to the entry before.
 * @param {Turn.Event} event
 * @param {boolean} ending
 */
function heading(event, ending) {
  if (event.type === "Dealt") return fill(gettext("Deal %(deal)s"), { deal: event.round + 1 });
  if (event.type === "RiverDealt") return gettext("River");
  return END.includes(event.type) && !ending ? gettext("The end of the deal") : null;
}

/** @param {Turn.Frame[]} frames @param {Turn.Context} context @returns {HistoryTurn[]} */
export function historyTurns(frames, context) {
  /** @type {HistoryTurn[]} */
  const list = [];
  let ending = false;
  for (const [index, { event, kind, seq }] of frames.entries()) {
    if (kind !== "game" || SILENT.includes(event.type)) continue;
    const title = heading(event, ending);
    if (title !== null) list.push({ key: `${index}-${event.type}`, seq, seat: null, title, steps: [] });
    ending = END.includes(event.type);
    const tone =
      event.type === "DealEnded" ? "good" : event.type === "Acted" && event.action === "fold" ? "bad" : "plain";
    list.at(-1)?.steps.push({ index, text: describeEvent(event, { ...context, view: null }), tone });
  }
  return list;
}
