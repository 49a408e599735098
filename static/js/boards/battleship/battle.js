/**
 * The battle: both seas, the chosen weapon, and the cells it would cover under the pointer.
 *
 * Invariant: a click or a key fires at once; a touch aims first and the second tap fires.
 */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../../shell/keys.js";
import { Person } from "../../shell/person.js";
import { complain, tell } from "../../shell/toast.js";
import { fill } from "../../shell/words.js";
import { covered, nameOf } from "./chart.js";
import { Effects } from "./effects.js";
import { Fleet } from "./fleet.js";
import { MISS } from "./marks.js";
import { Head, Heat, headOn, Outlook, useHead } from "./mind.js";
import { Hull, Nameplate, Sea, seen, Wash } from "./sea.js";
import { has, missing, weaponName, weaponOf, Weapons } from "./weapons.js";

/** @typedef {import("./sea.js").Water} Water */

/** @param {BoardProps} props */
function useGuns({ view, legal, act, busy, event }) {
  const { me } = view;
  const [wanted, want] = useState("AP");
  const [looked, look] = useState(/** @type {number | null} */ (null));
  const [aimed, aim] = useState(/** @type {number | null} */ (null));
  const mine = legal.some((offer) => offer.type === "Fire");
  // A weapon that is lost falls out of the hand.
  const offered = legal.filter((offer) => offer.type === "Fire").map((offer) => offer.weapon);
  const weapon = !mine || offered.includes(wanted) ? wanted : "AP";
  /** @type {Water | null} */
  const target = me === null ? null : view.seas[1 - me];
  /** Take a weapon into the hand; one that is lost says why. @param {string} next */
  const choose = (next) => {
    if (me !== null && has(view.arms[me], next)) want(next);
    else tell(`${weaponName(next)}: ${missing(next)}`);
  };
  /** @param {number} cell */
  const can = (cell) => mine && !busy && !(weapon === "AP" && target?.shut.includes(cell));
  useEffect(() => aim(null), [event]);

  /** @param {number} cell */
  const fire = (cell) => {
    const offer = legal.find((one) => one.type === "Fire" && one.weapon === weapon);
    if (!offer || busy || !target) return;
    if (!can(cell)) complain(target.marks[cell] === MISS ? "known_miss" : "destroyed", "");
    else act({ ...offer, cell });
  };
  /** @param {number} cell @param {boolean} touch */
  const press = (cell, touch) => {
    if (touch && aimed !== cell) aim(cell);
    else fire(cell);
  };
  const at = mine && !busy ? (aimed ?? looked) : null;
  return { weapon, choose, look, aimed, mine, can, press, fire, at, covers: at === null ? [] : covered(view, weapon, at) };
}

/** What lies over a sea: the last attack, the one on its way, the one advised.
 * @param {{view: View, seat: number, busy: Action | null, hint?: Action | null}} props */
function Shots({ view, seat, busy, hint }) {
  const { last, size, me } = view;
  const struck = last && last.by !== seat && !view.outcome ? covered(view, last.weapon, last.cell) : [];
  const aimedHere = seat !== me && me !== null;
  const sent = aimedHere && busy?.type === "Fire" ? covered(view, busy.weapon, busy.cell) : [];
  const advised = aimedHere && hint?.type === "Fire" && hint.cell !== null ? covered(view, hint.weapon, hint.cell) : [];
  return html`<${Wash} size=${size} cells=${struck} kind="struck" first=${last?.cell} />
    <${Wash} size=${size} cells=${sent} kind="sent" first=${busy?.cell} /><${Wash} size=${size} cells=${advised} kind="hinted" first=${hint?.cell} />`;
}

/** @param {{size: number, water: Water}} props */
function Hulls({ size, water }) {
  return water.ships.map((ship) => ship.berth && html`<${Hull} key=${ship.code} ship=${ship} size=${size} berth=${ship.berth} />`);
}

/** @param {{size: number, water: Water}} props */
function Nameplates({ size, water }) {
  return water.ships.map((ship) => ship.berth && ship.sunk && html`<${Nameplate} key=${ship.code} ship=${ship} size=${size} berth=${ship.berth} />`);
}

/** @param {Parameters<typeof useGuns>[0] & {guns: ReturnType<typeof useGuns>}} props */
function Trigger({ guns, view }) {
  if (guns.aimed === null || !guns.mine) return null;
  const cell = nameOf(view.size, guns.aimed);
  return html`<button type="button" class="button primary trigger" data-testid="fire" disabled=${!guns.can(guns.aimed)} onClick=${() => guns.fire(/** @type {number} */ (guns.aimed))}>
    ${fill(gettext("Fire at %(cell)s"), { cell })}
  </button>`;
}

