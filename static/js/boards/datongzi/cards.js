/**
 * The cards of Da Tong Zi: a number is 4 * rank + suit. How they are named, grouped and drawn; nothing about
 * what may be played.
 */

import { html } from "htm/preact";
import { fill } from "../../shell/ui/texts.js";

/**
 * @typedef {{key: string, card: number, rank: number, suit: number}} HandCard one copy in a hand; `key` tells
 *   copies apart
 */
/** @typedef {{rank: number, cards: HandCard[], mark: "" | "bomb" | "tongzi" | "dizha"}} Group */

const NAMES = { 11: "J", 12: "Q", 13: "K", 14: "A", 15: "2" };
/** For display, from the highest: 2, A, K ... 5. */
export const RANKS = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5];

/** @param {number} card */
export const rankOf = (card) => card >> 2;

/** @param {number} rank @returns {string} */
export const rankName = (rank) => NAMES[/** @type {keyof typeof NAMES} */ (rank)] ?? String(rank);

/** @param {number} suit */
function suitName(suit) {
  return [gettext("diamonds"), gettext("clubs"), gettext("hearts"), gettext("spades")][suit];
}

/** Name a card in full, for screen readers. @param {number} card */
export const cardLabel = (card) =>
  fill(gettext("%(rank)s of %(suit)s"), { rank: rankName(rankOf(card)), suit: suitName(card & 3) });

/** Give each copy of a hand a key of its own. @param {number[]} cards @returns {HandCard[]} */
export function withKeys(cards) {
  /** @type {Map<number, number>} */
  const copies = new Map();
  return cards.map((card) => {
    const copy = copies.get(card) ?? 0;
    copies.set(card, copy + 1);
    return { key: `${card}.${copy}`, card, rank: rankOf(card), suit: card & 3 };
  });
}

/**
 * The cards of a hand by rank, the highest first; in each rank identical cards are together, spades first.
 * @param {Datongzi.HandInView} hand
 * @returns {Group[]}
 */
export function groupsOf({ cards, bombs = [], tongzi = [], dizha = [] }) {
  const all = withKeys(cards ?? []);
  return RANKS.map((rank) => ({
    rank,
    cards: all.filter((one) => one.rank === rank).sort((a, b) => b.suit - a.suit),
    mark: /** @type {Group["mark"]} */ (
      dizha.includes(rank)
        ? "dizha"
        : tongzi.some((card) => rankOf(card) === rank)
          ? "tongzi"
          : bombs.includes(rank)
            ? "bomb"
            : ""
    ),
  })).filter((group) => group.cards.length);
}

const MARK_ORDER = ["dizha", "tongzi", "bomb", ""];

/** Sort groups by what they are worth as a group instead of by rank. @param {Group[]} groups */
export const byGroup = (groups) =>
  groups.toSorted(
    (a, b) =>
      MARK_ORDER.indexOf(a.mark) - MARK_ORDER.indexOf(b.mark) || b.cards.length - a.cards.length || b.rank - a.rank,
  );

/** The drawings of the suits, defined once and used by every card. A box of 20 by 20 each. */
export function SuitArt() {
  return html`<svg class="suit-art" aria-hidden="true">
    <symbol id="suit-0" viewBox="0 0 20 20"><path d="M10 1 17 10 10 19 3 10Z" /></symbol>
    <symbol id="suit-1" viewBox="0 0 20 20">
      <path
        d="M10 1.5a4.3 4.3 0 0 1 3.4 6.9 4.3 4.3 0 1 1-2.3 7.1L12.2 19H7.8l1.1-3.5a4.3 4.3 0 1 1-2.3-7.1A4.3 4.3 0 0 1 10 1.5Z"
      />
    </symbol>
    <symbol id="suit-2" viewBox="0 0 20 20">
      <path d="M10 18.5C4 13.6 1.4 10.4 1.4 7A4.7 4.7 0 0 1 10 4.4 4.7 4.7 0 0 1 18.6 7c0 3.4-2.6 6.6-8.6 11.5Z" />
    </symbol>
    <symbol id="suit-3" viewBox="0 0 20 20">
      <path
        d="M10 1c5.6 5 8.4 7.4 8.4 10.6a4.2 4.2 0 0 1-7.3 2.8L12.4 19H7.6l1.3-4.6a4.2 4.2 0 0 1-7.3-2.8C1.6 8.4 4.4 6 10 1Z"
      />
    </symbol>
  </svg>`;
}

/** @param {{suit: number}} props */
export const Suit = ({ suit }) => html`<svg class="suit" aria-hidden="true"><use href=${`#suit-${suit}`} /></svg>`;

/** A small card: in a play, in a list. @param {{card: number, kind?: string}} props */
export function SmallFace({ card, kind = "" }) {
  return html`<span class=${`small-face s${card & 3} ${kind}`}
    ><b>${rankName(rankOf(card))}</b><${Suit} suit=${card & 3}
  /></span>`;
}

/** Cards in a row, one over the other. @param {{cards: number[], label?: string}} props */
export function Cards({ cards, label = cards.map(cardLabel).join(", ") }) {
  return html`<span class="cards-row" role="img" aria-label=${label}
    >${cards.map((card, i) => html`<${SmallFace} key=${i} card=${card} />`)}</span
  >`;
}

/** A hand in short: each rank once, with the number of its cards. @param {{cards: number[]}} props */
export function ShortHand({ cards }) {
  const counts = RANKS.map((rank) => ({ rank, count: cards.filter((card) => rankOf(card) === rank).length })).filter(
    ({ count }) => count,
  );
  return html`<ul class="short-hand">
    ${counts.map(({ rank, count }) => html`<li key=${rank} data-rank=${rank}><b>${rankName(rank)}</b>${count > 1 && html`<span>×${count}</span>`}</li>`)}
  </ul>`;
}
