/** The page with the rules of a game, drawn by its board as in the help at a table. */

import { html } from "htm/preact";
import { render } from "preact";
import { data } from "../net/api.js";
import { drawMasthead } from "../ui/masthead.js";

const { game, options } = /** @type {{game: string, options: {[field: string]: any}}} */ (data("boot"));
const { Rules } = /** @type {GameModule} */ (await import(`../../boards/${game}.js`));
render(html`<${Rules} options=${options} />`, /** @type {HTMLElement} */ (document.getElementById("rules")));
drawMasthead();
