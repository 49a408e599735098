/** How to invite friends: the link, the share sheet of the device, a QR code for a phone. */

import { html } from "htm/preact";
import { Icon } from "../ui/icons.js";
import { showToast } from "../ui/toast.js";

/**
 * Copy the link. Browsers forbid the clipboard on plain http: then the text stays selected, to be copied by
 * hand.
 * @param {string} link
 */
async function copy(link) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById("invite-link"));
  field.select();
  try {
    await navigator.clipboard.writeText(link);
    showToast(gettext("Link copied"));
  } catch {
    showToast(gettext("Press Ctrl+C or ⌘C to copy the link"));
  }
}

/** @param {{boot: Boot}} props */
export function Invite({ boot }) {
  const { invite: link, urls, loopback } = boot;
  const share = () => navigator.share({ title: "Glass Table", url: link }).catch(() => {});
  return html`<section class="invite" aria-labelledby="invite-title">
    <div class="invite-text">
      <h2 id="invite-title">${gettext("Invite friends")}</h2>
      <label for="invite-link" class="soft"
        >${gettext("Whoever opens this link may sit down: no account needed.")}</label
      >
      <div class="row">
        <input id="invite-link" type="text" readonly value=${link} data-testid="invite" />
        <button type="button" class="button" onClick=${() => copy(link)}>
          <${Icon} name="copy" />${gettext("Copy")}
        </button>
        ${"share" in navigator && html`<button type="button" class="button" onClick=${share}><${Icon} name="share" />${gettext("Share")}</button>`}
      </div>
      ${
        loopback &&
        html`<p class="soft" data-testid="loopback">
          ${gettext("This address works on this computer only. For the others in your network, start the site with")}${" "}<code
            >make play HOST=0.0.0.0</code
          >
        </p>`
      }
    </div>
    <figure class="qr">
      <img src=${urls.qr} width="148" height="148" alt=${gettext("The link as a QR code")} data-testid="qr" />
      <figcaption class="soft">${gettext("Scan with a phone")}</figcaption>
    </figure>
  </section>`;
}
