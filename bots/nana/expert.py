"""How experts score cards: exact odds of this turn's trio, and simulated games for what follows.

A card's score is the chance to win the game. The odds of a trio are exact, corrected by what the
others left undone; what a trio does, and what a chain that fails has shown, is imagined.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from bots.nana.exact import best_plans, weigh_plans
from bots.nana.imagine import Table, rounds
from bots.nana.looks import Ints
from bots.nana.memory import Card, Memory, number_of, recalled
from bots.nana.odds import Odds
from bots.nana.weighing import Weighed, card_of
from games.core.chance import Chance
from games.nana.actions import Action
from games.nana.rules import winning
from games.nana.state import State

PLANS = 8000
"""Most plans examined before the simulations."""
CANDIDATES = 6
STILL = 2
"""Candidates that cannot give a trio: flipping such a card shows the others nothing new."""
FEWEST = 10
"""Fewest deals that are worth sampling."""
ROUGH = 3
"""One part in so many of the work goes to all candidates, the rest to the promising ones."""
MARGIN, HINT = 0.03, 0.01
"""By how much the simulated win rate of a card must exceed that of the card with the best exact odds
to replace it, and to be simulated again. Simulations are noisier than the exact odds."""
SURE = 1 - 1e-9
HABIT, TRIO = 30, 0.15
"""How many deals the prior of a failed chain counts for, and the prior bonus of a trio."""


def weigh(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[Weighed], int]:
    """Score every legal action; `work` is the most turns simulated on sampled deals."""
    state = recalled(memory)
    odds = Odds(state, memory.seat)
    plans, _ = best_plans(odds, PLANS)
    exactly = weigh_plans(memory, odds, legal_actions, plans)
    chosen = candidates(state, exactly)
    cards = {i: card_of(state, exactly[i].action) for i in chosen}

    def imagined(few: list[int], deals: int) -> dict[int, float]:
        table = Table(memory, odds, plans, chance.fork(len(few)), deals)
        return dict(zip(few, judge(table, [cards[i] for i in few]), strict=True))

    turns = rounds(len(state.hands))
    wins, deals = _in_two_rounds(imagined, chosen, work // turns)
    if not wins:
        return exactly, 0
    ahead = {chosen[0]: MARGIN}
    weighed = [_scored(one, wins.get(i), ahead.get(i, 0)) for i, one in enumerate(exactly)]
    return weighed, deals * turns


def _in_two_rounds(
    imagined: Callable[[list[int], int], dict[int, float]], chosen: list[int], work: int
) -> tuple[dict[int, float], int]:
    """Try all candidates on some deals; if any seems better than the first, try it on many."""
    deals = work // ROUGH // len(chosen)
    if len(chosen) < 2 or deals < FEWEST:
        return {}, 0
    wins, done = imagined(chosen, deals), deals * len(chosen)
    first = chosen[0]
    better = [i for i in chosen[1:] if wins[i] > wins[first] + HINT]
    if better:
        few = [first, *sorted(better, key=lambda i: -wins[i])[:2]]
        deals = (work - done) // len(few)
        again = imagined(few, deals)
        done += deals * len(few)
        rest = min(again[first], *again.values())
        wins = {i: again[i] if i in again else min(win, rest) for i, win in wins.items()}
    return wins, done


def _scored(one: Weighed, win: float | None, ahead: float) -> Weighed:
    """Return the score of a card: its chance to win; cards not simulated come after all others."""
    if win is None:
        return replace(one, score=one.score - 10)
    return replace(one, score=win + ahead, parts={**one.parts, "win": win})


def candidates(state: State, exactly: list[Weighed]) -> list[int]:
    """Choose the cards worth imagining, best odds first; of cards that are alike, one."""
    kept: list[int] = []
    alike: set[object] = set()
    for i in sorted(range(len(exactly)), key=lambda i: -exactly[i].score):
        kind = _kind(state, exactly[i], sum(exactly[k].parts["success"] == 0 for k in kept))
        if kind not in alike:
            alike.add(kind)
            kept.append(i)
    if exactly[kept[0]].parts["success"] > SURE:  # what is sure is taken; the question is which
        kept = [i for i in kept if exactly[i].parts["success"] > SURE]
    return kept[:CANDIDATES]


def _kind(state: State, one: Weighed, still: int) -> object:
    card = card_of(state, one.action)
    if one.parts["success"] == 0:
        return "still", min(still, STILL - 1)
    if one.parts["success"] > SURE:
        return "sure", one.note.values["number"]
    return "centre" if card[0] is None and number_of(state, card) is None else card


def judge(table: Table, cards: list[Card]) -> list[float]:
    """Return for each card the chance to win after turning it."""
    taken, chance = table.imagine(cards)
    weight = np.broadcast_to(table.weight, taken.shape)
    usual = _mean(chance, weight * (taken == 0), 0.0, 0) if (taken == 0).any() else 0.5
    after = {
        n: _after(table, n, taken, chance, weight, usual) for n in range(1, table.frame.top + 1)
    }
    scores = []
    for row, card in enumerate(cards):
        failed = weight[row] * (taken[row] == 0)
        lost = _mean(chance[row], failed, usual, HABIT)
        odds = _odds(table, card, taken[row])
        total = min(1.0, sum(odds.values()))
        gained = sum(odd * after[number] for number, odd in odds.items())
        scores.append(gained + (1 - total) * lost)
    return scores


def _after(
    table: Table,
    number: int,
    taken: Ints,
    chance: npt.NDArray[np.float64],
    weight: npt.NDArray[np.float64],
    usual: float,
) -> float:
    """Return the chance to win after a trio of this number, whichever card began it."""
    if winning(table.frame.win, (*table.state.trios[table.seat], number)):
        return 1.0
    return _mean(chance, weight * (taken == number), min(1.0, usual + TRIO), 4)


def _odds(table: Table, card: Card, taken: Ints) -> dict[int, float]:
    """Return the odds of each trio a card may lead to: exact, times the evidence of rivals' turns."""
    odds = {}
    for number in range(1, table.frame.top + 1):
        if plan := table.plans.get((table.key(card), number)):
            told = _mean(table.weight, (taken == number) * 1.0, 1.0, 10)
            odds[number] = min(1.0, plan.probability * told)
    return odds


def _mean(
    values: npt.NDArray[np.float64], weight: npt.NDArray[np.float64], habit: float, count: float
) -> float:
    """Return the weighted mean of values, with a prior of some values of the usual kind."""
    return float(((values * weight).sum() + habit * count) / max(weight.sum() + count, 1e-9))
