/** The settings of a visitor, the same on every page: sounds, notifications, light or dark. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { Dialog } from "./dialog.js";
import { Icon } from "./icons.js";
import { canNotify, notifyOn, switchNotify } from "./notify.js";
import { play, SOUNDS, soundOn } from "./sounds.js";
import { chooseTheme, theme } from "./theme.js";
import { showToast } from "./toast.js";

/**
 * @param {{label: string, help?: string, on: boolean, turn: (on: boolean) => void, disabled?: boolean, id:
 *   string}} props
 */
function Switch({ label, help, on, turn, disabled = false, id }) {
  return html`<label class="switch">
    <span><b>${label}</b>${help && html`<small class="soft">${help}</small>`}</span>
    <input
      type="checkbox"
      role="switch"
      data-testid=${id}
      checked=${on}
      disabled=${disabled}
      onChange=${(/** @type {any} */ event) => turn(event.target.checked)}
    />
  </label>`;
}

async function notify(/** @type {boolean} */ on) {
  if ((await switchNotify(on)) !== on) showToast(gettext("Your browser does not allow it."));
}

export function Settings() {
  const themes = { system: gettext("System"), light: gettext("Light"), dark: gettext("Dark") };
  /** @param {boolean} on */
  const sound = (on) => {
    soundOn.value = on;
    play(SOUNDS.sample);
  };
  return html`<${Switch} id="sound" label=${gettext("Sounds")} on=${soundOn.value} turn=${sound} />
    <${Switch}
      id="notify"
      label=${gettext("Tell me when it is my turn")}
      help=${canNotify() ? gettext("By a notification, while this page is hidden.") : gettext("Your browser does not allow it here.")}
      on=${notifyOn.value}
      disabled=${!canNotify()}
      turn=${notify}
    />
    <fieldset class="themes">
      <legend><b>${gettext("Colours")}</b></legend>
      <div class="segments">
        ${Object.entries(themes).map(
          ([name, label]) =>
            html`<label key=${name}
              ><input
                type="radio"
                name="theme"
                value=${name}
                checked=${theme.value === name}
                onChange=${() => chooseTheme(name)}
              /><span>${label}</span></label
            >`,
        )}
      </div>
    </fieldset>`;
}

/** A button that opens the settings, for pages without the menu of a table. */
export function SettingsButton() {
  const [open, setOpen] = useState(false);
  return html`<button
      type="button"
      class="icon"
      data-testid="settings"
      aria-label=${gettext("Settings")}
      onClick=${() => setOpen(true)}
    >
      <${Icon} name="menu" />
    </button>
    <${Dialog} open=${open} title=${gettext("Settings")} close=${() => setOpen(false)} kind="menu"><${Settings} /><//>`;
}
