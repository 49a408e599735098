/** The history of a deal: one entry for each street, one for the end. */

import { fill } from "../../shell/ui/texts.js";
import { amountText } from "./amounts.js";
import { describeEvent } from "./events.js";
import { gameName, streetName } from "./names.js";

const END = ["HandShown", "HandMucked", "PotAwarded", "DealEnded", "MatchEnded"];
const SILENT = ["Opened", "Shuffled", "DealEnded"];
/** Events whose heading says it all. */
const HEADINGS = ["DealStarted"];

/**
 * The heading of the entry that begins with this event, or null if it belongs to the entry before.
 * @param {Stud.Event} event
 * @param {boolean} ending
 */
function heading(event, ending) {
  if (event.type === "DealStarted")
    return fill(gettext("Deal %(deal)s: %(game)s"), { deal: event.deal + 1, game: gameName(event.game) });
  if (event.type === "CardsDealt") return streetName(event.street);
  if (event.type === "CommonCardDealt") return streetName(7);
  return END.includes(event.type) && !ending ? gettext("The end of the deal") : null;
}

/** @param {Stud.Event} event @returns {"plain" | "good" | "bad"} */
function toneOf({ type }) {
  return type === "PotAwarded" ? "good" : type === "Folded" || type === "HandMucked" ? "bad" : "plain";
}

/**
 * All antes of a deal as one step, told with the last of them.
 * @param {Stud.Frame[]} frames
 * @param {number} index
 * @param {Stud.Context} context
 */
function antesText(frames, index, context) {
  if (frames[index + 1]?.event.type === "AntePosted") return "";
  const antes = frames.map(({ event }) => event).filter((event) => event.type === "AntePosted");
  const total = antes.reduce((sum, { amount }) => sum + amount, 0);
  return fill(
    ngettext("%(count)s ante: %(total)s in the pot.", "%(count)s antes: %(total)s in the pot.", antes.length),
    { count: antes.length, total: amountText(total, context.view) },
  );
}

/** @param {Stud.Frame[]} frames @param {Stud.Context} context @returns {HistoryTurn[]} */
export function historyTurns(frames, context) {
  /** @type {HistoryTurn[]} */
  const list = [];
  let ending = false;
  for (const [index, { event, kind, seq }] of frames.entries()) {
    if (kind !== "game" || SILENT.includes(event.type)) continue;
    const title = heading(event, ending);
    if (title !== null) list.push({ key: `${index}-${event.type}`, seq, seat: null, title, steps: [] });
    if (title !== null || !END.includes(event.type)) ending = END.includes(event.type);
    if (HEADINGS.includes(event.type)) continue;
    const text =
      event.type === "AntePosted"
        ? antesText(frames, index, context)
        : describeEvent(event, { ...context, event: null });
    if (text) list.at(-1)?.steps.push({ index, text, tone: toneOf(event) });
  }
  return list;
}
