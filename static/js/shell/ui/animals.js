/**
 * The animals of the portraits, in a box of 64 by 64: what is drawn under the eyes, their height, and what is
 * drawn over them.
 */

import { html } from "htm/preact";

/** @param {number} y */
const smile = (y) => html`<path class="line" d=${`M28 ${y}q4 3.6 8 0`} />`;
/** @param {number} y @param {string} colour */
const blush = (y, colour) =>
  html`<g fill=${colour} opacity="0.55"><circle cx="18.5" cy=${y} r="3.4" /><circle cx="45.5" cy=${y} r="3.4" /></g>`;
const whiskers = () => html`<path class="line thin" d="M17 41l-8-1.5M17 44l-8 1.5M47 41l8-1.5M47 44l8 1.5" />`;

/** @typedef {{head: any, eyes: number, over: any}} Animal */

/** @returns {Animal} */
const cat = () => ({
  head: html`<g fill="#8f8a99"
      ><path d="M13 34 14 11 29 22ZM51 34 50 11 35 22Z" /><ellipse cx="32" cy="38" rx="20" ry="18"
    /></g>
    <path d="M16.5 25 17.5 17 24 22ZM47.5 25 46.5 17 40 22Z" fill="#f0b9b6" />
    <path d="M32 21v7M26 21.5l1.5 5M38 21.5l-1.5 5" stroke="#6a6575" stroke-width="2.4" stroke-linecap="round" />`,
  eyes: 36,
  over: html`<ellipse cx="32" cy="45" rx="8" ry="5.5" fill="#d8d4df" /><path
      d="M29.5 41.5h5l-2.5 3Z"
      fill="#c2586a"
    />${smile(45.5)}${whiskers()}`,
});

/** @returns {Animal} */
const bear = () => ({
  head: html`<g fill="#a06a42"
      ><circle cx="16" cy="21" r="8" /><circle cx="48" cy="21" r="8" /><ellipse cx="32" cy="37" rx="20.5" ry="19"
    /></g>
    <g fill="#d9a676"><circle cx="16" cy="21" r="4" /><circle cx="48" cy="21" r="4" /></g>`,
  eyes: 34,
  over: html`<ellipse cx="32" cy="44" rx="9.5" ry="7.5" fill="#e8c39b" /><ellipse
      cx="32"
      cy="40.5"
      rx="3.6"
      ry="2.6"
      fill="#3d2a1e"
    />${smile(45)}${blush(41, "#d9774f")}`,
});

/** @returns {Animal} */
const rabbit = () => ({
  head: html`<g fill="#f3ece4"
      ><ellipse cx="22" cy="16" rx="6.5" ry="15" transform="rotate(-8 22 16)" />
      <ellipse cx="42" cy="16" rx="6.5" ry="15" transform="rotate(8 42 16)" /><ellipse
        cx="32"
        cy="40"
        rx="18.5"
        ry="17"
    /></g>
    <g fill="#f2b3b5"
      ><ellipse cx="22" cy="16" rx="3" ry="10" transform="rotate(-8 22 16)" /><ellipse
        cx="42"
        cy="16"
        rx="3"
        ry="10"
        transform="rotate(8 42 16)"
    /></g>`,
  eyes: 37,
  over: html`<path d="M29.5 43h5L32 46Z" fill="#d1707c" />${smile(47)}
    <path d="M30 49.5h4V54h-4Z" fill="#fff" stroke="#cdbfb2" stroke-width="0.8" />${blush(44, "#f09a9f")}`,
});

/** @returns {Animal} */
const fox = () => ({
  head: html`<path d="M10 31 12 8 28 20ZM54 31 52 8 36 20Z" fill="#dd7430" /><path
      d="M14 22 15 14 21 19ZM50 22 49 14 43 19Z"
      fill="#4b2c20"
    />
    <path d="M10 31Q32 8 54 31 52 46 32 57 12 46 10 31Z" fill="#e58239" />
    <path d="M10 31Q18 40 32 41 46 40 54 31 53 46 32 57 11 46 10 31Z" fill="#fdf1e2" />`,
  eyes: 33,
  over: html`<ellipse cx="32" cy="49" rx="3.7" ry="3" fill="#38241c" /><path class="line thin" d="M29 54q3 2 6 0" />`,
});

/** @returns {Animal} */
const panda = () => ({
  head: html`<g fill="#2f3136"><circle cx="15" cy="20" r="8.5" /><circle cx="49" cy="20" r="8.5" /></g
    ><ellipse cx="32" cy="37" rx="21" ry="19" fill="#fbf8f3" />
    <g fill="#2f3136"
      ><ellipse cx="23" cy="36" rx="6.5" ry="7.5" transform="rotate(24 23 36)" /><ellipse
        cx="41"
        cy="36"
        rx="6.5"
        ry="7.5"
        transform="rotate(-24 41 36)"
    /></g>
    <g fill="#fff"><circle cx="24" cy="35" r="3.9" /><circle cx="40" cy="35" r="3.9" /></g>`,
  eyes: 35,
  over: html`<ellipse cx="32" cy="44" rx="3.4" ry="2.4" fill="#2f3136" />${smile(47.5)}${blush(46, "#f0a3a0")}`,
});

