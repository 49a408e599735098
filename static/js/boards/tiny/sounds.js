/** The sounds of Peak. @type {Record<"choose" | "show", Sound>} */
export const SOUNDS = {
  choose: { notes: [[0, 0, 0.06]], gain: 0.1 },
  show: {
    notes: [
      [0, 0, 0.06],
      [587, 0.03, 0.2],
    ],
    gain: 0.1,
  },
};
