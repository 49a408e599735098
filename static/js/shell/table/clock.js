/**
 * The server's time, and how long a player has left.
 *
 * Invariant: a deadline is an absolute time on the server's clock. The countdown here decides nothing.
 */

import { useEffect, useState } from "preact/hooks";
import { fill } from "../ui/texts.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @typedef {ReturnType<typeof createClock>} Clock */

export function createClock() {
  let serverOffset = -Infinity;
  return {
    /**
     * Estimate the offset of the server's clock. A slow message makes it too small, so keep the greatest value.
     * @param {number} now
     */
    set: (now) => (serverOffset = Math.max(serverOffset, now - Date.now() / 1000)),
    /** The server's time in seconds. */
    now: () => Date.now() / 1000 + (serverOffset === -Infinity ? 0 : serverOffset),
  };
}

/**
 * Draw the component again every `period` milliseconds while a clock runs.
 * @param {boolean} running
 * @param {number} [period]
 */
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
  if (left >= 2 * DAY)
    return fill(ngettext("%(days)s day", "%(days)s days", Math.floor(left / DAY)), { days: Math.floor(left / DAY) });
  if (left >= HOUR)
    return fill(gettext("%(hours)s h %(minutes)s min"), {
      hours: Math.floor(left / HOUR),
      minutes: Math.floor((left % HOUR) / MINUTE),
    });
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

/** @param {ClockName} clock */
function describeTime(clock) {
  switch (clock) {
    case "relaxed":
      return gettext("You have 60 seconds for each decision, and 3 minutes in the bank.");
    case "quick":
      return gettext("You have 15 seconds for each decision, and 1 minute in the bank.");
    case "days":
      return gettext("You have 2 days for each decision, and 3 days in the bank.");
    default:
      return "";
  }
}

/**
 * Explain a clock, and what happens when the time is up.
 * @param {ClockName} clock
 * @param {boolean} lapses whether the rules decide then
 */
export function describeClock(clock, lapses) {
  if (clock === "off") return gettext("No clock runs: take your time.");
  const then = lapses
    ? gettext("When they are gone, the rules of the game make that one decision for you.")
    : gettext("When they are gone, a bot makes that one decision.");
  return `${describeTime(clock)} ${then}`;
}
