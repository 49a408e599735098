/**
 * The cards a player is choosing: what is chosen, what the server says about it, and the ways to change it.
 *
 * Invariant: what can be played, what a tap takes and what beats the table come from the server's preview.
 */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { rankOf, withKeys } from "./cards.js";

/**
 * @typedef {{legal: boolean, code?: string, message?: string, spare_kickers?: number, body?: number[], name?:
 *   string, pattern?: import("./names.js").Pattern, readings?: {reading: import("./names.js").Pattern, name:
 *   string}[]}} Verdict
 */
/**
 * @typedef {{useful: number[], steps: Record<string, number[][]>, spare: Record<string, number[][]>,
 *   suggestions: {cards: number[], name: string}[]}} Help
 */
/** @typedef {import("./cards.js").HandCard} HandCard */
/** @typedef {ReturnType<typeof useSelection>} Selection */

/** Milliseconds before a changed selection is previewed: a drag changes it many times. */
const PREVIEW_DELAY = 70;
/** @type {Set<string>} */
const NONE = new Set();

/**
 * Find keys for cards in a hand, each copy once.
 * @param {import("./cards.js").HandCard[]} hand
 * @param {number[]} cards
 */
export function keysFor(hand, cards) {
  const left = [...hand];
  const keys = cards.map((card) => {
    const at = left.findIndex((one) => one.card === card);
    return at < 0 ? "" : left.splice(at, 1)[0].key;
  });
  return new Set(keys.filter(Boolean));
}

/** @param {number[]} a @param {number[]} b */
const sameCards = (a, b) => a.length === b.length && a.toSorted().every((card, i) => card === b.toSorted()[i]);

/** What taps on a rank go through, one after the other: the kickers or cards of this rank.
 * @param {HandCard[]} hand @param {Help | null} help @param {Verdict | null} verdict
 * @param {number} rank @param {number} count how many cards of it are chosen @returns {number[][]} */
function tapSteps(hand, help, verdict, rank, count) {
  const body = verdict?.readings?.[0]?.reading;
  const inBody = body && rank <= body.rank && rank > body.rank - body.length;
  const most = (verdict?.spare_kickers ?? 0) + count;
  if (help && body && !inBody && most > 0) return help.spare[rank].slice(0, most);
  return help?.steps[rank] ?? [hand.filter((one) => one.rank === rank).map(({ card }) => card)];
}

/** The cards that are chosen after a tap on a rank: the useful number of its cards, then more, then none.
 * @param {HandCard[]} hand @param {HandCard[]} picked the cards chosen so far
 * @param {Help | null} help @param {Verdict | null} verdict @param {number} rank @returns {number[]} */
export function cardsAfterTap(hand, picked, help, verdict, rank) {
  const others = picked.filter((one) => one.rank !== rank).map(({ card }) => card);
  const here = picked.filter((one) => one.rank === rank).map(({ card }) => card);
  const steps = tapSteps(hand, help, verdict, rank, here.length);
  const next = here.length ? steps[steps.findIndex((step) => sameCards(step, here)) + 1] : steps[0];
  return [...others, ...(next ?? [])];
}

/**
 * Ask once in each turn what can be played.
 * @param {Datongzi.Play | undefined} open
 * @param {Datongzi.Props["preview"]} preview
 * @returns {Help | null}
 */
function useHelp(open, preview) {
  const [help, setHelp] = useState(/** @type {{of: Datongzi.Play, answer: Help} | null} */ (null));
  useEffect(() => {
    if (!open) return undefined;
    let current = true;
    preview(open).then((answer) => current && answer.useful && setHelp({ of: open, answer }));
    return () => void (current = false);
  }, [open]);
  // The help of an earlier turn names cards that are gone.
  return open && help?.of === open ? help.answer : null;
}

/**
 * Ask what the chosen cards are, a moment after each change.
 * @param {Datongzi.Play | undefined} open
 * @param {number[]} cards
 * @param {Datongzi.Props["preview"]} preview
 * @returns {Verdict | null}
 */
