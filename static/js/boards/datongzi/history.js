/** The history of a hand: one entry for each trick. */

import { fill } from "../../shell/ui/texts.js";
import { fullName } from "./names.js";

/** @param {Datongzi.Event} event */
function ownStepText(event) {
  switch (event.type) {
    case "Played":
      return fill(gettext("You: %(name)s"), { name: fullName(event.pattern) });
    case "Passed":
      return event.forced ? gettext("You cannot beat it") : gettext("You pass");
    case "Finished":
      return fill(gettext("You are out of cards: place %(place)s"), event);
    case "TrickTaken":
      return fill(
        event.bonus ? gettext("You take %(points)s points, bonus %(bonus)s") : gettext("You take %(points)s points"),
        event,
      );
    default:
      return "";
  }
}

/** @param {Datongzi.Event} event @param {string} who */
function stepText(event, who) {
  switch (event.type) {
    case "Played":
      return fill(gettext("%(who)s: %(name)s"), { who, name: fullName(event.pattern) });
    case "Passed":
      return event.forced ? fill(gettext("%(who)s cannot beat it"), { who }) : fill(gettext("%(who)s passes"), { who });
    case "Finished":
      return fill(gettext("%(who)s is out of cards: place %(place)s"), { who, place: event.place });
    case "TrickTaken":
      if (event.bonus)
        return fill(gettext("%(who)s takes %(points)s points, bonus %(bonus)s"), {
          who,
          points: event.points,
          bonus: event.bonus,
        });
      return fill(gettext("%(who)s takes %(points)s points"), { who, points: event.points });
    default:
      return "";
  }
}

/** @param {Datongzi.Event} event @returns {"plain" | "good" | "bad"} */
function toneOf({ type }) {
  return type === "TrickTaken" || type === "Finished" ? "good" : type === "Passed" ? "bad" : "plain";
}

/**
 * Build the history, one entry for each trick.
 * @param {Datongzi.Frame[]} frames
 * @param {Datongzi.Context} context
 * @returns {HistoryTurn[]}
 */
export function historyTurns(frames, context) {
  /** @type {HistoryTurn[]} */
  const list = [];
  let open = false;
  for (const [index, { event, kind, seq }] of frames.entries()) {
    if (kind !== "game" || !("seat" in event)) continue;
    if (!open) {
      const number = list.length + 1;
      list.push({
        key: `trick-${seq}-${index}`,
        seq,
        seat: event.seat,
        title: fill(gettext("Trick %(number)s"), { number }),
        steps: [],
      });
    }
    const text =
      event.seat === context.me ? ownStepText(event) : stepText(event, context.seats[event.seat]?.name ?? "?");
    if (text) list.at(-1)?.steps.push({ index, text, tone: toneOf(event) });
    open = event.type !== "TrickTaken";
  }
  return list;
}
