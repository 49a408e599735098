/**
 * Commands that are being sent: each is resent with the same id until the server has answered it.
 *
 * Invariant: one command at a time. The next is possible only when the update with the effect of the last has
 * arrived, so a double click makes one move.
 */

import { computed, signal } from "@preact/signals";
import { uuid } from "./random.js";

/** @typedef {{type: "act", command: string, at: number, action: Action, done: number | null}} Command */

/** @param {(message: object) => void} send */
export function createCommands(send) {
  /** @type {import("@preact/signals").Signal<Command | null>} */
  const current = signal(null);

  /** @param {Command} command */
  const post = ({ done, ...message }) => send(message);

  return {
    busy: computed(() => current.value?.action ?? null),

    /**
     * @param {Action} action
     * @param {number} at
     */
    act(action, at) {
      if (current.value) return;
      current.value = { type: "act", command: uuid(), at, action, done: null };
      post(current.value);
    },

    resend() {
      if (current.value && current.value.done === null) post(current.value);
    },

    /**
     * The server has accepted the command. It stays current until the update with its effect has arrived.
     * @param {string} command
     * @param {number} seq
     * @param {number} seen
     */
    done(command, seq, seen) {
      if (current.value?.command !== command) return;
      current.value = seq <= seen ? null : { ...current.value, done: seq };
    },

    /** @param {string | null} command */
    refused(command) {
      if (current.value?.command === command) current.value = null;
    },

    /** @param {number} seen */
    reached(seen) {
      const { done = null } = current.value ?? {};
      if (done !== null && done <= seen) current.value = null;
    },
  };
}
