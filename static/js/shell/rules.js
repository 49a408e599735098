/** The page of a game's rules: the board's own sheet, as behind "?" at a table. */

import { html } from "htm/preact";
import { render } from "preact";
import { data } from "./api.js";
import { drawMasthead } from "./masthead.js";

const { game, options } = /** @type {{game: string, options: {[field: string]: any}}} */ (data("boot"));
const { Rules } = /** @type {GameModule} */ (await import(`../boards/${game}.js`));
render(html`<${Rules} options=${options} />`, /** @type {HTMLElement} */ (document.getElementById("rules")));
drawMasthead();
