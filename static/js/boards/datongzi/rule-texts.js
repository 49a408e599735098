/** The sentences of the rules that differ between tables. */

import { fill } from "../../shell/ui/texts.js";

/** @typedef {{[field: string]: any}} Options the options of a table; a missing one has its default */

/** @param {number} points */
const signed = (points) => String(points).replace("-", "−");

/** Whether triples and airplanes may carry other cards. @param {Options} options */
export const kickersAllowed = ({ kickers = "standard", decks = "three" }) =>
  kickers === "yes" || (kickers === "standard" && decks === "three");

/** What goes with a triple. @param {Options} options */
export const tripleText = (options) =>
  kickersAllowed(options) ? gettext("with up to two kickers") : gettext("no kickers at this table");

/** What goes with an airplane. @param {Options} options */
export function airplaneText(options) {
  return kickersAllowed(options)
    ? gettext("adjacent triples, without 2, with up to two wings each")
    : gettext("adjacent triples, without 2; no wings at this table");
}

/** What each place brings. @param {Options} options */
export function finishText({ bonuses, two_seats: two }) {
  const factor = bonuses === "doubled" ? 2 : 1;
  const list = (/** @type {number[]} */ places) => places.map((points) => signed(factor * points)).join(", ");
  return fill(
    gettext(
      "Finishing brings, by place, with three players %(three)s; with four %(four)s; with two %(two)s. Points left in a hand are lost.",
    ),
    {
      three: list([100, -40, -60]),
      four: list([100, -20, -40, -80]),
      two: list(two === "33" ? [60, -60] : [100, -100]),
    },
  );
}

/** What partners do. @param {Options} options */
export function teamsText({ must_beat: must }) {
  const text = gettext("Partners sit opposite and add up their scores.");
  return must === "no" ? text : `${text} ${gettext("You must beat your partner too.")}`;
}

/** What the winner of a match gets beside the points; empty if nothing. @param {Options} options */
export function closingText({ target, closing = "100", teams }) {
  if (target === "hand" || closing === "0") return "";
  if (teams === "pairs")
    return fill(gettext("The team that wins the match gets %(closing)s more from the other team."), { closing });
  return fill(gettext("The winner of the match gets %(closing)s more from each other player."), { closing });
}
