/**
 * The Battleship board: first the fleet is placed, then both seas are shown.
 *
 * Invariant: no game rule is decided here. The board draws `view`, enables exactly the actions in `legal`, and
 * animates the event.
 */

import { html } from "htm/preact";
import { Battle } from "./battleship/battle.js";
import { Deploy } from "./battleship/deploy.js";
import { isLearning } from "./battleship/learning.js";

export const opensHeads = true;
export { Rules } from "./battleship/rules.js";
export * as words from "./battleship/words.js";

/** A fleet is to be laid by whoever looks. @param {View} view */
const isLaying = ({ phase, me, seas, suggestions }) => phase === "deploy" && me !== null && !seas[me].ready && suggestions !== null;

/** @param {BoardProps} props */
export default function Board(props) {
  const { view, legal, mind, readonly = false } = props;
  const laying = isLaying(view) && !mind && !readonly;
  const classes = ["board-battleship battleship", view.variant, legal.length && isLearning(view) && "learning", mind && "opened"];
  return html`<div class=${classes.filter(Boolean).join(" ")} data-testid="board" data-phase=${view.phase} style=${{ "--n": view.size }}>
    ${laying ? html`<${Deploy} ...${props} />` : html`<${Battle} ...${props} />`}
  </div>`;
}
