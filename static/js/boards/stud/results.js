/**
 * The results of the match: what each deal brought each seat, and a chart of chips won and lost.
 *
 * A deal's first event carries stacks and chips bought before it, so the chart needs one event of each deal. It is
 * fetched when somebody asks for it; in a long match only some deals are drawn.
 */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { useContext, useEffect } from "preact/hooks";
import { get } from "../../shell/net/api.js";
import { TableContext } from "../../shell/table/seat-badge.js";
import { Dialog } from "../../shell/ui/dialog.js";
import { fill } from "../../shell/ui/texts.js";
import { amountText, netText } from "./amounts.js";

/** @typedef {{deal: number, nets: number[]}} Point `nets`: by seat, before deal number `deal`, counted from 0 */

const MAX_POINTS = 60;
/** Latest deals whose results are listed one by one in every match. */
const LISTED_DEALS = 20;
const WIDTH = 320;
const HEIGHT = 150;
/**
 * The first event of deals that were fetched, by the number of the deal from 0.
 * @type {import("@preact/signals").Signal<Map<number, number[]>>}
 */
const fetched = signal(new Map());

/** The deals to draw: all, or some at equal distances and the last ones. @param {number} deals */
export function dealsToDraw(deals) {
  if (deals <= MAX_POINTS) return Array.from({ length: deals }, (_, deal) => deal);
  const step = Math.ceil(deals / MAX_POINTS);
  const some = Array.from({ length: Math.ceil(deals / step) }, (_, i) => i * step);
  // What a deal brought is the difference between two deals that follow each other: 20 results need 21 deals.
  const latest = Array.from({ length: LISTED_DEALS + 1 }, (_, i) => deals - 1 - i);
  return [...new Set([...some, ...latest])].sort((a, b) => a - b);
}

/** Fetch what seats had won before each of these deals. @param {string} url @param {number[]} deals */
async function fetchNets(url, deals) {
  for (const deal of deals) {
    if (fetched.value.has(deal)) continue;
    const answer = await get(url, { deal: String(deal + 1), first: "1", last: "1", views: "0" });
    const event = answer?.frames?.[0]?.event;
    if (event?.type !== "DealStarted") return;
    const nets = event.stacks.map(
      (/** @type {number} */ stack, /** @type {number} */ seat) => stack - event.bought[seat],
    );
    fetched.value = new Map(fetched.value).set(deal, nets);
  }
}

/** @param {Stud.View} view @returns {Point[]} */
function pointsOf(view) {
  const known = [...fetched.value].filter(([deal]) => deal <= view.deal).sort(([a], [b]) => a - b);
  const points = known.map(([deal, nets]) => ({ deal, nets }));
  return view.result?.net.length
    ? [...points, { deal: view.deal + 1, nets: view.seats.map(({ net }) => net) }]
    : points;
}

/**
 * Lines of chips won and lost, one for each seat.
 * @param {{points: Point[], seats: Seat[], view: Stud.View}} props
 */
function Chart({ points, seats, view }) {
  if (points.length < 2) return html`<p class="soft">${gettext("The chart begins after the first deal.")}</p>`;
  const values = points.flatMap(({ nets }) => nets);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const last = points[points.length - 1].deal || 1;
  /** @param {number} deal @param {number} net */
  const place = (deal, net) =>
    `${((deal / last) * WIDTH).toFixed(1)},${(HEIGHT - ((net - low) / (high - low || 1)) * HEIGHT).toFixed(1)}`;
  const label = seats
    .map(({ name }, seat) => `${name} ${netText(points[points.length - 1].nets[seat], view)}`)
    .join(", ");
  return html`<figure class="chips-chart" data-testid="chips-chart" data-points=${points.length}>
    <svg
      viewBox=${`-4 -6 ${WIDTH + 8} ${HEIGHT + 12}`}
      role="img"
      aria-label=${fill(gettext("Chips won and lost after deal %(deal)s: %(results)s"), { deal: last, results: label })}
    >
      <polyline class="zero" points=${`${place(0, 0)} ${place(last, 0)}`} />
      ${seats.map((_, seat) => html`<polyline key=${seat} class=${`line seat-${seat}`} points=${points.map(({ deal, nets }) => place(deal, nets[seat])).join(" ")} />`)}
    </svg>
    <figcaption><span>${netText(high, view)}</span><span>${netText(low, view)}</span></figcaption>
  </figure>`;
}

/** Stack, chips bought and net of each seat. @param {{view: Stud.View, seats: Seat[]}} props */
function Standings({ view, seats }) {
  return html`<table class="standings">
    <thead>
      <tr>
        <th scope="col">${gettext("Player")}</th>
        <th scope="col">${gettext("Stack")}</th>
        <th scope="col">${gettext("Bought")}</th>
        <th scope="col">${gettext("Net")}</th>
      </tr>
    </thead>
    <tbody>
      ${view.seats.map(
        ({ stack, bought, net }, seat) =>
          html`<tr key=${seat} class=${seat === view.me ? "own" : ""} data-testid=${`standing-${seat}`}>
            <th scope="row"><i class=${`key seat-${seat}`}></i>${seats[seat]?.name ?? "?"}</th>
            <td>${amountText(stack, view)}</td>
            <td>${amountText(bought, view)}</td>
            <td><b>${netText(net, view)}</b></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What each deal brought, the latest first. @param {{points: Point[], seats: Seat[], view: Stud.View}} props */
function ByDeal({ points, seats, view }) {
  const rows = points
    .slice(1)
    .flatMap(({ deal, nets }, i) =>
      deal === points[i].deal + 1 ? [{ deal, gains: nets.map((net, seat) => net - points[i].nets[seat]) }] : [],
    );
  if (!rows.length) return null;
  return html`<div class="by-deal" tabindex="0" role="group" aria-label=${gettext("Results by deal")}>
    <table data-testid="results-by-deal">
      <thead>
        <tr>
          <th scope="col">${gettext("Deal")}</th>
          ${seats.map(({ name }, seat) => html`<th scope="col" key=${seat}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.toReversed().map(
          ({ deal, gains }) =>
            html`<tr key=${deal}>
              <th scope="row">${deal}</th>
              ${gains.map((gain, seat) => html`<td key=${seat} class=${gain > 0 ? "gain-chips" : gain < 0 ? "loss-chips" : ""}>${gain ? netText(gain, view) : "–"}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {{view: Stud.View, seats: Seat[], open: boolean, close: () => void}} props */
export function ResultsDialog({ view, seats, open, close }) {
  const url = useContext(TableContext)?.boot.urls.frames;
  useEffect(() => {
    if (open && url) void fetchNets(url, dealsToDraw(view.deal + 1));
  }, [open, url, view.deal]);
  const points = pointsOf(view);
  return html`<${Dialog} open=${open} title=${gettext("Results")} close=${close} kind="results">
    <div class="board-stud match-results" data-testid="match-results">
      <${Standings} view=${view} seats=${seats} />
      <${Chart} points=${points} seats=${seats} view=${view} />
      <${ByDeal} points=${points} seats=${seats} view=${view} />
    </div>
  <//>`;
}
