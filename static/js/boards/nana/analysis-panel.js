/**
 * The panel beside the cards with a bot's reasons and scored actions, and the note with its beliefs about one
 * card.
 */

import { html } from "htm/preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { AnalysisPanel, Legend, Numbers } from "../../shell/replay/analysis-panel.js";
import { fill } from "../../shell/ui/texts.js";
import { Bar, percent, Sign } from "./analysis.js";
import { cardId } from "./card-ids.js";

/** @typedef {import("./analysis.js").CardAnalysis} CardAnalysis */
/** @typedef {import("./analysis.js").Choice} Choice */
/** @typedef {{analysis: Nana.Analysis, cardAnalysis: CardAnalysis, view: Nana.View, seats: Seat[]}} Props */

const MAX_CHOICES = 5;
const GAP = 12;

/**
 * Name the actions of a choice in a few words.
 * @param {Choice} choice
 * @param {Nana.Analysis} analysis
 * @param {Seat[]} seats
 */
function nameOf({ actions }, { seat }, seats) {
  const [action] = actions;
  if (action.type === "Give") return fill(gettext("Give a %(number)s"), { number: action.number });
  if (action.type === "FlipCentre") {
    const places = actions.map((one) => (one.type === "FlipCentre" ? one.slot + 1 : "")).join(", ");
    return fill(ngettext("Middle card %(places)s", "Middle cards %(places)s", actions.length), { places });
  }
  if (action.seat === seat) return action.end === "low" ? gettext("Its own lowest") : gettext("Its own highest");
  const values = { owner: seats[action.seat]?.name ?? "?" };
  return fill(action.end === "low" ? gettext("Lowest of %(owner)s") : gettext("Highest of %(owner)s"), values);
}

/**
 * Name a part of a score and its value; an empty string if it is of no interest.
 * @param {string} part
 * @param {number} value
 * @param {Nana.View} view
 */
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

/**
 * The score as a text: the chance to win if the bot simulated games, otherwise a number.
 * @param {Candidate<Nana.Action>} candidate
 * @param {Decision<Nana.Action>} decision
 */
function scoreText({ score, parts }, { candidates }) {
  if (parts.win !== undefined) return percent(parts.win);
  if (candidates.some((one) => one.parts.win !== undefined)) return "–";
  return (Math.round(100 * score) / 100 || 0).toFixed(2);
}

/** @param {Props & {choice: Choice, rank: number}} props */
function ChoiceRow({ choice, rank, analysis, cardAnalysis, view, seats }) {
  const { candidate, first, cards } = choice;
  const parts = Object.entries(candidate.parts).map(([part, value]) => partText(part, value, view));
  const point = () => cardAnalysis.closeUp.point(cards);
  return html`<li
    class=${first ? "best" : ""}
    title=${candidate.note}
    data-testid="choice"
    onPointerEnter=${point}
    onPointerLeave=${() => cardAnalysis.closeUp.point([])}
  >
    <span class="candidate"
      ><span class=${first ? "rank first" : "rank"}>${rank}</span><b>${nameOf(choice, analysis, seats)}</b
      ><span class="candidate-score"
        >${scoreText(candidate, /** @type {Decision<Nana.Action>} */ (analysis.decision))}</span
      ></span
    >
    ${parts.some(Boolean) && html`<small>${parts.filter(Boolean).join(" · ")}</small>`}
  </li>`;
}

/** The bot's reason, shown at its seat. @param {{analysis: Nana.Analysis}} props */
export function SpokenReason({ analysis: { decision } }) {
  return decision && html`<p class="spoken-reason" data-testid="spoken-reason">“${decision.reason}”</p>`;
}

/** What the figures beside the choices mean. @param {Decision<Nana.Action>} decision */
function scoresText({ made, candidates }) {
  const simulated = candidates.some(({ parts }) => parts.win !== undefined);
  if (made)
    return simulated
      ? gettext("It has chosen. What it weighed, with the chance to win:")
      : gettext("It has chosen. What it weighed, with the score:");
  return simulated
    ? gettext("It is choosing. What it weighs, with the chance to win:")
    : gettext("It is choosing. What it weighs, with the score:");
}

/** @param {Props} props */
function ScoredChoices(props) {
  const { analysis, cardAnalysis } = props;
  if (!analysis.decision) return null;
  return html`<${Numbers}>
    <p class="soft">${scoresText(analysis.decision)}</p>
    <ol class="candidates">
      ${cardAnalysis.choices.slice(0, MAX_CHOICES).map((choice, i) => html`<${ChoiceRow} key=${i} ...${props} choice=${choice} rank=${i + 1} />`)}
    </ol>
    ${analysis.notes.reckons === false && html`<p class="soft">${gettext("A bot of this level does not use the chances on the cards: they follow from the cards it remembers. Among cards it does not know it chooses at random.")}</p>`}
  <//>`;
}

/** The real numbers of the cards on the table, as far as the viewer sees them. @param {Nana.View} view */
function realNumbers({ hands, centre }) {
  /** @type {Map<string, number | null>} */
  const real = new Map();
  hands.forEach((hand, seat) => hand.forEach(({ place, number }) => real.set(cardId(seat, place), number)));
  centre.forEach(({ place, number }) => real.set(cardId(null, place), number));
  return real;
}

