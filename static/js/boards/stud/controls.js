/** The bar of my own seat: the legal actions with their amounts and keys, choices ahead of my turn, and asides. */

import { html } from "htm/preact";
import { useKeys } from "../../shell/ui/keys.js";
import { percent } from "../../shell/ui/share-bar.js";
import { fill } from "../../shell/ui/texts.js";
import { AheadBoxes } from "./ahead.js";
import { amountText, showPotOdds } from "./amounts.js";
import { actionLabel, priceOf } from "./names.js";
import { asideLabel } from "./texts.js";

const KEYS = { BRING_IN: "B", BET: "B", COMPLETE: "R", RAISE: "R", CALL: "C", CHECK: "C", FOLD: "F" };
/** From the left: what gives up, what stays, what raises. */
const ORDER = ["FOLD", "CHECK", "BRING_IN", "CALL", "COMPLETE", "BET", "RAISE"];
const RAISING = ["COMPLETE", "BET", "RAISE"];

/** @param {string} type */
const keyOf = (type) => KEYS[/** @type {keyof typeof KEYS} */ (type)];

/** @param {Stud.Props} props */
function Actions({ view, legal, act, busy, hint }) {
  return ORDER.flatMap((type) => legal.filter((action) => action.type === type)).map((action) => {
    const { type } = action;
    const kind = [
      RAISING.includes(type) ? "primary" : "",
      hint?.type === type ? "hinted" : "",
      busy?.type === type ? "pending" : "",
    ].join(" ");
    return html`<button
      type="button"
      key=${type}
      class=${`button ${kind}`}
      data-testid=${`act-${type}`}
      aria-keyshortcuts=${keyOf(type)}
      disabled=${busy !== null}
      onClick=${() => act(action)}
    >
      ${actionLabel(type, priceOf(view, type), view)} <kbd class="for-hover" aria-hidden="true">${keyOf(type)}</kbd>
    </button>`;
  });
}

/** What a call costs and how often it has to win; if the reader wants to see it. @param {{view: Stud.View}} props */
function PotOdds({ view }) {
  const { turn, table } = view;
  if (!showPotOdds.value || !turn?.call) return null;
  const values = {
    call: amountText(turn.call, view),
    pot: amountText(table.pot ?? 0, view),
    share: percent(turn.pot_odds),
  };
  return html`<p class="pot-odds" data-testid="pot-odds">
    ${fill(gettext("%(call)s to win %(pot)s: right from %(share)s on"), values)}
  </p>`;
}

/** Sitting out is a box, since it holds from the next deal on; the rest are buttons. @param {Stud.Props} props */
function Asides({ aside, act, busy, view, seats }) {
  const context = { seats, me: view.me, view, event: null };
  const sitting = aside.find(({ type }) => type === "SIT_OUT" || type === "SIT_IN");
  const buttons = aside.filter((action) => action !== sitting && asideLabel(action, context));
  const own = view.me === null ? null : view.seats[view.me];
  // While the change is being sent the box shows what was asked for.
  const sitsOut = busy?.type === "SIT_OUT" || (own?.away && busy?.type !== "SIT_IN");
  return html`${sitting && html`<label class="ahead"><input type="checkbox" data-testid="sit-out" checked=${sitsOut} disabled=${busy !== null} onChange=${() => act(sitting)} /><span>${gettext("Sit out next deal")}</span></label>`}
  ${buttons.map((action) => html`<button type="button" key=${action.type} class="small-button" data-testid=${`board-aside-${action.type}`} disabled=${busy !== null} onClick=${() => act(action)}>${asideLabel(action, context)}</button>`)}
  ${own?.rebuy_asked && html`<span class="asked" data-testid="rebuy-asked">${gettext("Chips come with the next deal")}</span>`}`;
}

/** @param {Stud.Props & {ahead: ReturnType<typeof import("./ahead.js").useAhead>}} props */
export function Controls(props) {
  const { view, legal, act, busy, ahead } = props;
  useKeys(({ key, repeat }) => {
    const action = legal.find(({ type }) => keyOf(type) === key.toUpperCase());
    if (!action || busy || repeat) return false;
    act(action);
    return true;
  });
  return html`<div class="controls" data-testid="controls">
    <${PotOdds} view=${view} />
    <div class="buttons"><${Actions} ...${props} /><${AheadBoxes} view=${view} ahead=${ahead} /></div>
    <div class="asides"><${Asides} ...${props} /></div>
  </div>`;
}
