/** Play Turn Duel from the spot on display: against the solution, or with a friend. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { nonce } from "../shell/net/random.js";

/** The token of the page's forms; signing in in another tab renews the one in the cookie. */
function token() {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=csrfmiddlewaretoken]"));
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? field?.value ?? "";
}

/** @param {{action: string, fields: Record<string, string>, testid: string, label: string}} props */
function PlayForm({ action, fields, testid, label }) {
  const [secret] = useState(nonce);
  const sent = { csrfmiddlewaretoken: token(), nonce: secret, ...fields };
  return html`<form method="post" action=${action}>
    ${Object.entries(sent).map(([name, value]) => html`<input key=${name} type="hidden" name=${name} value=${value} />`)}
    <button class="button" data-testid=${testid}>${label}</button>
  </form>`;
}

/** @param {{spot: string}} props the hash of a spot that was solved here */
export function PlayPanel({ spot }) {
  return html`<div class="row" role="group" aria-label=${gettext("Turn Duel")}>
    <${PlayForm}
      action="/play/turn/"
      testid="play-spot"
      label=${gettext("Play against the solution")}
      fields=${{ lab_spot: spot, level: "expert" }}
    />
    <${PlayForm}
      action="/tables/"
      testid="share-spot"
      label=${gettext("Play with a friend")}
      fields=${{ game: "turn", lab_spot: spot, seats: "2", visibility: "link" }}
    />
  </div>`;
}
