/** Colours that people with any colour vision can tell apart: Okabe and Ito's for kinds, cividis for amounts. */

/** Fold, check or call, then bets from small to large; the last is all-in. tests/js/lab_colours.test.mjs compares them as each colour vision sees them. */
const FOLD = "#8cbfec";
const PASSIVE = "#2f9e77";
const BETS = ["#f7d56b", "#e8952a", "#c84e0c", "#962828"];
const ALL_IN = "#7a2360";

/**
 * The colours of a decision's actions.
 * @param {string[]} actions such as ["check", "bet 60", "allin 400"]
 * @returns {string[]}
 */
export function actionColours(actions) {
  const bets = actions.filter((action) => /^(bet|raise)/.test(action));
  return actions.map((action) => {
    if (action === "fold") return FOLD;
    if (action === "check" || action === "call") return PASSIVE;
    if (/^all/.test(action)) return ALL_IN;
    const at = bets.indexOf(action);
    return BETS[bets.length === 1 ? 2 : Math.min(at + (bets.length < 3 ? 1 : 0), BETS.length - 1)];
  });
}

/** The colours of clusters, by their number. */
const CLUSTERS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#7f7f7f"];

/** From the ninth cluster on the eight colours come again, darker. @param {number} cluster */
export function clusterColour(cluster) {
  const round = Math.floor(cluster / CLUSTERS.length);
  const [r, g, b] = channels(CLUSTERS[cluster % CLUSTERS.length]).map((value) => Math.round(value * 0.72 ** round));
  return `rgb(${r} ${g} ${b})`;
}

const CIVIDIS = ["#00204c", "#31446b", "#666970", "#958f78", "#cbba69", "#ffea46"];
const DIVERGING = ["#2166ac", "#92c5de", "#f7f7f7", "#f4a582", "#b2182b"];

/** A colour of an amount from 0 (dark blue) to 1 (yellow). @param {number} share */
export const amountColour = (share) => along(CIVIDIS, share);

/** A colour of a difference from -1 (blue) over 0 (white) to 1 (red). @param {number} value */
export const differenceColour = (value) => along(DIVERGING, (value + 1) / 2);

/** @param {string[]} stops @param {number} share */
function along(stops, share) {
  const place = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * (stops.length - 1);
  const at = Math.min(Math.floor(place), stops.length - 2);
  const [from, to] = [channels(stops[at]), channels(stops[at + 1])];
  const [r, g, b] = from.map((value, index) => Math.round(value + (to[index] - value) * (place - at)));
  return `rgb(${r} ${g} ${b})`;
}

/** @param {string} colour "#rrggbb" or "rgb(r g b)" @returns {number[]} */
function channels(colour) {
  if (!colour.startsWith("#")) return (colour.match(/\d+/g) ?? []).map(Number);
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** Black or white, whichever is easier to read on the colour. @param {string} colour */
export function inkOn(colour) {
  const [r, g, b] = channels(colour).map((value) =>
    value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
}
