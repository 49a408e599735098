/**
 * The shell's own sentences. A board adds those of its game through `learn`.
 *
 * Texts are looked up when they are needed, so the catalogue's script may load in any order.
 */

/** @type {((code: string) => string | undefined)[]} */
const lessons = [];

/** @param {(code: string) => string | undefined} refusals */
export const learn = (refusals) => lessons.push(refusals);

/** @param {string} code @returns {string | undefined} */
export function refusal(code) {
  switch (code) {
    case "not_your_turn":
      return gettext("It is not your turn.");
    case "stale":
      return gettext("The table had moved on. Look again and choose.");
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
      return lessons.map((lesson) => lesson(code)).find(Boolean);
  }
}

/** @param {string} level */
export function levelName(level) {
  switch (level) {
    case "easy":
      return gettext("Easy");
    case "normal":
      return gettext("Normal");
    case "hard":
      return gettext("Hard");
    case "expert":
      return gettext("Expert");
    case "recruit":
      return gettext("Recruit");
    case "captain":
      return gettext("Captain");
    case "admiral":
      return gettext("Admiral");
    case "grand-admiral":
      return gettext("Grand Admiral");
    default:
      return level;
  }
}

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

/** Order seats as they came in: winners first, then by score. @param {number[]} winners @param {number[]} scores */
export const byRank = (winners, scores) => (/** @type {number} */ a, /** @type {number} */ b) =>
  Number(winners.includes(b)) - Number(winners.includes(a)) || scores[b] - scores[a] || a - b;

/** @param {Record<string, unknown>} values @param {string} text */
export const fill = (text, values) => interpolate(text, values, true);
