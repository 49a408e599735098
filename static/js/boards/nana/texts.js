/**
 * The sentences of NANA: events, prompts, tips, history, results, refusals.
 *
 * Invariant: a number of an earlier turn is named only while `view.told_from` allows it. The history shows no number
 * that the board hides, because players have to remember it.
 */

import { html } from "htm/preact";
import { SmallCard } from "../../shell/ui/cards.js";
import { byRank, fill } from "../../shell/ui/texts.js";
import { partnerOf } from "./partners.js";
import { SOUNDS } from "./sounds.js";
import { isLearning } from "./tips.js";

/** @param {Nana.Context} context @param {number} seat */
const nameOf = ({ seats }, seat) => seats[seat]?.name ?? "?";

/** Shown in place of a past number that is hidden now. */
const FORGOTTEN = "·";

/** Whole sentences, so that every language can order its words: [for the lowest, for the highest]. */
const ASKED = {
  mine: () => [gettext("You showed your lowest: %(number)s"), gettext("You showed your highest: %(number)s")],
  fromOther: () => [
    gettext("You asked %(whom)s for the lowest: %(number)s"),
    gettext("You asked %(whom)s for the highest: %(number)s"),
  ],
  own: () => [
    gettext("%(who)s showed their own lowest: %(number)s"),
    gettext("%(who)s showed their own highest: %(number)s"),
  ],
  fromMe: () => [
    gettext("%(who)s asked you for the lowest: %(number)s"),
    gettext("%(who)s asked you for the highest: %(number)s"),
  ],
  between: () => [
    gettext("%(who)s asked %(whom)s for the lowest: %(number)s"),
    gettext("%(who)s asked %(whom)s for the highest: %(number)s"),
  ],
};

/** @param {Nana.Flip} flip @param {number | null} me */
function sentence({ by, seat, end }, me) {
  if (seat === null) {
    return by === me
      ? gettext("You turned a middle card: %(number)s")
      : gettext("%(who)s turned a middle card: %(number)s");
  }
  const mine = by === me;
  const which = seat === by ? (mine ? "mine" : "own") : mine ? "fromOther" : seat === me ? "fromMe" : "between";
  return ASKED[which]()[end === "high" ? 1 : 0];
}

/** @param {Nana.Flip} flip @param {number | null} number @param {Nana.Context} context */
const flipped = (flip, number, context) =>
  fill(sentence(flip, context.me), {
    who: nameOf(context, flip.by),
    whom: flip.seat === null ? "" : nameOf(context, flip.seat),
    number: number ?? FORGOTTEN,
  });

/**
 * The number of a past turn, or null if the view hides it now.
 * @param {number} turn
 * @param {number | null} number
 * @param {Nana.View | null} view
 */
const visibleNumber = (turn, number, view) => (view && turn < view.told_from ? null : number);

/**
 * The seat opposite; a table for teams has an even number of them.
 * @param {Nana.Context} context
 * @param {number} seat
 */
const opposite = ({ seats }, seat) => (seat + seats.length / 2) % seats.length;

/** @param {Nana.Gave} event @param {number | null} number @param {Nana.Context} context */
function gave({ by }, number, context) {
  const whom = opposite(context, by);
  const values = { who: nameOf(context, by), whom: nameOf(context, whom), number };
  if (by === context.me) {
    return fill(
      number === null ? gettext("You gave %(whom)s a card") : gettext("You gave %(whom)s a %(number)s"),
      values,
    );
  }
  if (whom === context.me) return fill(gettext("%(who)s gave you a card"), values);
  return fill(
    number === null ? gettext("%(who)s gave %(whom)s a card") : gettext("%(who)s gave %(whom)s a %(number)s"),
    values,
  );
}

