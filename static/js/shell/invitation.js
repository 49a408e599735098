/** What somebody reads who opens a waiting table's link: who invites, to which game, how it is played. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { NameField, PortraitPicker, readIdentity, rememberedName } from "./identity.js";
import { fill } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/** The three sentences the page keeps ready in a template. */
function Brief() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const brief = /** @type {HTMLTemplateElement | null} */ (document.getElementById("brief"));
    if (brief) place.current?.replaceChildren(brief.content.cloneNode(true));
  }, []);
  return html`<div ref=${place} data-testid="brief"></div>`;
}

/** @param {{boot: Boot, host: string | null | undefined}} props */
export function InvitationHead({ boot, host }) {
  const values = { host, game: boot.title };
  return html`<div class="invitation">
    <img class="invitation-picture" src=${boot.picture} alt="" width="640" height="420" />
    <h1 data-testid="invitation">${host ? fill(gettext("%(host)s invites you to %(game)s"), values) : fill(gettext("You are invited to %(game)s"), values)}</h1>
    <${Brief} />
  </div>`;
}

/** The name, the portrait, and the button that takes a seat. @param {{boot: Boot, sit: (fields: Record<string, string>) => void}} props */
export function SitForm({ boot, sit }) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    sit(readIdentity(/** @type {HTMLFormElement} */ (event.target)));
  };
  return html`<form class="sit-form" id="sit-form" onSubmit=${submit}>
    <${NameField} name=${boot.me?.name ?? rememberedName.value} />
    <button type="submit" class="button primary big" data-testid="sit">${gettext("Sit down")}</button>
    <details><summary>${gettext("Choose a portrait")}</summary><${PortraitPicker} face=${boot.me?.face ?? null} /></details>
  </form>`;
}

/** Who cannot sit here. @param {{spectators: boolean, kept: boolean}} props */
export function Full({ spectators, kept }) {
  const why = kept ? gettext("The free seats are kept for those who played before.") : gettext("Every seat is taken.");
  const then = spectators ? gettext("Stay here and you will watch the game.") : gettext("This table is for its players only.");
  return html`<p class="waiting" data-testid="full">${why} ${then}</p>
    <p><a class="button" href="/">${gettext("Open a table of your own")}</a></p>`;
}
