/**
 * The server's time, and how long a player has left.
 *
 * Invariant: a deadline is an absolute time on the server's clock. The countdown here decides nothing.
 */

import { useEffect, useState } from "preact/hooks";
import { fill } from "./words.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @typedef {ReturnType<typeof createClock>} Clock */

export function createClock() {
  let ahead = -Infinity;
  return {
    /** A message that took long makes the server look late, so the best estimate is the greatest. @param {number} now */
    set: (now) => (ahead = Math.max(ahead, now - Date.now() / 1000)),
    /** The server's time in seconds. */
    now: () => Date.now() / 1000 + (ahead === -Infinity ? 0 : ahead),
  };
}

/** Draw again every so many milliseconds while there is something to count. @param {boolean} running @param {number} [period] */
export function useTick(running, period = 500) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), period);
    return () => clearInterval(timer);
  }, [running, period]);
}

/** @param {number} seconds */
export function duration(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 2 * DAY) return fill(ngettext("%(days)s day", "%(days)s days", Math.floor(left / DAY)), { days: Math.floor(left / DAY) });
  if (left >= HOUR) return fill(gettext("%(hours)s h %(minutes)s min"), { hours: Math.floor(left / HOUR), minutes: Math.floor((left % HOUR) / MINUTE) });
  return `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, "0")}`;
}

/** @param {ClockName} clock */
export function clockName(clock) {
  switch (clock) {
    case "relaxed":
      return gettext("relaxed clock");
    case "quick":
      return gettext("quick clock");
    case "days":
      return gettext("days to decide");
    default:
      return gettext("no clock");
  }
}

/** What a clock means, in one sentence. @param {ClockName} clock */
export function clockTerms(clock) {
  switch (clock) {
    case "relaxed":
      return gettext("You have 60 seconds for each decision, and 3 minutes in the bank. When they are gone, a bot makes that one decision.");
    case "quick":
      return gettext("You have 15 seconds for each decision, and 1 minute in the bank. When they are gone, a bot makes that one decision.");
    case "days":
      return gettext("You have 2 days for each decision, and 3 days in the bank. When they are gone, a bot makes that one decision.");
    default:
      return gettext("No clock runs: take your time.");
  }
}
