"""How easy and normal bots score cards: certain ones first, else any card they do not know.

Nothing is counted exactly here. Normal bots (`possible_only`) do not flip a card that cannot be the
number because of the known cards beside it; easy bots flip any unknown card.
"""

from __future__ import annotations

from bots.contract import Reason
from bots.nana.memory import (
    Card,
    Memory,
    bounds,
    number_of,
    recalled,
    unlocated_in,
    with_gift,
)
from bots.nana.scoring.scored_action import ScoredAction, card_of, is_sure, reachable
from bots.nana.scoring.value import in_play, value_of_trio
from games.core.random_stream import Chance
from games.nana.actions import Action
from games.nana.rules import COPIES
from games.nana.state import State


def score_any_card(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Score as a beginner: sure cards first, then all unknown cards at random."""
    return _score_all(memory, legal_actions[:work], chance, possible_only=False)


def score_possible_cards(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Score with a good memory: sure cards first, then unknown cards that may be the number."""
    return _score_all(memory, legal_actions[:work], chance, possible_only=True)


def _score_all(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, possible_only: bool
) -> tuple[list[ScoredAction], int]:
    state = with_gift(recalled(memory), memory.seat)
    scored = [
        _score_known_card(state, memory.seat, action, number)
        if (number := number_of(state, card_of(state, action))) is not None
        else _score_unknown_card(state, action, chance.unit(), possible_only)
        for action in legal_actions
    ]
    return scored, len(scored)


def _score_known_card(state: State, seat: int, action: Action, number: int) -> ScoredAction:
    """Score a known card: 2 if it continues the chain, more if it begins a sure trio, else -2."""
    note, target = Reason("sure", {"number": number}), state.target
    if target == number:
        return ScoredAction(action, 2.0, 1.0, note, {"probability": 1.0})
    if target is None and is_sure(state, number):
        value = value_of_trio(state, seat, number)
        note = Reason("take", {"number": number})
        return ScoredAction(action, 2.0 + value, 1.0, note, {"probability": 1.0, "value": value})
    return ScoredAction(action, -2.0, 0.0, note, {"probability": 0.0})


def _score_unknown_card(
    state: State, action: Action, noise: float, possible_only: bool
) -> ScoredAction:
    """Score an unknown card at random, from 0 to 1; below 0 if it cannot be the number."""
    card, target = card_of(state, action), state.target
    if target is None:
        chance = sum(
            _rough_chance(state, card, number, possible_only) for number in _one_copy_short(state)
        )
        return ScoredAction(
            action, noise, min(chance, 1.0), Reason("look"), {"probability": chance}
        )
    chance = _rough_chance(state, card, target, possible_only)
    score = noise if chance or not possible_only else noise - 1
    note = Reason("hope", {"number": target})
    return ScoredAction(action, score, chance, note, {"probability": chance})


def _one_copy_short(state: State) -> list[int]:
    """List the numbers of which one more copy makes a sure trio."""
    return [n for n in sorted(in_play(state)) if len(reachable(state, n)) == COPIES - 1]


def _rough_chance(state: State, card: Card, number: int, possible_only: bool) -> float:
    """Estimate the chance that a hidden card is a number, as if hands were not sorted."""
    seat, place = card
    if possible_only and seat is not None:
        low, high = bounds(state, seat, place)
        if not low <= number <= high:
            return 0.0
    hidden = sum(hand.count(None) for hand in state.hands) + state.centre.count(None)
    return unlocated_in(state, number) / hidden
