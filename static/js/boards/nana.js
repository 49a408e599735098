/**
 * The NANA board: hands around the felt with my own at the bottom, the middle cards, and the trios of each player. In
 * the team game the middle shows the trios of the teams.
 *
 * Invariant: no game rule is decided here. The board draws `view`, enables exactly the actions in `legal`, and
 * animates the event.
 */

import { html } from "htm/preact";
import { useRef } from "preact/hooks";
import { CardArt } from "../shell/ui/cards.js";
import { moveFocus, useKeys } from "../shell/ui/keys.js";
import { CardAnalysisPanel, CardBeliefs, SpokenReason } from "./nana/analysis-panel.js";
import { useCardAnalysis } from "./nana/analysis.js";
import { Centre, Hand, marksOf } from "./nana/cards.js";
import { useFlight } from "./nana/flight.js";
import { Plate } from "./nana/plate.js";
import { Teams } from "./nana/teams.js";
import { isLearning } from "./nana/tips.js";

export const showsAnalysis = true;
export { Rules } from "./nana/rules.js";
export * as texts from "./nana/texts.js";

/** The seats clockwise from my own. @param {Nana.View} view @returns {number[]} */
function clockwise({ me, hands }) {
  return hands.map((_, step) => ((me ?? 0) + step) % hands.length);
}

/**
 * Jump to a player's cards or to the middle; the same key again goes on to the next card there.
 * @param {HTMLElement} root
 * @param {string} key
 * @param {HTMLElement[]} choices
 */
function jump(root, key, choices) {
  const area = key === "m" ? root.querySelector(".centre") : root.querySelector(`.seat.at-${key}`);
  const there = choices.filter((choice) => area?.contains(choice));
  if (!there.length) return false;
  const at = there.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  there[(at + 1) % there.length].focus();
  return true;
}

/**
 * @param {HTMLElement | null} root
 * @param {"button.card" | "button.card.is-playable"} selector
 * @returns {HTMLElement[]}
 */
const cardsIn = (root, selector) => [...(root?.querySelectorAll(/** @type {"button"} */ (selector)) ?? [])];

/**
 * Keys that move between the cards I may play.
 * @param {import("preact").RefObject<HTMLElement | null>} root
 * @param {boolean} active
 */
function useBoardKeys(root, active) {
  useKeys((pressed) => {
    if (!root.current) return false;
    const choices = cardsIn(root.current, "button.card.is-playable");
    return (
      moveFocus(pressed, choices) ||
      (/^[0-5mM]$/.test(pressed.key) && jump(root.current, pressed.key.toLowerCase(), choices))
    );
  }, active);
}

/**
 * With an analysis open, arrow keys move between cards while a card has the focus; otherwise they step through
 * the replay.
 * @param {KeyboardEvent} pressed
 * @param {HTMLElement | null} root
 */
function moveBetweenCards(pressed, root) {
  if (!(pressed.target instanceof Element) || !pressed.target.matches("[data-card]")) return;
  if (!moveFocus(pressed, cardsIn(root, "button.card"))) return;
  pressed.preventDefault();
  pressed.stopPropagation();
}

/**
 * A player and their cards.
 * @param {import("./nana/cards.js").Table & {seat: number, step: number}} props `step`: clockwise from my own
 *   seat
 */
function SeatArea(props) {
  const { view, seats, event, analysis, seat, step } = props;
  const busy = !view.outcome && (view.active === seat || view.giving.includes(seat));
  const analysed = analysis?.seat === seat ? "analysed" : "";
  const state = view.outcome?.winners.includes(seat) ? "won" : busy ? "active" : "";
  return html`<section
    class=${`seat at-${step} ${state} ${analysed}`}
    data-seat=${seat}
    data-side=${view.sides[seat]}
    aria-label=${seats[seat]?.name}
  >
    <${Plate} seat=${seat} view=${view} seats=${seats} event=${event} />
    ${analysed && html`<${SpokenReason} analysis=${analysis} />`}
    <${Hand} ...${props} />
  </section>`;
}

/** @param {Nana.Props} props */
export default function Board(props) {
  const { view, event, seats, legal, analysis, readonly = false } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const cardAnalysis = useCardAnalysis(analysis, view);
  useFlight(root, event, view);
  useBoardKeys(root, !readonly);
  /** @param {KeyboardEvent} pressed */
  const onKeyDown = (pressed) => {
    if (pressed.key === "Escape") cardAnalysis?.closeUp.close();
    moveBetweenCards(pressed, root.current);
  };
  const table = { ...props, marks: marksOf(view), cardAnalysis };
  const [bottom, ...others] = clockwise(view);
  const teams = view.sides.length > 0;
  const classes = [
    "nana",
    teams && "in-teams",
    legal.length && "mine",
    legal.length && isLearning(view) && "learning",
    event?.type === "Dealt" && "dealing",
    view.outcome && "over",
    cardAnalysis && "with-analysis",
  ];

  return html`<div class=${`board-nana cards ${analysis ? "beside-analysis" : "alone"}`}>
    <div class="board-area">
      <div
        ref=${root}
        class=${classes.filter(Boolean).join(" ")}
        data-seats=${seats.length}
        data-testid="board"
        onKeyDown=${cardAnalysis && onKeyDown}
      >
        <${CardArt} />
        ${others.map((seat, i) => html`<${SeatArea} key=${seat} ...${table} seat=${seat} step=${i + 1} />`)}
        ${teams ? html`<${Teams} view=${view} seats=${seats} event=${event} />` : html`<${Centre} ...${table} />`}
        <${SeatArea} key=${bottom} ...${table} seat=${bottom} step=${0} />
        ${analysis && html`<${CardBeliefs} analysis=${analysis} cardAnalysis=${cardAnalysis} view=${view} seats=${seats} board=${root} />`}
      </div>
    </div>
    ${analysis && html`<${CardAnalysisPanel} analysis=${analysis} cardAnalysis=${cardAnalysis} view=${view} seats=${seats} />`}
  </div>`;
}
