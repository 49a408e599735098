/**
 * Cards and hands as text in the four colours of the deck: spades, hearts, diamonds and clubs each have their
 * own.
 */

import { html } from "htm/preact";
import { RANKS, rankOf, SUIT_SIGNS, SUITS, suitOf } from "./cards.js";

/** @param {{card: number}} props */
export function CardText({ card }) {
  return html`<span class=${`card-text suit-${SUITS[suitOf(card)]}`}
    >${RANKS[rankOf(card)]}${SUIT_SIGNS[suitOf(card)]}</span
  >`;
}

/** @param {{cards: number[]}} props highest first as in texts */
export function CardsText({ cards }) {
  return html`<span class="cards-text">${cards.map((card) => html`<${CardText} key=${card} card=${card} />`)}</span>`;
}

/** A card as a small face; whoever shows it names it in words. @param {{card: number}} props */
export function CardFace({ card }) {
  return html`<span class=${`face-card suit-${SUITS[suitOf(card)]}`} aria-hidden="true"
    ><b>${RANKS[rankOf(card)]}</b><span>${SUIT_SIGNS[suitOf(card)]}</span></span
  >`;
}
