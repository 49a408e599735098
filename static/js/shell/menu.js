/** The table's menu: what I hear and see, and the ways out. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { post } from "./api.js";
import { Dialog } from "./dialog.js";
import { IdentityDialog } from "./identity.js";
import { Settings } from "./switches.js";

/** @typedef {import("./store.js").Store} Store */

const QUESTIONS = {
  leave: () => ({
    title: gettext("Leave the table?"),
    text: gettext("A bot plays for you until you are back. You find the table on the home page."),
    yes: gettext("Leave"),
  }),
  resign: () => ({
    title: gettext("Resign?"),
    text: gettext("With two seats the other wins. With more, a bot plays on in your seat, and you cannot take it back."),
    yes: gettext("Resign"),
  }),
};

/** @param {{store: Store, wish: "leave" | "resign" | null, close: () => void}} props */
function Confirm({ store, wish, close }) {
  const { boot } = store;
  const { title, text, yes } = QUESTIONS[wish ?? "leave"]();
  const go = async () => {
    close();
    const answer = await post(boot.urls[wish ?? "leave"], boot.csrf);
    if (answer && wish === "leave") location.assign(boot.urls.home);
  };
  return html`<${Dialog} open=${wish !== null} title=${title} close=${close} kind="confirm">
    <p>${text}</p>
    <footer class="row">
      <button type="button" class="button" onClick=${close}>${gettext("Stay")}</button>
      <button type="button" class="button bad" data-testid=${`confirm-${wish}`} onClick=${go}>${yes}</button>
    </footer>
  <//>`;
}

/** @param {{store: Store, about: string, open: boolean, close: () => void}} props */
export function Menu({ store, about, open, close }) {
  const [wish, setWish] = useState(/** @type {"leave" | "resign" | null} */ (null));
  const [naming, setNaming] = useState(false);
  const table = store.table.value;
  const mine = store.seat.value === null ? null : store.seats.value[store.seat.value];
  const playing = table?.status === "playing" && mine?.person;
  /** @param {"leave" | "resign"} name */
  const ask = (name) => {
    close();
    setWish(name);
  };
  return html`<${Dialog} open=${open} title=${gettext("This table")} close=${close} kind="menu">
      <p class="soft" data-testid="about">${about}</p>
      <${Settings} />
      <div class="ways-out">
        ${mine && html`<button type="button" class="button" data-testid="rename" onClick=${() => (close(), setNaming(true))}>${gettext("Name and portrait")}</button>`}
        ${table?.follows && html`<a class="button" href=${`/t/${table.follows}/`}>${gettext("The game before")}</a>`}
        ${playing && !mine.bot && html`<button type="button" class="button" data-testid="leave" onClick=${() => ask("leave")}>${gettext("Leave")}</button>`}
        ${playing && !mine.for_good && html`<button type="button" class="button bad" data-testid="resign" onClick=${() => ask("resign")}>${gettext("Resign")}</button>`}
        <a class="button" href="/">${gettext("Home")}</a>
      </div>
    <//>
    ${mine && html`<${IdentityDialog} boot=${store.boot} me=${mine} open=${naming} close=${() => setNaming(false)} />`}
    <${Confirm} store=${store} wish=${wish} close=${() => setWish(null)} />`;
}
