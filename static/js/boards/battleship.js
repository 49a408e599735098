/**
 * The Battleship board: first the fleet is placed, then both seas are shown.
 *
 * Invariant: no game rule is decided here. The board draws `view`, enables exactly the actions in `legal`, and
 * animates the event.
 */

import { html } from "htm/preact";
import { Battle } from "./battleship/battle.js";
import { Deploy } from "./battleship/deploy.js";
import { isLearning } from "./battleship/tips.js";

export const showsAnalysis = true;
export { Rules } from "./battleship/rules.js";
export * as texts from "./battleship/texts.js";

/** Whether the viewer still has to place a fleet. @param {Battleship.View} view */
const isDeploying = ({ phase, me, seas, suggestions }) =>
  phase === "deploy" && me !== null && !seas[me].ready && suggestions !== null;

/** @param {Battleship.Props} props */
export default function Board(props) {
  const { view, legal, analysis, readonly = false } = props;
  const deploying = isDeploying(view) && !analysis && !readonly;
  const classes = [
    "board-battleship battleship",
    view.variant,
    legal.length && isLearning(view) && "learning",
    analysis && "with-analysis",
  ];
  return html`<div
    class=${classes.filter(Boolean).join(" ")}
    data-testid="board"
    data-phase=${view.phase}
    style=${{ "--n": view.size }}
  >
    ${deploying ? html`<${Deploy} ...${props} />` : html`<${Battle} ...${props} />`}
  </div>`;
}
