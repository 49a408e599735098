/**
 * A bot's analysis drawn over the cards: what it knew of each, what it thought likely, what it would flip.
 *
 * Invariant: only figures that the server sent are drawn. A belief is compared with the real number only where the
 * chosen viewer sees that number.
 */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { fill } from "../../shell/words.js";
import { cardId } from "./names.js";

/** @typedef {"own" | "seen" | "deduced"} How */
/** @typedef {{number: number, chance: number}} Guess */
/** @typedef {{how: How | null, why: string, guesses: Guess[], lost: boolean}} Idea what the bot knows or believes about one card, likeliest first */
/** @typedef {{actions: Action[], cards: string[], first: boolean, weighed: Weighed}} Choice actions weighed alike, and the cards they turn */
/** @typedef {{ideas: Map<string, Idea>, choices: Choice[], made: boolean, look: Looking}} Opened an open analysis, prepared for the board */

const SHOWN = 3;
const RANKED = 3;

/** A chance in few signs; what is possible never reads as 0, nor what is open as 100. @param {number} chance */
export function percent(chance) {
  if (chance >= 1) return "100%";
  if (chance > 0.99) return ">99%";
  return chance > 0 && chance < 0.01 ? "<1%" : `${Math.round(100 * chance)}%`;
}

/** @param {Mind} mind */
export function ideasOf({ seat, certain, deduced, beliefs, forgotten }) {
  const lost = new Set(forgotten);
  /** @type {Map<string, Idea>} */
  const ideas = new Map();
  /** @param {string} about @param {How | null} how @param {Guess[]} guesses @param {string} why */
  const note = (about, how, guesses, why = "") => ideas.set(about, { how, why, guesses, lost: lost.has(about) });
  for (const { about, value } of certain) note(about, about.startsWith(`h${seat}.`) ? "own" : "seen", [{ number: value, chance: 1 }]);
  for (const { about, value, why } of deduced) note(about, "deduced", [{ number: value, chance: 1 }], why);
  for (const [about, belief] of Object.entries(beliefs)) {
    const guesses = Object.entries(belief).map(([number, chance]) => ({ number: Number(number), chance }));
    note(about, null, guesses.sort((a, b) => b.chance - a.chance || a.number - b.number));
  }
  return ideas;
}

/** The likeliest numbers, and always the real one if it is known. @param {Idea} idea @param {number | null} real */
export function shortList({ guesses }, real) {
  const first = guesses.slice(0, SHOWN);
  const truth = guesses.slice(SHOWN).find(({ number }) => number === real);
  return truth ? [...first.slice(0, -1), truth] : first;
}

/** The card an action turns as the table lies now. @param {Action} action @param {Mind} mind @param {View} view @returns {string | null} */
function cardOf(action, { seat }, view) {
  if (action.type === "FlipCentre") return cardId(null, action.slot);
  const owner = action.type === "Give" ? seat : action.seat;
  const card = view.hands[owner].find((/** @type {any} */ one) => (action.type === "Give" ? one.number === action.number : one.end === action.end));
  return card ? cardId(owner, card.place) : null;
}

/** The card it has just turned, if it did. @param {Mind} mind @param {View} view @returns {string[]} */
function turned({ seat }, view) {
  const flip = [...view.last, ...view.trace].at(-1);
  return flip?.by === seat && !view.giving.length ? [cardId(flip.seat, flip.place)] : [];
}

/** @param {Weighed} one @param {Weighed} other */
const isAlike = (one, other) => one.action.type === "FlipCentre" && other.action.type === "FlipCentre" && one.score === other.score && one.note === other.note;

/** What was weighed, best first; hidden cards of the middle that count the same are one choice.
 * @param {Mind} mind @param {View} view */
function choicesOf(mind, view) {
  /** @type {Choice[]} */
  const choices = [];
  const { thought } = mind;
  for (const weighed of thought?.candidates ?? []) {
    const last = choices.at(-1);
    const card = thought?.made ? null : cardOf(weighed.action, mind, view);
    if (last && isAlike(last.weighed, weighed)) last.actions.push(weighed.action);
    else choices.push({ actions: [weighed.action], cards: [], first: !last, weighed });
    if (card) choices.at(-1)?.cards.push(card);
  }
  if (thought?.made && choices.length) choices[0].cards = turned(mind, view);
  return choices;
}

/** @typedef {ReturnType<typeof useLooking>} Looking */

const NOWHERE = { card: /** @type {string | null} */ (null), held: false };

