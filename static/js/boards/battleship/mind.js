/**
 * A bot's head laid over the board: where it thinks the ships lie, what it feared, what it weighed.
 *
 * Law of the room: it draws figures it is given; an absent one is not drawn.
 */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { fill, levelName } from "../../shell/words.js";
import { at, covered, nameOf } from "./chart.js";
import { shipName } from "./ships.js";
import { Wash } from "./sea.js";
import { WeaponIcon, weaponName } from "./weapons.js";

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;

/** Whether a head is open that looks at this sea (`other` 1) or owns it (0). @param {Mind | undefined} mind @param {number} seat @param {number} other */
export const headOn = (mind, seat, other) => mind !== undefined && (other ? 1 - mind.seat : mind.seat) === seat;

/** Which ship's chances are shown, and which candidate is pointed at. @param {Mind | undefined} mind */
export function useHead(mind) {
  const [ship, show] = useState("any");
  const [pointed, point] = useState(/** @type {Action | null} */ (null));
  const shown = mind?.notes.ships?.[ship] ? ship : "any";
  return { ship: shown, show, pointed, point };
}

/** What a hit cell may be made of. @param {{chances: Record<string, number>}} props */
function Made({ chances }) {
  return html`<span class="made">${["1", "2", "3"].map((points) => html`<b key=${points} style=${{ "--p": chances[points] ?? 0 }}>${points}</b>`)}</span>`;
}

/** @param {{head: ReturnType<typeof useHead>, mind: Mind, size: number}} props */
export function Heat({ head, mind, size }) {
  const { any = [], ships = {}, hp = {}, evidence = {} } = mind.notes;
  /** @type {number[]} */
  const chances = ships[head.ship] ?? any;
  const most = Math.max(0.01, ...chances.filter((chance) => chance < 1));
  return html`${chances.map(
      (chance, cell) =>
        chance > 0 &&
        html`<i key=${`heat-${cell}`} class="heat" data-chance=${chance} style=${{ ...at(size, cell), "--p": Math.min(1, chance / most) }}>${chance >= 0.005 && chance < 1 && html`<small>${Math.round(100 * chance)}</small>`}</i>`,
    )}
    ${Object.entries(hp).map(([cell, made]) => html`<i key=${`hp-${cell}`} class="hp-place" style=${at(size, Number(cell))}><${Made} chances=${made} /></i>`)}
    ${(evidence.sonar ?? []).map((/** @type {number[]} */ set, /** @type {number} */ i) => html`<${Wash} key=${`heard-${i}`} size=${size} cells=${set} kind="heard" />`)}`;
}

/** The shots a bot expects on its own sea. @param {{mind: Mind, view: View}} props */
export function Outlook({ mind, view }) {
  return (mind.notes.coming ?? []).map(
    (/** @type {{weapon: string, cell: number, share: number}} */ { weapon, cell, share }) => html`<${Wash} key=${`${weapon}-${cell}`} size=${view.size} cells=${covered(view, weapon, cell)} kind="coming" first=${cell} />
      <i key=${`share-${weapon}-${cell}`} class="share" style=${at(view.size, cell)}>${percent(share)}</i>`,
  );
}

/** @param {string} part */
function partName(part) {
  switch (part) {
    case "information":
      return gettext("information");
    case "damage":
      return gettext("damage");
    case "risk":
      return gettext("risk");
    case "turns":
      return gettext("turns saved");
    case "win":
      return gettext("chance to win");
    case "utility":
      return gettext("utility");
    default:
      return part;
  }
}

/** @param {{one: Weighed, best: boolean, view: View, head: ReturnType<typeof useHead>}} props */
function Candidate({ one, best, view, head }) {
  const { action } = one;
  const fires = action.type === "Fire";
  const text = fires ? `${weaponName(action.weapon)} ${nameOf(view.size, action.cell)}` : gettext("Lay the fleet");
  const parts = Object.entries(one.parts).map(([part, value]) => `${partName(part)} ${value.toFixed(2)}`);
  return html`<li class=${best ? "best" : ""} title=${one.note} onPointerEnter=${() => fires && head.point(action)} onPointerLeave=${() => head.point(null)}>
    <span class="weighed">${fires && html`<${WeaponIcon} weapon=${action.weapon} />`}<b>${text}</b><span class="worth">${one.score.toFixed(2)}</span></span>
    ${parts.length > 0 && html`<small>${parts.join(" · ")}</small>`}
  </li>`;
}

/** @param {{mind: Mind, head: ReturnType<typeof useHead>}} props */
function ShipChooser({ mind, head }) {
  const codes = Object.keys(mind.notes.ships ?? {});
  if (!codes.length) return null;
  return html`<div class="head-ships" role="radiogroup" aria-label=${gettext("Where it thinks this ship lies")}>
    ${["any", ...codes].map((code) => html`<button type="button" role="radio" key=${code} data-testid=${`head-${code}`} aria-checked=${code === head.ship ? "true" : "false"} onClick=${() => head.show(code)}>${code === "any" ? gettext("any ship") : shipName(code)}</button>`)}
  </div>`;
}

/** @param {{count: number, exact: boolean}} layouts */
export function layoutsText({ count, exact }) {
  const values = { count: count.toLocaleString(document.documentElement.lang || undefined) };
  const text = exact
    ? ngettext("%(count)s layout is still possible", "%(count)s layouts are still possible", count)
    : ngettext("about %(count)s layout is still possible", "about %(count)s layouts are still possible", count);
  return fill(text, values);
}

/** @param {Record<string, number>} threat */
function threatText(threat) {
  const feared = Object.entries(threat).filter(([, chance]) => chance >= 0.05);
  return feared.map(([code, chance]) => `${shipName(code)} ${percent(chance)}`).join(" · ");
}

/** What the bot weighed and knew, beside the board. @param {{mind: Mind, head: ReturnType<typeof useHead>, view: View, seats: Seat[]}} props */
export function Head({ mind, head, view, seats }) {
  const { notes, thought } = mind;
  const title = fill(gettext("In the head of %(name)s (%(level)s)"), { name: seats[mind.seat]?.name ?? "?", level: levelName(mind.level) });
  const threat = notes.threat ? threatText(notes.threat) : "";
  return html`<aside class="head" data-testid="head" aria-label=${title}>
    <h2>${title}</h2>
    <${ShipChooser} mind=${mind} head=${head} />
    ${notes.layouts && html`<p>${layoutsText(notes.layouts)}</p>`}
    ${threat && html`<p>${fill(gettext("It fears to lose soon: %(ships)s"), { ships: threat })}</p>`}
    ${thought && html`<p class="because">“${thought.reason}”</p>
      <ol class="candidates">${thought.candidates.slice(0, 8).map((one, i) => html`<${Candidate} key=${i} one=${one} best=${i === 0} view=${view} head=${head} />`)}</ol>`}
  </aside>`;
}
