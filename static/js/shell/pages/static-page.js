/** Pages of plain HTML, which also work without scripts: local times, the choice of a portrait, a copy button. */

import { html } from "htm/preact";
import { render } from "preact";
import { PortraitPicker } from "../ui/identity.js";
import { drawMasthead } from "../ui/masthead.js";

/** Show times in the visitor's time zone; the server writes them in its own. */
function showLocalTimes() {
  const language = document.documentElement.lang;
  for (const place of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime]"))) {
    const day = "day" in place.dataset;
    const form = new Intl.DateTimeFormat(
      language,
      day ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" },
    );
    place.textContent = form.format(new Date(place.dateTime));
  }
}

/**
 * Show the copy button. Browsers forbid the clipboard on plain http: then the text stays selected, to be copied
 * by hand.
 * @param {HTMLButtonElement} button
 */
function offerCopy(button) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ""));
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = gettext("Copied");
    } catch {
      button.textContent = gettext("Press Ctrl+C or ⌘C");
    }
  });
}

const picker = document.getElementById("portrait-picker");
if (picker) render(html`<${PortraitPicker} face=${Number(picker.dataset.mine)} />`, picker);
showLocalTimes();
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-copy]")))
  offerCopy(button);
drawMasthead();
