/** The ranges of both sides, fetched when somebody asks for them: they are in no view and no event. */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { useContext, useEffect } from "preact/hooks";
import { get } from "../../shell/net/api.js";
import { TableContext } from "../../shell/table/seat-badge.js";
import { Dialog } from "../../shell/ui/dialog.js";
import { HandGrid } from "../../shell/ui/hand-grid.js";
import { fill } from "../../shell/ui/texts.js";
import { positionName, positionShort } from "./names.js";

/** @typedef {{cells: Record<string, number>, text: string}} Range */

/**
 * By spot: the ranges out of position and in position.
 * @type {import("@preact/signals").Signal<Record<string, Range[]>>}
 */
const fetched = signal({});

/** @param {string} url @param {Turn.View} view */
async function fetchRanges(url, { spot, round }) {
  if (fetched.value[spot]) return;
  const answer = await get(url, { deal: String(round + 1) });
  if (answer?.ranges) fetched.value = { ...fetched.value, [spot]: answer.ranges };
}

/** @param {{range: Range, view: Turn.View, seats: Seat[], player: number}} props */
function RangeFigure({ range, view, seats, player }) {
  const seat = player === 0 ? view.oop : 1 - view.oop;
  const name = seat === view.me ? gettext("You") : (seats[seat]?.name ?? "?");
  const title = fill(gettext("%(name)s, %(position)s"), { name, position: positionName(view, seat) });
  return html`<figure class="range" data-testid=${`range-${player}`}>
    <figcaption><b class="mark">${positionShort(view, seat)}</b> ${title}</figcaption>
    <${HandGrid}
      shares=${range.cells}
      label=${fill(gettext("Range of %(name)s: %(text)s"), { name, text: range.text })}
    />
    <p class="range-text">${range.text}</p>
  </figure>`;
}

/** @param {{view: Turn.View, seats: Seat[], open: boolean, close: () => void}} props */
export function RangesDialog({ view, seats, open, close }) {
  const url = useContext(TableContext)?.boot.urls.ranges;
  useEffect(() => {
    if (open && url) void fetchRanges(url, view);
  }, [open, url, view.spot]);
  const ranges = fetched.value[view.spot];
  return html`<${Dialog} open=${open} title=${gettext("Ranges")} close=${close} kind="ranges">
    <div class="board-turn poker ranges" data-testid="ranges-dialog">
      ${open && ranges ? ranges.map((range, player) => html`<${RangeFigure} key=${player} range=${range} view=${view} seats=${seats} player=${player} />`) : html`<p role="status">${gettext("Loading the ranges …")}</p>`}
      <p class="soft">
        ${gettext("Before the turn's betting. How far a cell is filled is how often the hand is in the range.")}
      </p>
    </div>
  <//>`;
}