/** @param {Nana.Exchanged} event @param {Nana.Context} context */
function exchanged({ given }, context) {
  const partner = context.me === null ? null : opposite(context, context.me);
  const number = partner === null ? null : given[partner];
  if (partner === null || number === null) return gettext("Partners have taken up their cards.");
  return fill(gettext("%(who)s gave you a %(number)s."), { who: nameOf(context, partner), number });
}

/** @param {Nana.Dealt} event @param {Nana.Context} context */
function dealt({ options, first }, context) {
  if (options.teams === "pairs") return gettext("The cards are dealt. First partners give each other a card.");
  return first === context.me
    ? gettext("The cards are dealt. You begin.")
    : fill(gettext("The cards are dealt. %(who)s begins."), { who: nameOf(context, first) });
}

/** @param {Nana.Collected} event @param {Nana.Context} context */
function collected({ by, number }, context) {
  return by === context.me
    ? fill(gettext("You took the trio of %(number)s!"), { number })
    : fill(gettext("%(who)s took the trio of %(number)s!"), { who: nameOf(context, by), number });
}

/** Describe an event as it happens. @param {Nana.Event} event @param {Nana.Context} context */
export function describeEvent(event, context) {
  switch (event.type) {
    case "Dealt":
      return dealt(event, context);
    case "Gave":
      return gave(event, event.number, context);
    case "Exchanged":
      return exchanged(event, context);
    case "Revealed": {
      const text = flipped(event, event.number, context);
      return event.match ? text : fill(gettext("%(text)s. No match."), { text });
    }
    case "TurnedBack":
      return gettext("The cards turn back.");
    case "Collected":
      return collected(event, context);
    case "Ended":
      return gettext("The game is over. All cards lie open.");
    default:
      return "";
  }
}

/** Return whose turn it is and what they have to do. @param {Nana.Action[]} legal @param {Nana.Context} context */
export function prompt(legal, context) {
  const { view, event } = context;
  if (!view || view.outcome) return "";
  const { active, target, giving } = view;
  if (giving.length) return giftPrompt(legal, context);
  // While a failed chain or a new trio is being shown, there is no prompt.
  const resting =
    event !== null && (["TurnedBack", "Collected"].includes(event.type) || (event.type === "Revealed" && !event.match));
  if (legal.length) {
    return target === null
      ? gettext("Your turn: turn up a card")
      : fill(gettext("Your turn: find another %(number)s"), { number: target });
  }
  if (active === null || active === context.me || resting) return "";
  const who = nameOf(context, active);
  return target === null
    ? fill(gettext("%(who)s is choosing"), { who })
    : fill(gettext("%(who)s is looking for another %(number)s"), { who, number: target });
}

/** Return who still has to give a card. @param {Nana.Action[]} legal @param {Nana.Context} context */
function giftPrompt(legal, context) {
  const { view, me } = context;
  if (legal.length && view && me !== null) {
    return fill(gettext("Give your partner %(whom)s a card"), { whom: nameOf(context, partnerOf(view, me) ?? me) });
  }
  const names = view?.giving.map((seat) => nameOf(context, seat)).join(", ");
  return fill(gettext("Still choosing a card: %(names)s"), { names });
}

/** Return a tip for a beginner, or an empty string. @param {Nana.Context} context */
export function tip({ view }) {
  if (!view || view.outcome) return "";
  if (view.giving.length) return gettext("Only the two of you will know it");
  if (!isLearning(view)) return "";
  if (view.target === null && view.sides.length)
    return gettext("A lowest ▾ or a highest ▴ card of anyone: find three alike");
  return view.target === null
    ? gettext("A lowest ▾, a highest ▴ or a middle card: find three alike")
    : gettext("Any other number ends your turn: remember it");
}

/** Last turn in one line. @param {Nana.Context} context */
export function recap(context) {
  const flips = context.view?.last ?? [];
  if (!flips.length || context.view?.outcome) return "";
  const { by } = flips[0];
  const text = by === context.me ? gettext("Your last turn: %(steps)s") : gettext("Last turn, %(who)s: %(steps)s");
  const steps = flips.map((flip) => short(flip, flip.number, context)).join(" · ");
  return fill(text, { who: nameOf(context, by), steps });
}

