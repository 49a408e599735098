/** Chat messages, the muted speakers, and the latest reactions. */

import { computed, signal } from "@preact/signals";
import { remembered } from "./settings.js";

const BURST = 2600;
/** Older lines are read, not thrown again. */
const FRESH = 8;

/** By speaker: the name they had. @type {import("@preact/signals").Signal<Record<string, string>>} */
export const muted = remembered("muted", {});

/** @param {string} who @param {string} name */
export const mute = (who, name) => (muted.value = { ...muted.value, [who]: name });

/** @param {string} who */
export function unmute(who) {
  const { [who]: _, ...others } = muted.value;
  muted.value = others;
}

/** @param {Boot} boot @param {import("./clock.js").Clock} clock */
export function createTalk(boot, clock) {
  const said = signal(/** @type {ChatLine[]} */ ([]));
  /** By seat: the reaction being shown. */
  const bursts = signal(/** @type {Record<number, {id: number, text: string}>} */ ({}));
  const lines = computed(() => said.value.filter(({ who, own }) => own || !(who in muted.value)));
  /** Who spoke here and is not heard: [tag, name]. */
  const silent = computed(() => Object.entries(muted.value).filter(([who]) => said.value.some((line) => line.who === who && !line.own)));

  /** @param {ChatLine} line */
  function burst({ id, seat, text, who, at, game }) {
    if (seat === null || game !== boot.code || who in muted.value || at < clock.now() - FRESH) return;
    bursts.value = { ...bursts.value, [seat]: { id, text } };
    setTimeout(() => {
      const { [seat]: shown, ...others } = bursts.value;
      if (shown?.id === id) bursts.value = others;
    }, BURST);
  }

  return {
    lines,
    silent,
    bursts,
    /** What others have said since this page was opened. */
    news: computed(() => lines.value.filter(({ own, at }) => !own && at > clock.now() - performance.now() / 1000)),
    /** Whether a text is one of the table's reactions. @param {string} text */
    isReaction: (text) => boot.reactions.includes(text),
    /** The last lines are told again after a reconnect. @param {ChatLine} line */
    hear(line) {
      if (said.value.some(({ id }) => id === line.id)) return;
      said.value = [...said.value, line];
      if (boot.reactions.includes(line.text)) burst(line);
    },
  };
}
