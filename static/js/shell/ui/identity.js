/** Forms for a player's name and portrait. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { post } from "../net/api.js";
import { ANIMALS } from "./animals.js";
import { Dialog } from "./dialog.js";
import { persistentSignal } from "./persistent-signal.js";
import { Portrait } from "./portrait.js";
import { fill } from "./texts.js";

/** The name last used in this browser, for when the server no longer knows the player. */
export const storedName = persistentSignal("name", "");

const MAX_NAME_LENGTH = 24;
const FACE_COUNT = 2 ** 31;

/**
 * One portrait of each animal; `turn` gives them other colours and clothes.
 * @param {number} face
 * @param {number} turn
 */
function choices(face, turn) {
  const count = ANIMALS.length;
  const variant = Math.floor(face / count) + turn * 7919;
  return ANIMALS.map((animal, i) => ({
    animal: animal.name,
    face: (i + count * variant) % (FACE_COUNT - (FACE_COUNT % count)),
  }));
}

/** @param {{face: number | null}} props */
export function PortraitPicker({ face }) {
  const [turn, setTurn] = useState(0);
  const offered = choices(face ?? 0, turn);
  const shown = turn && face !== null ? [{ animal: gettext("as now"), face }, ...offered] : offered;
  return html`<fieldset class="portraits">
    <legend>${gettext("Portrait")}</legend>
    <div class="portrait-grid">
      ${shown.map(
        (one) =>
          html`<label key=${one.face}>
            <input
              type="radio"
              name="face"
              value=${one.face}
              defaultChecked=${one.face === face}
              aria-label=${fill(gettext("Portrait: %(animal)s"), { animal: one.animal })}
            />
            <${Portrait} face=${one.face} />
          </label>`,
      )}
    </div>
    <button type="button" class="quiet" data-testid="other-portraits" onClick=${() => setTurn(turn + 1)}>
      ${gettext("Other colours and clothes")}
    </button>
  </fieldset>`;
}

/** @param {{name: string, required?: boolean}} props */
export function NameField({ name, required = false }) {
  return html`<label class="name-field"
    ><span>${gettext("Your name")}</span>
    <input
      type="text"
      name="name"
      data-testid="name"
      defaultValue=${name}
      maxlength=${MAX_NAME_LENGTH}
      required=${required}
      autocomplete="nickname"
      placeholder=${gettext("Empty: we make one up")}
    />
  </label>`;
}

/** Read name and portrait from a form. @param {HTMLFormElement} form @returns {Record<string, string>} */
export function readIdentity(form) {
  const data = new FormData(form);
  const fields = { name: String(data.get("name") ?? "").trim(), face: String(data.get("face") ?? "") };
  if (fields.name) storedName.value = fields.name;
  return fields;
}

/** @param {{boot: Boot, me: {name: string | null, face: number}, open: boolean, close: () => void}} props */
export function IdentityDialog({ boot, me, open, close }) {
  /** @param {SubmitEvent} event */
  const save = async (event) => {
    event.preventDefault();
    const fields = readIdentity(/** @type {HTMLFormElement} */ (event.target));
    if (await post(boot.urls.me, boot.csrf, fields)) close();
  };
  return html`<${Dialog} open=${open} title=${gettext("Name and portrait")} close=${close} kind="identity">
    <form class="stack" data-testid="identity" onSubmit=${save}>
      <${NameField} name=${me.name ?? ""} required=${true} />
      <${PortraitPicker} face=${me.face} />
      <button type="submit" class="button primary">${gettext("Save")}</button>
    </form>
  <//>`;
}
