/** Who is connected to the table now, and since when others are not. */

import { computed, signal } from "@preact/signals";

/** @param {import("@preact/signals").ReadonlySignal<TableInfo | null>} table */
export function createPresence(table) {
  const presence = signal({ seats: /** @type {{seat: number, here: boolean}[]} */ ([]), watching: 0 });
  /** By seat: when this page first saw that its player is not connected, in milliseconds. */
  const absentSince = signal(/** @type {Map<number, number>} */ (new Map()));

  return {
    presence,
    absentSince,
    /** The seats of the table, each with whether its player is here. */
    seats: computed(() => {
      const here = new Map(presence.value.seats.map((one) => [one.seat, one.here]));
      return (table.value?.seats ?? []).map((one) => ({ ...one, here: here.get(one.seat) ?? false }));
    }),
    /** @param {{seats: {seat: number, here: boolean}[], watching: number}} message */
    update(message) {
      presence.value = message;
      const gone = message.seats.filter(({ here }) => !here);
      absentSince.value = new Map(gone.map((one) => [one.seat, absentSince.value.get(one.seat) ?? Date.now()]));
    },
  };
}
