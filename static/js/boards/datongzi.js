/**
 * The Da Tong Zi board: the other seats with their latest plays around the middle, the own hand below.
 *
 * Invariant: no game rule is decided here. The board draws `view`; which cards are of use, what a selection is
 * called and what beats the table come from the server's previews.
 */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { moveFocus, useKeys } from "../shell/ui/keys.js";
import { persistentSignal } from "../shell/ui/persistent-signal.js";
import { CardAnalysis } from "./datongzi/analysis.js";
import { SuitArt } from "./datongzi/cards.js";
import { Centre, Counter, LastTrick } from "./datongzi/centre.js";
import { AutoPlay, Controls } from "./datongzi/controls.js";
import { OwnHand } from "./datongzi/hand.js";
import { KickerPanel } from "./datongzi/kickers.js";
import { OpenHand, Plate, Play } from "./datongzi/seat.js";
import { useSelection } from "./datongzi/selection.js";
import { DealSummary } from "./datongzi/summary.js";
import { tableOf } from "./datongzi/texts.js";

/** @typedef {import("./datongzi/selection.js").Selection} Selection */

export const showsAnalysis = true;
export { Rules } from "./datongzi/rules.js";
export { DealSummary } from "./datongzi/summary.js";
export * as texts from "./datongzi/texts.js";

const RANK_KEYS = { 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 0: 10, 1: 10, t: 10, j: 11, q: 12, k: 13, a: 14, 2: 15 };
/** How the own hand is sorted, kept in the browser. */
const sorting = persistentSignal("datongzi.sort", /** @type {"rank" | "group"} */ ("rank"));

/**
 * Ranks take cards, Enter plays, Escape closes a panel or gives the cards back, arrows walk between ranks.
 * @param {Selection} shownSelection
 * @param {import("preact").RefObject<HTMLElement | null>} root
 * @param {() => boolean} closePanels
 * @param {boolean} readonly
 */
function useCardKeys(shownSelection, root, closePanels, readonly) {
  // The listener is renewed after the page is painted: a key pressed before that must not meet an older selection.
  const latest = useRef(shownSelection);
  latest.current = shownSelection;
  useKeys((pressed) => {
    const { key, target } = pressed;
    const selection = latest.current;
    const rank = RANK_KEYS[/** @type {keyof typeof RANK_KEYS} */ (key.toLowerCase())];
    /** @type {HTMLElement[]} */
    const columns = [...(root.current?.querySelectorAll(/** @type {"button"} */ ("button.rank-column")) ?? [])];
    if (rank) {
      if (!columns.some((column) => column.dataset.rank === String(rank)) || !selection.active) return false;
      selection.tap(rank);
    } else if (key === "Enter") {
      // On any other button Enter presses that button.
      if (target instanceof HTMLButtonElement && !target.matches(".rank-column")) return false;
      if (target instanceof HTMLAnchorElement || !selection.cards.length) return false;
      void selection.play();
    } else if (key === "Escape") {
      if (!closePanels()) selection.clear();
    } else if (key.toLowerCase() === "h" && selection.mine) selection.suggest();
    else if (key.toLowerCase() === "p" && selection.pass) selection.passTurn();
    else return moveFocus(pressed, columns);
    return true;
  }, !readonly);
}

/** The seats clockwise from my own. @param {Datongzi.View} view @param {number} count @returns {number[]} */
const clockwise = ({ me }, count) => Array.from({ length: count }, (_, step) => ((me ?? 0) + step) % count);

/**
 * What lies over the board: the last trick, the card counter, the kicker panel.
 * @param {Datongzi.View} view
 * @param {Selection} selection
 */
function useOverlays(view, selection) {
  const [open, setOpen] = useState(/** @type {"last" | "counter" | null} */ (null));
  const [panel, setPanel] = useState(false);
  const body = selection.mine ? (selection.verdict?.body ?? []) : [];
  useEffect(() => {
    if (!selection.cards.length) setPanel(false);
  }, [selection.cards.length]);
  useEffect(() => setOpen(null), [view.deal, view.last_trick.length]);
  // While a changed selection is being previewed, the panel keeps the cards it was opened for.
  const lastBody = useRef(body);
  if (body.length) lastBody.current = body;
  return {
    open,
    panel,
    body: lastBody.current,
    closeOpen: () => setOpen(null),
    closePanel: () => setPanel(false),
    /** @param {"last" | "counter"} what */
    toggleOpen: (what) => setOpen(open === what ? null : what),
    togglePanel: () => setPanel(!panel),
    /** Close whatever is open; return whether there was something. */
    close: () => {
      setPanel(false);
      setOpen(null);
      return panel || open !== null;
    },
  };
}

