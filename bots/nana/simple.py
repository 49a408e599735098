"""How easy and normal bots score cards: certain ones first, else any card they do not know.

Nothing is counted exactly here. A bot that is `careful` (normal) at least does not ask where the
number cannot be, by the known cards beside the place; one that is not (easy) asks anywhere.
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
from bots.nana.value import in_play, worth
from bots.nana.weighing import Weighed, card_of, is_sure, reachable
from games.core.chance import Chance
from games.nana.actions import Action
from games.nana.rules import COPIES
from games.nana.state import State


def weigh_anything(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[Weighed], int]:
    """Weigh as a beginner: sure cards, else any unknown card alike."""
    return _weigh_all(memory, legal_actions[:work], chance, careful=False)


def weigh_possible(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[Weighed], int]:
    """Weigh as a good rememberer: sure cards, else any unknown card that may serve."""
    return _weigh_all(memory, legal_actions[:work], chance, careful=True)


def _weigh_all(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, careful: bool
) -> tuple[list[Weighed], int]:
    state = with_gift(recalled(memory), memory.seat)
    weighed = [
        _weigh_known(state, memory.seat, offer, number)
        if (number := number_of(state, card_of(state, offer))) is not None
        else _weigh_unknown(state, offer, chance.unit(), careful)
        for offer in legal_actions
    ]
    return weighed, len(weighed)


def _weigh_known(state: State, seat: int, action: Action, number: int) -> Weighed:
    """Score a known card: it goes on with the chain (2), begins a sure trio (above), or misses."""
    note, target = Reason("sure", {"number": number}), state.target
    if target == number:
        return Weighed(action, 2.0, 1.0, note, {"probability": 1.0})
    if target is None and is_sure(state, number):
        value = worth(state, seat, number)
        note = Reason("take", {"number": number})
        return Weighed(action, 2.0 + value, 1.0, note, {"probability": 1.0, "value": value})
    return Weighed(action, -2.0, 0.0, note, {"probability": 0.0})


def _weigh_unknown(state: State, action: Action, luck: float, careful: bool) -> Weighed:
    """Score an unknown card at random (0 to 1), below 0 where a careful bot expects no trio."""
    card, target = card_of(state, action), state.target
    if target is None:
        chance = sum(_share(state, card, number, careful) for number in _nearly(state))
        return Weighed(action, luck, min(chance, 1.0), Reason("look"), {"probability": chance})
    chance = _share(state, card, target, careful)
    score = luck if chance or not careful else luck - 1
    note = Reason("hope", {"number": target})
    return Weighed(action, score, chance, note, {"probability": chance})


def _nearly(state: State) -> list[int]:
    """List the numbers of which one copy more makes a sure trio."""
    return [n for n in sorted(in_play(state)) if len(reachable(state, n)) == COPIES - 1]


def _share(state: State, card: Card, number: int, careful: bool) -> float:
    """Guess the chance that a hidden card is a number, as if hands were not sorted."""
    seat, place = card
    if careful and seat is not None:
        low, high = bounds(state, seat, place)
        if not low <= number <= high:
            return 0.0
    hidden = sum(hand.count(None) for hand in state.hands) + state.centre.count(None)
    return unlocated_in(state, number) / hidden
