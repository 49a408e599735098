/**
 * NANA in sentences: what happened, what to do, how it ended.
 *
 * Law of the room: a past number is spoken only while the view says it may be (`told_from`). A memory game must
 * not ship a memory, so the history forgets what the board forgets.
 */

import { fill } from "../../shell/words.js";
import { isLearning } from "./learning.js";

/** @param {Context} context @param {number} seat */
const nameOf = ({ seats }, seat) => seats[seat]?.name ?? "?";

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

/** @param {GameEvent} flip @param {number | null} me */
function sentence({ by, seat, end }, me) {
  if (seat === null) {
    return by === me ? gettext("You turned a middle card: %(number)s") : gettext("%(who)s turned a middle card: %(number)s");
  }
  const mine = by === me;
  const which = seat === by ? (mine ? "mine" : "own") : mine ? "fromOther" : seat === me ? "fromMe" : "between";
  return ASKED[which]()[end === "high" ? 1 : 0];
}

/** @param {GameEvent} flip @param {number | null} number @param {Context} context */
const flipped = (flip, number, context) =>
  fill(sentence(flip, context.me), {
    who: nameOf(context, flip.by),
    whom: flip.seat === null ? "" : nameOf(context, flip.seat),
    number: number ?? "·",
  });

/** The number of a past flip as long as the view says it may be told. @param {GameEvent} flip @param {View | null} view */
const remembered = ({ turn, number }, view) => (view && turn < view.told_from ? null : number);

/** @param {GameEvent} event @param {Context} context */
function collected({ by, number }, context) {
  return by === context.me
    ? fill(gettext("You took the trio of %(number)s!"), { number })
    : fill(gettext("%(who)s took the trio of %(number)s!"), { who: nameOf(context, by), number });
}

/** Tell a fact as it happens. @param {GameEvent} event @param {Context} context */
export function say(event, context) {
  switch (event.type) {
    case "Dealt":
      return event.first === context.me
        ? gettext("The cards are dealt. You begin.")
        : fill(gettext("The cards are dealt. %(who)s begins."), { who: nameOf(context, event.first) });
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

/** Say whose turn it is and what is asked. @param {Action[]} legal @param {Context} context */
export function todo(legal, context) {
  const { view, event } = context;
  if (!view || view.outcome) return "";
  const { active, target } = view;
  // While a broken chain or a new trio is looked at, nobody is asked anything.
  const resting = event !== null && (["TurnedBack", "Collected"].includes(event.type) || event.match === false);
  if (legal.length) {
    return target === null
      ? gettext("Your turn: turn up a card")
      : fill(gettext("Your turn: find another %(number)s"), { number: target });
  }
  if (active === context.me || resting) return "";
  const who = nameOf(context, active);
  return target === null
    ? fill(gettext("%(who)s is choosing"), { who })
    : fill(gettext("%(who)s is looking for another %(number)s"), { who, number: target });
}

/** What a newcomer needs to hear. @param {Context} context */
export function lesson({ view }) {
  if (!view || view.outcome || !isLearning(view)) return "";
  return view.target === null
    ? gettext("A lowest ▾, a highest ▴ or a middle card: find three alike")
    : gettext("Any other number ends your turn: remember it");
}

/** Last turn in one line. @param {Context} context */
export function trace(context) {
  /** @type {any[]} */
  const flips = context.view?.last ?? [];
  if (!flips.length || context.view?.outcome) return "";
  const { by } = flips[0];
  const text = by === context.me ? gettext("Your last turn: %(steps)s") : gettext("Last turn, %(who)s: %(steps)s");
  const steps = flips.map((flip) => short(flip, flip.number, context)).join(" · ");
  return fill(text, { who: nameOf(context, by), steps });
}

/** A flip in few words. @param {any} flip @param {number | null} number @param {Context} context */
function short({ by, seat, end }, number, context) {
  const values = { whom: seat === null ? "" : nameOf(context, seat), number: number ?? "·" };
  if (seat === null) return fill(gettext("middle %(number)s"), values);
  if (seat === context.me) {
    return fill(end === "high" ? gettext("your highest %(number)s") : gettext("your lowest %(number)s"), values);
  }
  if (seat === by) {
    return fill(end === "high" ? gettext("own highest %(number)s") : gettext("own lowest %(number)s"), values);
  }
  return fill(end === "high" ? gettext("%(whom)s’s highest %(number)s") : gettext("%(whom)s’s lowest %(number)s"), values);
}

/**
 * The history, a chapter for each turn.
 * @param {Frame[]} frames
 * @param {Context} context
 * @returns {Chapter[]}
 */
export function chapters(frames, context) {
  /** @type {Chapter[]} */
  const list = [];
  for (const [at, { event, kind, seq }] of frames.entries()) {
    if (kind !== "game" || !["Revealed", "Collected"].includes(event.type)) continue;
    const key = `turn-${event.turn}`;
    if (list.at(-1)?.key !== key) {
      const title = event.by === context.me ? gettext("You") : nameOf(context, event.by);
      list.push({ key, seq, seat: event.by, title, steps: [] });
    }
    const step =
      event.type === "Collected"
        ? { at, text: fill(gettext("takes the trio of %(number)s"), { number: event.number }), tone: /** @type {const} */ ("good") }
        : {
            at,
            text: short(event, remembered(event, context.view), context),
            tone: event.match ? /** @type {const} */ ("plain") : /** @type {const} */ ("bad"),
          };
    list.at(-1)?.steps.push(step);
  }
  return list;
}

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

/** @param {Outcome} outcome @param {Context} context @returns {Result} */
export function result({ winners, scores, reason }, context) {
  const mine = context.me !== null && winners.includes(context.me);
  const names = winners.map((seat) => nameOf(context, seat)).join(", ");
  const alone = winners.length === 1;
  return {
    title: mine && alone ? gettext("You win!") : fill(ngettext("%(names)s wins", "%(names)s share the win", winners.length), { names }),
    reason: because(reason, mine && alone),
    rows: scores.map((score, seat) => ({
      seat,
      won: winners.includes(seat),
      cards: context.view?.trios[seat] ?? [],
      text: fill(ngettext("%(count)s trio", "%(count)s trios", score), { count: score }),
    })),
  };
}

/** What is special about this table, in short. @param {{[field: string]: any}} options */
export function options({ win, memory, turn_after_trio: after }) {
  const wins = {
    simple: gettext("three trios win"),
    spicy: gettext("two linked trios win"),
    nana: gettext("linked pair or three trios win"),
  };
  return [
    wins[/** @type {keyof typeof wins} */ (win)],
    memory === "notes" && gettext("with notes"),
    after === "continue" && gettext("play on after a trio"),
  ].filter(Boolean);
}

/** @param {GameEvent} event @param {Context} context @returns {SoundName | null} */
export function sound(event, { view }) {
  if (event.type === "Collected") return "good";
  if (event.type !== "Revealed") return null;
  return event.match && view && view.trace.length > 1 ? "match" : "flip";
}

/** @param {string} code */
export function refusal(code) {
  switch (code) {
    case "not_face_down":
      return gettext("That card is already open.");
    case "one_end":
      return gettext("One card is left there: ask for the lowest.");
    case "empty_hand":
      return gettext("That hand is empty.");
    default:
      return undefined;
  }
}