/**
 * A player, what they played last, and once it is known what they held.
 * @param {Datongzi.Props & {seat: number, step: number}} props `step`: clockwise from my own seat
 */
function SeatArea({ view, seats, event, seat, step }) {
  const last = view.trick.findLast((one) => one.seat === seat);
  const fresh = (event?.type === "Played" || event?.type === "Passed") && event.seat === seat;
  const state = view.outcome?.winners.includes(seat) ? "won" : view.active === seat ? "active" : "";
  return html`<section
    class=${`seat at-${step} ${state}`}
    data-seat=${seat}
    data-side=${view.rules.sides[seat]}
    aria-label=${seats[seat]?.name}
  >
    <${Plate} view=${view} seat=${seat} seats=${seats} event=${event} />
    <${Play} step=${last} fresh=${fresh} best=${view.owner === seat} />
    ${step > 0 && html`<${OpenHand} view=${view} seat=${seat} />`}
  </section>`;
}

/**
 * What I choose and play with.
 * @param {{view: Datongzi.View, selection: Selection, overlays: ReturnType<typeof useOverlays>}} props
 */
function PlayerControls({ view, selection, overlays: { panel, body, closePanel, togglePanel } }) {
  const changeSort = () => (sorting.value = sorting.value === "rank" ? "group" : "rank");
  return html`${panel && selection.cards.length > 0 && body.length > 0 && html`<${KickerPanel} body=${body} choose=${selection.chooseCards} close=${closePanel} />`}
    <${Controls}
      selection=${selection}
      table=${tableOf(view)}
      sort=${sorting.value}
      changeSort=${changeSort}
      panel=${panel}
      togglePanel=${togglePanel}
    />`;
}

/** @param {Datongzi.Props} props */
export default function Board(props) {
  const { view, event, seats, analysis, readonly = false } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const selection = useSelection(props);
  const overlays = useOverlays(view, selection);
  const { open } = overlays;
  useCardKeys(selection, root, overlays.close, readonly);
  const [bottom, ...others] = clockwise(view, seats.length);
  const playing = !readonly && view.me !== null && view.active !== null;
  const summed = (readonly || view.outcome) && view.sheets.length > 0;
  const own = summed ? null : view.hands[bottom]?.cards;
  const classes = [
    "datongzi",
    selection.mine && "mine",
    view.rules.sides.length > 0 && "in-teams",
    view.outcome && "over",
  ];

  return html`<div class=${`board-datongzi ${analysis ? "beside-analysis" : "alone"}`}>
    <div class="board-area">
      <div ref=${root} class=${classes.filter(Boolean).join(" ")} data-seats=${seats.length} data-testid="board">
        <${SuitArt} />
        ${others.map((seat, i) => html`<${SeatArea} key=${seat} ...${props} seat=${seat} step=${i + 1} />`)}
        <${Centre} view=${view} event=${event} open=${open} toggle=${overlays.toggleOpen}>
          ${playing && html`<${AutoPlay} seat=${view.me} />`}
        <//>
        ${open === "last" && html`<${LastTrick} view=${view} seats=${seats} close=${overlays.closeOpen} />`}
        ${open === "counter" && view.unseen && html`<${Counter} view=${view} close=${overlays.closeOpen} />`}
        <${SeatArea} key=${bottom} ...${props} seat=${bottom} step=${0} />
        ${playing && html`<${PlayerControls} view=${view} selection=${selection} overlays=${overlays} />`}
        ${summed && html`<div class="final-sheet"><${DealSummary} view=${view} seats=${seats} /></div>`}
        ${own && own.length > 0 && html`<${OwnHand} view=${view} seat=${bottom} selection=${selection} sort=${sorting.value} dealing=${event?.type === "Dealt"} />`}
      </div>
    </div>
    ${analysis && html`<${CardAnalysis} analysis=${analysis} view=${view} seats=${seats} />`}
  </div>`;
}
