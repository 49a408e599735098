/**
 * The battle: both seas, the chosen weapon, and the cells it would cover under the pointer.
 *
 * Invariant: a click or a key fires at once; a touch aims first and the second tap fires.
 */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { SeatBadge } from "../../shell/table/seat-badge.js";
import { useKeys } from "../../shell/ui/keys.js";
import { fill } from "../../shell/ui/texts.js";
import { showRefusal, showToast } from "../../shell/ui/toast.js";
import { BattleAnalysis, ExpectedAttacks, HeatMap, isSeaOf, isTargetOf, useAnalysisFocus } from "./analysis.js";
import { Effects } from "./effects.js";
import { Fleet } from "./fleet.js";
import { covered, nameOf } from "./geometry.js";
import { MISS } from "./marks.js";
import { cellText, Highlight, Hull, Nameplate, Sea } from "./sea.js";
import { has, weaponName, weaponOf, Weapons, whyMissing } from "./weapons.js";

/** @typedef {import("./sea.js").Water} Water */
/** @typedef {ReturnType<typeof useGuns>} Guns */
/** @typedef {ReturnType<typeof useAnalysisFocus>} Focus */
/**
 * @typedef {{board: Battleship.Props, seat: number, kind: "target" | "own" | "watched", guns: Guns, focus:
 *   Focus}} SideProps
 */

/** Whether a player attacks this sea here. @param {Battleship.Props} board @param {SideProps["kind"]} kind */
const isAimedAt = ({ view, readonly = false }, kind) => kind === "target" && view.me !== null && !readonly;

/** @param {Battleship.Props} props */
function useGuns({ view, legal, act, busy, event }) {
  const { me } = view;
  const [chosen, setChosen] = useState(/** @type {Battleship.Fired["weapon"]} */ ("AP"));
  const [hovered, setHovered] = useState(/** @type {number | null} */ (null));
  const [aimed, aim] = useState(/** @type {number | null} */ (null));
  const fireActions = legal.filter((offer) => offer.type === "Fire");
  const mine = fireActions.length > 0;
  // If the chosen weapon has been lost, the guns are chosen instead.
  const weapon = !mine || fireActions.some((offer) => offer.weapon === chosen) ? chosen : "AP";
  /** @type {Water | null} */
  const target = me === null ? null : view.seas[1 - me];
  /** Choose a weapon; if it is lost, show why. @param {Battleship.Fired["weapon"]} next */
  const choose = (next) => {
    if (me !== null && has(view.arms[me], next)) setChosen(next);
    else showToast(`${weaponName(next)}: ${whyMissing(next)}`);
  };
  /** @param {number} cell */
  const can = (cell) => mine && !busy && !(weapon === "AP" && target?.shut.includes(cell));
  useEffect(() => aim(null), [event]);

  /** @param {number} cell */
  const fire = (cell) => {
    const offer = fireActions.find((one) => one.weapon === weapon);
    if (!offer || busy || !target) return;
    if (!can(cell)) showRefusal(target.marks[cell] === MISS ? "known_miss" : "destroyed", "");
    else act({ ...offer, cell });
  };
  /** @param {number} cell @param {boolean} touch */
  const press = (cell, touch) => {
    if (touch && aimed !== cell) aim(cell);
    else fire(cell);
  };
  const at = mine && !busy ? (aimed ?? hovered) : null;
  return {
    weapon,
    choose,
    setHovered,
    aimed,
    mine,
    can,
    press,
    fire,
    at,
    covers: at === null ? [] : covered(view, weapon, at),
  };
}

/**
 * Outline attacks on a sea: the last one, the one being sent, the one a bot advises.
 * @param {{view: Battleship.View, seat: number, busy: Battleship.Action | null, hint?: Battleship.Action |
 *   null}} props
 */
