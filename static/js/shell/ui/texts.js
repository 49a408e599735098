/**
 * Texts that all pages share: refusals, levels, speeds. A page adds those of its game: `registerRefusalTexts`, `registerLevelNames`.
 *
 * Texts are looked up when they are needed, so the catalogue's script may load in any order.
 */

/** @type {((code: string) => string | undefined)[]} */
const refusalTexts = [];

/** @param {(code: string) => string | undefined} gameTexts */
export const registerRefusalTexts = (gameTexts) => refusalTexts.push(gameTexts);

/** @param {string} code @returns {string | undefined} */
export function refusalText(code) {
  switch (code) {
    case "not_your_turn":
      return gettext("It is not your turn.");
    case "stale":
      return gettext("The table had moved on. Look again and choose.");
    case "between_deals":
      return gettext("The next deal has not begun yet.");
    case "finished":
      return gettext("This game is over.");
    case "not_seated":
      return gettext("You are watching. Take a seat to play.");
    case "not_started":
      return gettext("The game has not started yet.");
    case "seat_taken":
      return gettext("That seat is taken.");
    case "seat_reserved":
      return gettext("That seat is kept for somebody who played before.");
    case "own_line":
      return gettext("You said that yourself.");
    case "bad_name":
      return gettext("A name has 1 to 24 characters.");
    case "started":
      return gettext("The game has begun already.");
    case "seats_empty":
      return gettext("There are empty seats: fill them first.");
    case "not_host":
      return gettext("Only the host can do that.");
    case "closed":
    case "not_playing":
      return gettext("No game is being played here now.");
    case "stand_in":
      return gettext("A bot plays that seat. Press “I’m back” to play yourself.");
    case "resigned":
      return gettext("You resigned: the bot plays on.");
    case "not_absent":
      return gettext("They are here, or were a moment ago. Give them a minute.");
    case "no_such_seat":
      return gettext("Nobody sits there any more.");
    case "no_such_player":
      return gettext("They have said nothing at this table.");
    case "muted":
      return gettext("The staff have muted you.");
    case "reactions_only":
      return gettext("At a public table there are reactions only, until you have finished one game.");
    case "too_fast":
      return gettext("One thing at a time, please.");
    case "too_long":
      return gettext("That is too long.");
    case "restarting":
      return gettext("The server is restarting. Try again in a moment.");
    case "server_error":
      return gettext("Something went wrong on our side. Nothing was changed.");
    case "cannot_save":
      return gettext("The server cannot save anything right now. Nothing was changed.");
    case "bad_text":
      return gettext("That text has characters that cannot be stored.");
    case "offline":
      return gettext("No answer. Are you online?");
    default:
      return refusalTexts.map((textFor) => textFor(code)).find(Boolean);
  }
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