/**
 * Describe a flip in a few words.
 * @param {Nana.Flip} flip
 * @param {number | null} number
 * @param {Nana.Context} context
 */
function short({ by, seat, end }, number, context) {
  const values = { whom: seat === null ? "" : nameOf(context, seat), number: number ?? FORGOTTEN };
  if (seat === null) return fill(gettext("middle %(number)s"), values);
  if (seat === context.me) {
    return fill(end === "high" ? gettext("your highest %(number)s") : gettext("your lowest %(number)s"), values);
  }
  if (seat === by) {
    return fill(end === "high" ? gettext("own highest %(number)s") : gettext("own lowest %(number)s"), values);
  }
  return fill(
    end === "high" ? gettext("%(whom)s’s highest %(number)s") : gettext("%(whom)s’s lowest %(number)s"),
    values,
  );
}

/**
 * Build the history, one entry for each turn.
 * @param {Nana.Frame[]} frames
 * @param {Nana.Context} context
 * @returns {HistoryTurn[]}
 */
export function historyTurns(frames, context) {
  /** @type {HistoryTurn[]} */
  const list = [];
  for (const [index, { event, kind, seq }] of frames.entries()) {
    if (kind !== "game") continue;
    if (event.type === "Gave") {
      if (list.at(-1)?.key !== "gifts")
        list.push({ key: "gifts", seq, seat: null, title: gettext("The exchange"), steps: [] });
      list.at(-1)?.steps.push({
        index,
        text: gave(event, visibleNumber(1, event.number, context.view), context),
        tone: "plain",
      });
    }
    if (event.type !== "Revealed" && event.type !== "Collected") continue;
    const key = `turn-${event.turn}`;
    if (list.at(-1)?.key !== key) {
      const title = event.by === context.me ? gettext("You") : nameOf(context, event.by);
      list.push({ key, seq, seat: event.by, title, steps: [] });
    }
    const step =
      event.type === "Collected"
        ? {
            index,
            text: fill(gettext("takes the trio of %(number)s"), { number: event.number }),
            tone: /** @type {const} */ ("good"),
          }
        : {
            index,
            text: short(event, visibleNumber(event.turn, event.number, context.view), context),
            tone: event.match ? /** @type {const} */ ("plain") : /** @type {const} */ ("bad"),
          };
    list.at(-1)?.steps.push(step);
  }
  return list;
}

/** Explain the dots of a history, if it has any. @param {HistoryTurn[]} list */
export const legend = (list) =>
  list.some(({ steps }) => steps.some(({ text }) => text.includes(FORGOTTEN)))
    ? gettext("A dot (·) is a number you have seen: remembering it is part of the game.")
    : "";

/** @param {string} reason @param {boolean} mine */
function because(reason, mine) {
  switch (reason) {
    case "sevens":
      return mine ? gettext("You hold the trio of sevens.") : gettext("The trio of sevens wins at once.");
    case "linked":
      return mine ? gettext("Two of your trios are linked.") : gettext("Two linked trios win.");
    case "three_trios":
      return mine ? gettext("You hold three trios.") : gettext("Three trios win.");
    default:
      return gettext("The last turn was played. Most trios win.");
  }
}

/** The trios of a seat, in a result. @param {Nana.Context} context @param {number} seat */
function drawTrios({ view }, seat) {
  const numbers = view?.trios[seat] ?? [];
  return html`<span class="taken cards"
    >${numbers.map((number) => html`<${SmallCard} key=${number} number=${number} />`)}</span
  >`;
}

