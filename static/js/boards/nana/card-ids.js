/** The ids of cards in a bot's analysis: by hand and place, or by place in the middle. */

/** @param {number | null} seat @param {number} place */
export const cardId = (seat, place) => (seat === null ? `c${place}` : `h${seat}.${place}`);