function useVerdict(open, cards, preview) {
  const [verdict, setVerdict] = useState(
    /** @type {{turn: Datongzi.Play, of: string, answer: Verdict} | null} */ (null),
  );
  const of = cards.join(" ");
  useEffect(() => {
    if (!open || !cards.length) return undefined;
    let current = true;
    const timer = setTimeout(
      () => preview({ ...open, cards }).then((answer) => current && setVerdict({ turn: open, of, answer })),
      PREVIEW_DELAY,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [open, of]);
  return open && cards.length && verdict?.turn === open && verdict.of === of ? verdict.answer : null;
}

/**
 * Return a function that chooses the next play the server suggests.
 * @param {Help | null} help
 * @param {(cards: number[]) => void} chooseCards
 */
function useSuggestions(help, chooseCards) {
  const last = useRef(/** @type {{of: Help | null, index: number}} */ ({ of: null, index: -1 }));
  return () => {
    if (!help?.suggestions.length) return;
    const before = last.current.of === help ? last.current.index : -1;
    last.current = { of: help, index: (before + 1) % help.suggestions.length };
    chooseCards(help.suggestions[last.current.index].cards);
  };
}

/**
 * Play cards if the server would accept them; return whether it would.
 * @param {Datongzi.Play} action
 * @param {Datongzi.Props["preview"]} preview
 * @param {Datongzi.Props["act"]} act
 */
async function playIfLegal(action, preview, act) {
  if (!action.cards?.length) return false;
  const answer = await preview(action);
  if (answer.legal) act(action);
  return Boolean(answer.legal);
}

/** My hand, and what is chosen of it. @param {Datongzi.View} view */
function useChosenCards(view) {
  const held = (view.me !== null && view.hands[view.me]?.cards) || [];
  const whole = held.join(" ");
  const hand = useMemo(() => withKeys(held), [whole]);
  // A selection belongs to the hand it was made in: when cards have been played, it is gone.
  const [selected, setSelected] = useState({ of: "", keys: NONE });
  const chosen = selected.of === whole ? selected.keys : NONE;
  /** @param {Set<string>} keys */
  const setChosen = (keys) => setSelected({ of: whole, keys });
  return { hand, chosen, setChosen };
}

/** @param {Datongzi.Props} props */
export function useSelection({ view, legal, act, preview, busy, hint, readonly = false }) {
  const { hand, chosen, setChosen } = useChosenCards(view);
  const [reading, setReading] = useState(/** @type {import("./names.js").Pattern | null} */ (null));
  const open = legal.find((action) => action.type === "Play");
  const pass = legal.find(({ type }) => type === "Pass");
  const active = !readonly && view.me !== null && hand.length > 0 && view.active !== null;

  const picked = hand.filter(({ key }) => chosen.has(key));
  const cards = picked.map(({ card }) => card);
  const help = useHelp(readonly ? undefined : open, preview);
  const verdict = useVerdict(readonly ? undefined : open, cards, preview);

  /** @param {Set<string>} keys */
  const choose = (keys) => {
    setReading(null);
    setChosen(keys);
  };
  /** @param {number[]} wanted */
  const chooseCards = (wanted) => choose(keysFor(hand, wanted));

  const suggest = useSuggestions(help, chooseCards);
  useEffect(() => {
    if (hint?.type === "Play" && hint.cards) chooseCards(hint.cards);
  }, [hint]);

  /** @param {number[]} wanted */
  const playCards = async (wanted) =>
    open && !busy && !readonly && playIfLegal({ ...open, cards: wanted, reading }, preview, act);

  return {
    hand,
    chosen,
    cards,
    help,
    verdict,
    reading,
    active,
    /** Whether it is my turn to play. */
    mine: !readonly && Boolean(open) && !busy,
    pass: !readonly && !busy ? pass : undefined,
    choose,
    chooseCards,
    clear: () => choose(NONE),
    /** Choose another reading of the same cards. @param {import("./names.js").Pattern} other */
    read: (other) => setReading(other),

    /** Take the useful number of cards of a rank, then more, then none. @param {number} rank */
    tap: (rank) => chooseCards(cardsAfterTap(hand, picked, help, verdict, rank)),
    /** Choose the next play that the server suggests. */
    suggest,
    play: () => playCards(cards),
    /** Play these cards of the hand. @param {Set<string>} keys */
    playKeys: (keys) => playCards(hand.filter(({ key }) => keys.has(key)).map(({ card }) => card)),

    passTurn: () => pass && !busy && act(pass),
    /** How many cards of a rank are chosen. @param {number} rank */
    countOf: (rank) => cards.filter((card) => rankOf(card) === rank).length,
  };
}
