/**
 * Texts that all pages share: refusals, levels, speeds. A page adds those of its game: `registerRefusalTexts`,
 * `registerLevelNames`.
 *
 * Texts are looked up when they are needed, so the catalogue's script may load in any order.
 */

/** @type {((code: string) => string | undefined)[]} */
const refusalTexts = [];

/** @param {(code: string) => string | undefined} gameTexts */
export const registerRefusalTexts = (gameTexts) => refusalTexts.push(gameTexts);

const noGame = () => gettext("No game is being played here now.");

/** The texts of refusals that any game can have, by code. */
const SHARED_REFUSALS = new Map([
  ["not_your_turn", () => gettext("It is not your turn.")],
  ["stale", () => gettext("The table had moved on. Look again and choose.")],
  ["between_deals", () => gettext("The next deal has not begun yet.")],
  ["finished", () => gettext("This game is over.")],
  ["not_seated", () => gettext("You are watching. Take a seat to play.")],
  ["not_started", () => gettext("The game has not started yet.")],
  ["seat_taken", () => gettext("That seat is taken.")],
  ["seat_reserved", () => gettext("That seat is kept for somebody who played before.")],
  ["own_line", () => gettext("You said that yourself.")],
  ["bad_name", () => gettext("A name has 1 to 24 characters.")],
  ["started", () => gettext("The game has begun already.")],
  ["seats_empty", () => gettext("There are empty seats: fill them first.")],
  ["not_host", () => gettext("Only the host can do that.")],
  ["closed", noGame],
  ["not_playing", noGame],
  ["stand_in", () => gettext("A bot plays that seat. Press “I’m back” to play yourself.")],
  ["resigned", () => gettext("You resigned: the bot plays on.")],
  ["not_absent", () => gettext("They are here, or were a moment ago. Give them a minute.")],
  ["no_such_seat", () => gettext("Nobody sits there any more.")],
  ["no_such_player", () => gettext("They have said nothing at this table.")],
  ["muted", () => gettext("The staff have muted you.")],
  ["reactions_only", () => gettext("At a public table there are reactions only, until you have finished one game.")],
  ["too_fast", () => gettext("One thing at a time, please.")],
  ["too_long", () => gettext("That is too long.")],
  ["restarting", () => gettext("The server is restarting. Try again in a moment.")],
  ["server_error", () => gettext("Something went wrong on our side. Nothing was changed.")],
  ["cannot_save", () => gettext("The server cannot save anything right now. Nothing was changed.")],
  ["bad_text", () => gettext("That text has characters that cannot be stored.")],
  ["offline", () => gettext("No answer. Are you online?")],
]);

/** @param {string} code @returns {string | undefined} */
export function refusalText(code) {
  const shared = SHARED_REFUSALS.get(code);
  return shared ? shared() : refusalTexts.map((textFor) => textFor(code)).find(Boolean);
}

/** @type {Record<string, string>} */
const levelNames = {};

/** @param {Record<string, string>} names the names of a game's levels, translated */
export const registerLevelNames = (names) => Object.assign(levelNames, names);

/** @param {string} level */
export const levelName = (level) => levelNames[level] ?? level;

/** @param {string} speed */
export function speedName(speed) {
  switch (speed) {
    case "calm":
      return gettext("Calm speed");
    case "brisk":
      return gettext("Brisk speed");
    default:
      return gettext("Normal speed");
  }
}

/** Compare seats by rank: winners first, then by score. @param {number[]} winners @param {number[]} scores */
export const byRank = (winners, scores) => (/** @type {number} */ a, /** @type {number} */ b) =>
  Number(winners.includes(b)) - Number(winners.includes(a)) || scores[b] - scores[a] || a - b;

/** @param {Record<string, unknown>} values @param {string} text */
export const fill = (text, values) => interpolate(text, values, true);
