/** Pages that are plain HTML and work without this: the reader's own time, the choice of a portrait, a button that copies. */

import { html } from "htm/preact";
import { render } from "preact";
import { PortraitPicker } from "./identity.js";
import { drawMasthead } from "./masthead.js";

/** The server writes days in its own time zone; the browser knows the visitor's. */
function tellTimes() {
  const language = document.documentElement.lang;
  for (const place of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime]"))) {
    const day = "day" in place.dataset;
    const form = new Intl.DateTimeFormat(language, day ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" });
    place.textContent = form.format(new Date(place.dateTime));
  }
}

/** The clipboard is closed on plain http: then the selected text is there to be copied by hand. @param {HTMLButtonElement} button */
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
tellTimes();
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-copy]"))) offerCopy(button);
drawMasthead();
