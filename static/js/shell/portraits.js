/** Portraits in plain HTML: whatever carries `data-face` gets the face of that number. */

import { html } from "htm/preact";
import { render } from "preact";
import { Portrait } from "./faces.js";

export function drawPortraits() {
  for (const place of document.querySelectorAll("[data-face]")) {
    render(html`<${Portrait} face=${Number(place.getAttribute("data-face"))} />`, place);
  }
}
