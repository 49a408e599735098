/** Numbers as people read them; a dash where there is none. */

/** @param {number | null | undefined} value @param {number} [digits] */
export const fixed = (value, digits = 2) =>
  value === null || value === undefined || !Number.isFinite(value) ? "–" : value.toFixed(digits);

/** @param {number | null | undefined} share @param {number} [digits] */
export const percent = (share, digits = 1) =>
  share === null || share === undefined || !Number.isFinite(share) ? "–" : `${(100 * share).toFixed(digits)} %`;

/** @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

/** @param {number} value */
export const seconds = (value) => (value < 10 ? `${value.toFixed(1)} s` : `${Math.round(value)} s`);

/**
 * The mean of values by weight, or NaN without weight. Values that are null or not finite do not count.
 * @param {(number | null)[]} values
 * @param {number[]} weights
 */
export function weightedMean(values, weights) {
  let sum = 0;
  let total = 0;
  values.forEach((value, index) => {
    if (value === null || !Number.isFinite(value)) return;
    sum += value * weights[index];
    total += weights[index];
  });
  return total > 0 ? sum / total : NaN;
}
