/** The board: four places, and the deck to choose from. A card that is on the board cannot be chosen twice. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { cardName, cardText, parseCards, RANKS, SUIT_SIGNS, SUITS } from "./cards.js";
import { CardFace } from "./card-view.js";
import { board, boardCards } from "./spot.js";

/** Put a card on the first empty place, or take it off. @param {number} card */
function toggle(card) {
  const at = board.value.indexOf(card);
  const place = at >= 0 ? at : board.value.indexOf(null);
  if (place < 0) return;
  board.value = board.value.with(place, at >= 0 ? null : card);
}

/** Read a board's text. @param {string} text @returns {string} what is wrong with it, or an empty text */
function readBoard(text) {
  const cards = parseCards(text);
  const unreadable = cards.indexOf(-1);
  if (unreadable >= 0)
    return interpolate(gettext("Card %(place)s is no card: write Ks, 7d, 2c, 4h."), { place: unreadable + 1 }, true);
  const twice = cards.find((card, index) => cards.indexOf(card) < index);
  if (twice !== undefined) return interpolate(gettext("%(card)s is there twice."), { card: cardText(twice) }, true);
  if (cards.length > 4) return gettext("The turn has four board cards.");
  board.value = [0, 1, 2, 3].map((place) => cards[place] ?? null);
  return "";
}

/** A random board. */
function deal() {
  const cards = new Set();
  while (cards.size < 4) cards.add(Math.floor(Math.random() * 52));
  board.value = [...cards];
}

export function BoardPicker() {
  const error = useSignal("");
  const full = boardCards.value.length === 4;
  return html`<div class="board-picker">
    <div class="board-places" role="group" aria-label=${gettext("Board")}>
      ${board.value.map((card, place) =>
        card === null
          ? html`<span key=${place} class="face-card empty" role="img" aria-label=${gettext("Empty place")}></span>`
          : html`<button key=${place} type="button" class="place" onClick=${() => toggle(card)}>
              <span class="sr">${interpolate(gettext("Remove the %(card)s"), { card: cardName(card) }, true)}</span
              ><${CardFace} card=${card} />
            </button>`,
      )}
      <label class="board-text"
        ><span>${gettext("As text")}</span>
        <input
          type="text"
          data-testid="board-text"
          value=${boardCards.value.map(cardText).join("")}
          maxlength="14"
          spellcheck="false"
          autocomplete="off"
          onChange=${(/** @type {any} */ event) => (error.value = readBoard(event.target.value))}
      /></label>
    </div>
    <p class="error" role="alert">${error.value}</p>
    <div class="deck" role="group" aria-label=${gettext("Deck")}>
      ${[3, 2, 1, 0].map(
        (suit) =>
          html`<div class="deck-row" key=${suit}>
            ${[...RANKS]
              .map((_, index) => 4 * (12 - index) + suit)
              .map((card) => {
                const on = board.value.includes(card);
                return html`<button
                  key=${card}
                  type="button"
                  class=${`deck-card suit-${SUITS[suit]}`}
                  data-card=${cardText(card)}
                  aria-pressed=${on}
                  aria-disabled=${full && !on ? "true" : null}
                  onClick=${() => toggle(card)}
                >
                  <span class="sr">${cardName(card)}</span><span aria-hidden="true">${RANKS[card >> 2]}</span
                  ><span aria-hidden="true">${SUIT_SIGNS[suit]}</span>
                </button>`;
              })}
          </div>`,
      )}
    </div>
    <div class="row">
      <button type="button" class="button small" onClick=${() => (board.value = [null, null, null, null])}>
        ${gettext("Clear")}
      </button>
      <button type="button" class="button small" onClick=${deal}>${gettext("Random board")}</button>
    </div>
  </div>`;
}
