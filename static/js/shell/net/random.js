/** Random ids, made with `getRandomValues`: browsers have no `randomUUID` on plain http in a local network. */

/** @param {number} count */
export function hex(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A version 4 UUID. */
export function uuid() {
  const digits = hex(16).split("");
  digits[12] = "4";
  digits[16] = "89ab"[parseInt(digits[16], 16) & 3];
  const text = digits.join("");
  return [0, 8, 12, 16, 20].map((at, i, ats) => text.slice(at, ats[i + 1])).join("-");
}

/** The browser's nonce for the seed of the deal: 32 bytes. */
export const nonce = () => hex(32);
