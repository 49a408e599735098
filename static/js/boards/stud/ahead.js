/**
 * What I choose before my turn: to check or fold, or to call this amount.
 *
 * Invariant: a choice is played only if what I would have to pay is what it was when I chose. A bet in between,
 * or a new street, clears it.
 */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { fill } from "../../shell/ui/texts.js";
import { amountText } from "./amounts.js";

/** @typedef {"check_fold" | "call"} Ahead */

/** What a seat has to pay to stay. @param {Stud.View} view @param {number} seat */
const owedBy = ({ table, seats }, seat) => Math.max(0, (table.to_match ?? 0) - seats[seat].bet);

/** What the choice refers to: the deal, the street and what there is to pay. @param {Stud.View} view */
function meaningOf(view) {
  return view.me === null ? "" : `${view.deal}.${view.table.street}.${owedBy(view, view.me)}`;
}

/** The legal action that a choice stands for, if there is one. @param {Ahead} choice @param {Stud.Action[]} legal */
function actionFor(choice, legal) {
  const wanted = choice === "call" ? ["CALL"] : ["CHECK", "FOLD"];
  return wanted.map((type) => legal.find((action) => action.type === type)).find(Boolean);
}

/** @param {Stud.Props} props */
export function useAhead({ view, legal, act, busy, readonly }) {
  const [chosen, setChosen] = useState(/** @type {{what: Ahead, meaning: string} | null} */ (null));
  const meaning = meaningOf(view);
  const valid = chosen !== null && chosen.meaning === meaning;
  useEffect(() => {
    if (chosen && !valid) setChosen(null);
  }, [meaning]);
  useEffect(() => {
    if (!chosen || !legal.length || busy || readonly) return;
    const action = valid ? actionFor(chosen.what, legal) : undefined;
    setChosen(null);
    if (action) act(action);
  }, [legal, chosen, valid]);
  return {
    what: valid ? chosen.what : null,
    /** @param {Ahead} what */
    toggle: (what) => setChosen(valid && chosen.what === what ? null : { what, meaning }),
  };
}

/** Whether I still have something to decide in this deal, but not now. @param {Stud.View} view */
function isWaiting({ me, seats, table, turn, result }) {
  if (me === null || turn || result || table.active === null || table.active === undefined) return false;
  const own = seats[me];
  return own.dealt_in && !own.folded && own.stack > 0 && own.down.length > 0;
}

/** @param {{view: Stud.View, ahead: ReturnType<typeof useAhead>}} props */
export function AheadBoxes({ view, ahead }) {
  if (view.me === null || !isWaiting(view)) return null;
  const owed = owedBy(view, view.me);
  const call = Math.min(owed, view.seats[view.me].stack);
  /** @param {Ahead} what @param {string} label */
  const box = (what, label) =>
    html`<label class="ahead" key=${what}
      ><input
        type="checkbox"
        data-testid=${`ahead-${what}`}
        checked=${ahead.what === what}
        onChange=${() => ahead.toggle(what)}
      /><span>${label}</span></label
    >`;
  return html`<fieldset class="ahead-boxes">
    <legend class="sr">${gettext("When it is my turn")}</legend>
    ${box("check_fold", owed ? gettext("Fold") : gettext("Check/fold"))}
    ${owed > 0 && box("call", fill(gettext("Call %(amount)s"), { amount: amountText(call, view) }))}
  </fieldset>`;
}
