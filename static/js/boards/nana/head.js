/** Beside the cards: a bot's reasons and the actions it scored; under a card, all its beliefs about it. */

import { html } from "htm/preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { AnalysisPanel, Legend, Numbers } from "../../shell/analysis-panel.js";
import { fill } from "../../shell/words.js";
import { Bar, percent, Sign } from "./mind.js";
import { cardId } from "./names.js";

/** @typedef {import("./mind.js").Opened} Opened */
/** @typedef {import("./mind.js").Choice} Choice */
/** @typedef {{mind: Mind, head: Opened, view: View, seats: Seat[]}} Props */

const MANY = 5;
const GAP = 12;

/** What an action does, in few words. @param {Choice} choice @param {Mind} mind @param {Seat[]} seats */
function nameOf({ actions }, { seat }, seats) {
  const [action] = actions;
  if (action.type === "Give") return fill(gettext("Give a %(number)s"), { number: action.number });
  if (action.type === "FlipCentre") {
    const places = actions.map(({ slot }) => slot + 1).join(", ");
    return fill(ngettext("Middle card %(places)s", "Middle cards %(places)s", actions.length), { places });
  }
  if (action.seat === seat) return action.end === "low" ? gettext("Its own lowest") : gettext("Its own highest");
  const values = { owner: seats[action.seat]?.name ?? "?" };
  return fill(action.end === "low" ? gettext("Lowest of %(owner)s") : gettext("Highest of %(owner)s"), values);
}

/** A part of a score in words; "" for what says nothing here. @param {string} part @param {number} value @param {View} view */
function partText(part, value, view) {
  const values = { chance: percent(value), value: value.toFixed(2) };
  switch (part) {
    case "win":
      return fill(gettext("wins the game %(chance)s"), values);
    case "success":
      return fill(gettext("trio %(chance)s"), values);
    case "probability":
      return view.target === null ? "" : fill(gettext("fits %(chance)s"), values);
    case "gain":
    case "value":
      return value >= 0.005 ? fill(gettext("worth %(value)s"), values) : "";
    case "leak":
      return value >= 0.005 ? fill(gettext("tells others %(value)s"), values) : "";
    case "reach":
      return fill(gettext("near an end %(value)s"), values);
    case "torn":
      return value > 0 ? gettext("parts equal cards") : "";
    default:
      return "";
  }
}

/** A score as it is meant: a chance to win where games were imagined, else a figure. @param {Weighed} weighed @param {Thought} thought */
function scoreText({ score, parts }, { candidates }) {
  if (parts.win !== undefined) return percent(parts.win);
  if (candidates.some((one) => one.parts.win !== undefined)) return "–";
  return (Math.round(100 * score) / 100 || 0).toFixed(2);
}

/** @param {Props & {choice: Choice, rank: number}} props */
function Weighing({ choice, rank, mind, head, view, seats }) {
  const { weighed, first, cards } = choice;
  const parts = Object.entries(weighed.parts).map(([part, value]) => partText(part, value, view));
  const point = () => head.look.point(cards);
  return html`<li class=${first ? "best" : ""} title=${weighed.note} data-testid="choice" onPointerEnter=${point} onPointerLeave=${() => head.look.point([])}>
    <span class="weighed"><span class=${first ? "rank first" : "rank"}>${rank}</span><b>${nameOf(choice, mind, seats)}</b><span class="worth">${scoreText(weighed, /** @type {Thought} */ (mind.thought))}</span></span>
    ${parts.some(Boolean) && html`<small>${parts.filter(Boolean).join(" · ")}</small>`}
  </li>`;
}

/** Why it chooses as it does, said in its own place at the table. @param {{mind: Mind}} props */
export function Aloud({ mind: { thought } }) {
  return thought && html`<p class="aloud" data-testid="aloud">“${thought.reason}”</p>`;
}

/** What the figures beside the choices mean. @param {Thought} thought */
function weighingText({ made, candidates }) {
  const imagined = candidates.some(({ parts }) => parts.win !== undefined);
  if (made) return imagined ? gettext("It has chosen. What it weighed, with the chance to win:") : gettext("It has chosen. What it weighed, with the score:");
  return imagined ? gettext("It is choosing. What it weighs, with the chance to win:") : gettext("It is choosing. What it weighs, with the score:");
}

/** @param {Props} props */
function Plan(props) {
  const { mind, head } = props;
  if (!mind.thought) return null;
  return html`<${Numbers}>
    <p class="soft">${weighingText(mind.thought)}</p>
    <ol class="candidates">${head.choices.slice(0, MANY).map((choice, i) => html`<${Weighing} key=${i} ...${props} choice=${choice} rank=${i + 1} />`)}</ol>
    ${mind.notes.reckons === false && html`<p class="soft">${gettext("A bot of this level does not use the chances on the cards: they follow from the cards it remembers. Among cards it does not know it chooses at random.")}</p>`}
  <//>`;
}

