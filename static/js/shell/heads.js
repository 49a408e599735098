/**
 * A bot's head in a replay: what it had in mind at the moment shown.
 *
 * Law of the room: the server opens heads when the game is over, not before. The last one told stays in
 * sight until the next arrives, so nothing flickers. Whoever opens a head is shown the table open too, to see
 * where it was right; other eyes may be chosen after that, and those he had are given back with the last head.
 */

import { effect, signal } from "@preact/signals";
import { html } from "htm/preact";
import { get } from "./api.js";

/** @typedef {ReturnType<typeof openHeads>} Heads */

const SETTLE = 80;

/** @param {ReplayBoot} boot @param {import("./reel.js").Reel} reel */
export function openHeads(boot, reel) {
  const seat = signal(/** @type {number | null} */ (null));
  const mind = signal(/** @type {Mind | null} */ (null));
  /** @type {Map<string, Mind | null>} */
  const told = new Map();

  /** @param {number} whose @param {number} at */
  async function look(whose, at) {
    const key = `${whose}.${at}`;
    if (!told.has(key)) {
      const answer = await get(boot.urls.mind, { seat: String(whose), at: String(at) });
      if (!answer) return;
      told.set(key, answer.mind);
    }
    if (seat.peek() === whose && reel.shown.peek().at === at) mind.value = told.get(key) ?? null;
  }

  effect(() => {
    const whose = seat.value;
    const { at } = reel.shown.value;
    if (whose === null || !at) {
      mind.value = null;
      return undefined;
    }
    const timer = setTimeout(() => void look(whose, at), told.has(`${whose}.${at}`) ? 0 : SETTLE);
    return () => clearTimeout(timer);
  });

  let before = reel.eyes.peek();

  /** @param {number | null} next */
  function choose(next) {
    const eyes = reel.eyes.peek();
    if (seat.peek() === null) {
      before = eyes;
      reel.eyes.value = "all";
    } else if (next === null && eyes === "all") {
      reel.eyes.value = before;
    }
    seat.value = next;
  }

  return { seat, mind, choose, seats: boot.open ? boot.table.seats.filter(({ bot }) => bot !== null) : [] };
}

/** @param {{heads: Heads}} props */
export function HeadPick({ heads }) {
  if (!heads.seats.length) return null;
  const chosen = heads.seat.value;
  return html`<label class="pick head-pick">
    <span aria-hidden="true">${gettext("Head")}</span>
    <select aria-label=${gettext("Look into a head")} data-testid="heads" value=${chosen === null ? "" : String(chosen)} onChange=${(/** @type {any} */ { target }) => heads.choose(target.value === "" ? null : Number(target.value))}>
      <option value="">${gettext("no head open")}</option>
      ${heads.seats.map(({ seat, name }) => html`<option key=${seat} value=${String(seat)}>${name}</option>`)}
    </select>
  </label>`;
}
