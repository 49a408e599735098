/**
 * The fleet editor: where each ship is placed, which one is picked up, and where each may be placed.
 *
 * Invariant: the server decides which placements are allowed; no ship is placed where its answer does not allow it.
 */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { showRefusal, showToast } from "../../shell/ui/toast.js";
import {
  choose,
  clear,
  pickUp,
  nextUnplaced,
  placementCovering,
  planOf,
  planOfFleet,
  put,
  turnShip,
} from "./fleet-plan.js";
import { isSamePlacement } from "./geometry.js";
import { saveFleet, savedFleet } from "./saved-fleet.js";

/** @typedef {import("./geometry.js").Placement} Placement */
/** @typedef {import("./fleet-plan.js").FleetPlan} FleetPlan */
/** @typedef {import("./fleet-plan.js").Placements} Placements */
/** @typedef {ReturnType<typeof useFleetEditor>} FleetEditor */

const ASK_AGAIN_AFTER = 2000;

/**
 * Ask the server where each ship may be placed; ask again if no answer comes. `allowed` is the answer for the
 * current placements, or null until it arrives; `lastAllowed` is the last answer, which may belong to earlier
 * placements.
 * @param {Placements} placements
 * @param {Battleship.Props["preview"]} preview
 * @param {boolean} active
 */
function useAllowedPlacements(placements, preview, active) {
  const [answer, setAnswer] = useState(
    /** @type {{placements: Placements, free: Record<string, Placement[]>, legal: boolean} | null} */ (null),
  );
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

/**
 * What needs the server's answer: placing, dropping and turning a ship. `newest` is the plan with all changes, also
 * those that are not drawn yet: on a slow machine two keys can arrive between two drawings.
 * @param {{current: FleetPlan}} newest @param {(change: (plan: FleetPlan) => FleetPlan) => void} change
 * @param {Battleship.OwnView} view @param {(index: number) => Placement[]} allowedFor
 * @param {Battleship.Props["preview"]} preview
 */
function placingOperations(newest, change, { size, seas, me }, allowedFor, preview) {
  const { ships } = seas[me];

  /** Show the reason the server gives against a placement. @param {number} index @param {Placement} placement */
  const explain = async (index, placement) => {
    const { code, message } = await preview({
      type: "Deploy",
      berths: newest.current.placements.with(index, placement),
    });
    if (code) showRefusal(code, message);
  };

  /**
   * @param {number} index
   * @param {Placement} placement
   * @param {boolean} down the direction, which a ship of one cell has too
   */
  const place = (index, placement, down = placement.down || newest.current.downs[index]) => {
    const isFree = allowedFor(index).some((one) => isSamePlacement(one, placement));
    if (isFree) change((now) => put(now, index, placement, down));
    else void explain(index, placement);
    return isFree;
  };

  /** Place the chosen ship so that it covers a cell, and choose the next. @param {number} cell */
  const drop = (cell) => {
    const { chosen, downs } = newest.current;
    if (chosen === null) return;
    const { length } = ships[chosen];
    const down = downs[chosen];
    const placement = placementCovering(allowedFor(chosen), size, length, down, cell) ?? {
      cell,
      down: down && length > 1,
    };
    if (place(chosen, placement)) change((now) => choose(now, nextUnplaced(now.placements, chosen)));
  };

  /** @param {number} index */
  const turn = (index) => {
    const turned = turnShip(newest.current, index, size, ships[index].length, allowedFor(index));
    if (turned) change(() => turned);
    else showToast(gettext("There is no room to turn here."));
  };

  return { place, drop, turn };
}

/** If the player acts before the server has answered which placements are allowed, keep what they asked for and do it
 * when the answer arrives. `allowed` is drawn, `isAllowedKnown` counts changes that are not drawn yet.
 * @param {object | null} allowed @param {() => boolean} isAllowedKnown @param {ReturnType<typeof placingOperations>} operations */
function usePendingOperation(allowed, isAllowedKnown, operations) {
  const pending = useRef(/** @type {(() => void) | null} */ (null));
  const latest = useRef(operations);
  latest.current = operations;
  useLayoutEffect(() => {
    const operation = allowed && pending.current;
    if (!operation) return;
    pending.current = null;
    operation();
  }, [allowed]);
  /** @param {() => void} operation */
  const whenAllowedKnown = (operation) => (isAllowedKnown() ? operation() : void (pending.current = operation));
  return {
    forget: () => (pending.current = null),
    /** @param {Parameters<typeof operations.place>} how */
    place: (...how) => whenAllowedKnown(() => latest.current.place(...how)),
    /** @param {number} cell */
    drop: (cell) => whenAllowedKnown(() => latest.current.drop(cell)),
    /** @param {number} index */
    turn: (index) => whenAllowedKnown(() => latest.current.turn(index)),
  };
}

/** @param {Battleship.Props & {view: Battleship.OwnView}} props */
export function useFleetEditor({ view, preview, act, legal, busy, hint }) {
  const { ships } = view.seas[view.me];
  const [plan, setPlan] = useState(() => planOf(savedFleet(ships.length)));
  const newest = useRef(plan);
  /** @param {(plan: FleetPlan) => FleetPlan} update */
  const change = (update) => setPlan((newest.current = update(newest.current)));
  const { placements } = plan;
  const suggestions = view.suggestions ?? [];
  const [suggestion, setSuggestion] = useState(-1);
  const offer = legal.find((one) => one.type === "Deploy") ?? null;
  const { allowed, lastAllowed } = useAllowedPlacements(placements, preview, offer !== null);
  useEffect(() => saveFleet(placements), [placements]);
  const allowedNow = () => (lastAllowed?.placements === newest.current.placements ? lastAllowed : null);
  /** @param {number} index */
  const allowedFor = (index) => allowedNow()?.free[ships[index].code] ?? [];
  const operations = placingOperations(newest, change, view, allowedFor, preview);
  const pending = usePendingOperation(allowed, () => allowedNow() !== null, operations);

  /** Place a whole fleet at once. @param {Placements} fleet */
  const placeAll = (fleet) => {
    pending.forget();
    change(() => planOfFleet(fleet));
  };
  // A fleet that a bot advises is placed in the editor; the player may change it.
  useEffect(() => {
    if (hint?.type === "Deploy" && hint.berths) placeAll(hint.berths);
  }, [hint]);

  return {
    size: view.size,
    ships,
    get placements() {
      return newest.current.placements;
    },
    get downs() {
      return newest.current.downs;
    },
    get chosen() {
      return newest.current.chosen;
    },
    /** @param {number | null} index */
    choose: (index) => change((now) => choose(now, index)),
    allowedFor,
    /** The placements of the last answer, shown until the next one arrives. @param {number} index */
    lastAllowedFor: (index) => lastAllowed?.free[ships[index].code] ?? [],
    known: allowed !== null,
    place: pending.place,
    drop: pending.drop,
    /** A ship that is not placed can be turned without the server. @param {number} index */
    turn: (index) => (newest.current.placements[index] ? pending.turn(index) : operations.turn(index)),
    /** @param {number} index */
    pickUp: (index) => change((now) => pickUp(now, index)),
    /** Place the next of the fleets that the server suggested to this seat. */
    suggest: () => {
      const next = (suggestion + 1) % suggestions.length;
      setSuggestion(next);
      placeAll(suggestions[next]);
    },
    clear: () => {
      pending.forget();
      change(clear);
    },
    left: placements.filter((placement) => placement === null).length,
    complete: offer !== null && !busy && Boolean(allowed?.legal),
    ready: () => offer && act({ ...offer, berths: placements }),
  };
}
