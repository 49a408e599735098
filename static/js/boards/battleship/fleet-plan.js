/** The plan of a fleet: where each ship is placed, which way it points, which one is chosen. Pure functions. */

import { shipCells } from "./geometry.js";

/** @typedef {import("./geometry.js").Placement} Placement */
/** @typedef {(Placement | null)[]} Placements by ship; null: not placed */
/** @typedef {{placements: Placements, downs: boolean[], chosen: number | null}} FleetPlan */

/**
 * The first ship that is not placed, leaving out one.
 * @param {Placements} placements
 * @param {number | null} [except]
 */
export function nextUnplaced(placements, except = null) {
  const next = placements.findIndex((placement, i) => placement === null && i !== except);
  return next === -1 ? null : next;
}

/** The plan of ships that were placed before. @param {Placements} placements @returns {FleetPlan} */
export const planOf = (placements) => ({
  placements,
  downs: placements.map((placement) => placement?.down ?? false),
  chosen: nextUnplaced(placements),
});

/** The plan of a whole fleet, with no ship chosen. @param {Placements} fleet @returns {FleetPlan} */
export const planOfFleet = (fleet) => ({ ...planOf(fleet), chosen: null });

/** @param {FleetPlan} plan @param {number | null} index @returns {FleetPlan} */
export const choose = (plan, index) => ({ ...plan, chosen: index });

/**
 * Place a ship, or take it from the sea with null.
 * @param {FleetPlan} plan
 * @param {number} index
 * @param {Placement | null} placement
 * @param {boolean} [down]
 * @returns {FleetPlan}
 */
export const put = (plan, index, placement, down = plan.downs[index]) => ({
  ...plan,
  placements: plan.placements.with(index, placement),
  downs: plan.downs.with(index, down),
});

/** Take a ship from the sea and choose it. @param {FleetPlan} plan @param {number} index */
export const pickUp = (plan, index) => choose(put(plan, index, null), index);

/** Take all ships from the sea; each keeps its direction. @param {FleetPlan} plan @returns {FleetPlan} */
export const clear = ({ placements, downs }) => ({ placements: placements.map(() => null), downs, chosen: 0 });

/**
 * The allowed placement in one direction that covers a cell; if there are several, the one that begins nearest
 * to it.
 * @param {Placement[]} free
 * @param {number} size
 * @param {number} length
 * @param {boolean} down
 * @param {number} cell
 */
export function placementCovering(free, size, length, down, cell) {
  const way = down && length > 1;
  const fits = free.filter((placement) => placement.down === way && shipCells(size, length, placement).includes(cell));
  return fits.sort((a, b) => Math.abs(a.cell - cell) - Math.abs(b.cell - cell))[0] ?? null;
}

/** Turn a ship; one that is placed keeps covering one of its cells. Null: there is no room.
 * @param {FleetPlan} plan @param {number} index @param {number} size @param {number} length
 * @param {Placement[]} free where the ship may be placed @returns {FleetPlan | null} */
export function turnShip(plan, index, size, length, free) {
  const down = !plan.downs[index];
  const current = plan.placements[index];
  if (!current || length === 1) return { ...plan, downs: plan.downs.with(index, down) };
  const covering = shipCells(size, length, current).map((cell) => placementCovering(free, size, length, down, cell));
  const placement = covering.find(Boolean);
  return placement ? put(plan, index, placement, down) : null;
}
