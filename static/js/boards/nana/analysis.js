/**
 * A bot's analysis drawn over the cards: what it knew of each, what it thought likely, what it would flip.
 *
 * Invariant: only figures that the server sent are drawn. A belief is compared with the real number only where the
 * chosen viewer sees that number.
 */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { fill } from "../../shell/ui/texts.js";
import { cardId } from "./card-ids.js";

/** @typedef {"own" | "seen" | "deduced"} How */
/** @typedef {{number: number, chance: number}} Guess */
/**
 * @typedef {{how: How | null, why: string, guesses: Guess[], lost: boolean}} CardBelief what the bot knows or
 *   believes about one card, likeliest first
 */
/**
 * @typedef {{actions: Nana.Action[], cards: string[], first: boolean, candidate: Candidate<Nana.Action>}}
 *   Choice actions with the same score, and the cards they turn
 */
/**
 * @typedef {{cardBeliefs: Map<string, CardBelief>, choices: Choice[], made: boolean, closeUp: CloseUp}}
 *   CardAnalysis an open analysis, prepared for the board
 */

const MAX_GUESSES = 3;
const MAX_RANKS = 3;

/** Format a chance. A possible number is never shown as 0%, an uncertain one never as 100%. @param {number} chance */
export function percent(chance) {
  if (chance >= 1) return "100%";
  if (chance > 0.99) return ">99%";
  return chance > 0 && chance < 0.01 ? "<1%" : `${Math.round(100 * chance)}%`;
}

/** @param {Nana.Analysis} analysis */
export function beliefsByCard({ seat, certain, deduced, beliefs, forgotten }) {
  const lost = new Set(forgotten);
  /** @type {Map<string, CardBelief>} */
  const cardBeliefs = new Map();
  /** @param {string} about @param {How | null} how @param {Guess[]} guesses @param {string} why */
  const note = (about, how, guesses, why = "") => cardBeliefs.set(about, { how, why, guesses, lost: lost.has(about) });
  for (const { about, value } of certain)
    note(about, about.startsWith(`h${seat}.`) ? "own" : "seen", [{ number: value, chance: 1 }]);
  for (const { about, value, why } of deduced) note(about, "deduced", [{ number: value, chance: 1 }], why);
  for (const [about, chances] of Object.entries(beliefs)) {
    const guesses = Object.entries(chances).map(([number, chance]) => ({ number: Number(number), chance }));
    note(
      about,
      null,
      guesses.sort((a, b) => b.chance - a.chance || a.number - b.number),
    );
  }
  return cardBeliefs;
}

/**
 * The likeliest numbers; the real one is always among them if it is visible.
 * @param {CardBelief} belief
 * @param {number | null} real
 */
export function shortList({ guesses }, real) {
  const first = guesses.slice(0, MAX_GUESSES);
  const truth = guesses.slice(MAX_GUESSES).find(({ number }) => number === real);
  return truth ? [...first.slice(0, -1), truth] : first;
}

/**
 * The card that an action turns or gives, or null.
 * @param {Nana.Action} action
 * @param {Nana.Analysis} analysis
 * @param {Nana.View} view
 * @returns {string | null}
 */
function cardOf(action, { seat }, view) {
  if (action.type === "FlipCentre") return cardId(null, action.slot);
  const owner = action.type === "Give" ? seat : action.seat;
  const card = view.hands[owner].find((one) =>
    action.type === "Give" ? one.number === action.number : one.end === action.end,
  );
  return card ? cardId(owner, card.place) : null;
}

/**
 * The card the bot has just turned, as a list that is empty if there is none.
 * @param {Nana.Analysis} analysis
 * @param {Nana.View} view
 * @returns {string[]}
 */
function turned({ seat }, view) {
  const flip = [...view.last, ...view.trace].at(-1);
  return flip?.by === seat && !view.giving.length ? [cardId(flip.seat, flip.place)] : [];
}

/** @param {Candidate<Nana.Action>} one @param {Candidate<Nana.Action>} other */
const isAlike = (one, other) =>
  one.action.type === "FlipCentre" &&
  other.action.type === "FlipCentre" &&
  one.score === other.score &&
  one.note === other.note;

/** The scored actions, best first. Hidden middle cards with the same score are one choice.
 * @param {Nana.Analysis} analysis @param {Nana.View} view */
function choicesOf(analysis, view) {
  /** @type {Choice[]} */
  const choices = [];
  const { decision } = analysis;
  for (const candidate of decision?.candidates ?? []) {
    const last = choices.at(-1);
    const card = decision?.made ? null : cardOf(candidate.action, analysis, view);
    if (last && isAlike(last.candidate, candidate)) last.actions.push(candidate.action);
    else choices.push({ actions: [candidate.action], cards: [], first: !last, candidate });
    if (card) choices.at(-1)?.cards.push(card);
  }
  if (decision?.made && choices.length) choices[0].cards = turned(analysis, view);
  return choices;
}

/** @typedef {ReturnType<typeof useCloseUp>} CloseUp */

const NO_CARD = { card: /** @type {string | null} */ (null), held: false };

/**
 * The card whose beliefs are shown in full, and the cards of the choice under the pointer.
 * @param {Nana.Analysis | undefined} analysis
 */
