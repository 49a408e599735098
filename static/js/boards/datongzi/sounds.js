/** The sounds of Da Tong Zi. @type {Record<"card" | "pass" | "trick" | "bomb" | "tongzi" | "alarm", Sound>} */
export const SOUNDS = {
  card: { notes: [[0, 0, 0.07]], gain: 0.12 },
  pass: { notes: [[330, 0, 0.09]], gain: 0.05 },
  trick: {
    notes: [
      [523, 0, 0.16],
      [659, 0.08, 0.24],
    ],
    gain: 0.09,
  },
  bomb: {
    notes: [
      [0, 0, 0.25],
      [110, 0, 0.3],
      [82, 0.08, 0.35],
    ],
    gain: 0.14,
  },
  tongzi: {
    notes: [
      [0, 0, 0.2],
      [392, 0.02, 0.18],
      [587, 0.12, 0.2],
      [784, 0.22, 0.4],
    ],
    gain: 0.11,
  },
  alarm: {
    notes: [
      [880, 0, 0.12],
      [880, 0.16, 0.16],
    ],
    gain: 0.07,
  },
};
