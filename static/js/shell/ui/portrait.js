/**
 * Portraits: each number gives an animal with its own colours, eyes and one piece of clothing.
 *
 * Invariant: the same number always gives the same portrait, and nothing else influences it.
 */

import { html } from "htm/preact";
import { ANIMALS } from "./animals.js";

const GROUNDS = ["#f6d9a8", "#bfe0d2", "#f4c4b8", "#cdd6f2", "#e3d3ee", "#d5e4a9", "#f7e3a1", "#b9dcec"];
const CLOTHS = ["#d1493f", "#2f6db3", "#e39a1f", "#3c8d5a", "#7a52b3", "#c2477f"];

/**
 * Hash a number to an index, so that neighbouring numbers give different portraits.
 * @param {number} seed
 * @param {number} salt
 * @param {number} count
 */
function pick(seed, salt, count) {
  let mixed = Math.imul(seed ^ Math.imul(salt, 0x9e3779b9), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % count;
}

/** @type {((y: number) => any)[]} */
const EYES = [
  (y) =>
    html`<g class="eyes"><circle cx="24" cy=${y} r="2.7" /><circle cx="40" cy=${y} r="2.7" /></g>
      <circle cx="25" cy=${y - 1} r="0.9" fill="#fff" /><circle cx="41" cy=${y - 1} r="0.9" fill="#fff" />`,
  (y) => html`<path class="line" d=${`M20.5 ${y + 1}q3.5-4.5 7 0M36.5 ${y + 1}q3.5-4.5 7 0`} />`,
  (y) =>
    html`<g class="eyes"><ellipse cx="24" cy=${y} rx="2.3" ry="3.3" /><ellipse cx="40" cy=${y} rx="2.3" ry="3.3" /></g>
      <path class="line thin" d=${`M20.5 ${y - 6}q3-2.4 6 0M37.5 ${y - 6}q3-2.4 6 0`} />`,
];

/** @type {((cloth: string, eyes: number) => any)[]} */
const WEARS = [
  () => null,
  (cloth) => html`<path d="M17 56q15 7 30 0l2 8H15Z" fill=${cloth} /><path d="M40 57l6 9h-7l-3-8Z" fill=${cloth} />`,
  (cloth) =>
    html`<path d="M32 57l-8-4v8ZM32 57l8-4v8Z" fill=${cloth} /><circle cx="32" cy="57" r="2.2" fill=${cloth} />`,
  (_, eyes) =>
    html`<g class="glasses"
      ><circle cx="24" cy=${eyes} r="6" /><circle cx="40" cy=${eyes} r="6" /> <path d=${`M30 ${eyes}h4`}
    /></g>`,
  (cloth) =>
    html`<path d="M17 20q15-16 30 0l-1 3q-14-6-28 0Z" fill=${cloth} /><circle cx="32" cy="10" r="2.6" fill=${cloth} />`,
  (cloth) =>
    html`<g fill=${cloth}
        ><circle cx="46" cy="17" r="3" /><circle cx="51" cy="20" r="3" /><circle cx="49" cy="25" r="3" />
        <circle cx="43.5" cy="24.5" r="3" /><circle cx="42" cy="19.5" r="3" /></g
      ><circle cx="46.5" cy="21" r="2.6" fill="#fff3c4" />`,
];

/**
 * @param {{face: number, kind?: string}} props
 */
export function Portrait({ face, kind = "" }) {
  const draw = ANIMALS[face % ANIMALS.length];
  const animal = draw(); // by remainder, so that the server can choose different animals
  const ground = GROUNDS[pick(face, 2, GROUNDS.length)];
  const eyes = EYES[pick(face, 3, EYES.length)];
  const wear = WEARS[pick(face, 4, WEARS.length)];
  const cloth = CLOTHS[pick(face, 5, CLOTHS.length)];
  return html`<svg class=${`portrait ${kind}`} viewBox="0 0 64 64" aria-hidden="true" data-animal=${draw.name}>
    <circle cx="32" cy="32" r="32" fill=${ground} />
    ${animal.head} ${eyes(animal.eyes)} ${animal.over} ${wear(cloth, animal.eyes)}
  </svg>`;
}

/** The portrait of an empty seat. */
export function EmptyPortrait() {
  return html`<svg class="portrait empty-portrait" viewBox="0 0 64 64" aria-hidden="true">
    <circle cx="32" cy="32" r="30.5" />
    <path d="M32 22v20M22 32h20" />
  </svg>`;
}