/** Which card is looked at closely, and which choice is pointed at. @param {Mind | undefined} mind */
function useLooking(mind) {
  const [at, look] = useState(NOWHERE);
  const [pointed, point] = useState(/** @type {string[]} */ ([]));
  const close = () => look(NOWHERE);
  useEffect(close, [mind === undefined]);
  useEffect(() => point([]), [mind]);
  return {
    card: at.card,
    pointed,
    point,
    close,
    /** A finger or a key holds the card until it is touched again or left. @param {string} card */
    press: (card) => look((now) => (now.card === card && now.held ? NOWHERE : { card, held: true })),
    /** @param {string} card */
    enter: (card) => look((now) => (now.held ? now : { card, held: false })),
    leave: () => look((now) => (now.held ? now : NOWHERE)),
  };
}

/** @param {Mind | undefined} mind @param {View} view @returns {Opened | null} */
export function useHead(mind, view) {
  const look = useLooking(mind);
  if (!mind) return null;
  return { ideas: ideasOf(mind), choices: choicesOf(mind, view), made: mind.thought?.made ?? false, look };
}

const SIGNS = {
  seen: "M1 8c2-3.7 4.4-5.5 7-5.5s5 1.8 7 5.5c-2 3.7-4.4 5.5-7 5.5s-5-1.8-7-5.5Zm7-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm0 1.6a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Z",
  deduced: "M8 1.5a4.6 4.6 0 0 0-2.6 8.4c.5.4.8.9.8 1.6h3.6c0-.7.3-1.2.8-1.6A4.6 4.6 0 0 0 8 1.5ZM6.3 13h3.4v1.5H6.3Z",
};

/** An eye for what it saw, a lamp for what it worked out. @param {{how: keyof typeof SIGNS}} props */
export const Sign = ({ how }) => html`<svg class="how" viewBox="0 0 16 16" aria-hidden="true"><path d=${SIGNS[how]} /></svg>`;

/** On a card a bar is drawn by the sheet alone: a button's text has to be its name, and the card's label says more. @param {{guess: Guess, real: boolean, drawn?: boolean}} props */
export function Bar({ guess: { number, chance }, real, drawn = false }) {
  return html`<i class=${real ? "bar real" : "bar"} data-number=${number} data-chance=${chance} data-percent=${percent(chance)} style=${{ "--p": chance }}>${!drawn && html`<b>${number}</b><small>${percent(chance)}</small>`}</i>`;
}

/** What a head holds about a card, over its foot. @param {{idea: Idea, real: number | null}} props */
function Notion({ idea, real }) {
  const { how, guesses, lost } = idea;
  if (how) return html`<span class=${`notion sure ${how}`} aria-hidden="true" data-sure=${guesses[0].number}>${how !== "own" && html`<${Sign} how=${how} />`}</span>`;
  return html`<span class=${lost ? "notion lost" : "notion"} aria-hidden="true">
    ${shortList(idea, real).map((guess) => html`<${Bar} key=${guess.number} guess=${guess} real=${guess.number === real} drawn=${true} />`)}
  </span>`;
}

/** In words, for a card's name. @param {Idea} idea */
export function ideaText({ how, guesses, lost }) {
  const number = guesses[0]?.number;
  if (how === "deduced") return fill(gettext("the bot has worked out: %(number)s"), { number });
  if (how) return fill(gettext("the bot knows: %(number)s"), { number });
  const likely = guesses.slice(0, SHOWN).map((guess) => `${guess.number} ${percent(guess.chance)}`);
  const text = lost ? gettext("the bot has forgotten it and thinks: %(likely)s") : gettext("the bot thinks: %(likely)s");
  return fill(text, { likely: likely.join(", ") });
}

/** The place of a card in the order of choice, on its corner. @param {{rank: number}} props */
const Rank = ({ rank }) => html`<span class=${rank ? "rank" : "rank first"} data-rank=${rank + 1} aria-hidden="true"></span>`;

/**
 * What an open analysis adds to a card's properties.
 * @param {Opened | null} head @param {string} id @param {string} label @param {number | null} real its number, as far as it may be seen
 */
export function thoughtOf(head, id, label, real) {
  const idea = head?.ideas.get(id);
  if (!head || !idea) return { label };
  const { look, choices } = head;
  const rank = choices.slice(0, RANKED).findIndex(({ cards }) => cards[0] === id);
  const words = [label, ideaText(idea), rank === 0 && gettext("its first choice")];
  return {
    label: words.filter(Boolean).join("; "),
    over: html`<${Notion} idea=${idea} real=${real} />${rank >= 0 && html`<${Rank} rank=${rank} />`}`,
    look: {
      tab: id === (look.card ?? head.ideas.keys().next().value),
      press: () => look.press(id),
      enter: () => look.enter(id),
      leave: look.leave,
      blur: look.close,
    },
    thought: `${rank === 0 ? "chosen" : ""} ${look.pointed.includes(id) ? "pointed" : ""} ${look.card === id ? "asked" : ""}`,
  };
}
