/**
 * The fleet editor: where each ship is placed, which one is picked up, and where each may be placed.
 *
 * Invariant: the server decides which placements are allowed; no ship is placed where its answer does not allow it.
 */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { showRefusal, showToast } from "../../shell/ui/toast.js";
import { isSamePlacement, shipCells } from "./geometry.js";
import { saveFleet, savedFleet } from "./saved-fleet.js";

/** @typedef {import("./geometry.js").Placement} Placement */
/** @typedef {import("./sea.js").Ship} Ship */
/** @typedef {(Placement | null)[]} Placements */
/** @typedef {ReturnType<typeof useFleetEditor>} FleetEditor */

const ASK_AGAIN_AFTER = 2000;

/** Ask the server where each ship may be placed; ask again if no answer comes. `allowed` is the answer for the current
 * placements, or null until it arrives; `lastAllowed` is the last answer, which may belong to earlier placements.
 * @param {Placements} placements @param {Battleship.Props["preview"]} preview @param {boolean} active */
function useAllowedPlacements(placements, preview, active) {
  const [answer, setAnswer] = useState(/** @type {{placements: Placements, free: Record<string, Placement[]>, legal: boolean} | null} */ (null));
  useEffect(() => {
    if (!active) return undefined;
    let waiting = true;
    const request = async () => {
      const { free, legal } = await preview({ type: "Deploy", berths: placements });
      if (waiting && free) setAnswer({ placements, free, legal });
      waiting = false;
    };
    void request();
    const timer = setInterval(() => waiting && void request(), ASK_AGAIN_AFTER);
    return () => {
      waiting = false;
      clearInterval(timer);
    };
  }, [placements, active]);
  return { allowed: answer?.placements === placements ? answer : null, lastAllowed: answer };
}

/** The allowed placement in one direction that covers a cell; if there are several, the one that begins nearest to it.
 * @param {Placement[]} free @param {number} size @param {number} length @param {boolean} down @param {number} cell */
export function placementCovering(free, size, length, down, cell) {
  const way = down && length > 1;
  const fits = free.filter((placement) => placement.down === way && shipCells(size, length, placement).includes(cell));
  return fits.sort((a, b) => Math.abs(a.cell - cell) - Math.abs(b.cell - cell))[0] ?? null;
}

/** The first ship that is not placed, leaving out one. @param {Placements} placements @param {number | null} except */
function nextUnplaced(placements, except = null) {
  const next = placements.findIndex((placement, i) => placement === null && i !== except);
  return next === -1 ? null : next;
}

