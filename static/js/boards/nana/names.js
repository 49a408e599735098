/** What a card is called between the board and a bot's head: by hand and place, or by its place in the middle. */

/** @param {number | null} seat @param {number} place */
export const cardId = (seat, place) => (seat === null ? `c${place}` : `h${seat}.${place}`);
