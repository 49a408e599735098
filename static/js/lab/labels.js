/** Names of actions, sides, kinds of hands and states, as people read them. */

import { fill } from "../shell/ui/texts.js";
import { fixed } from "./numbers.js";

/** @param {string} action such as "bet 60" */
export function actionLabel(action) {
  const [kind, amount] = action.split(" ");
  const words = {
    fold: gettext("Fold"),
    check: gettext("Check"),
    call: gettext("Call"),
    bet: gettext("Bet"),
    raise: gettext("Raise"),
    allin: gettext("All-in"),
    "all-in": gettext("All-in"),
  };
  const word = words[/** @type {"fold"} */ (kind)] ?? kind;
  return amount ? `${word} ${amount}` : word;
}

/** @param {string} side */
export const sideName = (side) => (side === "oop" ? gettext("OOP") : gettext("IP"));

/** @param {any} solve */
export function statusText(solve) {
  if (!solve) return gettext("Not solved yet.");
  const figure = fixed(solve.result?.exploitability_pct ?? solve.progress?.exploitability_pct, 3);
  switch (solve.status) {
    case "queued":
      return fill(gettext("Waiting: place %(position)s in the queue."), { position: solve.position ?? "–" });
    case "running":
      return solve.progress?.iteration !== undefined
        ? fill(gettext("Iteration %(iteration)s: %(figure)s % of the pot."), {
            iteration: solve.progress.iteration,
            figure,
          })
        : gettext("Preparing …");
    case "done":
      return solve.result?.converged === false
        ? fill(gettext("Not converged: stopped at %(figure)s % of the pot."), { figure })
        : fill(gettext("Solved to %(figure)s % of the pot in %(iterations)s iterations, %(seconds)s s."), {
            figure,
            iterations: solve.result?.iterations,
            seconds: fixed(solve.result?.seconds, 1),
          });
    case "stopped":
      return solve.result
        ? fill(gettext("Stopped, not converged: %(figure)s % of the pot after %(iterations)s iterations."), {
            figure,
            iterations: solve.result.iterations,
          })
        : gettext("Stopped before there was a result.");
    case "failed":
      return solve.error ?? gettext("The solve failed.");
    case "removed":
      return gettext("The result was removed to make room. Solve it again.");
    default:
      return solve.status;
  }
}

/** The names of the server's kinds of made hands and draws; unknown ones stay as they are. @param {string} kind */
export function kindName(kind) {
  const names = {
    "high card": gettext("high card"),
    "board pair": gettext("board pair"),
    "pocket pair": gettext("pocket pair"),
    "low pair": gettext("low pair"),
    "middle pair": gettext("middle pair"),
    "top pair": gettext("top pair"),
    overpair: gettext("overpair"),
    "two pair": gettext("two pair"),
    "three of a kind": gettext("three of a kind"),
    straight: gettext("straight"),
    flush: gettext("flush"),
    "full house": gettext("full house"),
    "four of a kind": gettext("four of a kind"),
    "straight flush": gettext("straight flush"),
    none: gettext("no draw"),
    gutshot: gettext("gutshot"),
    "open-ended": gettext("open-ended"),
    "flush draw": gettext("flush draw"),
    "flush draw and straight draw": gettext("flush and straight draw"),
  };
  return names[/** @type {"flush"} */ (kind)] ?? kind;
}
