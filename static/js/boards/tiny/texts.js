/** The sentences of Peak: events, prompts, history, results, refusals. */

import { byRank, fill } from "../../shell/ui/texts.js";
import { SOUNDS } from "./sounds.js";

/** @param {Tiny.Context} context @param {number} seat */
const nameOf = ({ seats }, seat) => seats[seat]?.name ?? "?";

/** @param {Tiny.Context} context @param {number[]} seats */
const namesOf = (context, seats) => seats.map((seat) => nameOf(context, seat)).join(", ");

/** The chosen cards of a showdown: "Ann 9, Ben 4". @param {Tiny.Shown} event @param {Tiny.Context} context */
function showdownCards({ cards }, context) {
  return cards.flatMap((card, seat) => (card === null ? [] : [`${nameOf(context, seat)} ${card}`])).join(", ");
}

/** @param {Tiny.Shown} event @param {Tiny.Context} context */
function showdown(event, context) {
  const { winner } = event;
  const values = { cards: showdownCards(event, context), who: winner === null ? "" : nameOf(context, winner) };
  if (winner === null) return fill(gettext("%(cards)s: nobody is alone at the top."), values);
  return fill(
    winner === context.me
      ? gettext("%(cards)s: the point is yours.")
      : gettext("%(cards)s: the point goes to %(who)s."),
    values,
  );
}

/** @param {Tiny.DealEnded} event @param {Tiny.Context} context */
function dealEnded({ winners }, context) {
  if (winners.length === 1 && winners[0] === context.me) return gettext("You take the pot.");
  return fill(ngettext("%(names)s takes the pot.", "%(names)s share the pot.", winners.length), {
    names: namesOf(context, winners),
  });
}

/** @param {Tiny.Event} event @param {boolean} mine */
function sentence(event, mine) {
  switch (event.type) {
    case "Chosen":
      return mine && event.card !== null
        ? gettext("You chose the %(card)s.")
        : mine
          ? gettext("You chose a card.")
          : gettext("%(who)s has chosen a card.");
    case "HandShown":
      return mine ? gettext("You show %(cards)s.") : gettext("%(who)s shows %(cards)s.");
    case "Rebought":
      return mine ? gettext("You buy new chips.") : gettext("%(who)s buys new chips.");
    case "Left":
      return mine ? gettext("You leave the match.") : gettext("%(who)s leaves the match.");
    default:
      return "";
  }
}

/** @param {Tiny.Event} event @param {Tiny.Context} context */
function seatSentence(event, context) {
  if (!("seat" in event)) return "";
  const cards = event.type === "HandShown" ? event.cards.join(", ") : "";
  return fill(sentence(event, event.seat === context.me), { ...event, who: nameOf(context, event.seat), cards });
}

/** Describe an event as it happens. @param {Tiny.Event} event @param {Tiny.Context} context */
export function describeEvent(event, context) {
  switch (event.type) {
    case "Dealt":
      return fill(gettext("The antes are paid: %(pot)s in the pot."), { pot: event.pot });
    case "Shown":
      return showdown(event, context);
    case "DealEnded":
      return dealEnded(event, context);
    case "Finished":
      return gettext("The match is over.");
    default:
      return seatSentence(event, context);
  }
}

/** @param {Tiny.Action[]} legal @param {Tiny.Context} context */
export function prompt(legal, { view, me }) {
  if (!view || view.outcome) return "";
  if (legal.length) return gettext("Choose a card");
  if (!view.running) return gettext("The deal is over");
  if (me !== null && view.presence[me] !== "in") return gettext("You take no further part: the others are choosing");
  return gettext("The others are choosing");
}

/** @param {Tiny.Context} context */
export const tip = ({ view }) =>
  view && view.round === 0 ? gettext("The highest card that nobody else chooses takes the point") : "";

/** @param {Tiny.Context} context */
export const recap = ({ view }) =>
  view?.running ? fill(gettext("Showdowns to come: %(count)s"), { count: view.showdowns_left }) : "";

