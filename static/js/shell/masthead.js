/** Put the settings into the masthead of a plain page, and draw the visitor's portrait there. */

import { html } from "htm/preact";
import { render } from "preact";
import { drawPortraits } from "./portraits.js";
import { SettingsButton } from "./switches.js";
import { Toasts } from "./toast.js";

export function drawMasthead() {
  const place = document.getElementById("settings");
  if (place) render(html`<${SettingsButton} /><${Toasts} />`, place);
  drawPortraits();
}