function AttackHighlights({ view, seat, busy, hint }) {
  const { last, size, me } = view;
  const attacked = last && last.by !== seat && !view.outcome ? covered(view, last.weapon, last.cell) : [];
  const aimedHere = seat !== me && me !== null;
  /** Outline an attack of mine. @param {Battleship.Action | null | undefined} action @param {string} kind */
  const outline = (action, kind) => {
    if (!aimedHere || action?.type !== "Fire" || action.cell === null) return null;
    return html`<${Highlight}
      size=${size}
      cells=${covered(view, action.weapon, action.cell)}
      kind=${kind}
      first=${action.cell}
    />`;
  };
  return html`<${Highlight}
      size=${size}
      cells=${attacked}
      kind="attacked"
      first=${last?.cell}
    />${outline(busy, "sent")}${outline(hint, "hinted")}`;
}

/** @param {{size: number, water: Water}} props */
function Hulls({ size, water }) {
  return water.ships.map(
    (ship) => ship.berth && html`<${Hull} key=${ship.code} ship=${ship} size=${size} placement=${ship.berth} />`,
  );
}

/** @param {{size: number, water: Water}} props */
function Nameplates({ size, water }) {
  return water.ships.map(
    (ship) =>
      ship.berth &&
      ship.sunk &&
      html`<${Nameplate} key=${ship.code} ship=${ship} size=${size} placement=${ship.berth} />`,
  );
}

/** @param {Parameters<typeof useGuns>[0] & {guns: ReturnType<typeof useGuns>}} props */
function FireButton({ guns, view }) {
  if (guns.aimed === null || !guns.mine) return null;
  const cell = nameOf(view.size, guns.aimed);
  return html`<button
    type="button"
    class="button primary trigger"
    data-testid="fire"
    disabled=${!guns.can(guns.aimed)}
    onClick=${() => guns.fire(/** @type {number} */ (guns.aimed))}
  >
    ${fill(gettext("Fire at %(cell)s"), { cell })}
  </button>`;
}

/**
 * The line above the seas while a player whose fleet is sunk still has one attack.
 * @param {{view: Battleship.View, seats: Seat[]}} props
 */
function LastReply({ view, seats }) {
  if (!view.reply) return null;
  const mine = view.active === view.me;
  const text = mine
    ? gettext("Your fleet is sunk. You have one attack left: sink all that is left for a draw.")
    : gettext("%(who)s is beaten and has one attack left.");
  return html`<p class="last-reply" data-testid="last-reply">
    <b>${gettext("Last reply")}</b> ${fill(text, { who: seats[view.active ?? -1]?.name ?? "?" })}
  </p>`;
}

/** @param {string} name @param {boolean} own */
const seaTitle = (name, own) => (own ? gettext("Your sea") : fill(gettext("The sea of %(name)s"), { name }));

/**
 * Scroll to the top when the battle begins; the page may still be scrolled to the dock.
 * @param {import("preact").RefObject<HTMLElement | null>} root
 */
function useScrollToTop(root) {
  useEffect(() => {
    for (let place = root.current; place; place = place.parentElement) place.scrollTop = 0;
  }, []);
}

/**
 * Keys: a weapon by its number or letter, an arrow to aim.
 * @param {import("preact").RefObject<HTMLElement | null>} root
 * @param {Guns} guns
 * @param {boolean} classic
 * @param {boolean} active
 */
function useBattleKeys(root, guns, classic, active) {
  useKeys(({ key }) => {
    const weapon = weaponOf(key);
    if (weapon && guns.mine && !classic) {
      guns.choose(weapon);
      return true;
    }
    if (!key.startsWith("Arrow") || !guns.mine) return false;
    /** @type {HTMLElement | null | undefined} */ (root.current?.querySelector(".target .cell[tabindex='0']"))?.focus();
    return true;
  }, active);
}

/** What is drawn above the marks of a sea: attacks, aims, effects, and a veil while its fleet is being placed.
 * @param {SideProps & {water: Water, name: string}} props */
