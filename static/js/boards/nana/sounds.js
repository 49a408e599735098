/** The sounds of NANA. @type {Record<"flip" | "match" | "trio", Sound>} */
export const SOUNDS = {
  flip: { notes: [[0, 0, 0.07]], gain: 0.12 },
  match: {
    notes: [
      [0, 0, 0.06],
      [660, 0.02, 0.16],
    ],
    gain: 0.1,
  },
  trio: {
    notes: [
      [523, 0, 0.2],
      [659, 0.09, 0.2],
      [784, 0.18, 0.35],
    ],
    gain: 0.1,
  },
};
