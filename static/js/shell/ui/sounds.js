/**
 * Sounds, synthesised here: a few sine tones and short noise.
 *
 * Invariant: nothing sounds before the visitor has touched the page, or while they have switched sounds off.
 */

import { persistentSignal } from "./persistent-signal.js";

export const soundOn = persistentSignal("sound", true);

/** The sounds of the shell; a board has its own. @type {Record<"sample" | "turn" | "win", Sound>} */
export const SOUNDS = {
  sample: {
    notes: [
      [0, 0, 0.06],
      [660, 0.02, 0.16],
    ],
    gain: 0.1,
  },
  turn: {
    notes: [
      [587, 0, 0.18],
      [880, 0.13, 0.3],
    ],
    gain: 0.09,
  },
  win: {
    notes: [
      [523, 0, 0.25],
      [659, 0.12, 0.25],
      [784, 0.24, 0.25],
      [1047, 0.36, 0.7],
    ],
    gain: 0.11,
  },
};

let audio = /** @type {AudioContext | null} */ (null);

/** Allow sounds: browsers forbid them until the visitor has touched the page or pressed a key. */
function unlock() {
  audio ??= new AudioContext();
  audio.resume().catch(() => {});
}
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, unlock, { once: true, capture: true });

/** @param {AudioContext} context @param {number} length */
function createNoise(context, length) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 1800, Q: 0.8 });
  source.connect(filter);
  return { source, out: filter };
}

/** @param {AudioContext} context @param {number[]} note @param {number} gain */
function playNote(context, [frequency, start, length], gain) {
  const at = context.currentTime + start;
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(0, at);
  envelope.gain.linearRampToValueAtTime(gain, at + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.0001, at + length);
  const tone = frequency ? new OscillatorNode(context, { frequency, type: "sine" }) : null;
  const { source, out } = tone ? { source: tone, out: tone } : createNoise(context, length);
  out.connect(envelope).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

/** @param {Sound} sound */
export function play({ notes, gain }) {
  if (!soundOn.value || audio?.state !== "running" || document.hidden) return;
  for (const note of notes) playNote(audio, note, gain);
}
