/** Bots playing for whoever looks: a real table, small, to be watched and not touched. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { Here } from "./person.js";
import { nonce } from "./random.js";
import { openTable } from "./store.js";

/** The page data of a spectator who cannot act. @param {string} code @returns {Boot} */
const passer = (code) => ({
  code,
  game: "",
  csrf: "",
  me: null,
  levels: [],
  title: "",
  seat: null,
  picture: "",
  rematch: null,
  invite: "",
  loopback: false,
  reactions: [],
  urls: {},
});

/** The page keeps a game's sheets ready; they are fetched only when its board is shown. @param {string} slug */
function dress(slug) {
  const sheets = /** @type {HTMLTemplateElement | null} */ (document.getElementById(`sheets-${slug}`));
  if (!sheets) return;
  document.head.append(sheets.content);
  sheets.remove();
}

/** Whether the page is visible: the demonstration table runs only while somebody watches. */
function useSeen() {
  const [seen, see] = useState(!document.hidden);
  useEffect(() => {
    const look = () => see(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return seen;
}

/** @param {string} slug */
function useGame(slug) {
  const [game, setGame] = useState(/** @type {GameModule | null} */ (null));
  useEffect(() => {
    if (!slug) return;
    dress(slug);
    import(`../boards/${slug}.js`).then(setGame);
  }, [slug]);
  return game;
}

/** @param {{store: import("./store.js").Store, game: GameModule}} props */
function Watched({ store, game }) {
  const { view, event } = store.shown.value;
  const seats = store.seats.value;
  if (!view) return html`<div class="show-felt felt"></div>`;
  const said = event ? game.words.say(event, { view, event, seats, me: null }) : "";
  return html`<${Here.Provider} value=${store}>
    <div class="show-felt felt" inert>
      <div class="show-board"><${game.default} view=${view} event=${event} legal=${[]} seats=${seats} act=${() => {}} ask=${async () => ({})} busy=${null} readonly=${true} /></div>
    </div>
    <p class="show-said">${said}</p>
  <//>`;
}

/** @param {{slug: string}} props */
function TakeSeat({ slug }) {
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=csrfmiddlewaretoken]"))?.value;
  return html`<form method="post" action=${`/play/${slug}/`}>
    <input type="hidden" name="csrfmiddlewaretoken" value=${token} /><input type="hidden" name="nonce" value=${nonce()} />
    <button class="button primary" data-testid="take-seat">${gettext("Take a seat in the next game")}</button>
  </form>`;
}

/** @param {{code: string}} props */
export function Show({ code }) {
  const seen = useSeen();
  const [store, setStore] = useState(/** @type {import("./store.js").Store | null} */ (null));
  useEffect(() => {
    if (!seen) return undefined;
    const opened = openTable(passer(code));
    setStore(opened);
    return () => opened.close();
  }, [code, seen]);
  const slug = store?.table.value?.game ?? "";
  const game = useGame(slug);
  return html`<section class="show" aria-labelledby="show-title" data-testid="show">
    <div class="show-text">
      <h2 id="show-title">${gettext("Bots are playing right now")}</h2>
      <p class="soft">${gettext("Each of them knows only what its own seat has seen.")}</p>
      ${slug && html`<${TakeSeat} slug=${slug} />`}
      <a class="button" href=${`/t/${code}/`}>${gettext("Watch the whole table")}</a>
    </div>
    <div class="show-table">${store && game ? html`<${Watched} store=${store} game=${game} />` : html`<div class="show-felt felt"></div>`}</div>
  </section>`;
}
