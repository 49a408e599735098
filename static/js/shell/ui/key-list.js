/** The list of keys in a game's rules. */

import { html } from "htm/preact";

/**
 * @param {{keys: [any, string][]}} props each key, or several as markup, with what it does
 */
export function KeyList({ keys }) {
  return html`<h3 class="for-keys">${gettext("Keys")}</h3>
    <dl class="keys for-keys">
      ${keys.map(
        ([key, text]) =>
          html`<div>
            <dt>${typeof key === "string" ? html`<kbd>${key}</kbd>` : key}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>`;
}