/** @returns {Animal} */
const frog = () => ({
  head: html`<g fill="#72ab45"
      ><circle cx="21" cy="21" r="9.5" /><circle cx="43" cy="21" r="9.5" /><ellipse cx="32" cy="39" rx="23" ry="17.5"
    /></g>
    <g fill="#fff"><circle cx="22" cy="21" r="6.3" /><circle cx="42" cy="21" r="6.3" /></g
    ><ellipse cx="32" cy="48" rx="16" ry="8" fill="#a4d06f" />`,
  eyes: 21,
  over: html`<path class="line" d="M18 39q14 11 28 0" /><path
      class="line thin"
      d="M29 33.5v1M35 33.5v1"
    />${blush(39, "#e98f6a")}`,
});

/** @returns {Animal} */
const owl = () => ({
  head: html`<path d="M11 14q8 4 10 5 11-5 22 0 2-1 10-5 2 12 0 24-4 20-21 20T11 38Q9 26 11 14Z" fill="#7d5f8f" />
    <path d="M22 46q10 14 20 0 0 10-10 12-10-2-10-12Z" fill="#b79cc6" />
    <g fill="#f7efe2"><circle cx="23.5" cy="32" r="10" /><circle cx="40.5" cy="32" r="10" /></g>`,
  eyes: 32,
  over: html`<path d="M28.5 37h7L32 44Z" fill="#eda52f" />`,
});

/** @returns {Animal} */
const pig = () => ({
  head: html`<path d="M11 28 12 12 27 19ZM53 28 52 12 37 19Z" fill="#e08a92" /><ellipse
      cx="32"
      cy="38"
      rx="21"
      ry="18.5"
      fill="#f3aeb2"
    />`,
  eyes: 34,
  over: html`<ellipse cx="32" cy="43.5" rx="8.5" ry="6.3" fill="#e58d96" /><g fill="#8f4650"
      ><ellipse cx="29" cy="43.5" rx="1.5" ry="2.3" /><ellipse cx="35" cy="43.5" rx="1.5" ry="2.3"
    /></g>
    <path class="line" d="M28.5 52q3.5 2.4 7 0" />${blush(42, "#e2717f")}`,
});

/** @returns {Animal} */
const koala = () => ({
  head: html`<g fill="#93a1ad"
      ><circle cx="12.5" cy="26" r="11" /><circle cx="51.5" cy="26" r="11" /><ellipse cx="32" cy="37" rx="19.5" ry="19"
    /></g>
    <g fill="#e7dfe4"><circle cx="12.5" cy="27" r="6" /><circle cx="51.5" cy="27" r="6" /></g>`,
  eyes: 33,
  over: html`<rect x="27" y="34" width="10" height="14" rx="5" fill="#3b4149" /><path
      class="line"
      d="M28 51.5q4 2.6 8 0"
    />${blush(43, "#d99aa6")}`,
});

/** @returns {Animal} */
const penguin = () => ({
  head: html`<ellipse cx="32" cy="36" rx="21.5" ry="22" fill="#33475f" /><path
      d="M32 27q4-8 10.5-5.5Q50 25 48 36q-3 16-16 19-13-3-16-19-2-11 5.5-14.5Q28 19 32 27Z"
      fill="#fdfaf4"
    />`,
  eyes: 34,
  over: html`<path d="M26.5 40.5q5.5-3.5 11 0L32 47Z" fill="#f0952e" />${blush(42, "#f3a18f")}`,
});

/** @returns {Animal} */
const otter = () => ({
  head: html`<g fill="#7a5238"
      ><circle cx="13.5" cy="27" r="5.5" /><circle cx="50.5" cy="27" r="5.5" /><ellipse
        cx="32"
        cy="36"
        rx="21"
        ry="19.5"
    /></g>
    <path d="M14 42q8-6 18-6t18 6q-3 13.5-18 13.5T14 42Z" fill="#dcb994" />`,
  eyes: 32,
  over: html`<ellipse cx="32" cy="40" rx="4.6" ry="3.2" fill="#32211a" /><path
      class="line"
      d="M32 43v2.5q-4 3.5-7.5 1M32 45.5q4 3.5 7.5 1"
    />${whiskers()}`,
});

/** @returns {Animal} */
const sheep = () => ({
  head: html`<g fill="#f8f3ea"
      ><circle cx="32" cy="17" r="9" /><circle cx="20" cy="20" r="9" /><circle cx="44" cy="20" r="9" /><circle
        cx="14"
        cy="31"
        r="8.5" /><circle cx="50" cy="31" r="8.5" /> <circle cx="17" cy="44" r="8.5" /><circle
        cx="47"
        cy="44"
        r="8.5" /><circle cx="32" cy="30" r="18"
    /></g>
    <g fill="#b98d6f"
      ><ellipse cx="13" cy="36" rx="6.5" ry="3.8" transform="rotate(24 13 36)" /><ellipse
        cx="51"
        cy="36"
        rx="6.5"
        ry="3.8"
        transform="rotate(-24 51 36)" />
      <path d="M19 34q13-12 26 0 1 22-13 22T19 34Z"
    /></g>`,
  eyes: 38,
  over: html`<path d="M29.5 45.5h5L32 48Z" fill="#6b4534" />${smile(49.5)}`,
});

export const ANIMALS = [cat, bear, rabbit, fox, panda, frog, owl, pig, koala, penguin, otter, sheep];