function useCloseUp(analysis) {
  const [shown, setShown] = useState(NO_CARD);
  const [pointed, point] = useState(/** @type {string[]} */ ([]));
  const close = () => setShown(NO_CARD);
  useEffect(close, [analysis === undefined]);
  useEffect(() => point([]), [analysis]);
  return {
    card: shown.card,
    pointed,
    point,
    close,
    /** A tap or a key keeps the note open until the card is pressed again or loses the focus. @param {string} card */
    press: (card) => setShown((now) => (now.card === card && now.held ? NO_CARD : { card, held: true })),
    /** @param {string} card */
    enter: (card) => setShown((now) => (now.held ? now : { card, held: false })),
    leave: () => setShown((now) => (now.held ? now : NO_CARD)),
  };
}

/** @param {Nana.Analysis | undefined} analysis @param {Nana.View} view @returns {CardAnalysis | null} */
export function useCardAnalysis(analysis, view) {
  const closeUp = useCloseUp(analysis);
  if (!analysis) return null;
  return {
    cardBeliefs: beliefsByCard(analysis),
    choices: choicesOf(analysis, view),
    made: analysis.decision?.made ?? false,
    closeUp,
  };
}

const SIGNS = {
  seen: "M1 8c2-3.7 4.4-5.5 7-5.5s5 1.8 7 5.5c-2 3.7-4.4 5.5-7 5.5s-5-1.8-7-5.5Zm7-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm0 1.6a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Z",
  deduced: "M8 1.5a4.6 4.6 0 0 0-2.6 8.4c.5.4.8.9.8 1.6h3.6c0-.7.3-1.2.8-1.6A4.6 4.6 0 0 0 8 1.5ZM6.3 13h3.4v1.5H6.3Z",
};

/** An eye for a card the bot has seen, a lamp for one it has worked out. @param {{how: keyof typeof SIGNS}} props */
export const Sign = ({ how }) =>
  html`<svg class="how" viewBox="0 0 16 16" aria-hidden="true"><path d=${SIGNS[how]} /></svg>`;

/**
 * The bar of one number. On a card (`drawn`) it contains no text, because a card is a button and its text would
 * become its name.
 * @param {{guess: Guess, real: boolean, drawn?: boolean}} props
 */
export function Bar({ guess: { number, chance }, real, drawn = false }) {
  return html`<i
    class=${real ? "bar real" : "bar"}
    data-number=${number}
    data-chance=${chance}
    data-percent=${percent(chance)}
    style=${{ "--p": chance }}
    >${!drawn && html`<b>${number}</b><small>${percent(chance)}</small>`}</i
  >`;
}

/**
 * What the bot believes about a card, over the foot of the card.
 * @param {{belief: CardBelief, real: number | null}} props
 */
function BeliefMark({ belief, real }) {
  const { how, guesses, lost } = belief;
  if (how)
    return html`<span class=${`belief sure ${how}`} aria-hidden="true" data-sure=${guesses[0].number}
      >${how !== "own" && html`<${Sign} how=${how} />`}</span
    >`;
  return html`<span class=${lost ? "belief lost" : "belief"} aria-hidden="true">
    ${shortList(belief, real).map((guess) => html`<${Bar} key=${guess.number} guess=${guess} real=${guess.number === real} drawn=${true} />`)}
  </span>`;
}

/** What the bot believes about a card, for the label of the card. @param {CardBelief} belief */
export function beliefText({ how, guesses, lost }) {
  const number = guesses[0]?.number;
  if (how === "deduced") return fill(gettext("the bot has worked out: %(number)s"), { number });
  if (how) return fill(gettext("the bot knows: %(number)s"), { number });
  const likely = guesses.slice(0, MAX_GUESSES).map((guess) => `${guess.number} ${percent(guess.chance)}`);
  const text = lost
    ? gettext("the bot has forgotten it and thinks: %(likely)s")
    : gettext("the bot thinks: %(likely)s");
  return fill(text, { likely: likely.join(", ") });
}

/** The rank of a card among the bot's choices, on its corner. @param {{rank: number}} props */
const Rank = ({ rank }) =>
  html`<span class=${rank ? "rank" : "rank first"} data-rank=${rank + 1} aria-hidden="true"></span>`;

/**
 * The properties that an open analysis adds to a card.
 * @param {CardAnalysis | null} cardAnalysis
 * @param {string} id
 * @param {string} label
 * @param {number | null} real its number, as far as it may be seen
 */
export function analysisProps(cardAnalysis, id, label, real) {
  const belief = cardAnalysis?.cardBeliefs.get(id);
  if (!cardAnalysis || !belief) return { label };
  const { closeUp, choices } = cardAnalysis;
  const rank = choices.slice(0, MAX_RANKS).findIndex(({ cards }) => cards[0] === id);
  const parts = [label, beliefText(belief), rank === 0 && gettext("its first choice")];
  return {
    label: parts.filter(Boolean).join("; "),
    over: html`<${BeliefMark} belief=${belief} real=${real} />${rank >= 0 && html`<${Rank} rank=${rank} />`}`,
    inspect: {
      tab: id === (closeUp.card ?? cardAnalysis.cardBeliefs.keys().next().value),
      press: () => closeUp.press(id),
      enter: () => closeUp.enter(id),
      leave: closeUp.leave,
      blur: closeUp.close,
    },
    classes: `${rank === 0 ? "chosen" : ""} ${closeUp.pointed.includes(id) ? "pointed" : ""} ${closeUp.card === id ? "inspected" : ""}`,
  };
}
