/** The sounds of Battleship. @type {Record<"splash" | "boom" | "ping" | "echo" | "sink", Sound>} */
export const SOUNDS = {
  splash: {
    notes: [
      [0, 0, 0.22],
      [0, 0.1, 0.3],
    ],
    gain: 0.13,
  },
  boom: {
    notes: [
      [0, 0, 0.3],
      [82, 0, 0.45],
      [55, 0.05, 0.6],
    ],
    gain: 0.2,
  },
  ping: { notes: [[1180, 0, 0.7]], gain: 0.07 },
  echo: {
    notes: [
      [1180, 0, 0.6],
      [1180, 0.45, 0.5],
      [990, 0.9, 0.5],
    ],
    gain: 0.07,
  },
  sink: {
    notes: [
      [0, 0, 0.5],
      [165, 0, 0.5],
      [110, 0.2, 0.7],
      [73, 0.5, 0.9],
    ],
    gain: 0.17,
  },
};
