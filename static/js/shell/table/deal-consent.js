/**
 * My agreement to the next deal: sent again after a reconnect, until the table shows it or the deal has come.
 */

import { computed, signal } from "@preact/signals";
import { uuid } from "../net/random.js";

/** @param {(message: object) => void} send */
export function createDealConsent(send) {
  const current = signal(/** @type {{type: "deal_on", command: string, deal: number} | null} */ (null));

  return {
    deal: computed(() => current.value?.deal ?? null),

    /** @param {number} deal the number of the next deal, from 1 */
    ask(deal) {
      if (current.value?.deal === deal) return;
      current.value = { type: "deal_on", command: uuid(), deal };
      send(current.value);
    },

    resend() {
      if (current.value) send(current.value);
    },

    /** Forget a refused agreement; return whether the command was one. @param {string | null} command */
    refused(command) {
      if (current.value === null || current.value.command !== command) return false;
      current.value = null;
      return true;
    },

    /** Forget the agreement once the table is no longer between deals. @param {TableInfo} table */
    reached({ deals_at: dealsAt }) {
      if (dealsAt === null) current.value = null;
    },
  };
}
