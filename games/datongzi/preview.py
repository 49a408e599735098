"""What the board shows about the cards being chosen: the play's name, or why it is refused."""

from __future__ import annotations

from typing import Any

import msgspec

from games.core.contract import IllegalAction
from games.datongzi.actions import Action, Pass
from games.datongzi.cards import rank_of
from games.datongzi.judging import check_pass, held_cards, judge, possible
from games.datongzi.patterns import KICKERS_PER_TRIPLE, Pattern, describe
from games.datongzi.scoring import kickers_allowed
from games.datongzi.state import State
from games.datongzi.suggestions import turn_help


def preview(state: State, seat: int, action: Action) -> dict[str, Any]:
    """Return whether an action would be accepted, how a play is read, and how else it could be.

    `spare_kickers` is how many more kickers the chosen cards could have, `body` those of them that are
    none. A play without cards is refused as incomplete, with help to choose them.
    """
    answer: dict[str, Any] = {"legal": True}
    try:
        if isinstance(action, Pass):
            check_pass(state, action)
            return answer
        if action.cards is None:
            answer |= turn_help(state, seat)
        else:
            answer |= _named(state, seat, held_cards(state, seat, action))
        chosen = judge(state, seat, action)
    except IllegalAction as refusal:
        return answer | {"legal": False, "code": refusal.code, "message": refusal.message}
    return answer | {"pattern": msgspec.to_builtins(chosen), "name": describe(chosen)}


def _named(state: State, seat: int, cards: tuple[int, ...]) -> dict[str, Any]:
    """List the readings of chosen cards, whether or not they may be played now."""
    try:
        found = possible(state, cards)
    except IllegalAction:
        return {"readings": [], "spare_kickers": 0}
    left = len(state.hands[seat]) - len(cards)
    spare = min(left, _spare_kickers(found[0])) if kickers_allowed(state.options) else 0
    carries = spare or found[0].kickers
    return {
        "readings": [{"reading": msgspec.to_builtins(r), "name": describe(r)} for r in found],
        "spare_kickers": spare,
        "body": _body(cards, found[0]) if carries else (),
    }


def _body(cards: tuple[int, ...], reading: Pattern) -> tuple[int, ...]:
    """Return the chosen cards without their kickers."""
    each = reading.size // reading.length
    return tuple(
        card
        for rank in reading.ranks
        for card in [one for one in cards if rank_of(one) == rank][:each]
    )


def _spare_kickers(reading: Pattern) -> int:
    """Return how many more kickers a reading can have; three identical cards can become a triple."""
    if reading.kind not in ("triple", "airplane", "tongzi"):
        return 0
    return KICKERS_PER_TRIPLE * reading.length - reading.kickers