/** The line above the seas while a beaten side still has its one attack. @param {{view: View, seats: Seat[]}} props */
function LastReply({ view, seats }) {
  if (!view.reply) return null;
  const mine = view.active === view.me;
  const text = mine ? gettext("Your fleet is sunk. You have one attack left: sink all that is left for a draw.") : gettext("%(who)s is beaten and has one attack left.");
  return html`<p class="last-reply" data-testid="last-reply"><b>${gettext("Last reply")}</b> ${fill(text, { who: seats[view.active]?.name ?? "?" })}</p>`;
}

/** @param {string} name @param {boolean} own */
const seaTitle = (name, own) => (own ? gettext("Your sea") : fill(gettext("The sea of %(name)s"), { name }));

/** Where the dock was scrolled to says nothing about the battle: it begins at the top. @param {import("preact").RefObject<HTMLElement | null>} root */
function useTop(root) {
  useEffect(() => {
    for (let place = root.current; place; place = place.parentElement) place.scrollTop = 0;
  }, []);
}

/** @param {BoardProps} props */
export function Battle(props) {
  const { view, event, seats, busy, hint, mind, readonly = false } = props;
  const { size, me, outcome, arms } = view;
  const classic = view.variant === "classic";
  const guns = useGuns(props);
  const head = useHead(mind);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useTop(root);
  useKeys(({ key }) => {
    const weapon = weaponOf(key);
    if (weapon && guns.mine && !classic) {
      guns.choose(weapon);
      return true;
    }
    if (!key.startsWith("Arrow") || !guns.mine) return false;
    /** @type {HTMLElement | null | undefined} */ (root.current?.querySelector(".target .cell[tabindex='0']"))?.focus();
    return true;
  }, !readonly);

  /** @param {number} seat @param {string} kind */
  const side = (seat, kind) => {
    const water = /** @type {Water} */ (view.seas[seat]);
    const name = seats[seat]?.name ?? "";
    const aimedAt = kind === "target" && me !== null && !readonly;
    const under = headOn(mind, seat, 1) ? html`<${Heat} head=${head} mind=${mind} size=${size} />` : null;
    const state = [outcome?.winners.includes(seat) && "won", !outcome && view.active === seat && "active"].filter(Boolean).join(" ");
    return html`<section key=${seat} class=${`side ${kind} ${state}`} data-seat=${seat} aria-label=${name}>
      <header class="plate"><${Person} seat=${seats[seat]} mine=${seat === me} /></header>
      <${Fleet} ships=${water.ships} title=${fill(gettext("Ships of %(name)s"), { name })} classic=${classic} />
      <${Sea}
        seat=${seat}
        size=${size}
        title=${seaTitle(name, seat === me)}
        water=${water}
        kind=${headOn(mind, seat, 1) ? "thought" : ""}
        label=${(/** @type {number} */ cell) => seen(view, water, cell)}
        can=${guns.can}
        readonly=${readonly}
        press=${aimedAt && guns.mine ? guns.press : undefined}
        look=${aimedAt ? guns.look : undefined}
        start=${Math.floor(size / 2) * size + Math.floor(size / 2)}
        under=${html`${under}<${Hulls} size=${size} water=${water} />`}
        over=${html`<${Nameplates} size=${size} water=${water} /><${Shots} view=${view} seat=${seat} busy=${busy} hint=${guns.mine ? hint : null} />
          ${headOn(mind, seat, 0) && html`<${Outlook} mind=${mind} view=${view} />`}
          ${head.pointed && headOn(mind, seat, 1) && html`<${Wash} size=${size} cells=${covered(view, head.pointed.weapon, head.pointed.cell)} kind="hinted" first=${head.pointed.cell} />`}
          ${aimedAt && html`<${Wash} size=${size} cells=${guns.covers} kind=${`aim ${guns.weapon} ${guns.at !== null && guns.can(guns.at) ? "" : "no-target"}`} first=${guns.at ?? -1} />`}
          <${Effects} view=${view} event=${event} seat=${seat} />
          ${!water.ready && html`<p class="veil" data-testid="laying">${fill(gettext("%(name)s is still laying the fleet"), { name })}</p>`}`}
      />
      ${aimedAt && !outcome && !classic && html`<${Weapons} view=${view} arms=${arms[me]} chosen=${guns.weapon} choose=${guns.choose} />`}
      ${aimedAt && html`<${Trigger} ...${props} guns=${guns} />`}
    </section>`;
  };

  // An open analysis is shown from the bot's own seat.
  const eyes = mind?.seat ?? me;
  const order = eyes === null ? [side(0, "watched"), side(1, "watched")] : [side(1 - eyes, "target"), side(eyes, "own")];
  const classes = ["battle", me === null && "watching", guns.mine && "mine", view.reply && "replying"];
  return html`<div class=${classes.filter(Boolean).join(" ")} ref=${root}>
    <${LastReply} view=${view} seats=${seats} />
    ${order}
    ${mind && html`<${Head} mind=${mind} head=${head} view=${view} seats=${seats} />`}
  </div>`;
}
