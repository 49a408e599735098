/** The reel's handles: where on it, onward and back, how fast, through whose eyes. */

import { html } from "htm/preact";
import { Icon } from "./dialog.js";
import { HeadPick } from "./heads.js";
import { SPEEDS } from "./reel.js";
import { fill } from "./words.js";

/** @param {string} eyes @param {Seat[]} seats @param {number | null} mine */
export function eyesName(eyes, seats, mine) {
  if (eyes === "all") return gettext("Everything open");
  if (eyes === "spectator") return gettext("A spectator’s eyes");
  const name = seats[Number(eyes)]?.name ?? "?";
  return Number(eyes) === mine ? gettext("Your own eyes") : fill(gettext("%(name)s’s eyes"), { name });
}

/** @param {{reel: import("./reel.js").Reel, seats: Seat[]}} props */
function Eyes({ reel, seats }) {
  const { boot, eyes } = reel;
  return html`<label class="pick">
    <span aria-hidden="true">${gettext("Seen with")}</span>
    <select aria-label=${gettext("Seen with")} data-testid="eyes" value=${eyes.value} disabled=${boot.eyes.length < 2} onChange=${(/** @type {any} */ event) => (eyes.value = event.target.value)}>
      ${boot.eyes.map((one) => html`<option key=${one} value=${one}>${eyesName(one, seats, boot.seat)}</option>`)}
    </select>
  </label>`;
}

/** @param {{reel: import("./reel.js").Reel}} props */
function Speed({ reel: { speed } }) {
  return html`<label class="pick">
    <span aria-hidden="true">${gettext("Speed")}</span>
    <select aria-label=${gettext("Speed")} data-testid="speed" value=${String(speed.value)} onChange=${(/** @type {any} */ event) => (speed.value = Number(event.target.value))}>
      ${SPEEDS.map((one) => html`<option key=${one} value=${String(one)}>${one} ×</option>`)}
    </select>
  </label>`;
}

/** @param {{reel: import("./reel.js").Reel, sentence: string}} props */
function Scrubber({ reel, sentence }) {
  const { at, total, go, toggle } = reel;
  const place = fill(gettext("%(at)s of %(total)s"), { at: at.value, total });
  /** The slider keeps the arrows to itself; the space bar it leaves to us. @param {KeyboardEvent} event */
  const space = (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    toggle();
  };
  return html`<div class="scrub" style=${{ "--done": total > 1 ? (at.value - 1) / (total - 1) : 1 }}>
    <input
      type="range"
      min="1"
      max=${total}
      value=${at.value}
      aria-label=${gettext("Moment")}
      aria-valuetext=${`${place}. ${sentence}`}
      data-testid="scrub"
      onInput=${(/** @type {any} */ event) => go(Number(event.target.value))}
      onKeyDown=${space}
    />
    <output class="place" data-testid="place" aria-hidden="true">${place}</output>
  </div>`;
}

/** @param {{reel: import("./reel.js").Reel, heads: import("./heads.js").Heads | null, seats: Seat[], sentence: string}} props */
export function Transport({ reel, heads, seats, sentence }) {
  const { at, total, playing, go, step, toggle } = reel;
  const [atStart, atEnd] = [at.value <= 1, at.value >= total];
  /** @param {Parameters<typeof Icon>[0]["name"]} icon @param {string} label @param {boolean} off @param {() => void} press */
  const button = (icon, label, off, press) =>
    html`<button type="button" class="icon" data-testid=${`go-${icon}`} aria-label=${label} title=${label} aria-disabled=${off ? "true" : null} onClick=${press}><${Icon} name=${icon} /></button>`;
  const label = playing.value ? gettext("Pause") : gettext("Play");
  return html`<section class="transport" aria-label=${gettext("Replay")}>
    <${Scrubber} reel=${reel} sentence=${sentence} />
    <div class="handles">
      <div class="steps">
        ${button("first", gettext("To the beginning"), atStart, () => go(1))}
        ${button("back", gettext("One step back"), atStart, () => step(-1))}
        <button type="button" class="icon run" data-testid="run" aria-label=${label} title=${label} onClick=${toggle}><${Icon} name=${playing.value ? "pause" : "play"} /></button>
        ${button("forward", gettext("One step on"), atEnd, () => step(1))}
        ${button("last", gettext("To the end"), atEnd, () => go(total))}
      </div>
      <div class="picks"><${Eyes} reel=${reel} seats=${seats} />${heads && html`<${HeadPick} heads=${heads} />`}<${Speed} reel=${reel} /></div>
    </div>
  </section>`;
}