/**
 * The heading of the history's entry that begins with this event, or null if it belongs to the last entry.
 * @param {Tiny.Event} event
 * @param {string} before the type of the event before
 */
function heading(event, before) {
  if (event.type === "Dealt") return fill(gettext("Deal %(deal)s"), { deal: event.round + 1 });
  if (event.type === "Chosen" && before !== "Chosen") return gettext("A showdown");
  return event.type === "DealEnded" ? gettext("The end of the deal") : null;
}

/**
 * One entry for the deal, one for each showdown, one for the end.
 * @param {Tiny.Frame[]} frames
 * @param {Tiny.Context} context
 * @returns {HistoryTurn[]}
 */
export function historyTurns(frames, context) {
  /** @type {HistoryTurn[]} */
  const list = [];
  let before = "";
  for (const [index, { event, kind, seq }] of frames.entries()) {
    if (kind !== "game" || ["Opened", "Finished"].includes(event.type)) continue;
    const title = heading(event, before);
    if (title !== null)
      list.push({
        key: `${index}-${event.type}`,
        seq,
        seat: event.type === "DealEnded" ? event.winners[0] : null,
        title,
        steps: [],
      });
    list
      .at(-1)
      ?.steps.push({ index, text: describeEvent(event, context), tone: event.type === "DealEnded" ? "good" : "plain" });
    before = event.type;
  }
  return list;
}

/** @param {Outcome} outcome @param {Tiny.Context} context @returns {Result} */
export function result({ winners, scores }, context) {
  const mine = winners.length === 1 && winners[0] === context.me;
  return {
    title: mine
      ? gettext("You win!")
      : fill(ngettext("%(names)s wins", "%(names)s share the win", winners.length), {
          names: namesOf(context, winners),
        }),
    reason: gettext("The most chips win; chips that were bought do not count."),
    rows: [...scores.keys()].sort(byRank(winners, scores)).map((seat) => ({
      seat,
      won: winners.includes(seat),
      text: fill(ngettext("%(count)s chip", "%(count)s chips", scores[seat]), { count: scores[seat] }),
    })),
  };
}

/** @param {{[field: string]: any}} options */
export function describeOptions({ rounds, showdowns, chips, rebuy }) {
  const broke = { auto: gettext("new chips for players without"), ask: gettext("new chips can be bought") };
  return [
    fill(ngettext("%(count)s deal", "%(count)s deals", rounds), { count: rounds }),
    fill(ngettext("%(count)s showdown each", "%(count)s showdowns each", showdowns), { count: showdowns }),
    fill(ngettext("%(count)s chip", "%(count)s chips", chips), { count: chips }),
    broke[/** @type {keyof typeof broke} */ (rebuy)],
  ].filter(Boolean);
}

/** @param {Tiny.Event} event @returns {Sound | null} */
export function soundFor({ type }) {
  if (type === "Chosen") return SOUNDS.choose;
  return type === "Shown" ? SOUNDS.show : null;
}

/**
 * Leaving has no button here: it is in the table's menu.
 * @param {Tiny.Action} action
 * @param {Tiny.Context} context
 */
export function asideLabel({ type }, { view, me }) {
  if (type === "Rebuy") return gettext("Buy new chips");
  if (type === "ShowHand")
    return fill(gettext("Show %(cards)s"), { cards: view && me !== null ? view.hands[me].join(", ") : "" });
  return "";
}

/** The card that an action chooses, if it is one that does. @param {Tiny.Action | null | undefined} action */
export const cardOf = (action) => (action?.type === "Choose" ? action.card : null);

/** @param {string} code */
export function refusalText(code) {
  switch (code) {
    case "not_in_hand":
      return gettext("You do not hold that card.");
    case "incomplete":
      return gettext("Choose a card.");
    case "not_now":
      return gettext("You cannot do that now.");
    default:
      return undefined;
  }
}
