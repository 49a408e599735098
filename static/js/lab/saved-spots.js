/** The visitor's saved spots: save, open, rename, delete. */

import { signal, useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { useEffect } from "preact/hooks";
import { showToast } from "../shell/ui/toast.js";
import { ask, boot } from "./net.js";
import { incomplete, spotJson } from "./spot.js";
import { edited, openSpot, solve } from "./store.js";

/** @type {import("@preact/signals").Signal<any[] | null>} */
const spots = signal(null);

async function load() {
  const { answer } = await ask({ path: "spots/" });
  if (answer) spots.value = answer.spots;
}

/** Change the list on the server, then read it again. @param {string} path @param {object} body */
async function change(path, body) {
  const { refusal } = await ask({ path, body });
  if (refusal) showToast(refusal.message);
  await load();
}

/** @param {any} one */
function SavedRow(one) {
  const rename = () => {
    const name = prompt(gettext("New name"), one.name)?.trim();
    if (name) change(`spots/${one.id}/rename/`, { name });
  };
  return html`<li key=${one.id}>
    <button type="button" class="quiet" data-testid="open-saved" onClick=${() => openSpot(one)}>${one.name}</button>
    <span class="row"
      ><button type="button" class="button small" onClick=${rename}>
        ${gettext("Rename")}<span class="sr"> ${one.name}</span>
      </button>
      <button type="button" class="button small" onClick=${() => change(`spots/${one.id}/delete/`, {})}>
        ${gettext("Delete")}<span class="sr"> ${one.name}</span>
      </button></span
    >
  </li>`;
}

export function SavedSpots() {
  const name = useSignal("");
  useEffect(() => void load(), []);
  /** @param {Event} event */
  const save = async (event) => {
    event.preventDefault();
    const hash = solve.value && !edited.value ? solve.value.hash : null;
    await change("spots/", { name: name.value.trim(), spot: spotJson.value, solve: hash });
    name.value = "";
  };
  return html`<div class="saved">
    <form class="row" onSubmit=${save}>
      <label class="field"
        ><span>${gettext("Save this spot as")}</span
        ><input
          type="text"
          data-testid="save-name"
          required
          maxlength=${boot.limits.name}
          value=${name.value}
          onInput=${(/** @type {any} */ event) => (name.value = event.target.value)}
      /></label>
      <button class="button" data-testid="save-spot" disabled=${Boolean(incomplete.value)}>${gettext("Save")}</button>
    </form>
    ${spots.value?.length === 0 && html`<p class="soft">${gettext("Nothing saved yet.")}</p>`}
    <ul class="saved-list">
      ${spots.value?.map(SavedRow)}
    </ul>
  </div>`;
}
