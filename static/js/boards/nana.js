/**
 * The NANA board: hands around the felt with mine at the bottom, the middle, trios before their owners. In the team
 * game the trios of the teams lie in the middle instead.
 *
 * Invariant: no game rule is decided here. The board draws `view`, enables exactly the actions in `legal`, and
 * animates the event.
 */

import { html } from "htm/preact";
import { useRef } from "preact/hooks";
import { CardArt } from "../shell/cards.js";
import { useKeys, walk } from "../shell/keys.js";
import { Centre, Hand, marksOf } from "./nana/cards.js";
import { useFlight } from "./nana/flight.js";
import { Aloud, Closer, Head } from "./nana/head.js";
import { isLearning } from "./nana/learning.js";
import { useHead } from "./nana/mind.js";
import { Plate } from "./nana/plate.js";
import { Teams } from "./nana/teams.js";

export const opensHeads = true;
export { Rules } from "./nana/rules.js";
export * as words from "./nana/words.js";

/** Seats clockwise from mine, which lies at the bottom. @param {View} view @returns {number[]} */
function clockwise({ me, hands }) {
  return hands.map((/** @type {any} */ _, /** @type {number} */ step) => ((me ?? 0) + step) % hands.length);
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

/** @param {BoardProps} props */
export default function Board(props) {
  const { view, event, seats, legal, mind, readonly = false } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const head = useHead(mind, view);
  useFlight(root, event, view);
  useKeys((pressed) => {
    if (!root.current) return false;
    /** @type {HTMLElement[]} */
    const choices = [...root.current.querySelectorAll(/** @type {"button"} */ ("button.card.can"))];
    return walk(pressed, choices) || (/^[0-5mM]$/.test(pressed.key) && jump(root.current, pressed.key.toLowerCase(), choices));
  }, !readonly);
  /** With a head open the arrows walk from card to card once one of them is reached; elsewhere they step. @param {KeyboardEvent} pressed */
  const walkAll = (pressed) => {
    if (pressed.key === "Escape") head?.look.close();
    if (!(pressed.target instanceof Element) || !pressed.target.matches("[data-card]")) return;
    /** @type {HTMLElement[]} */
    const cards = [...(root.current?.querySelectorAll(/** @type {"button"} */ ("button.card")) ?? [])];
    if (!walk(pressed, cards)) return;
    pressed.preventDefault();
    pressed.stopPropagation();
  };
  const table = { ...props, marks: marksOf(view), head };
  const [bottom, ...others] = clockwise(view);
  const teams = view.sides.length > 0;
  const classes = ["nana", teams && "in-teams", legal.length && "mine", legal.length && isLearning(view) && "learning", event?.type === "Dealt" && "dealing", view.outcome && "over", head && "opened"];

  /** @param {number} seat @param {number} step */
  const place = (seat, step) => {
    const busy = !view.outcome && (view.active === seat || view.giving.includes(seat));
    const thinks = mind?.seat === seat ? "thinks" : "";
    const state = view.outcome?.winners.includes(seat) ? "won" : busy ? "active" : "";
    return html`<section key=${seat} class=${`seat at-${step} ${state} ${thinks}`} data-seat=${seat} data-side=${view.sides[seat]} aria-label=${seats[seat]?.name}>
      <${Plate} seat=${seat} view=${view} seats=${seats} event=${event} />
      ${thinks && html`<${Aloud} mind=${mind} />`}
      <${Hand} ...${table} seat=${seat} />
    </section>`;
  };

  return html`<div class=${`board-nana cards ${mind ? "beside-head" : "alone"}`}>
    <div class="place-of-board">
      <div ref=${root} class=${classes.filter(Boolean).join(" ")} data-seats=${seats.length} data-testid="board" onKeyDown=${head && walkAll}>
        <${CardArt} />
        ${others.map((seat, i) => place(seat, i + 1))}
        ${teams ? html`<${Teams} view=${view} seats=${seats} event=${event} />` : html`<${Centre} ...${table} />`}
        ${place(bottom, 0)}
        ${mind && html`<${Closer} mind=${mind} head=${head} view=${view} seats=${seats} board=${root} />`}
      </div>
    </div>
    ${mind && html`<${Head} mind=${mind} head=${head} view=${view} seats=${seats} />`}
  </div>`;
}