/**
 * How many cards the bot knew, and how many of its first guesses are right.
 * @param {{analysis: Nana.Analysis, cardAnalysis: CardAnalysis, view: Nana.View}} props
 */
function KnownCards({ analysis, cardAnalysis, view }) {
  const real = realNumbers(view);
  const cardBeliefs = [...cardAnalysis.cardBeliefs];
  const guessed = cardBeliefs.filter(([, { how }]) => how === null);
  const right = guessed.filter(([id, { guesses }]) => guesses[0]?.number === real.get(id)).length;
  const values = {
    known: cardBeliefs.length - guessed.length,
    all: cardBeliefs.length,
    guessed: guessed.length,
    right,
  };
  const texts = [
    analysis.decision && gettext("It knows %(known)s of the %(all)s cards on the table."),
    view.open &&
      guessed.length > 0 &&
      gettext("Of the %(guessed)s cards it does not know, its first guess is right for %(right)s."),
  ];
  return html`<p data-testid="known-cards">
    ${texts
      .map((text) => text && fill(text, values))
      .filter(Boolean)
      .join(" ")}
  </p>`;
}

/** @param {{analysis: Nana.Analysis, cardAnalysis: CardAnalysis, view: Nana.View}} props */
function CardLegend({ analysis, cardAnalysis, view }) {
  const cardBeliefs = [...cardAnalysis.cardBeliefs.values()];
  const guessed = cardBeliefs.some(({ how }) => how === null);
  return html`<${Legend}>
    <li>
      <span class="belief sure seen"><${Sign} how="seen" /></span>${gettext("a card it has seen")}
    </li>
    ${
      cardBeliefs.some(({ how }) => how === "deduced") &&
      html`<li>
        <span class="belief sure deduced"><${Sign} how="deduced" /></span>${gettext("a card it could work out")}
      </li>`
    }
    ${
      guessed &&
      html`<li>
        <span class="belief"><i class="bar" style=${{ "--p": 0.6 }}></i></span
        >${gettext("how likely it thought a number")}
      </li>`
    }
    ${
      view.open &&
      guessed &&
      html`<li>
        <span class="belief"><i class="bar real" style=${{ "--p": 0.6 }}></i></span
        >${gettext("outlined: the real number")}
      </li>`
    }
    ${
      cardBeliefs.some(({ lost }) => lost) &&
      html`<li>
        <span class="belief lost"><i class="bar" style=${{ "--p": 0.3 }}></i></span
        >${gettext("dashed: it saw this card and forgot it")}
      </li>`
    }
    ${analysis.decision && html`<li><span class="rank first">1</span>${gettext("its first choice; 2 and 3: the next best")}</li>`}
    <li class="analysis-tip">${gettext("Touch a card, or point at it, to see all the bot thought of it.")}</li>
  <//>`;
}

/** The whole panel. @param {Props} props */
export function CardAnalysisPanel(props) {
  const { analysis, cardAnalysis, view, seats } = props;
  return html`<${AnalysisPanel} analysis=${analysis} seats=${seats}>
    <${KnownCards} analysis=${analysis} cardAnalysis=${cardAnalysis} view=${view} />
    <${ScoredChoices} ...${props} />
    <${CardLegend} analysis=${analysis} cardAnalysis=${cardAnalysis} view=${view} />
  <//>`;
}

/**
 * Position a note beside its card, inside the board.
 * @param {HTMLElement} note
 * @param {Element} card
 * @param {Element} board
 */
function placeBeside(note, card, board) {
  const [at, felt] = [card.getBoundingClientRect(), board.getBoundingClientRect()];
  const left = at.left + at.width / 2 - felt.left - note.offsetWidth / 2;
  const under = at.bottom - felt.top + GAP;
  const above = at.top - felt.top - GAP - note.offsetHeight;
  note.style.left = `${Math.max(4, Math.min(left, felt.width - note.offsetWidth - 4))}px`;
  note.style.top = `${under + note.offsetHeight > felt.height && above > 0 ? above : under}px`;
}

/**
 * Everything the bot believes about the card that is looked at.
 * @param {Props & {board: import("preact").RefObject<HTMLElement | null>}} props
 */
export function CardBeliefs({ cardAnalysis, view, board }) {
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  const { card } = cardAnalysis.closeUp;
  const belief = card === null ? undefined : cardAnalysis.cardBeliefs.get(card);
  useLayoutEffect(() => {
    const place = board.current?.querySelector(`[data-card="${card}"]`);
    if (note.current && place && board.current) placeBeside(note.current, place, board.current);
  });
  if (!belief || card === null) return null;
  const real = realNumbers(view).get(card) ?? null;
  const texts = {
    own: gettext("Its own card"),
    seen: gettext("It has seen this card"),
    deduced: gettext("It could work this card out"),
  };
  return html`<div ref=${note} class="card-beliefs" role="status" data-testid="card-beliefs">
    <b
      >${belief.how ? texts[belief.how] : belief.lost ? gettext("Seen, and forgotten") : gettext("It has not seen this card")}</b
    >
    ${belief.why && html`<p>“${belief.why}”</p>`}
    <span class="belief"
      >${belief.guesses.map((guess) => html`<${Bar} key=${guess.number} guess=${guess} real=${guess.number === real} />`)}</span
    >
  </div>`;
}
