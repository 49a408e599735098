/** A table's log for the staff: each event as a sentence, with the raw fields on demand. */

import { data } from "../net/api.js";
import { describePastTableEvent } from "../table/table-events.js";
import { fill, levelName, registerLevelNames } from "../ui/texts.js";

/**
 * The sentence for an event that the table page shows without words.
 * @param {Tables.Event} event
 * @returns {string}
 */
function setUp(event) {
  switch (event.type) {
    case "Opened":
      return gettext("The table was opened.");
    case "Sat":
      return gettext("%(name)s sat down in seat %(seat)s.");
    case "BotSat":
      return gettext("%(name)s, a bot (%(level)s), took seat %(seat)s.");
    case "Left":
      return gettext("Seat %(seat)s was left.");
    case "Started":
      return gettext("The game began.");
    case "Sealed":
      return gettext("The seed of deal %(deal)s was fixed.");
    case "AgreedToDeal":
      return gettext("Seat %(seat)s agreed to deal %(number)s.");
    case "HandedOver":
      return gettext("A bot (%(level)s) plays for seat %(seat)s.");
    default:
      return "";
  }
}

/** @param {Tables.Event} event @param {Seat[]} seats */
function describeForStaff(event, seats) {
  const level = "level" in event ? levelName(event.level) : "";
  const deal = "round" in event ? event.round + 1 : "";
  const number = "deal" in event ? event.deal + 1 : "";
  return describePastTableEvent(event, seats) || fill(setUp(event), { ...event, level, deal, number });
}

const { game, level_names: levelNames, seats, view, events } = data("sentences");
registerLevelNames(levelNames);
const { texts } = /** @type {GameModule} */ (await import(`../../boards/${game}.js`));
const places = document.querySelectorAll(".staff-sentence");
for (const [index, { kind, event }] of events.entries()) {
  const sentence =
    kind === "table" ? describeForStaff(event, seats) : texts.describeEvent(event, { seats, me: null, view, event });
  if (sentence) places[index].textContent = sentence;
}

const button = document.getElementById("raw-fields");
button?.addEventListener("click", () => {
  const open = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(open));
  for (const raw of document.querySelectorAll(".staff-raw")) raw.toggleAttribute("open", open);
});
document.querySelector(".staff-log")?.setAttribute("data-ready", "");
