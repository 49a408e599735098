"""Judge a play: which reading it gets, or why it is refused (R16, R19, R22)."""

from __future__ import annotations

from collections import Counter

from games.core.contract import IllegalAction
from games.datongzi.actions import Pass, Play
from games.datongzi.cards import Hand
from games.datongzi.generation import can_beat
from games.datongzi.patterns import NAMES, Pattern, beats, describe, readings
from games.datongzi.scoring import kickers_allowed, must_beat
from games.datongzi.state import State


def answers_last(state: State) -> bool:
    """Return whether one seat alone holds cards, which answers the latest play once (R26)."""
    return len(state.holders) == 1 and bool(state.trick)


def may_pass(state: State) -> bool:
    """Return whether passing is the active player's own choice (R22, R23, R26)."""
    return (
        bool(state.trick) and not must_beat(state.options, state.seats) and not answers_last(state)
    )


def seat_can_beat(state: State, seat: int) -> bool:
    """Return whether a seat has a play for its turn; True if its hand is unknown."""
    table, hand = state.table, known_cards(state.hands[seat])
    return table is None or not hand or can_beat(hand, table)


def known_cards(hand: Hand) -> tuple[int, ...]:
    """Return the cards of a hand the viewer knows."""
    return tuple(card for card in hand if card is not None)


def judge(state: State, seat: int, action: Play) -> Pattern:
    """Return the reading of a play, or raise `IllegalAction`."""
    table, found = state.table, possible(state, held_cards(state, seat, action))
    if action.reading is not None:
        if action.reading not in found:
            raise IllegalAction("no_such_reading", "These cards cannot be read like that.")
        found = (action.reading,)
    if table is None:
        return found[0]
    higher = [reading for reading in found if beats(reading, table)]
    if not higher:
        raise _too_low(found[0], table)
    return max(higher, key=lambda reading: reading.rank)


def held_cards(state: State, seat: int, action: Play) -> tuple[int, ...]:
    """Return the cards of a play; raise `IllegalAction` if they are not all in the seat's hand."""
    if action.cards is None:
        raise IllegalAction("incomplete", "Choose the cards to play.")
    if not action.cards:
        raise IllegalAction("no_cards", "A play has at least one card.")
    if Counter(action.cards) - Counter(known_cards(state.hands[seat])):
        raise IllegalAction("not_yours", "You do not hold these cards.")
    return action.cards


def possible(state: State, cards: tuple[int, ...]) -> tuple[Pattern, ...]:
    """Return the readings of cards at this table; raise `IllegalAction` if there is none (R15)."""
    kickers = kickers_allowed(state.options)
    found = readings(cards, kickers)
    if found:
        return found
    if not kickers and readings(cards):
        raise IllegalAction("no_kickers", "Kickers are not allowed at this table.")
    raise IllegalAction("no_pattern", "These cards are no pattern.")


def _too_low(play: Pattern, table: Pattern) -> IllegalAction:
    """Return the refusal of a play that does not beat the table; it says what would."""
    name = NAMES[table.kind][0]
    if table.kind not in ("bomb", "tongzi", "dizha") and (play.kind, play.length) != (
        table.kind,
        table.length,
    ):
        wanted = f"{name} of {table.length} ranks" if table.length > 1 else name
        message = f"The table asks for a higher {wanted}; this is {describe(play)}."
        return IllegalAction("wrong_kind", message)
    return IllegalAction("too_low", f"This does not beat the table: {describe(table)}.")


def check_pass(state: State, action: Pass) -> None:
    """Raise `IllegalAction` for a pass that is not free (R20, R22, R26)."""
    if not state.trick:
        raise IllegalAction("must_lead", "You lead: play something.")
    if not may_pass(state):
        raise IllegalAction("must_beat", "You can beat the table, so you must.")
