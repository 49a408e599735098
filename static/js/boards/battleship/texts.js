/** The sentences of Battleship: events, prompts, tips, history, results, refusals. */

import { byRank, fill } from "../../shell/ui/texts.js";
import { nameOf } from "./geometry.js";
import { shipName } from "./ships.js";
import { SOUNDS } from "./sounds.js";
import { isLearning } from "./tips.js";
import { weaponName } from "./weapons.js";

/** @param {Battleship.Context} context @param {number} seat */
const who = ({ seats }, seat) => seats[seat]?.name ?? "?";

/** The options of the table, from the event that began the game. @param {Battleship.Frame[]} frames */
function optionsOf(frames) {
  const [first] = frames.map(({ event }) => event).filter((event) => event.type === "Mustered");
  return first?.options;
}

/**
 * The size of the sea, from the view or, in a history without a view, from the first event.
 * @param {Battleship.Context} context
 * @param {Battleship.Frame[]} frames
 */
const sizeOf = ({ view }, frames) => view?.size ?? optionsOf(frames)?.size ?? 10;

/**
 * Whether the classic variant is played, in which every hit destroys a cell.
 * @param {Battleship.Context} context
 * @param {Battleship.Frame[]} frames
 */
const isClassic = ({ view }, frames) => (view?.variant ?? optionsOf(frames)?.variant) === "classic";

