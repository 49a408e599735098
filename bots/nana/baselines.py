"""Two players for the arena only: random moves, and document 000's decision flow as published.

The document's formulas are kept with their errors (audit 1, 3 to 7, 13), for the record; nothing
else may use them. Where its flow names a card that the rules do not offer (audit 6: a hand of one,
already face up) it would stand still; here it goes on to the next best of its own list.
"""

from __future__ import annotations

from typing import TypeAlias

from bots.contract import Reason
from bots.nana.memory import Memory, unlocated_in
from bots.nana.value import in_play
from bots.nana.weighing import Weighed
from games.core.chance import Chance
from games.nana.actions import Action, FlipHand
from games.nana.state import State

Source: TypeAlias = tuple[int, str] | None
"""Section 3.4: a player's head or tail, or the centre as a whole."""


def weigh_alike(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[Weighed], int]:
    """Score every card at random."""
    weighed = [Weighed(offer, chance.unit(), 0.0, Reason("lot")) for offer in legal_actions[:work]]
    return weighed, len(weighed)


def weigh_as_published(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[Weighed], int]:
    """Score by section 3.6: own head first or two known equal ends, then by 3.4's probability."""
    state = memory.table
    weigh = _weigh_next if state.chain else _weigh_first
    weighed = [weigh(state, memory.seat, offer) for offer in legal_actions[:work]]
    return weighed, len(weighed)


def _weigh_first(state: State, seat: int, action: Action) -> Weighed:
    """Empty chain: two known equal ends, else the own head, else any."""
    source = source_of(action)
    twice = source is not None and _end(state, source) in _twice_known(state, seat)
    own_head = source == (seat, "low")
    score = 2.0 if twice else 1.0 if own_head else 0.0
    return Weighed(action, score, min(score, 1.0), Reason("published"))


def _weigh_next(state: State, seat: int, action: Action) -> Weighed:
    """A chain: certain, then likely, then unlikely; the factor for the third card is the same."""
    assert state.target is not None
    chance = published(state, state.target, source_of(action))
    return Weighed(action, chance, chance, Reason("published"), {"probability": chance})


def source_of(action: Action) -> Source:
    """Name an action as the document does; a centre card has no slot (audit 5)."""
    return (action.seat, action.end) if isinstance(action, FlipHand) else None


def _twice_known(state: State, seat: int) -> set[int]:
    """List the numbers known at two places that can be asked."""
    sources: list[Source] = [(s, end) for s in range(len(state.hands)) for end in ("low", "high")]
    ends = [number for source in sources if (number := _end(state, source)) is not None]
    return {number for number in ends if ends.count(number) > 1}


def _held(state: State, seat: int) -> list[int | None]:
    """List a hand as 3.2 keeps it: collected cards removed, cards face up in the chain not."""
    up = {flip.place for flip in state.chain if flip.seat == seat}
    return [state.hands[seat][place] for place in sorted({*state.down[seat], *up})]


def _end(state: State, source: Source) -> int | None:
    """Section 3.3: the first or last card of a hand, though it be face up (audit 6)."""
    assert source is not None
    hand = _held(state, source[0])
    return hand[0 if source[1] == "low" else -1] if hand else None


def published(state: State, number: int, source: Source) -> float:
    """Section 3.4, letter by letter."""
    left = unlocated_in(state, number) if number in in_play(state) else 0
    if left == 0:
        return 0.0  # audit 4
    if source is None:
        unknown = sum(state.centre[slot] is None for slot in state.down_centre)
        known = state.centre.count(number)
        return (left - known) / unknown if unknown else 0.0  # audit 1
    if (end := _end(state, source)) is not None:
        return float(end == number)
    head, tail = (_end(state, (source[0], side)) for side in ("low", "high"))
    possible = range(head or 1, (tail or state.top) + 1)
    return min(1.0, left / len(possible)) if number in possible else 0.0  # audit 3
