"""How experts score cards: exact odds of this turn's trio, and simulated games for what follows.

A card's score is the chance to win the game. The odds of a trio are exact, corrected by the failed
turns of the others. The chance to win after a trio or after a failed chain comes from simulations.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from bots.nana.belief.odds import Odds
from bots.nana.memory import Card, Memory, number_of, recalled
from bots.nana.scoring.exact import best_plans, score_by_plans
from bots.nana.scoring.scored_action import ScoredAction, card_of
from bots.nana.simulation.rollout import SampledDeals, simulated_turns
from bots.nana.simulation.unknown_cards import Ints
from games.core.random_stream import Chance
from games.nana.actions import Action
from games.nana.rules import winning
from games.nana.state import State

MAX_PLANS = 8000
"""Most plans examined before the simulations."""
MAX_CANDIDATES = 6
MAX_HOPELESS_CANDIDATES = 2
"""Most candidates that cannot lead to a trio; they only avoid showing something new."""
MIN_DEALS = 10
"""Fewest deals a candidate is simulated on; with less work nothing is simulated."""
SCREENING_DIVISOR = 3
"""One part in so many of the work screens all candidates, the rest rechecks the best."""
REPLACE_MARGIN, RECHECK_MARGIN = 0.03, 0.01
"""By how much the simulated win rate of a card must exceed that of the card with the best exact odds
to replace it, and to be simulated again. Simulations are noisier than the exact odds."""
ALMOST_ONE = 1 - 1e-9
PRIOR_WEIGHT, TRIO_BONUS = 30, 0.15
"""Deals that the prior of a failed chain counts for; and the win chance a trio adds, a priori."""


def score_actions(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Score every legal action; `work` is the most turns simulated on sampled deals."""
    state = recalled(memory)
    odds = Odds(state, memory.seat)
    plans, _ = best_plans(odds, MAX_PLANS)
    by_odds = score_by_plans(memory, odds, legal_actions, plans)
    chosen = candidates(state, by_odds)
    cards = {i: card_of(state, by_odds[i].action) for i in chosen}

    def simulate(indexes: list[int], deals: int) -> dict[int, float]:
        sampled = SampledDeals(memory, odds, plans, chance.fork(len(indexes)), deals)
        return dict(zip(indexes, win_chances(sampled, [cards[i] for i in indexes]), strict=True))

    turns = simulated_turns(len(state.hands))
    wins, deals = _screen_then_recheck(simulate, chosen, work // turns)
    if not wins:
        return by_odds, 0
    bonus = {chosen[0]: REPLACE_MARGIN}
    scored = [_with_win_chance(one, wins.get(i), bonus.get(i, 0)) for i, one in enumerate(by_odds)]
    return scored, deals * turns


def _screen_then_recheck(
    simulate: Callable[[list[int], int], dict[int, float]], chosen: list[int], work: int
) -> tuple[dict[int, float], int]:
    """Simulate all candidates on some deals, and those better than the first on many.

    Return the chance to win by candidate, and the deals simulated.
    """
    deals = work // SCREENING_DIVISOR // len(chosen)
    if len(chosen) < 2 or deals < MIN_DEALS:
        return {}, 0
    wins, done = simulate(chosen, deals), deals * len(chosen)
    first = chosen[0]
    better = [i for i in chosen[1:] if wins[i] > wins[first] + RECHECK_MARGIN]
    if better:
        indexes = [first, *sorted(better, key=lambda i: -wins[i])[:2]]
        deals = (work - done) // len(indexes)
        again = simulate(indexes, deals)
        done += deals * len(indexes)
        rest = min(again[first], *again.values())
        wins = {i: again[i] if i in again else min(win, rest) for i, win in wins.items()}
    return wins, done


def _with_win_chance(one: ScoredAction, win: float | None, bonus: float) -> ScoredAction:
    """Return the action scored by its chance to win; if it was not simulated, below all others."""
    if win is None:
        return replace(one, score=one.score - 10)
    return replace(one, score=win + bonus, parts={**one.parts, "win": win})


def candidates(state: State, by_odds: list[ScoredAction]) -> list[int]:
    """Choose the actions to simulate, best odds first; of equivalent ones only the first."""
    kept: list[int] = []
    seen_keys: set[object] = set()
    for i in sorted(range(len(by_odds)), key=lambda i: -by_odds[i].score):
        key = _equivalence_key(
            state, by_odds[i], sum(by_odds[k].parts["success"] == 0 for k in kept)
        )
        if key not in seen_keys:
            seen_keys.add(key)
            kept.append(i)
    if by_odds[kept[0]].parts["success"] > ALMOST_ONE:  # take a sure trio: only choose which
        kept = [i for i in kept if by_odds[i].parts["success"] > ALMOST_ONE]
    return kept[:MAX_CANDIDATES]


def _equivalence_key(state: State, one: ScoredAction, hopeless: int) -> object:
    card = card_of(state, one.action)
    if one.parts["success"] == 0:
        return "still", min(hopeless, MAX_HOPELESS_CANDIDATES - 1)
    if one.parts["success"] > ALMOST_ONE:
        return "sure", one.note.values["number"]
    return "centre" if card[0] is None and number_of(state, card) is None else card


def win_chances(sampled: SampledDeals, cards: list[Card]) -> list[float]:
    """Return for each card the chance to win after flipping it."""
    taken, chance = sampled.simulate(cards)
    weight = np.broadcast_to(sampled.weight, taken.shape)
    mean_after_failure = _mean(chance, weight * (taken == 0), 0.0, 0) if (taken == 0).any() else 0.5
    after = {
        n: _win_after_trio(sampled, n, taken, chance, weight, mean_after_failure)
        for n in range(1, sampled.shape.top + 1)
    }
    scores = []
    for row, card in enumerate(cards):
        failed = weight[row] * (taken[row] == 0)
        lost = _mean(chance[row], failed, mean_after_failure, PRIOR_WEIGHT)
        odds = _trio_odds(sampled, card, taken[row])
        total = min(1.0, sum(odds.values()))
        gained = sum(odd * after[number] for number, odd in odds.items())
        scores.append(gained + (1 - total) * lost)
    return scores


def _win_after_trio(
    sampled: SampledDeals,
    number: int,
    taken: Ints,
    chance: npt.NDArray[np.float64],
    weight: npt.NDArray[np.float64],
    mean_after_failure: float,
) -> float:
    """Return the chance to win after a trio of this number, whichever card the chain began with."""
    if winning(sampled.shape.win, (*sampled.state.trios[sampled.seat], number)):
        return 1.0
    return _mean(chance, weight * (taken == number), min(1.0, mean_after_failure + TRIO_BONUS), 4)


def _trio_odds(sampled: SampledDeals, card: Card, taken: Ints) -> dict[int, float]:
    """Return the odds of each trio a card may lead to: exact, corrected by the rivals' failed turns."""
    odds = {}
    for number in range(1, sampled.shape.top + 1):
        if plan := sampled.plans.get((sampled.key(card), number)):
            correction = _mean(sampled.weight, (taken == number) * 1.0, 1.0, 10)
            odds[number] = min(1.0, plan.probability * correction)
    return odds


def _mean(
    values: npt.NDArray[np.float64], weight: npt.NDArray[np.float64], prior: float, count: float
) -> float:
    """Return the weighted mean of values, with a prior that counts as `count` values."""
    return float(((values * weight).sum() + prior * count) / max(weight.sum() + count, 1e-9))
