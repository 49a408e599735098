"""Two players for the arena only: random moves, and document 000's decision flow as published.

The document's formulas are kept with their errors (audit 1, 3 to 7, 13), to compare with; nothing
else may use them. The published flow can choose a card that the rules do not allow (audit 6: a hand
of one card, already face up) and would then stop; here it takes the next best card of its list.
"""

from __future__ import annotations

from typing import TypeAlias

from bots.contract import Reason
from bots.nana.memory import Memory, unlocated_in
from bots.nana.scoring.scored_action import ScoredAction
from bots.nana.scoring.value import in_play
from games.core.random_stream import Chance
from games.nana.actions import Action, FlipHand
from games.nana.state import State

Source: TypeAlias = tuple[int, str] | None
"""Section 3.4: a player's head or tail, or the centre as a whole."""


def score_at_random(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Score every card at random."""
    scored = [
        ScoredAction(action, chance.unit(), 0.0, Reason("lot")) for action in legal_actions[:work]
    ]
    return scored, len(scored)


def score_as_published(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Score by section 3.6: own head first or two known equal ends, then by 3.4's probability."""
    state = memory.table
    score_flip = _score_next_flip if state.chain else _score_first_flip
    scored = [score_flip(state, memory.seat, action) for action in legal_actions[:work]]
    return scored, len(scored)


def _score_first_flip(state: State, seat: int, action: Action) -> ScoredAction:
    """Score the first flip: two known equal ends, else the own lowest card, else any."""
    source = source_of(action)
    twice = source is not None and _end(state, source) in _twice_known(state, seat)
    own_head = source == (seat, "low")
    score = 2.0 if twice else 1.0 if own_head else 0.0
    return ScoredAction(action, score, min(score, 1.0), Reason("published"))


def _score_next_flip(state: State, seat: int, action: Action) -> ScoredAction:
    """Score a later flip by its probability: certain, then likely, then unlikely."""
    assert state.target is not None
    chance = published(state, state.target, source_of(action))
    return ScoredAction(action, chance, chance, Reason("published"), {"probability": chance})


def source_of(action: Action) -> Source:
    """Return an action's source as the document names it; a centre card has no slot (audit 5)."""
    return (action.seat, action.end) if isinstance(action, FlipHand) else None


def _twice_known(state: State, seat: int) -> set[int]:
    """List the numbers known at two ends of hands."""
    sources: list[Source] = [(s, end) for s in range(len(state.hands)) for end in ("low", "high")]
    ends = [number for source in sources if (number := _end(state, source)) is not None]
    return {number for number in ends if ends.count(number) > 1}


def _held(state: State, seat: int) -> list[int | None]:
    """List a hand as section 3.2 keeps it: without collected cards, with cards face up in the chain."""
    up = {flip.place for flip in state.chain if flip.seat == seat}
    return [state.hands[seat][place] for place in sorted({*state.down[seat], *up})]


def _end(state: State, source: Source) -> int | None:
    """Return the first or last card of a hand, even if it is face up (section 3.3, audit 6)."""
    assert source is not None
    hand = _held(state, source[0])
    return hand[0 if source[1] == "low" else -1] if hand else None


def published(state: State, number: int, source: Source) -> float:
    """Return the probability of section 3.4, exactly as published."""
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
