/** The chat messages of a table, the speakers this browser has muted, and the reactions shown on seats. */

import { computed, signal } from "@preact/signals";
import { persistentSignal } from "../ui/persistent-signal.js";

/** Milliseconds for which a reaction floats over its seat. */
const FLOAT_TIME = 2600;
/** Seconds after which a reaction is only listed: the newest messages are sent again after a reconnect. */
const FLOAT_MAX_AGE = 8;

/** By speaker: the name they had. @type {import("@preact/signals").Signal<Record<string, string>>} */
export const muted = persistentSignal("muted", {});

/** @param {string} who @param {string} name */
export const mute = (who, name) => (muted.value = { ...muted.value, [who]: name });

/** @param {string} who */
export function unmute(who) {
  const { [who]: _, ...others } = muted.value;
  muted.value = others;
}

/** @param {Boot} boot @param {import("../table/clock.js").Clock} clock */
export function createChat(boot, clock) {
  const received = signal(/** @type {ChatMessage[]} */ ([]));
  /** By seat: the reaction being shown. */
  const floatingReactions = signal(/** @type {Record<number, {id: number, text: string}>} */ ({}));
  const messages = computed(() => received.value.filter(({ who, own }) => own || !(who in muted.value)));
  /** The speakers at this table who are muted: [public id, name]. */
  const mutedSpeakers = computed(() =>
    Object.entries(muted.value).filter(([who]) => received.value.some((one) => one.who === who && !one.own)),
  );

  /** @param {ChatMessage} message */
  function floatReaction({ id, seat, text, who, at, game }) {
    if (seat === null || game !== boot.code || who in muted.value || at < clock.now() - FLOAT_MAX_AGE) return;
    floatingReactions.value = { ...floatingReactions.value, [seat]: { id, text } };
    setTimeout(() => {
      const { [seat]: current, ...others } = floatingReactions.value;
      if (current?.id === id) floatingReactions.value = others;
    }, FLOAT_TIME);
  }

  return {
    messages,
    mutedSpeakers,
    floatingReactions,
    /** The messages of others that were sent since this page was opened. */
    newMessages: computed(() =>
      messages.value.filter(({ own, at }) => !own && at > clock.now() - performance.now() / 1000),
    ),
    /** Whether a text is one of the table's reactions. @param {string} text */
    isReaction: (text) => boot.reactions.includes(text),
    /** Add a message. The server sends the last ones again after a reconnect. @param {ChatMessage} message */
    receive(message) {
      if (received.value.some(({ id }) => id === message.id)) return;
      received.value = [...received.value, message];
      if (boot.reactions.includes(message.text)) floatReaction(message);
    },
  };
}
