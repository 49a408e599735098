/** Portraits on static pages: draw the portrait of each element's `data-face`. */

import { html } from "htm/preact";
import { render } from "preact";
import { Portrait } from "./portrait.js";

export function drawPortraits() {
  for (const place of document.querySelectorAll("[data-face]")) {
    render(html`<${Portrait} face=${Number(place.getAttribute("data-face"))} />`, place);
  }
}
