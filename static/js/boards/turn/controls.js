/** The bar of my own seat: the legal actions with chips, per cent of the pot and keys. */

import { html } from "htm/preact";
import { useKeys } from "../../shell/ui/keys.js";
import { fill } from "../../shell/ui/texts.js";
import { choiceLabel, isSameAction } from "./names.js";

/** @typedef {import("./names.js").Choice} Choice */
/**
 * @typedef {{action: Turn.Action, choice: Choice, key: string}} LegalChoice a legal action with what the view
 *   says of it
 */

const PLAIN_KEYS = { fold: "F", check: "C", call: "C", allin: "A" };

/** @param {Turn.Action} action @param {Choice} choice */
const fits = (action, { kind, to }) =>
  action.type === "Bet"
    ? !(kind in { fold: 0, check: 0, call: 0 }) && action.to === to
    : action.type.toLowerCase() === kind;

/**
 * The legal actions from the left: fold, check or call, sizes from small to large.
 * @param {Turn.Props} props
 * @returns {LegalChoice[]}
 */
function legalChoices({ legal, view }) {
  /** @type {Choice[]} */
  const choices = view.choices;
  const sizes = choices.filter(({ kind }) => !(kind in PLAIN_KEYS));
  return choices.flatMap((choice) => {
    const action = legal.find((one) => fits(one, choice));
    const key = PLAIN_KEYS[/** @type {keyof typeof PLAIN_KEYS} */ (choice.kind)] ?? String(1 + sizes.indexOf(choice));
    return action ? [{ action, choice, key }] : [];
  });
}

/** @param {Turn.Props & {entry: LegalChoice}} props */
function ActionButton({ entry: { action, choice, key }, act, busy, hint }) {
  const { kind, percent } = choice;
  const classes = [
    "button",
    percent !== null ? "primary" : "",
    isSameAction(hint, action) ? "hinted" : "",
    isSameAction(busy, action) ? "pending" : "",
  ].join(" ");
  return html`<button
    type="button"
    class=${classes}
    data-testid=${`act-${kind}`}
    data-to=${choice.to}
    aria-keyshortcuts=${key}
    disabled=${busy !== null}
    onClick=${() => act(action)}
  >
    <span>${choiceLabel(choice)} <kbd class="for-hover" aria-hidden="true">${key}</kbd></span>
    ${percent !== null && html`<small>${fill(gettext("%(percent)s % of pot"), { percent })}</small>`}
  </button>`;
}

/** @param {Turn.Props} props */
export function Controls(props) {
  const { act, busy } = props;
  const entries = legalChoices(props);
  useKeys(({ key, repeat }) => {
    const entry = entries.find((one) => one.key === key.toUpperCase());
    if (!entry || busy || repeat) return false;
    act(entry.action);
    return true;
  });
  return html`<div class="controls" data-testid="controls" data-count=${entries.length}>
    ${entries.map((entry) => html`<${ActionButton} key=${entry.choice.action} ...${props} entry=${entry} />`)}
  </div>`;
}