/** What an attack found, in a few words. @param {Battleship.Fired} event @param {boolean} classic */
function found({ weapon, marks, signal, cell }, classic) {
  if (weapon === "SONAR") {
    if (!signal) return gettext("silence");
    return marks.some((mark) => mark.cell === cell && mark.now === "hit")
      ? gettext("a signal, a ship right there")
      : gettext("a signal");
  }
  /** @param {string} kind */
  const count = (kind) => marks.filter((mark) => mark.now === kind).length;
  const [destroyed, hit] = [count("destroyed"), count("hit")];
  if (!destroyed && !hit) return gettext("water");
  if (classic) return gettext("hit");
  if (weapon === "AP") return destroyed ? gettext("destroyed") : gettext("a hit, it still stands");
  return [
    destroyed &&
      fill(ngettext("%(count)s cell destroyed", "%(count)s cells destroyed", destroyed), { count: destroyed }),
    hit && fill(ngettext("%(count)s hit", "%(count)s hits", hit), { count: hit }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {Battleship.Fired} event @param {boolean} mine */
function firing({ weapon }, mine) {
  switch (weapon) {
    case "AP":
      return mine ? gettext("You fire at %(cell)s: %(found)s") : gettext("%(who)s fires at %(cell)s: %(found)s");
    case "HE":
      return mine
        ? gettext("Your aircraft strike %(cell)s: %(found)s")
        : gettext("%(who)s’s aircraft strike %(cell)s: %(found)s");
    default:
      return mine
        ? gettext("Your sonar listens at %(cell)s: %(found)s")
        : gettext("%(who)s’s sonar listens at %(cell)s: %(found)s");
  }
}

/** @param {Battleship.Sank} event @param {Battleship.Context} context */
function sank({ by, ship }, context) {
  const values = { who: who(context, by), ship: shipName(ship) };
  if (by === context.me) return fill(gettext("You sank the %(ship)s!"), values);
  return fill(
    context.me === null ? gettext("%(who)s sank the %(ship)s!") : gettext("%(who)s sank your %(ship)s!"),
    values,
  );
}

/** Describe an event as it happens. @param {Battleship.Event} event @param {Battleship.Context} context */
export function describeEvent(event, context) {
  const mine = "by" in event && event.by === context.me;
  switch (event.type) {
    case "Mustered":
      return gettext("The fleets put to sea.");
    case "Deployed":
      return mine
        ? gettext("Your fleet is placed.")
        : fill(gettext("%(who)s has placed the fleet."), { who: who(context, event.by) });
    case "Fired":
      return fill(firing(event, mine), {
        who: who(context, event.by),
        cell: nameOf(sizeOf(context, []), event.cell),
        found: found(event, isClassic(context, [])),
      });
    case "Sank":
      return sank(event, context);
    case "Ended":
      return gettext("The battle is over. Both fleets lie open.");
    default:
      return "";
  }
}

/**
 * Return whose turn it is and what they have to do.
 * @param {Battleship.Action[]} legal
 * @param {Battleship.Context} context
 */
export function prompt(legal, context) {
  const { view, me, event } = context;
  if (!view || view.outcome) return "";
  if (view.phase === "deploy") return deployPrompt(legal, context);
  if (legal.length) {
    if (view.reply) return gettext("Your last reply: one more attack");
    return view.variant === "classic" ? gettext("Your turn: fire") : gettext("Your turn: attack");
  }
  // While an attack is being shown, there is no prompt.
  if (view.active === null || view.active === me || ["Fired", "Sank"].includes(event?.type ?? "")) return "";
  const values = { who: who(context, view.active) };
  return fill(view.reply ? gettext("%(who)s makes the last reply") : gettext("%(who)s takes aim"), values);
}

/** @param {Battleship.Action[]} legal @param {Battleship.Context} context */
function deployPrompt(legal, { view, me }) {
  if (legal.length) return gettext("Place your fleet");
  if (me !== null && view?.seas[me].ready) return gettext("The other side is still laying its fleet");
  return gettext("The fleets are being placed");
}

/** Return a tip for a beginner, or an empty string. @param {Battleship.Context} context */
export function tip({ view, me }) {
  if (!view || me === null || view.outcome || view.reply || !isLearning(view)) return "";
  if (view.phase === "deploy") {
    return view.seas[me].ready ? "" : gettext("Drag ships, press twice to turn, or take a random fleet");
  }
  if (view.variant === "classic") return gettext("Ships lie in straight lines: after a hit, look beside it");
  const marks = new Set(view.seas[1 - me].marks);
  if (marks.has(2)) return gettext("A cross still stands: fire the guns at it again");
  if (marks.has(4)) return gettext("A ship lies under at least one question mark");
  return gettext("Aircraft search, guns strike hard, sonar listens");
}

/** The last attack in one line. @param {Battleship.Context} context */
export function recap(context) {
  const last = context.view?.last;
  if (!last || context.view?.outcome || context.event?.type === "Fired") return "";
  return describeEvent({ ...last, type: "Fired" }, context);
}

/**
 * @param {Battleship.Fired | Battleship.Sank} event
 * @param {number} size
 * @param {boolean} classic
 * @returns {{text: string, tone: "plain" | "good" | "bad"}}
 */
function step(event, size, classic) {
  if (event.type === "Sank")
    return { text: fill(gettext("sinks the %(ship)s"), { ship: shipName(event.ship) }), tone: "good" };
  const values = { weapon: weaponName(event.weapon), cell: nameOf(size, event.cell), found: found(event, classic) };
  return {
    text: fill(classic ? gettext("%(cell)s: %(found)s") : gettext("%(weapon)s %(cell)s: %(found)s"), values),
    tone: "plain",
  };
}

/**
 * Build the history, one entry for each turn.
 * @param {Battleship.Frame[]} frames
 * @param {Battleship.Context} context
 * @returns {HistoryTurn[]}
 */
export function historyTurns(frames, context) {
  const size = sizeOf(context, frames);
  const classic = isClassic(context, frames);
  /** @type {HistoryTurn[]} */
  const list = [];
  for (const [index, { event, kind, seq }] of frames.entries()) {
    if (kind !== "game" || (event.type !== "Deployed" && event.type !== "Fired" && event.type !== "Sank")) continue;
    const key = event.type === "Deployed" ? `deployed-${event.by}` : `turn-${event.turn}`;
    if (list.at(-1)?.key !== key) {
      const title = event.by === context.me ? gettext("You") : who(context, event.by);
      list.push({ key, seq, seat: event.by, title, steps: [] });
    }
    list
      .at(-1)
      ?.steps.push(
        event.type === "Deployed"
          ? { index, text: gettext("The fleet is placed"), tone: "plain" }
          : { index, ...step(event, size, classic) },
      );
  }
  return list;
}

/** @param {string} reason @param {boolean} mine @param {boolean} watching */
function because(reason, mine, watching) {
  switch (reason) {
    case "fleet_sunk":
      if (watching) return gettext("The other fleet is sunk.");
      return mine ? gettext("You sank the whole fleet.") : gettext("Your whole fleet is sunk.");
    case "both_sunk":
      return gettext("The last reply sank the other fleet too.");
    default:
      return gettext("The last turn was played. Who has lost less wins.");
  }
}

/** @param {Outcome} outcome @param {Battleship.Context} context @returns {Result} */
export function result({ winners, scores, reason }, context) {
  const mine = context.me !== null && winners.includes(context.me);
  const alone = winners.length === 1;
  const names = winners.map((seat) => who(context, seat)).join(", ");
  return {
    title: !alone ? gettext("A draw") : mine ? gettext("You win!") : fill(gettext("%(names)s wins"), { names }),
    reason: because(reason, mine && alone, context.me === null),
    rows: [...scores.keys()].sort(byRank(winners, scores)).map((seat) => ({
      seat,
      won: winners.includes(seat),
      text: fill(ngettext("%(count)s ship sunk", "%(count)s ships sunk", scores[seat]), { count: scores[seat] }),
    })),
  };
}

/** Name the options of this table that players should know. @param {{[field: string]: any}} options */
export function describeOptions({ variant, size: side, ruleset, last_reply: reply }) {
  return [
    variant === "classic" ? gettext("classic: one shot a turn") : gettext("guns, aircraft and sonar"),
    fill(gettext("sea of %(size)s"), { size: `${side ?? 10}×${side ?? 10}` }),
    ruleset === "v2.6" && variant !== "classic" && gettext("ships as in the first build"),
    reply && gettext("with a last reply"),
  ].filter(Boolean);
}

/** @param {Battleship.Event} event @returns {Sound | null} */
export function soundFor(event) {
  if (event.type === "Sank") return SOUNDS.sink;
  if (event.type !== "Fired") return null;
  if (event.weapon === "SONAR") return event.signal ? SOUNDS.echo : SOUNDS.ping;
  return event.marks.some(({ now }) => now !== "miss") ? SOUNDS.boom : SOUNDS.splash;
}

/** @param {string} code */
export function refusalText(code) {
  switch (code) {
    case "already_deployed":
      return gettext("Your fleet is placed; now comes the battle.");
    case "wrong_fleet":
      return gettext("That is not the whole fleet.");
    case "off_board":
      return gettext("That does not fit on the sea.");
    case "overlap":
      return gettext("Ships may touch, but not overlap.");
    case "incomplete":
      return gettext("Something is still missing: a ship to place, or a cell to aim at.");
    case "not_yet":
      return gettext("First both fleets are placed.");
    case "no_weapon":
      return gettext("You have no such weapon, or no more.");
    case "known_miss":
      return gettext("There is only water: aim elsewhere.");
    case "destroyed":
      return gettext("Nothing is left to hit there: aim elsewhere.");
    default:
      return undefined;
  }
}
