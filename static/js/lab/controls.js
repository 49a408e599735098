/** Small controls that several panels share: tabs, a choice of one, a note while something loads, a refusal. */

import { html } from "htm/preact";

/**
 * Tabs with arrow keys.
 * @param {{name: string, tabs: [string, string][], chosen: string, choose: (tab: any) => void, panel: string}}
 *   props tabs: id and text
 */
export function Tabs({ name, tabs, chosen, choose, panel }) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = (tabs.findIndex(([id]) => id === chosen) + step + tabs.length) % tabs.length;
    choose(tabs[at][0]);
    /** @type {HTMLElement | null} */ (document.getElementById(`${panel}-${tabs[at][0]}`))?.focus();
    event.preventDefault();
  };
  return html`<div class="lab-tabs" role="tablist" aria-label=${name} onKeyDown=${press}>
    ${tabs.map(([id, text]) => html`<button key=${id} type="button" role="tab" id=${`${panel}-${id}`} aria-controls=${panel} aria-selected=${id === chosen} tabindex=${id === chosen ? 0 : -1} onClick=${() => choose(id)}>${text}</button>`)}
  </div>`;
}

/**
 * One of a few.
 * @param {{name: string, choices: [string, string][], signal: import("@preact/signals").Signal<any>, disabled?:
 *   string[]}} props
 */
export function Choice({ name, choices, signal, disabled = [] }) {
  return html`<fieldset class="segments lab-choice">
    <legend class="sr">${name}</legend>
    ${choices.map(([id, text]) => html`<label key=${id}><input type="radio" name=${name} value=${id} checked=${signal.value === id} disabled=${disabled.includes(id)} onChange=${() => (signal.value = id)} /><span>${text}</span></label>`)}
  </fieldset>`;
}

/**
 * What an answer still lacks: a refusal's sentence, or that it is loading. Nothing once it is there.
 * @param {{of: import("./net.js").Answer}} props
 */
export function Pending({ of }) {
  if (of.refusal) return html`<p class="error" role="alert">${of.refusal.message}</p>`;
  return of.loading && !of.answer ? html`<p class="soft loading" role="status">${gettext("Loading …")}</p>` : null;
}

/**
 * A select.
 * @param {{name: string, value: string, choices: [string, string][], change: (value: string) => void, testid?:
 *   string}} props
 */
export function Select({ name, value, choices, change, testid }) {
  return html`<label class="lab-select"
    ><span>${name}</span
    ><select data-testid=${testid} value=${value} onChange=${(/** @type {any} */ event) => change(event.target.value)}>
      ${choices.map(([id, text]) => html`<option key=${id} value=${id} selected=${id === value}>${text}</option>`)}
    </select></label
  >`;
}
