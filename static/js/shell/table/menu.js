/** The menu of a table: settings, name and portrait, and how to leave or resign. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { post } from "../net/api.js";
import { Dialog } from "../ui/dialog.js";
import { IdentityDialog } from "../ui/identity.js";
import { Settings } from "../ui/settings.js";
import { describeReveal } from "./terms.js";

/** @typedef {import("./store.js").Store} Store */

/** In a game that goes on without a player who leaves. */
const departQuestion = () => ({
  title: gettext("Leave the match?"),
  text: gettext(
    "You leave it for good: what you have now counts as your result, and no bot plays for you. The others go on.",
  ),
  yes: gettext("Leave for good"),
});

const QUESTIONS = {
  leave: () => ({
    title: gettext("Leave the table?"),
    text: gettext("A bot plays for you until you are back. You find the table on the home page."),
    yes: gettext("Leave"),
  }),
  resign: () => ({
    title: gettext("Resign?"),
    text: gettext(
      "With two seats the other wins. With more, a bot plays on in your seat, and you cannot take it back.",
    ),
    yes: gettext("Resign"),
  }),
};

/** @param {{store: Store, action: "leave" | "resign" | null, close: () => void}} props */
function Confirm({ store, action, close }) {
  const { boot } = store;
  const { title, text, yes } = boot.departs ? departQuestion() : QUESTIONS[action ?? "leave"]();
  const go = async () => {
    close();
    const answer = await post(boot.urls[action ?? "leave"], boot.csrf);
    if (answer && action === "leave") location.assign(boot.urls.home);
  };
  return html`<${Dialog} open=${action !== null} title=${title} close=${close} kind="confirm">
    <p>${text}</p>
    <footer class="row">
      <button type="button" class="button" onClick=${close}>${gettext("Stay")}</button>
      <button type="button" class="button bad" data-testid=${`confirm-${action}`} onClick=${go}>${yes}</button>
    </footer>
  <//>`;
}

/** @param {{store: Store, about: string, open: boolean, close: () => void}} props */
export function Menu({ store, about, open, close }) {
  const [action, setAction] = useState(/** @type {"leave" | "resign" | null} */ (null));
  const [naming, setNaming] = useState(false);
  const table = store.table.value;
  const mine = store.seat.value === null ? null : store.seats.value[store.seat.value];
  const playing = table?.status === "playing" && mine?.person && !mine.departed;
  /** @param {"leave" | "resign"} name */
  const ask = (name) => {
    close();
    setAction(name);
  };
  return html`<${Dialog} open=${open} title=${gettext("This table")} close=${close} kind="menu">
      <p class="soft" data-testid="about">${about}</p>
      ${table && table.status !== "over" && html`<p class="soft" data-testid="reveal-about">${describeReveal(table.open_after)}</p>`}
      <${Settings} />
      <div class="exit-actions">
        ${mine && html`<button type="button" class="button" data-testid="rename" onClick=${() => (close(), setNaming(true))}>${gettext("Name and portrait")}</button>`}
        ${table?.follows && html`<a class="button" href=${`/t/${table.follows}/`}>${gettext("The game before")}</a>`}
        ${playing && !mine.bot && html`<button type="button" class="button" data-testid="leave" onClick=${() => ask("leave")}>${gettext("Leave")}</button>`}
        ${playing && !mine.for_good && !store.boot.departs && html`<button type="button" class="button bad" data-testid="resign" onClick=${() => ask("resign")}>${gettext("Resign")}</button>`}
        <a class="button" href="/">${gettext("Home")}</a>
      </div>
    <//>
    ${mine && html`<${IdentityDialog} boot=${store.boot} me=${mine} open=${naming} close=${() => setNaming(false)} />`}
    <${Confirm} store=${store} action=${action} close=${() => setAction(null)} />`;
}
