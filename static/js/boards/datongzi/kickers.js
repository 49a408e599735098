/** The kicker panel: five tactics by name, each with the cards it would add and its cost in parts. */

import { html } from "htm/preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { get } from "../../shell/net/api.js";
import { TableContext } from "../../shell/table/seat-badge.js";
import { fill } from "../../shell/ui/texts.js";
import { Cards } from "./cards.js";
import { OverPanel } from "./centre.js";
import { patternName } from "./names.js";

/**
 * @typedef {{tactic: string, name: string, automatic: boolean, cards: number[], reading:
 *   import("./names.js").Pattern, cost: Record<string, number>}} TacticChoice
 */

/** @param {string} tactic */
function tacticText(tactic) {
  switch (tactic) {
    case "efficiency":
      return [gettext("Efficiency"), gettext("whole groups first")];
    case "save_high":
      return [gettext("Save high"), gettext("keep A and 2")];
    case "dump_score":
      return [gettext("Dump score"), gettext("points into my own trick")];
    case "hoard_score":
      return [gettext("Hoard score"), gettext("keep points back")];
    default:
      return [gettext("Aggressive"), gettext("as many cards as possible")];
  }
}

/** @param {string} part */
function partName(part) {
  switch (part) {
    case "base":
      return gettext("base");
    case "integrity":
      return gettext("integrity");
    case "tactic":
      return gettext("tactic");
    case "power":
      return gettext("power");
    default:
      return gettext("empty slots");
  }
}

/** @param {{cost: Record<string, number>}} props */
function CostParts({ cost: { total, ...parts } }) {
  return html`<span class="cost"
    ><b>${Math.round(total)}</b>${" "}=${" "}${Object.entries(parts)
      .filter(([part, value]) => part !== "unfilled" || value)
      .map(
        ([part, value], i) =>
          html`<span key=${part} class="part"
            >${i > 0 && value >= 0 ? "+" : ""}${Math.round(value)} <small>${partName(part)}</small></span
          >`,
      )}</span
  >`;
}

/** @param {{choice: TacticChoice, take: () => void}} props */
function TacticRow({ choice, take }) {
  const [name, help] = tacticText(choice.tactic);
  return html`<li>
    <button type="button" class="tactic-choice" data-testid=${`tactic-${choice.tactic}`} onClick=${take}>
      <span class="tactic"
        ><b>${name}</b
        >${choice.automatic && html` <span class="automatic">${gettext("automatic choice")}</span>`}${" "}<small
          >${help}</small
        ></span
      >
      <span class="tactic-cards"
        >${choice.cards.length ? html`<${Cards} cards=${choice.cards} />` : gettext("no kickers")}</span
      >
      <${CostParts} cost=${choice.cost} />
    </button>
  </li>`;
}

/**
 * @param {{body: number[], choose: (cards: number[]) => void, close: () => void}} props `body` are the chosen
 *   cards without kickers
 */
export function KickerPanel({ body, choose, close }) {
  const store = useContext(TableContext);
  const [choices, setChoices] = useState(/** @type {TacticChoice[] | null} */ (null));
  const asked = body.join(",");
  useEffect(() => {
    let current = true;
    setChoices(null);
    if (store)
      get(store.boot.urls.advice, { cards: asked }).then((answer) => current && setChoices(answer?.answer ?? []));
    return () => void (current = false);
  }, [asked]);
  const title = choices?.length
    ? fill(gettext("Kickers for the %(body)s"), { body: patternName({ ...choices[0].reading, kickers: 0 }) })
    : gettext("Kickers");
  return html`<${OverPanel} kind="kicker-panel" title=${`${title} 带牌`} close=${close}>
    <p class="panel-note">${gettext("Each tactic takes the cards with the lowest cost.")}</p>
    ${choices?.length === 0 && html`<p>${gettext("No kickers go with these cards.")}</p>`}
    <ul>
      ${(choices ?? []).map((choice) => html`<${TacticRow} key=${choice.tactic} choice=${choice} take=${() => choose([...body, ...choice.cards])} />`)}
    </ul>
  <//>`;
}
