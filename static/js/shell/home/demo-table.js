/** The demonstration table on the home page: a real table where bots play, drawn small, without controls. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { data } from "../net/api.js";
import { nonce } from "../net/random.js";
import { TableContext } from "../table/seat-badge.js";
import { createTableStore } from "../table/store.js";
import { registerLevelNames } from "../ui/texts.js";

/** The page data of a spectator who cannot act. @param {string} code @returns {Boot} */
const spectatorBoot = (code) => ({
  code,
  game: "",
  csrf: "",
  me: null,
  levels: [],
  level_names: {},
  many_deals: false,
  deal_file: null,
  lapses: false,
  departs: false,
  title: "",
  seat: null,
  picture: "",
  rematch: null,
  invite: "",
  loopback: false,
  reactions: [],
  urls: {},
});

/**
 * Load the style sheets of a game. The page contains them in a template, so that they are fetched only when
 * needed.
 * @param {string} slug
 */
function loadGameStyles(slug) {
  const sheets = /** @type {HTMLTemplateElement | null} */ (document.getElementById(`sheets-${slug}`));
  if (!sheets) return;
  document.head.append(sheets.content);
  sheets.remove();
}

/** Whether the page is visible: the demonstration table runs only while somebody watches. */
function usePageVisible() {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const update = () => setVisible(!document.hidden);
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return visible;
}

/** @param {string} slug */
function useGame(slug) {
  const [game, setGame] = useState(/** @type {GameModule | null} */ (null));
  useEffect(() => {
    if (!slug) return;
    loadGameStyles(slug);
    registerLevelNames(data("level-names")[slug]);
    import(`../../boards/${slug}.js`).then(setGame);
  }, [slug]);
  return game;
}

/** @param {{store: import("../table/store.js").Store, game: GameModule}} props */
function DemoBoard({ store, game }) {
  const { view, event } = store.shown.value;
  const seats = store.seats.value;
  if (!view) return html`<div class="demo-felt felt"></div>`;
  const sentence = event ? game.texts.describeEvent(event, { view, event, seats, me: null }) : "";
  return html`<${TableContext.Provider} value=${store}>
    <div class="demo-felt felt" inert>
      <div class="demo-board">
        <${game.default}
          view=${view}
          event=${event}
          legal=${[]}
          aside=${[]}
          seats=${seats}
          act=${() => {}}
          preview=${async () => ({})}
          busy=${null}
          readonly=${true}
        />
      </div>
    </div>
    <p class="demo-text">${sentence}</p>
  <//>`;
}

/** @param {{slug: string}} props */
function TakeSeatForm({ slug }) {
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=csrfmiddlewaretoken]"))?.value;
  return html`<form method="post" action=${`/play/${slug}/`}>
    <input type="hidden" name="csrfmiddlewaretoken" value=${token} /><input
      type="hidden"
      name="nonce"
      value=${nonce()}
    />
    <button class="button primary" data-testid="take-seat">${gettext("Take a seat in the next game")}</button>
  </form>`;
}

/** @param {{code: string}} props */
export function DemoTable({ code }) {
  const visible = usePageVisible();
  const [store, setStore] = useState(/** @type {import("../table/store.js").Store | null} */ (null));
  useEffect(() => {
    if (!visible) return undefined;
    const opened = createTableStore(spectatorBoot(code));
    setStore(opened);
    return () => opened.close();
  }, [code, visible]);
  const slug = store?.table.value?.game ?? "";
  const game = useGame(slug);
  return html`<section class="demo" aria-labelledby="demo-title" data-testid="demo">
    <div class="demo-about">
      <h2 id="demo-title">${gettext("Bots are playing right now")}</h2>
      <p class="soft">${gettext("Each of them knows only what its own seat has seen.")}</p>
      ${slug && html`<${TakeSeatForm} slug=${slug} />`}
      <a class="button" href=${`/t/${code}/`}>${gettext("Watch the whole table")}</a>
    </div>
    <div class="demo-table">
      ${store && game ? html`<${DemoBoard} store=${store} game=${game} />` : html`<div class="demo-felt felt"></div>`}
    </div>
  </section>`;
}
