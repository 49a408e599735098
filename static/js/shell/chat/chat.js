/** The chat of a table: messages, reactions, muting and reporting. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../net/api.js";
import { Dialog } from "../ui/dialog.js";
import { Icon } from "../ui/icons.js";
import { Portrait } from "../ui/portrait.js";
import { fill } from "../ui/texts.js";
import { showToast } from "../ui/toast.js";
import { mute, unmute } from "./messages.js";
import { Reaction } from "./reactions.js";

/** @typedef {import("../table/store.js").Store} Store */

const MAX_TEXT_LENGTH = 300;

/** Buttons that send a reaction. @param {{store: Store, onSent?: () => void}} props */
export function Reactions({ store, onSent }) {
  /** @param {string} text */
  const send = (text) => {
    store.postMessage(text);
    onSent?.();
  };
  return html`<div class="reactions" role="group" aria-label=${gettext("Reactions")}>
    ${store.boot.reactions.map((text) => html`<button type="button" class="reaction" key=${text} aria-label=${fill(gettext("Say %(reaction)s"), { reaction: text })} onClick=${() => send(text)}><${Reaction} text=${text} /></button>`)}
  </div>`;
}

/** @param {{message: ChatMessage, store: Store, report: (message: ChatMessage) => void}} props */
function Message({ message, store, report }) {
  const { name, own, seat, text, who } = message;
  const [open, setOpen] = useState(false);
  return html`<div class="chat-message" data-testid="chat-message">
    ${seat !== null && html`<${Portrait} face=${store.seats.value[seat]?.face ?? 0} />`}
    <p>
      <b>${name}</b
      >${" "}${store.chat.isReaction(text) ? html`<span class="sent-reaction"><${Reaction} text=${text} /></span>` : html`<span>${text}</span>`}
    </p>
    ${
      !own &&
      html`<button
        type="button"
        class="icon"
        data-testid="message-menu"
        aria-expanded=${open ? "true" : "false"}
        aria-label=${fill(gettext("About %(name)s"), { name })}
        onClick=${() => setOpen(!open)}
      >
        <${Icon} name="more" />
      </button>`
    }
    ${
      open &&
      html`<div class="message-actions">
        <button type="button" class="button" data-testid="mute" onClick=${() => mute(who, name)}>
          ${gettext("Mute for me")}
        </button>
        <button type="button" class="button" data-testid="report" onClick=${() => report(message)}>
          ${gettext("Report")}
        </button>
      </div>`
    }
  </div>`;
}

/**
 * Mark where the messages of another game begin and end.
 * @param {{store: Store, message: ChatMessage, before: ChatMessage | undefined}} props
 */
function GameMark({ store, message: { game }, before }) {
  const here = store.boot.code;
  if (game === (before?.game ?? here)) return null;
  const text =
    game === here
      ? gettext("This game")
      : game === store.nextTable.value
        ? gettext("The rematch")
        : gettext("The game before");
  return html`<p class="game-mark soft" data-testid="game-mark">${text}</p>`;
}

/** @param {{store: Store, message: ChatMessage | null, close: () => void}} props */
function ReportDialog({ store, message, close }) {
  const { boot } = store;
  /** @param {SubmitEvent} event */
  const send = async (event) => {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("text"));
    const answer = await post(boot.urls.report, boot.csrf, { who: message?.who ?? "", text });
    if (answer) showToast(gettext("Thank you. The staff will look at it."));
    close();
  };
  return html`<${Dialog}
    open=${message !== null}
    title=${fill(gettext("Report %(name)s"), { name: message?.name ?? "" })}
    close=${close}
    kind="report"
  >
    <form class="stack" onSubmit=${send}>
      <label for="report-text"
        >${gettext("What happened? The staff see it together with the chat of this table.")}</label
      >
      <textarea id="report-text" name="text" maxlength=${MAX_TEXT_LENGTH} rows="3"></textarea>
      <button type="submit" class="button primary">${gettext("Send the report")}</button>
    </form>
  <//>`;
}

/** The speakers at this table whom this browser has muted. @param {{store: Store}} props */
function Muted({ store }) {
  return store.chat.mutedSpeakers.value.map(
    ([who, name]) =>
      html`<p class="soft muted" key=${who}>
        ${fill(gettext("You muted %(name)s."), { name })}${" "}<button
          type="button"
          class="quiet"
          onClick=${() => unmute(who)}
        >
          ${gettext("Hear again")}
        </button>
      </p>`,
  );
}

/** @param {{store: Store}} props */
export function Chat({ store }) {
  const messages = store.chat.messages.value;
  const { watching } = store.presence.value;
  const [reporting, report] = useState(/** @type {ChatMessage | null} */ (null));
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => end.current?.scrollTo({ top: end.current.scrollHeight }), [messages.length]);
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = String(new FormData(form).get("text")).trim();
    if (text) store.postMessage(text);
    form.reset();
  };
  return html`<div class="chat">
    <div class="messages" ref=${end} role="log" tabindex="0" aria-label=${gettext("Chat")}>
      ${!messages.length && html`<p class="empty">${gettext("Say hello to the table.")}</p>`}
      ${messages.map((message, i) => html`<${GameMark} key=${`mark-${message.id}`} store=${store} message=${message} before=${messages[i - 1]} /><${Message} key=${message.id} message=${message} store=${store} report=${report} />`)}
      <${Muted} store=${store} />
    </div>
    ${watching > 0 && html`<p class="soft watching">${fill(ngettext("%(count)s is watching", "%(count)s are watching", watching), { count: watching })}</p>`}
    <${Reactions} store=${store} />
    <form class="row" onSubmit=${send}>
      <input
        name="text"
        type="text"
        maxlength=${MAX_TEXT_LENGTH}
        autocomplete="off"
        aria-label=${gettext("Message")}
        placeholder=${gettext("Say something…")}
      />
      <button type="submit" class="button">${gettext("Send")}</button>
    </form>
    <${ReportDialog} store=${store} message=${reporting} close=${() => report(null)} />
  </div>`;
}