/** @param {Battleship.Props & {view: Battleship.OwnView}} props */
export function useFleetEditor({ view, preview, act, legal, busy, hint }) {
  const { size, me } = view;
  const suggestions = view.suggestions ?? [];
  const ships = view.seas[me].ships;
  const [placements, setPlacements] = useState(() => savedFleet(ships.length));
  const [downs, setDowns] = useState(placements.map((placement) => placement?.down ?? false));
  const [chosen, choose] = useState(/** @type {number | null} */ (nextUnplaced(placements)));
  const [suggestion, setSuggestion] = useState(-1);
  const offer = legal.find((one) => one.type === "Deploy") ?? null;
  const { allowed, lastAllowed } = useAllowedPlacements(placements, preview, offer !== null);
  useEffect(() => saveFleet(placements), [placements]);
  const pending = useRef(/** @type {(() => void) | null} */ (null));

  /** @param {number} index */
  const allowedFor = (index) => allowed?.free[ships[index].code] ?? [];
  /** @param {number} index @param {Placement | null} placement */
  const put = (index, placement) => setPlacements(placements.map((one, i) => (i === index ? placement : one)));
  /** @param {number} index @param {boolean} down */
  const setDirection = (index, down) => setDowns(downs.map((one, i) => (i === index ? down : one)));

  /** Place a whole fleet at once. @param {Placements} fleet */
  const placeAll = (fleet) => {
    pending.current = null;
    setPlacements(fleet);
    setDowns(fleet.map((placement) => placement?.down ?? false));
    choose(null);
  };
  // A fleet that a bot advises is placed in the editor; the player may change it.
  useEffect(() => {
    if (hint?.type === "Deploy" && hint.berths) placeAll(hint.berths);
  }, [hint]);

  /** Show the reason the server gives against a placement. @param {number} index @param {Placement} placement */
  const explain = async (index, placement) => {
    const { code, message } = await preview({ type: "Deploy", berths: placements.map((one, i) => (i === index ? placement : one)) });
    if (code) showRefusal(code, message);
  };

  /** @param {number} index @param {Placement} placement @param {boolean} down the direction, which a ship of one cell has too */
  const place = (index, placement, down = placement.down || downs[index]) => {
    const free = allowedFor(index).some((one) => isSamePlacement(one, placement));
    if (!free) {
      void explain(index, placement);
      return false;
    }
    put(index, placement);
    setDirection(index, down);
    return true;
  };

  /** Place the chosen ship so that it covers a cell, and choose the next. @param {number} cell */
  const drop = (cell) => {
    if (chosen === null) return;
    const { length } = ships[chosen];
    const placement = placementCovering(allowedFor(chosen), size, length, downs[chosen], cell);
    if (!place(chosen, placement ?? { cell, down: downs[chosen] && length > 1 })) return;
    choose(nextUnplaced(placements, chosen));
  };

  /** Turn a ship. One that is placed keeps covering one of its cells. @param {number} index */
  const turn = (index) => {
    const down = !downs[index];
    const current = placements[index];
    const { length } = ships[index];
    if (!current) return setDirection(index, down);
    const cells = shipCells(size, length, current);
    const placement = cells.map((cell) => placementCovering(allowedFor(index), size, length, down, cell)).find(Boolean);
    if (length > 1 && !placement) return showToast(gettext("There is no room to turn here."));
    if (placement && length > 1) put(index, placement);
    return setDirection(index, down);
  };

  // If the player acts before the server has answered which placements are allowed, store the action and
  // run it when the answer arrives.
  const operations = useRef({ place, drop, turn });
  operations.current = { place, drop, turn };
  useLayoutEffect(() => {
    const operation = allowed && pending.current;
    if (!operation) return;
    pending.current = null;
    operation();
  }, [allowed]);
  /** @param {() => void} operation */
  const whenAllowedKnown = (operation) => (allowed ? operation() : void (pending.current = operation));

  return {
    size,
    ships,
    placements,
    downs,
    chosen,
    choose,
    allowedFor,
    /** The placements of the last answer, shown until the next one arrives. @param {number} index */
    lastAllowedFor: (index) => lastAllowed?.free[ships[index].code] ?? [],
    known: allowed !== null,
    /** @param {Parameters<typeof place>} how */
    place: (...how) => whenAllowedKnown(() => operations.current.place(...how)),
    /** @param {number} cell */
    drop: (cell) => whenAllowedKnown(() => operations.current.drop(cell)),
    /** A ship that is not placed can be turned without the server. @param {number} index */
    turn: (index) => (placements[index] ? whenAllowedKnown(() => void operations.current.turn(index)) : turn(index)),
    /** @param {number} index */
    pickUp: (index) => {
      put(index, null);
      choose(index);
    },
    /** Place the next of the fleets that the server suggested to this seat. */
    suggest: () => {
      const next = (suggestion + 1) % suggestions.length;
      setSuggestion(next);
      placeAll(suggestions[next]);
    },
    clear: () => {
      pending.current = null;
      setPlacements(ships.map(() => null));
      choose(0);
    },
    left: placements.filter((placement) => placement === null).length,
    complete: offer !== null && !busy && Boolean(allowed?.legal),
    ready: () => offer && act({ ...offer, berths: placements }),
  };
}
