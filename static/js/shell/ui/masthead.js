/** Add the settings button to the masthead of a page, and draw the visitor's portrait there. */

import { html } from "htm/preact";
import { render } from "preact";
import { drawPortraits } from "./portraits.js";
import { SettingsButton } from "./settings.js";
import { Toasts } from "./toast.js";

export function drawMasthead() {
  const place = document.getElementById("settings");
  if (place) render(html`<${SettingsButton} /><${Toasts} />`, place);
  drawPortraits();
  closeMenuFromOutside();
}

/** Close the visitor's menu with Escape, or by a click beside it: it covers what is below it. */
function closeMenuFromOutside() {
  const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.me"));
  if (!menu) return;
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") menu.open = false;
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
}
