/**
 * Playing cards of poker games: a number is 4 * rank + suit, from the deuce of clubs. How they are named and
 * drawn; nothing about what they are worth.
 */

import { html } from "htm/preact";
import { persistentSignal } from "./persistent-signal.js";
import { fill } from "./texts.js";

/** Whether each suit has a colour of its own; a choice kept in the browser, the same in every poker game. */
export const fourColours = persistentSignal("four-colours", true);

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUIT_SIGNS = ["♣", "♦", "♥", "♠"];
const PATHS = [
  "M10 1.5a4.3 4.3 0 0 1 3.4 6.9 4.3 4.3 0 1 1-2.3 7.1L12.2 19H7.8l1.1-3.5a4.3 4.3 0 1 1-2.3-7.1A4.3 4.3 0 0 1 10 1.5Z",
  "M10 1 17 10 10 19 3 10Z",
  "M10 18.5C4 13.6 1.4 10.4 1.4 7A4.7 4.7 0 0 1 10 4.4 4.7 4.7 0 0 1 18.6 7c0 3.4-2.6 6.6-8.6 11.5Z",
  "M10 1c5.6 5 8.4 7.4 8.4 10.6a4.2 4.2 0 0 1-7.3 2.8L12.4 19H7.6l1.3-4.6a4.2 4.2 0 0 1-7.3-2.8C1.6 8.4 4.4 6 10 1Z",
];

/** @param {number} card */
export const rankText = (card) => RANKS[card >> 2];

/** In short, as in a sentence: "K♠". @param {number} card */
export const cardText = (card) => `${rankText(card)}${SUIT_SIGNS[card & 3]}`;

/** In full, for screen readers. @param {number} card */
export function cardLabel(card) {
  const suits = [gettext("clubs"), gettext("diamonds"), gettext("hearts"), gettext("spades")];
  return fill(gettext("%(rank)s of %(suit)s"), { rank: rankText(card), suit: suits[card & 3] });
}

/** @param {string} text as in a view, such as "Ks" @returns {number} */
export const parseCard = (text) => 4 * "23456789TJQKA".indexOf(text[0]) + "cdhs".indexOf(text[1]);

/** One card, face up or as a back. @param {{card: number | null, kind?: string}} props */
export function Card({ card, kind = "" }) {
  if (card === null) return html`<span class=${`playing-card closed ${kind}`}></span>`;
  return html`<span class=${`playing-card face s${card & 3} ${kind}`} data-card=${card}
    ><b>${rankText(card)}</b><svg class="suit" viewBox="0 0 20 20"><path d=${PATHS[card & 3]} /></svg
  ></span>`;
}

/** Some cards in a row, named together. @param {{cards: (number | null)[]}} props */
export function CardRow({ cards }) {
  const label = cards.map((card) => (card === null ? gettext("face down") : cardLabel(card))).join(", ");
  return html`<span class="card-row" role="img" aria-label=${label}
    >${cards.map((card, i) => html`<${Card} key=${i} card=${card} />`)}</span
  >`;
}
