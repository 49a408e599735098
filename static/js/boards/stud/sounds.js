/**
 * The sounds of stud.
 * @type {Record<"deal" | "chips" | "raise" | "check" | "fold" | "show" | "pot" | "game", Sound>}
 */
export const SOUNDS = {
  deal: {
    notes: [
      [0, 0, 0.05],
      [0, 0.08, 0.05],
    ],
    gain: 0.09,
  },
  chips: {
    notes: [
      [2100, 0, 0.03],
      [2600, 0.04, 0.04],
    ],
    gain: 0.05,
  },
  raise: {
    notes: [
      [2100, 0, 0.03],
      [2600, 0.04, 0.03],
      [3100, 0.08, 0.05],
    ],
    gain: 0.06,
  },
  check: {
    notes: [
      [0, 0, 0.03],
      [0, 0.11, 0.03],
    ],
    gain: 0.12,
  },
  fold: { notes: [[0, 0, 0.09]], gain: 0.06 },
  show: {
    notes: [
      [0, 0, 0.06],
      [587, 0.03, 0.2],
    ],
    gain: 0.08,
  },
  pot: {
    notes: [
      [1900, 0, 0.04],
      [2300, 0.05, 0.04],
      [2800, 0.1, 0.05],
      [659, 0.08, 0.25],
    ],
    gain: 0.06,
  },
  game: {
    notes: [
      [440, 0, 0.16],
      [554, 0.12, 0.16],
      [659, 0.24, 0.3],
    ],
    gain: 0.07,
  },
};
