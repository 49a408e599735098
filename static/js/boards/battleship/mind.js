/**
 * A bot's analysis drawn over the board: where it expects ships, which attacks it fears, what it scored.
 *
 * Invariant: only figures that the server sent are drawn; a missing figure is left out.
 */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { AnalysisPanel, Legend, Numbers } from "../../shell/analysis-panel.js";
import { fill } from "../../shell/words.js";
import { at, covered, nameOf } from "./chart.js";
import { shipName } from "./ships.js";
import { Wash } from "./sea.js";
import { WeaponIcon, weaponName } from "./weapons.js";

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;

/** Whether a head is open that looks at this sea (`other` 1) or owns it (0). @param {Mind | undefined} mind @param {number} seat @param {number} other */
export const headOn = (mind, seat, other) => mind !== undefined && (other ? 1 - mind.seat : mind.seat) === seat;

/** The attack it is about to make, if it is. @param {Mind | undefined} mind @returns {Action | null} */
function plannedAttack(mind) {
  const thought = mind?.thought;
  return thought && !thought.made && thought.action.type === "Fire" ? thought.action : null;
}

/** Which ship's chances are shown, and which attack: the candidate pointed at, or the one it is about to make. @param {Mind | undefined} mind */
export function useHead(mind) {
  const [ship, show] = useState("any");
  const [pointed, point] = useState(/** @type {Action | null} */ (null));
  const shown = mind?.notes.ships?.[ship] ? ship : "any";
  return { ship: shown, show, pointed: pointed ?? plannedAttack(mind), point };
}

/** What a hit cell may be made of. @param {{chances: Record<string, number>}} props */
function Made({ chances }) {
  return html`<span class="made">${["1", "2", "3"].map((points) => html`<b key=${points} class=${(chances[points] ?? 0) >= 0.5 ? "likely" : ""} style=${{ "--p": chances[points] ?? 0 }}>${points}</b>`)}</span>`;
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

/** A part of a score, in words. @param {string} part @param {number} value */
function partText(part, value) {
  const values = { value: value.toFixed(2), chance: percent(value) };
  switch (part) {
    case "information":
      return fill(gettext("finding out %(value)s"), values);
    case "damage":
      return fill(gettext("damage %(value)s"), values);
    case "risk":
      return value ? fill(gettext("danger to its own ships %(value)s"), values) : "";
    case "turns":
      return fill(gettext("turns saved %(value)s"), values);
    case "win":
      return fill(gettext("wins the game %(chance)s"), values);
    default:
      return "";
  }
}

/** @param {{one: Weighed, best: boolean, view: View, head: ReturnType<typeof useHead>}} props */
function Candidate({ one, best, view, head }) {
  const { action } = one;
  const fires = action.type === "Fire";
  const text = fires ? `${weaponName(action.weapon)} ${nameOf(view.size, action.cell)}` : gettext("Lay the fleet");
  const parts = Object.entries(one.parts).map(([part, value]) => partText(part, value)).filter(Boolean);
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

/** @param {{mind: Mind, view: View, head: ReturnType<typeof useHead>}} props */
function Figures({ mind: { thought, notes }, view, head }) {
  if (!thought && !notes.layouts) return null;
  return html`<${Numbers}>
    ${notes.layouts && html`<p>${layoutsText(notes.layouts)}</p>`}
    ${thought && html`<p class="soft">${gettext("Score of each attack, best first: what it expects to find out and to damage, from 0 (nothing) to 1. Point at a line to see it on the board.")}</p>
    <ol class="candidates">${thought.candidates.slice(0, 8).map((one, i) => html`<${Candidate} key=${i} one=${one} best=${i === 0} view=${view} head=${head} />`)}</ol>`}
  <//>`;
}

/** What the marks of the analysis mean, as far as they are on the board now. @param {{mind: Mind}} props */
function Key({ mind }) {
  const { any = [], hp = {}, evidence = {}, coming = [] } = mind.notes;
  return html`<${Legend}>
    ${any.some((/** @type {number} */ chance) => chance > 0) && html`<li><span class="analysis-swatch"><i class="heat" style=${{ "--p": 0.8 }}><small>24</small></i></span>${gettext("red: where it thinks a ship lies; the number is the chance in per cent")}</li>`}
    ${Object.keys(hp).length > 0 && html`<li><span class="analysis-swatch"><${Made} chances=${{ 1: 0.1, 2: 0.9, 3: 0.2 }} /></span>${gettext("1 2 3 on a hit: how strong that cell was at first; darker is likelier")}</li>`}
    ${evidence.sonar?.length > 0 && html`<li><span class="analysis-swatch"><i class="wash heard"></i></span>${gettext("dashed: its sonar heard a ship under at least one of these cells")}</li>`}
    ${coming.length > 0 && html`<li><span class="analysis-swatch"><i class="wash coming first"></i><i class="share">12%</i></span>${gettext("purple, on its own sea: where it expects the next attack, and how likely")}</li>`}
    ${plannedAttack(mind) && html`<li><span class="analysis-swatch"><i class="wash hinted first"></i></span>${gettext("framed, on the other sea: the attack it is about to make")}</li>`}
  <//>`;
}

/** What the bot weighed and knew, beside the board. @param {{mind: Mind, head: ReturnType<typeof useHead>, view: View, seats: Seat[]}} props */
export function Head({ mind, head, view, seats }) {
  const threat = mind.notes.threat ? threatText(mind.notes.threat) : "";
  return html`<${AnalysisPanel} mind=${mind} seats=${seats}>
    ${threat && html`<p>${fill(gettext("It fears to lose soon: %(ships)s"), { ships: threat })}</p>`}
    <${Figures} mind=${mind} view=${view} head=${head} />
    <${ShipChooser} mind=${mind} head=${head} />
    <${Key} mind=${mind} />
  <//>`;
}
