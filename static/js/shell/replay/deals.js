/**
 * The deals of a replay: which one is shown, and the way to the others.
 *
 * Invariant: only the deal that is shown is loaded. The old deal stays on the board until the new one has answered.
 */

import { computed, signal } from "@preact/signals";
import { get } from "../net/api.js";
import { Analyses } from "./analysis.js";
import { createReplayPlayer, positionFromAddress } from "./player.js";

/** @typedef {ReturnType<typeof createDeals>} Deals */

/** @param {ReplayBoot} boot @param {boolean} supported whether the board can draw an analysis */
export function createDeals(boot, supported) {
  const count = signal(boot.deals);
  const current = signal(open(boot, positionFromAddress(boot), new URLSearchParams(location.search).get("analysis")));
  let wanted = boot.deal;

  /** @param {ReplayBoot} deal @param {import("./player.js").Position} position @param {string | null} analysis */
  function open(deal, position, analysis) {
    const player = createReplayPlayer(deal, position);
    return { player, analyses: new Analyses(deal, player, supported, analysis) };
  }

  /** @param {number} number */
  async function go(number) {
    const deal = Math.min(Math.max(1, Math.trunc(number)), count.peek());
    if (!Number.isFinite(deal) || deal === wanted) return;
    wanted = deal;
    const answer = await get(boot.urls.frames, { deal: String(deal), first: "1", last: "1", views: "0" });
    if (wanted !== deal) return; // another deal was chosen meanwhile
    if (!answer) wanted = current.peek().player.boot.deal;
    else show(answer);
  }

  /** @param {any} answer the deal's first step, with what may be seen of the deal */
  function show({ deal, deals, total, open: isRevealed, revealed, viewers }) {
    const { player, analyses } = current.peek();
    const viewer = player.viewer.peek();
    const seat = analyses.seat.peek();
    player.close();
    analyses.close();
    count.value = deals;
    const next = { ...boot, deal, deals, total, open: isRevealed, revealed, viewers };
    current.value = open(
      next,
      { viewer: viewers.includes(viewer) ? viewer : viewers[0], step: 1 },
      seat === null ? null : String(seat),
    );
  }

  return {
    /** The player and the analyses of the deal that is shown. */
    current,
    /** How many deals there are. */
    count,
    number: computed(() => current.value.player.boot.deal),
    go,
    /** Go forward by so many deals, or back with a negative number. @param {number} by */
    move: (by) => go(wanted + by),
  };
}