function SeaOverlays({ board, seat, kind, guns, focus, water, name }) {
  const { view, busy, hint, analysis, event } = board;
  const { size } = view;
  const { pointed } = focus;
  const aim = `aim ${guns.weapon} ${guns.at !== null && guns.can(guns.at) ? "" : "no-target"}`;
  return html`<${Nameplates} size=${size} water=${water} />
    <${AttackHighlights} view=${view} seat=${seat} busy=${busy} hint=${guns.mine ? hint : null} />
    ${isSeaOf(analysis, seat) && html`<${ExpectedAttacks} analysis=${analysis} view=${view} />`}
    ${pointed && isTargetOf(analysis, seat) && html`<${Highlight} size=${size} cells=${covered(view, pointed.weapon, pointed.cell ?? 0)} kind="hinted" first=${pointed.cell} />`}
    ${isAimedAt(board, kind) && html`<${Highlight} size=${size} cells=${guns.covers} kind=${aim} first=${guns.at ?? -1} />`}
    <${Effects} view=${view} event=${event} seat=${seat} />
    ${!water.ready && html`<p class="veil" data-testid="deploying">${fill(gettext("%(name)s is still laying the fleet"), { name })}</p>`}`;
}

/**
 * One side: its player, the state of its ships, its sea, and under the target the weapons.
 * @param {SideProps} props
 */
function Side(props) {
  const { board, seat, kind, guns, focus } = props;
  const { view, seats, analysis, readonly = false } = board;
  const { size, me, outcome } = view;
  const water = view.seas[seat];
  const name = seats[seat]?.name ?? "";
  const classic = view.variant === "classic";
  const aimedAt = isAimedAt(board, kind);
  const under = isTargetOf(analysis, seat)
    ? html`<${HeatMap} focus=${focus} analysis=${analysis} size=${size} />`
    : null;
  const state = [outcome?.winners.includes(seat) && "won", !outcome && view.active === seat && "active"]
    .filter(Boolean)
    .join(" ");
  return html`<section class=${`side ${kind} ${state}`} data-seat=${seat} aria-label=${name}>
    <header class="plate"><${SeatBadge} seat=${seats[seat]} mine=${seat === me} /></header>
    <${Fleet} ships=${water.ships} title=${fill(gettext("Ships of %(name)s"), { name })} classic=${classic} />
    <${Sea}
      seat=${seat}
      size=${size}
      title=${seaTitle(name, seat === me)}
      water=${water}
      label=${(/** @type {number} */ cell) => cellText(view, water, cell)}
      can=${guns.can}
      readonly=${readonly}
      press=${aimedAt && guns.mine ? guns.press : undefined}
      hover=${aimedAt ? guns.setHovered : undefined}
      start=${Math.floor(size / 2) * size + Math.floor(size / 2)}
      under=${html`${under}<${Hulls} size=${size} water=${water} />`}
      over=${html`<${SeaOverlays} ...${props} water=${water} name=${name} />`}
    />
    ${aimedAt && !outcome && !classic && html`<${Weapons} view=${view} arms=${view.arms[me ?? 0]} chosen=${guns.weapon} choose=${guns.choose} />`}
    ${aimedAt && html`<${FireButton} ...${board} guns=${guns} />`}
  </section>`;
}

/** @param {Battleship.Props} props */
export function Battle(props) {
  const { view, seats, analysis, readonly = false } = props;
  const { me } = view;
  const guns = useGuns(props);
  const focus = useAnalysisFocus(analysis);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useScrollToTop(root);
  useBattleKeys(root, guns, view.variant === "classic", !readonly);

  /** @param {number} seat @param {SideProps["kind"]} kind */
  const side = (seat, kind) =>
    html`<${Side} key=${seat} board=${props} seat=${seat} kind=${kind} guns=${guns} focus=${focus} />`;
  // An open analysis is shown from the bot's own seat.
  const nearSeat = analysis?.seat ?? me;
  const order =
    nearSeat === null
      ? [side(0, "watched"), side(1, "watched")]
      : [side(1 - nearSeat, "target"), side(nearSeat, "own")];
  const classes = ["battle", me === null && "watching", guns.mine && "mine", view.reply && "replying"];
  return html`<div class=${classes.filter(Boolean).join(" ")} ref=${root}>
    <${LastReply} view=${view} seats=${seats} />
    ${order} ${analysis && html`<${BattleAnalysis} analysis=${analysis} focus=${focus} view=${view} seats=${seats} />`}
  </div>`;
}
