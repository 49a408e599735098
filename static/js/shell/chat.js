/** Table talk: lines, reactions, and what to do about somebody who spoils it. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "./api.js";
import { Dialog, Icon } from "./dialog.js";
import { Portrait } from "./faces.js";
import { Reaction } from "./reactions.js";
import { mute, unmute } from "./talk.js";
import { tell } from "./toast.js";
import { fill } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

const LONGEST = 300;

/** One tap says it. @param {{store: Store, said?: () => void}} props */
export function Reactions({ store, said }) {
  /** @param {string} text */
  const send = (text) => {
    store.say(text);
    said?.();
  };
  return html`<div class="reactions" role="group" aria-label=${gettext("Reactions")}>
    ${store.boot.reactions.map((text) => html`<button type="button" class="reaction" key=${text} aria-label=${fill(gettext("Say %(reaction)s"), { reaction: text })} onClick=${() => send(text)}><${Reaction} text=${text} /></button>`)}
  </div>`;
}

/** @param {{line: ChatLine, store: Store, report: (line: ChatLine) => void}} props */
function Line({ line, store, report }) {
  const { name, own, seat, text, who } = line;
  const [open, setOpen] = useState(false);
  return html`<div class="line-said" data-testid="line">
    ${seat !== null && html`<${Portrait} face=${store.seats.value[seat]?.face ?? 0} />`}
    <p><b>${name}</b> ${store.talk.isReaction(text) ? html`<span class="thrown"><${Reaction} text=${text} /></span>` : html`<span>${text}</span>`}</p>
    ${!own &&
    html`<button type="button" class="icon" data-testid="line-menu" aria-expanded=${open ? "true" : "false"} aria-label=${fill(gettext("About %(name)s"), { name })} onClick=${() => setOpen(!open)}>
      <${Icon} name="more" />
    </button>`}
    ${open &&
    html`<div class="line-ways">
      <button type="button" class="button" data-testid="mute" onClick=${() => mute(who, name)}>${gettext("Mute for me")}</button>
      <button type="button" class="button" data-testid="report" onClick=${() => report(line)}>${gettext("Report")}</button>
    </div>`}
  </div>`;
}

/** Say where the talk of another game begins and ends. @param {{store: Store, line: ChatLine, before: ChatLine | undefined}} props */
function GameMark({ store, line: { game }, before }) {
  const here = store.boot.code;
  if (game === (before?.game ?? here)) return null;
  const text = game === here ? gettext("This game") : game === store.moved.value ? gettext("The rematch") : gettext("The game before");
  return html`<p class="game-mark soft" data-testid="game-mark">${text}</p>`;
}

/** @param {{store: Store, line: ChatLine | null, close: () => void}} props */
function ReportDialog({ store, line, close }) {
  const { boot } = store;
  /** @param {SubmitEvent} event */
  const send = async (event) => {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("text"));
    const answer = await post(boot.urls.report, boot.csrf, { who: line?.who ?? "", text });
    if (answer) tell(gettext("Thank you. The staff will look at it."));
    close();
  };
  return html`<${Dialog} open=${line !== null} title=${fill(gettext("Report %(name)s"), { name: line?.name ?? "" })} close=${close} kind="report">
    <form class="stack" onSubmit=${send}>
      <label for="report-text">${gettext("What happened? The staff see it together with the chat of this table.")}</label>
      <textarea id="report-text" name="text" maxlength=${LONGEST} rows="3"></textarea>
      <button type="submit" class="button primary">${gettext("Send the report")}</button>
    </form>
  <//>`;
}

/** Whom I do not hear at this table. @param {{store: Store}} props */
function Muted({ store }) {
  return store.talk.silent.value.map(
    ([who, name]) => html`<p class="soft muted" key=${who}>${fill(gettext("You muted %(name)s."), { name })} <button type="button" class="quiet" onClick=${() => unmute(who)}>${gettext("Hear again")}</button></p>`,
  );
}

/** @param {{store: Store}} props */
export function Chat({ store }) {
  const lines = store.talk.lines.value;
  const { watching } = store.people.value;
  const [reporting, report] = useState(/** @type {ChatLine | null} */ (null));
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => end.current?.scrollTo({ top: end.current.scrollHeight }), [lines.length]);
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = String(new FormData(form).get("text")).trim();
    if (text) store.say(text);
    form.reset();
  };
  return html`<div class="chat">
    <div class="lines" ref=${end} role="log" tabindex="0" aria-label=${gettext("Chat")}>
      ${!lines.length && html`<p class="empty">${gettext("Say hello to the table.")}</p>`}
      ${lines.map((line, i) => html`<${GameMark} key=${`mark-${line.id}`} store=${store} line=${line} before=${lines[i - 1]} /><${Line} key=${line.id} line=${line} store=${store} report=${report} />`)}
      <${Muted} store=${store} />
    </div>
    ${watching > 0 && html`<p class="soft watching">${fill(ngettext("%(count)s is watching", "%(count)s are watching", watching), { count: watching })}</p>`}
    <${Reactions} store=${store} />
    <form class="row" onSubmit=${send}>
      <input name="text" type="text" maxlength=${LONGEST} autocomplete="off" aria-label=${gettext("Message")} placeholder=${gettext("Say something…")} />
      <button type="submit" class="button">${gettext("Send")}</button>
    </form>
    <${ReportDialog} store=${store} line=${reporting} close=${() => report(null)} />
  </div>`;
}