/** The real numbers of the cards on the table, as far as the reader's eyes see them. @param {View} view */
function realNumbers({ hands, centre }) {
  /** @type {Map<string, number | null>} */
  const real = new Map();
  hands.forEach((/** @type {any[]} */ hand, /** @type {number} */ seat) => hand.forEach(({ place, number }) => real.set(cardId(seat, place), number)));
  centre.forEach((/** @type {any} */ { place, number }) => real.set(cardId(null, place), number));
  return real;
}

/** How much it knew where the first sentence does not say so, and how good its guesses were. @param {{mind: Mind, head: Opened, view: View}} props */
function Tally({ mind, head, view }) {
  const real = realNumbers(view);
  const ideas = [...head.ideas];
  const guessed = ideas.filter(([, { how }]) => how === null);
  const right = guessed.filter(([id, { guesses }]) => guesses[0]?.number === real.get(id)).length;
  const values = { known: ideas.length - guessed.length, all: ideas.length, guessed: guessed.length, right };
  const texts = [
    mind.thought && gettext("It knows %(known)s of the %(all)s cards on the table."),
    view.open && guessed.length > 0 && gettext("Of the %(guessed)s cards it does not know, its first guess is right for %(right)s."),
  ];
  return html`<p data-testid="tally">${texts.map((text) => text && fill(text, values)).filter(Boolean).join(" ")}</p>`;
}

/** @param {{mind: Mind, head: Opened, view: View}} props */
function Key({ mind, head, view }) {
  const ideas = [...head.ideas.values()];
  const guessed = ideas.some(({ how }) => how === null);
  return html`<${Legend}>
    <li><span class="notion sure seen"><${Sign} how="seen" /></span>${gettext("a card it has seen")}</li>
    ${ideas.some(({ how }) => how === "deduced") && html`<li><span class="notion sure deduced"><${Sign} how="deduced" /></span>${gettext("a card it could work out")}</li>`}
    ${guessed && html`<li><span class="notion"><i class="bar" style=${{ "--p": 0.6 }}></i></span>${gettext("how likely it thought a number")}</li>`}
    ${view.open && guessed && html`<li><span class="notion"><i class="bar real" style=${{ "--p": 0.6 }}></i></span>${gettext("outlined: the real number")}</li>`}
    ${ideas.some(({ lost }) => lost) && html`<li><span class="notion lost"><i class="bar" style=${{ "--p": 0.3 }}></i></span>${gettext("dashed: it saw this card and forgot it")}</li>`}
    ${mind.thought && html`<li><span class="rank first">1</span>${gettext("its first choice; 2 and 3: the next best")}</li>`}
    <li class="analysis-tip">${gettext("Touch a card, or point at it, to see all the bot thought of it.")}</li>
  <//>`;
}

/** What the bot weighed and knew. @param {Props} props */
export function Head(props) {
  const { mind, head, view, seats } = props;
  return html`<${AnalysisPanel} mind=${mind} seats=${seats}>
    <${Tally} mind=${mind} head=${head} view=${view} />
    <${Plan} ...${props} />
    <${Key} mind=${mind} head=${head} view=${view} />
  <//>`;
}

/** Lay a note beside its card, inside the board. @param {HTMLElement} note @param {Element} card @param {Element} board */
function lay(note, card, board) {
  const [at, felt] = [card.getBoundingClientRect(), board.getBoundingClientRect()];
  const left = at.left + at.width / 2 - felt.left - note.offsetWidth / 2;
  const under = at.bottom - felt.top + GAP;
  const above = at.top - felt.top - GAP - note.offsetHeight;
  note.style.left = `${Math.max(4, Math.min(left, felt.width - note.offsetWidth - 4))}px`;
  note.style.top = `${under + note.offsetHeight > felt.height && above > 0 ? above : under}px`;
}

/** All a head holds about the card looked at. @param {Props & {board: import("preact").RefObject<HTMLElement | null>}} props */
export function Closer({ head, view, board }) {
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  const { card } = head.look;
  const idea = card === null ? undefined : head.ideas.get(card);
  useLayoutEffect(() => {
    const place = board.current?.querySelector(`[data-card="${card}"]`);
    if (note.current && place && board.current) lay(note.current, place, board.current);
  });
  if (!idea || card === null) return null;
  const real = realNumbers(view).get(card) ?? null;
  const texts = { own: gettext("Its own card"), seen: gettext("It has seen this card"), deduced: gettext("It could work this card out") };
  return html`<div ref=${note} class="closer" role="status" data-testid="closer">
    <b>${idea.how ? texts[idea.how] : idea.lost ? gettext("Seen, and forgotten") : gettext("It has not seen this card")}</b>
    ${idea.why && html`<p>“${idea.why}”</p>`}
    <span class="notion">${idea.guesses.map((guess) => html`<${Bar} key=${guess.number} guess=${guess} real=${guess.number === real} />`)}</span>
  </div>`;
}
