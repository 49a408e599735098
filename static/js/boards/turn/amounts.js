/** Chips and shares as people write them. */

const chips = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number} amount */
export const chipsText = (amount) => chips.format(amount).replace("-", "−");

/** What was won or lost: always with its sign. @param {number} amount */
export const netText = (amount) => (amount > 0 ? `+${chipsText(amount)}` : chipsText(amount));

/** A computed value, with one decimal. @param {number} value */
export const valueText = (value) => exact.format(Math.abs(value) < 0.05 ? 0 : value).replace("-", "−");

/** The same with its sign. @param {number} value */
export const signedText = (value) => (value >= 0.05 ? `+${valueText(value)}` : valueText(value));

/** @param {number} share */
export const shareText = (share) => `${Math.round(100 * share)} %`;
