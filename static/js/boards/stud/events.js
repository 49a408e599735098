/** Each event of a stud match as a sentence. */

import { fill } from "../../shell/ui/texts.js";
import { amountText } from "./amounts.js";
import { cardText } from "./cards.js";
import { gameAim, gameName, handName, potName, standingHand, streetName } from "./names.js";
import { whyFirst } from "./tips.js";

/** @param {Stud.Context} context @param {number} seat */
export const nameOf = ({ seats }, seat) => seats[seat]?.name ?? "?";

/** Templates by event: as I read it of myself, and of somebody else. @returns {Record<string, [string, string]>} */
const acts = () => ({
  AntePosted: [gettext("You post an ante of %(amount)s."), gettext("%(who)s posts an ante of %(amount)s.")],
  BroughtIn: [gettext("You bring in %(amount)s."), gettext("%(who)s brings in %(amount)s.")],
  Completed: [gettext("You complete to %(to)s."), gettext("%(who)s completes to %(to)s.")],
  BetMade: [gettext("You bet %(amount)s."), gettext("%(who)s bets %(amount)s.")],
  Raised: [gettext("You raise to %(to)s."), gettext("%(who)s raises to %(to)s.")],
  Called: [gettext("You call %(amount)s."), gettext("%(who)s calls %(amount)s.")],
  Checked: [gettext("You check."), gettext("%(who)s checks.")],
  Folded: [gettext("You fold."), gettext("%(who)s folds.")],
  BetReturned: [
    gettext("%(amount)s that nobody called come back to you."),
    gettext("%(amount)s that nobody called go back to %(who)s."),
  ],
  HandMucked: [gettext("You muck your hand."), gettext("%(who)s mucks.")],
  RebuyAsked: [gettext("You buy chips with the next deal."), gettext("%(who)s buys chips with the next deal.")],
  SatOut: [gettext("You sit out from the next deal on."), gettext("%(who)s sits out from the next deal on.")],
  SatIn: [gettext("You play again from the next deal on."), gettext("%(who)s plays again from the next deal on.")],
  Left: [gettext("You leave the match."), gettext("%(who)s leaves the match.")],
});

/** @param {Stud.Event} event @param {Stud.Context} context */
function act(event, context) {
  const templates = acts()[event.type];
  if (!templates || !("seat" in event)) return "";
  const amount = "amount" in event ? event.amount : 0;
  const to = "to" in event ? event.to : 0;
  const text = fill(templates[event.seat === context.me ? 0 : 1], {
    who: nameOf(context, event.seat),
    amount: amountText(amount, context.view),
    to: amountText(to, context.view),
  });
  return "all_in" in event && event.all_in ? `${text} ${gettext("All in!")}` : text;
}

/** @param {Stud.DealStarted} event @param {Stud.Context} context */
function started({ deal, game, stakes }, context) {
  const values = {
    deal: deal + 1,
    game: gameName(game),
    aim: gameAim(game),
    small: amountText(stakes.small_bet, context.view),
    big: amountText(stakes.big_bet, context.view),
  };
  return fill(gettext("Deal %(deal)s: %(game)s, %(small)s/%(big)s; %(aim)s."), values);
}

/**
 * A new street: who acts first and why; in a history, which cards were dealt face up.
 * @param {Stud.CardsDealt} event
 * @param {Stud.Context} context
 */
function streetDealt(event, context) {
  const { view } = context;
  const now = view?.table?.street === event.street && context.event === event;
  const street = streetName(event.street);
  if (now && view) {
    const why = whyFirst(view, (seat) => (seat === context.me ? gettext("You") : nameOf(context, seat)));
    if (why) return fill(gettext("%(street)s. %(why)s."), { street, why });
  }
  const dealt = event.open ? event.down : event.up; // after all-in the last card lies face up too
  const up = dealt.flatMap((cards, seat) => {
    const seen = cards.filter((card) => card !== null);
    return seen.length ? [`${nameOf(context, seat)} ${seen.map(cardText).join(" ")}`] : [];
  });
  return up.length ? fill(gettext("Up: %(cards)s."), { cards: up.join(", ") }) : gettext("A card down for everybody.");
}

/** @param {Stud.HandShown} event @param {Stud.Context} context */
function shown({ seat, cards }, context) {
  const hand = context.view?.seats?.[seat]?.hand ?? null;
  const values = { who: nameOf(context, seat), cards: cards.map(cardText).join(" "), hand: standingHand(hand) };
  const mine = seat === context.me;
  if (!hand) return fill(mine ? gettext("You show %(cards)s.") : gettext("%(who)s shows %(cards)s."), values);
  return fill(mine ? gettext("You show %(cards)s: %(hand)s.") : gettext("%(who)s shows %(cards)s: %(hand)s."), values);
}

/** @param {Stud.PotAwarded} event @param {Stud.Context} context */
function awarded({ pot, half, seat, amount }, context) {
  /** @type {import("./showdown.js").Award[]} */
  const awards = context.view?.result?.awards ?? [];
  const hand = awards.find((award) => award.pot === pot && award.half === half && award.seat === seat)?.hand;
  const pots = Math.max(context.view?.table?.pots?.length ?? 1, pot + 1);
  const split = !awards.length || awards.some((award) => award.pot === pot && award.half === "low");
  const where = [
    pots > 1 && potName(pot, pots),
    split && half === "high" && gettext("high"),
    half === "low" && gettext("low"),
  ]
    .filter(Boolean)
    .join(", ");
  const values = {
    who: nameOf(context, seat),
    amount: amountText(amount, context.view),
    where,
    hand: hand ? handName(hand) : "",
  };
  const mine = seat === context.me;
  const won = mine ? gettext("You win %(amount)s") : gettext("%(who)s wins %(amount)s");
  return `${fill(won, values)}${where && ` (${where})`}${hand ? fill(gettext(" with %(hand)s"), values) : ""}.`;
}

/** Describe an event as it happens. @param {Stud.Event} event @param {Stud.Context} context */
export function describeEvent(event, context) {
  switch (event.type) {
    case "DealStarted":
      return started(event, context);
    case "CardsDealt":
      return streetDealt(event, context);
    case "CommonCardDealt":
      return fill(gettext("Too few cards are left: %(card)s is a common card of all."), { card: cardText(event.card) });
    case "HandShown":
      return shown(event, context);
    case "PotAwarded":
      return awarded(event, context);
    case "MatchEnded":
      return gettext("The match is over.");
    default:
      return act(event, context);
  }
}
