/** How the reader wants the table shown: chips or big bets, four colours, pot odds. Kept in the browser. */

import { html } from "htm/preact";
import { Dialog } from "../../shell/ui/dialog.js";
import { fourColours } from "../../shell/ui/playing-cards.js";
import { inBigBets, showPotOdds } from "./amounts.js";

/** @param {{label: string, help: string, setting: import("@preact/signals").Signal<boolean>, id: string}} props */
function Choice({ label, help, setting, id }) {
  return html`<label class="switch"
    ><span><b>${label}</b><small class="soft">${help}</small></span>
    <input
      type="checkbox"
      role="switch"
      data-testid=${id}
      checked=${setting.value}
      onChange=${(/** @type {any} */ event) => (setting.value = event.target.checked)}
  /></label>`;
}

/** @param {{open: boolean, close: () => void}} props */
export function DisplayDialog({ open, close }) {
  return html`<${Dialog} open=${open} title=${gettext("Display")} close=${close} kind="menu">
    <${Choice}
      id="big-bets"
      label=${gettext("Amounts in big bets")}
      help=${gettext("Otherwise in chips.")}
      setting=${inBigBets}
    />
    <${Choice}
      id="four-colours"
      label=${gettext("Four-colour deck")}
      help=${gettext("Diamonds blue, clubs green.")}
      setting=${fourColours}
    />
    <${Choice}
      id="pot-odds-on"
      label=${gettext("Pot odds")}
      help=${gettext("What a call costs, and how often it has to win.")}
      setting=${showPotOdds}
    />
  <//>`;
}
