/** What a visitor sees who opens the link of a waiting table: who invites, to which game, and how it is played. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { NameField, PortraitPicker, readIdentity, storedName } from "../ui/identity.js";
import { fill } from "../ui/texts.js";

/** @typedef {import("./store.js").Store} Store */

/** The short description of the game, which the page contains in a template. */
function Brief() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const brief = /** @type {HTMLTemplateElement | null} */ (document.getElementById("brief"));
    if (brief) place.current?.replaceChildren(brief.content.cloneNode(true));
  }, []);
  return html`<div ref=${place} data-testid="brief"></div>`;
}

/** @param {{boot: Boot, host: string | null | undefined}} props */
export function InvitationHeader({ boot, host }) {
  const values = { host, game: boot.title };
  return html`<div class="invitation">
    <img class="invitation-picture" src=${boot.picture} alt="" width="640" height="420" />
    <h1 data-testid="invitation">
      ${host ? fill(gettext("%(host)s invites you to %(game)s"), values) : fill(gettext("You are invited to %(game)s"), values)}
    </h1>
    <${Brief} />
  </div>`;
}

/**
 * The name, the portrait, and the button that takes a seat.
 * @param {{boot: Boot, sit: (fields: Record<string, string>) => void}} props
 */
export function SitForm({ boot, sit }) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    sit(readIdentity(/** @type {HTMLFormElement} */ (event.target)));
  };
  return html`<form class="sit-form" id="sit-form" onSubmit=${submit}>
    <${NameField} name=${boot.me?.name ?? storedName.value} />
    <button type="submit" class="button primary big" data-testid="sit">${gettext("Sit down")}</button>
    <details>
      <summary>${gettext("Choose a portrait")}</summary>
      <${PortraitPicker} face=${boot.me?.face ?? null} />
    </details>
  </form>`;
}

/** Shown to a visitor who cannot sit down. @param {{spectators: boolean, reserved: boolean}} props */
export function NoFreeSeat({ spectators, reserved }) {
  const why = reserved
    ? gettext("The free seats are kept for those who played before.")
    : gettext("Every seat is taken.");
  const then = spectators
    ? gettext("Stay here and you will watch the game.")
    : gettext("This table is for its players only.");
  return html`<p class="waiting" data-testid="full">${why} ${then}</p>
    <p><a class="button" href="/">${gettext("Open a table of your own")}</a></p>`;
}