/** @param {Outcome} outcome @param {Nana.Context} context @returns {Result} */
export function result({ winners, scores, reason }, context) {
  const mine = context.me !== null && winners.includes(context.me);
  const names = winners.map((seat) => nameOf(context, seat)).join(", ");
  const alone = winners.length === 1;
  const sides = context.view?.sides ?? [];
  if (sides.length) return teamResult({ winners, scores, reason }, sides, context);
  return {
    title:
      mine && alone
        ? gettext("You win!")
        : fill(ngettext("%(names)s wins", "%(names)s share the win", winners.length), { names }),
    reason: because(reason, mine && alone),
    rows: [...scores.keys()].sort(byRank(winners, scores)).map((seat) => ({
      seat,
      won: winners.includes(seat),
      drawing: drawTrios(context, seat),
      text: fill(ngettext("%(count)s trio", "%(count)s trios", scores[seat]), { count: scores[seat] }),
    })),
  };
}

/** Partners win together; each team is listed once, by its first seat.
 * @param {Outcome} outcome @param {number[]} sides @param {Nana.Context} context @returns {Result} */
function teamResult({ winners, scores, reason }, sides, context) {
  const mine = context.me !== null && winners.includes(context.me);
  const alone = new Set(winners.map((seat) => sides[seat])).size === 1;
  const [who, whom] = winners.map((seat) => nameOf(context, seat));
  const names = winners.map((seat) => nameOf(context, seat)).join(", ");
  // `sides` gives the first seat of the team of each seat; partners are listed together.
  const rank = byRank(winners, scores);
  const seats = [...sides.keys()].sort((a, b) => (sides[a] === sides[b] ? a - b : rank(sides[a], sides[b])));
  return {
    title: !alone
      ? fill(gettext("%(names)s share the win"), { names })
      : mine
        ? gettext("Your team wins!")
        : fill(gettext("%(who)s and %(whom)s win"), { who, whom }),
    reason: teamBecause(reason, mine && alone),
    rows: seats.map((seat) => {
      const leads = seat === sides[seat];
      const count = fill(ngettext("%(count)s trio", "%(count)s trios", scores[seat]), { count: scores[seat] });
      return {
        seat,
        won: winners.includes(seat),
        drawing: leads && drawTrios(context, seat),
        text: leads ? count : fill(gettext("with %(name)s"), { name: nameOf(context, sides[seat]) }),
      };
    }),
  };
}

/** @param {string} reason @param {boolean} mine */
function teamBecause(reason, mine) {
  if (!mine) return because(reason, false);
  switch (reason) {
    case "sevens":
      return gettext("Your team holds the trio of sevens.");
    case "linked":
      return gettext("Two of your team's trios are linked.");
    case "three_trios":
      return gettext("Your team holds three trios.");
    default:
      return because(reason, true);
  }
}

/** Name the options of this table that players should know. @param {{[field: string]: any}} options */
export function describeOptions({ win, memory, teams, turn_after_trio: after }) {
  const wins = {
    simple: gettext("three trios win"),
    spicy: gettext("two linked trios win"),
    nana: gettext("linked pair or three trios win"),
  };
  return [
    teams === "pairs" && gettext("in teams, partners opposite"),
    wins[/** @type {keyof typeof wins} */ (win)],
    memory === "notes" && gettext("with notes"),
    after === "continue" && gettext("play on after a trio"),
  ].filter(Boolean);
}

/** @param {Nana.Event} event @param {Nana.Context} context @returns {Sound | null} */
export function soundFor(event, { view }) {
  if (event.type === "Collected") return SOUNDS.trio;
  if (event.type !== "Revealed") return null;
  return event.match && view && view.trace.length > 1 ? SOUNDS.match : SOUNDS.flip;
}

/** @param {string} code */
export function refusalText(code) {
  switch (code) {
    case "not_face_down":
      return gettext("That card is already open.");
    case "one_end":
      return gettext("One card is left there: ask for the lowest.");
    case "give_first":
      return gettext("First give your partner a card.");
    case "empty_hand":
      return gettext("That hand is empty.");
    default:
      return undefined;
  }
}
