/**
 * Sounds, synthesised here: a few sine tones and short noise.
 *
 * Invariant: nothing sounds before the visitor has touched the page, or while they have switched sounds off.
 */

import { remembered } from "./settings.js";

export const soundOn = remembered("sound", true);

/** [frequency in hertz, start, length] in seconds; a frequency of 0 is noise. @type {Record<SoundName, {notes: number[][], gain: number}>} */
const SOUNDS = {
  flip: { notes: [[0, 0, 0.07]], gain: 0.12 },
  match: { notes: [[0, 0, 0.06], [660, 0.02, 0.16]], gain: 0.1 },
  good: { notes: [[523, 0, 0.2], [659, 0.09, 0.2], [784, 0.18, 0.35]], gain: 0.1 },
  turn: { notes: [[587, 0, 0.18], [880, 0.13, 0.3]], gain: 0.09 },
  win: { notes: [[523, 0, 0.25], [659, 0.12, 0.25], [784, 0.24, 0.25], [1047, 0.36, 0.7]], gain: 0.11 },
  splash: { notes: [[0, 0, 0.22], [0, 0.1, 0.3]], gain: 0.13 },
  boom: { notes: [[0, 0, 0.3], [82, 0, 0.45], [55, 0.05, 0.6]], gain: 0.2 },
  ping: { notes: [[1180, 0, 0.7]], gain: 0.07 },
  echo: { notes: [[1180, 0, 0.6], [1180, 0.45, 0.5], [990, 0.9, 0.5]], gain: 0.07 },
  sink: { notes: [[0, 0, 0.5], [165, 0, 0.5], [110, 0.2, 0.7], [73, 0.5, 0.9]], gain: 0.17 },
};

let audio = /** @type {AudioContext | null} */ (null);

/** A browser lets a page sound only after a gesture. */
function unlock() {
  audio ??= new AudioContext();
  audio.resume().catch(() => {});
}
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, unlock, { once: true, capture: true });

/** @param {AudioContext} context @param {number} length */
function breath(context, length) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 1800, Q: 0.8 });
  source.connect(filter);
  return { source, out: filter };
}

/** @param {AudioContext} context @param {number[]} note @param {number} gain */
function sound(context, [frequency, start, length], gain) {
  const at = context.currentTime + start;
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(0, at);
  envelope.gain.linearRampToValueAtTime(gain, at + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.0001, at + length);
  const tone = frequency ? new OscillatorNode(context, { frequency, type: "sine" }) : null;
  const { source, out } = tone ? { source: tone, out: tone } : breath(context, length);
  out.connect(envelope).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

/** @param {SoundName} name */
export function play(name) {
  if (!soundOn.value || audio?.state !== "running" || document.hidden) return;
  const { notes, gain } = SOUNDS[name];
  for (const note of notes) sound(audio, note, gain);
}
