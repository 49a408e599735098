/** All river cards after a line: how each is played, with equity and EV. A card leads on to its decision. */

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { cardName, parseCard } from "./cards.js";
import { CardText } from "./card-view.js";
import { actionColours } from "./colours.js";
import { RiverStrip } from "./charts/maps.js";
import { Choice, Pending } from "./controls.js";
import { actionLabel, sideName } from "./labels.js";
import { fixed, percent } from "./numbers.js";
import { dealLine, goTo, node, river, rivers, solved, view } from "./store.js";

/** Lines of the present decision that end in a deal. */
function dealsFromHere() {
  return (node.value.answer?.next ?? []).filter((/** @type {any} */ next) => next.kind === "deal");
}

/** @param {{one: any, found: any, show: string, pot: number}} props */
function RiverBar({ one, found, show, pot }) {
  const card = parseCard(one.card);
  const colours = actionColours(found.actions);
  const open = () => {
    const to = found.next ?? found.line;
    if (!to.includes("river")) return;
    goTo(to, one.card);
    view.value = "strategy";
  };
  const parts = /** @type {[string, number, string][]} */ (
    show === "strategy"
      ? found.actions.map((/** @type {string} */ action, /** @type {number} */ at) => [
          colours[at],
          one.frequency[at],
          `${actionLabel(action)} ${percent(one.frequency[at], 0)}`,
        ])
      : show === "equity"
        ? [
            ["#e69f00", one.equity_oop, `OOP ${percent(one.equity_oop)}`],
            ["#56b4e9", 1 - one.equity_oop, `IP ${percent(1 - one.equity_oop)}`],
          ]
        : [
            ["#e69f00", one.ev_oop / pot, `OOP ${fixed(one.ev_oop, 1)}`],
            ["#56b4e9", one.ev_ip / pot, `IP ${fixed(one.ev_ip, 1)}`],
          ]
  );
  const text = parts.map(([, , words]) => words).join(", ");
  return html`<li>
    <button
      type="button"
      class=${`river-bar ${river.value === one.card ? "chosen" : ""}`}
      data-card=${one.card}
      title=${`${cardName(card)}: ${text}`}
      onClick=${open}
    >
      <span class="sr">${cardName(card)}: ${text}</span
      ><span class="stack" aria-hidden="true"
        >${parts.map(([colour, share], at) => html`<i key=${at} style=${{ height: `${100 * (share ?? 0)}%`, background: colour }}></i>`)}</span
      ><span aria-hidden="true"><${CardText} card=${card} /></span>
    </button>
  </li>`;
}

/** @param {{deals: any[]}} props */
function DealChoice({ deals }) {
  if (!deals.length) return null;
  return html`<div class="row">
    ${deals.map((/** @type {any} */ one) => html`<button key=${one.line} type="button" class="button small" aria-pressed=${dealLine.value === one.line} onClick=${() => (dealLine.value = one.line)}>${one.line.split(" / ").map(actionLabel).join(", ")}</button>`)}
  </div>`;
}

/** @param {{found: any, show: string}} props */
function Legend({ found, show }) {
  if (show !== "strategy")
    return html`<ul class="legend">
      <li><i class="swatch oop"></i>OOP</li>
      <li><i class="swatch ip"></i>IP</li>
    </ul>`;
  return html`<ul class="legend">
    ${found.actions.map((/** @type {string} */ action, /** @type {number} */ at) => html`<li key=${action}><i class="swatch" style=${{ background: actionColours(found.actions)[at] }}></i>${actionLabel(action)}</li>`)}
  </ul>`;
}

export function RiversView() {
  const show = useSignal("strategy");
  const found = rivers.value.answer;
  if (!solved.value) return html`<p class="panel soft">${gettext("The rivers need a solve.")}</p>`;
  const choose = html`<${DealChoice} deals=${dealsFromHere()} />`;
  if (!found)
    return html`<section class="panel" aria-label=${gettext("Rivers")}>
      ${choose}<${Pending} of=${rivers.value} />
    </section>`;
  const pot = Math.max(...found.rivers.map((/** @type {any} */ one) => one.ev_oop + one.ev_ip), 1);
  const equities = new Map(
    /** @type {[number, number][]} */ (
      found.rivers
        .filter((/** @type {any} */ one) => one.equity_oop !== null)
        .map((/** @type {any} */ one) => [parseCard(one.card), one.equity_oop])
    ),
  );
  const pick = (/** @type {number} */ card) => {
    const one = found.rivers.find((/** @type {any} */ item) => parseCard(item.card) === card);
    if (one && found.next) {
      goTo(found.next, one.card);
      view.value = "strategy";
    }
  };
  return html`<section class="panel rivers" aria-label=${gettext("Rivers")} data-testid="rivers">
    <h2>${gettext("Rivers after")} ${found.line.split(" / ").map(actionLabel).join(", ")}</h2>
    ${choose}
    <div class="row">
      <${Choice}
        name=${gettext("Bars")}
        choices=${[
          ["strategy", gettext("Strategy")],
          ["equity", gettext("Equity")],
          ["ev", gettext("EV")],
        ]}
        signal=${show}
      /><span class="soft"
        >${found.player && found.actions.length ? `${sideName(found.player)} ${gettext("to act")}` : gettext("All-in: no decision follows")}</span
      >
    </div>
    <ul class="river-bars">
      ${found.rivers.map((/** @type {any} */ one) => html`<${RiverBar} key=${one.card} one=${one} found=${found} show=${show.value} pot=${pot} />`)}
    </ul>
    <${Legend} found=${found} show=${show.value} />
    <${RiverStrip}
      values=${equities}
      title=${gettext("Equity of OOP on each river")}
      word=${gettext("equity")}
      stretched=${true}
      chosen=${parseCard(river.value)}
      choose=${found.next ? pick : undefined}
    />
  </section>`;
}
