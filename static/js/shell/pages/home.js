/** The home page: live lists of my tables and of the open ones. The rest of the page is plain HTML. */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { DemoTable } from "../home/demo-table.js";
import { watchNewTableForm } from "../home/new-table-form.js";
import { data } from "../net/api.js";
import { nonce } from "../net/random.js";
import { connect } from "../net/socket.js";
import { clockName, createClock, duration, useTick } from "../table/clock.js";
import { drawMasthead } from "../ui/masthead.js";
import { EmptyPortrait, Portrait } from "../ui/portrait.js";
import { fill, speedName } from "../ui/texts.js";

const lobby = signal(/** @type {Lobby} */ (data("lobby") ?? { open: [], mine: [] }));
const clock = createClock();

/** @param {Lobby} update */
function applyUpdate(update) {
  if (update.now) clock.set(update.now);
  lobby.value = update;
}

/** @param {MyTable} table */
function stateOf({ status, rematch, your_turn: mine }) {
  if (rematch) return gettext("Wants a rematch");
  if (mine) return gettext("Your turn");
  return status === "open" ? gettext("Waiting for players") : gettext("Others are playing");
}

/** @param {MyTable} table */
function withWhom({ names, host }) {
  if (!names.length) return gettext("Your table");
  const others = names.map((name) => (name === host ? fill(gettext("%(name)s (host)"), { name }) : name));
  return fill(gettext("with %(names)s"), { names: others.join(", ") });
}

/** @param {MyTable} table */
function MineRow(table) {
  return html`<li key=${table.code}>
    <a href=${`/t/${table.code}/`} class=${`table-row ${table.your_turn || table.rematch ? "turn" : ""}`}>
      <span class="faces"
        >${table.faces.slice(0, 5).map((face, i) => html`<${Portrait} key=${i} face=${face} />`)}${!table.faces.length && html`<${EmptyPortrait} />`}</span
      >
      <span class="row-text"><b>${table.title}</b><span>${withWhom(table)}</span><small>${stateOf(table)}</small></span>
    </a>
  </li>`;
}

/** @param {{at: number}} props */
function StartsIn({ at }) {
  useTick(true, 1000);
  return html`<span role="timer">${fill(gettext("starts in %(time)s"), { time: duration(at - clock.now()) })}</span>`;
}

/** @param {LobbyTable} table */
function OpenRow(table) {
  const places = fill(gettext("%(taken)s of %(seats)s seats taken"), { taken: table.taken, seats: table.seats });
  return html`<li key=${table.code}>
    <a href=${`/t/${table.code}/`} class="table-row">
      <span class="faces"><${Portrait} face=${table.face} /></span>
      <span class="row-text"
        ><b>${table.title}</b><span>${fill(gettext("%(host)s’s table"), { host: table.host })}</span>
        <small
          >${places}${" "}·${" "}${table.starts_at ? html`<${StartsIn} at=${table.starts_at} />` : `${speedName(table.speed)} · ${clockName(table.clock)}`}</small
        ></span
      >
      <span class="join">${gettext("Join")}</span>
    </a>
  </li>`;
}

/** @param {{title: string, children?: any}} props */
function Tables({ title, children }) {
  return html`<section class="tables" aria-label=${title}>
    <h2>${title}</h2>
    <ul>
      ${children}
    </ul>
  </section>`;
}

function Mine() {
  const { mine } = lobby.value;
  return mine.length ? html`<${Tables} title=${gettext("Your tables")}>${mine.map(MineRow)}<//>` : null;
}

/** The open tables, and the demonstration table. Without open tables there is no list. */
function Open() {
  const { open, show } = lobby.value;
  return html`${open.length > 0 && html`<${Tables} title=${gettext("Open tables")}>${open.map(OpenRow)}<//>`}${show && html`<${DemoTable} key=${show} code=${show} />`}`;
}

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=nonce]")))
  field.value = nonce();
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.new-table-form")))
  watchNewTableForm(form);
render(html`<${Mine} />`, /** @type {HTMLElement} */ (document.getElementById("mine")));
render(html`<${Open} />`, /** @type {HTMLElement} */ (document.getElementById("open")));
connect("/ws/v1/lobby/", {
  open: () => {},
  probe: () => {},
  state: () => {},
  message: (message) => message.type === "lobby" && applyUpdate(message),
});
drawMasthead();
