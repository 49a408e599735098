"""The state of a Da Tong Zi match as far as its viewer may know it: unknown cards are `None`.

Invariant: `apply` only records the event. Every consequence that depends on hidden cards is an
event of its own.
"""

from __future__ import annotations

from typing import TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from games.core.contract import Outcome
from games.datongzi.cards import FACES, POINTS, Cards, Hand, points_in, rank_of, without
from games.datongzi.events import (
    DatongziOptions,
    Dealt,
    Event,
    Finished,
    HandEnded,
    MatchEnded,
    Opened,
    Passed,
    Played,
    Sheet,
    TrickTaken,
)
from games.datongzi.patterns import Pattern

T = TypeVar("T")
POINT_RANKS = (5, 10, 13)


class Step(msgspec.Struct, frozen=True):
    """One turn of a trick: a play, or a pass without cards."""

    seat: int
    cards: Cards = ()
    pattern: Pattern | None = None
    forced: bool = False


class State(msgspec.Struct, frozen=True):
    """The state of a match as one viewer knows it."""

    options: DatongziOptions
    seats: int
    deal: int = -1
    """Index of the hand; -1 before the first."""
    history: tuple[tuple[int, ...], ...] = ()
    """Scores of the finished hands, by hand and seat."""
    hands: tuple[Hand, ...] = ()
    hidden: Hand = ()
    active: int | None = None
    """Whose turn it is; `None` between hands and after the match."""
    trick: tuple[Step, ...] = ()
    last_trick: tuple[Step, ...] = ()
    order: tuple[int, ...] = ()
    """Seats in the order they emptied their hands; after the hand, all seats."""
    captured: tuple[tuple[int, int, int], ...] = ()
    """By seat: captured 5s, 10s and Ks."""
    bonus: tuple[int, ...] = ()
    specials: tuple[tuple[int, int], ...] = ()
    """By seat: tongzi and dizha that brought a bonus."""
    played: tuple[int, ...] = ()
    """Copies played, by card in the order of `FACES`."""
    sheets: tuple[Sheet, ...] = ()
    """Score of the hand, once it is over."""
    settlement: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def latest(self) -> Step | None:
        """The latest play of the trick; `None` when a seat leads."""
        return next((step for step in reversed(self.trick) if step.pattern is not None), None)

    @property
    def table(self) -> Pattern | None:
        """The pattern to beat."""
        latest = self.latest
        return latest.pattern if latest else None

    @property
    def holders(self) -> tuple[int, ...]:
        """Seats that hold cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)


def apply(state: State | None, event: Event) -> State:
    """Return the state after one event."""
    if isinstance(event, Opened):
        return State(event.options, event.seats)
    if isinstance(event, Dealt):
        return _deal(event)
    assert state is not None, "a log begins with Opened, a deal with Dealt"
    match event:
        case Played():
            return _play(state, event)
        case Passed():
            step = Step(event.seat, forced=event.forced)
            return replace(state, trick=(*state.trick, step), active=next_holder(state, event.seat))
        case Finished():
            return replace(state, order=(*state.order, event.seat))
        case TrickTaken():
            return _take(state, event)
        case HandEnded():
            return replace(
                state,
                order=event.order,
                hands=event.hands,
                hidden=event.hidden,
                sheets=event.sheets,
                history=(*state.history, tuple(sheet.score for sheet in event.sheets)),
                active=None,
            )
        case MatchEnded():
            scores = tuple(map(float, event.scores))
            outcome = Outcome(event.winners, scores, event.reason)
            return replace(state, settlement=event.settlement, outcome=outcome)
    assert_never(event)


def next_holder(state: State, seat: int) -> int | None:
    """Return the next seat after `seat` that holds cards, itself last."""
    turns = ((seat + step) % state.seats for step in range(1, state.seats + 1))
    return next((turn for turn in turns if state.hands[turn]), None)


def _deal(event: Dealt) -> State:
    seats = len(event.hands)
    return State(
        event.options,
        seats,
        event.deal,
        event.history,
        event.hands,
        event.hidden,
        event.leader,
        captured=((0, 0, 0),) * seats,
        bonus=(0,) * seats,
        specials=((0, 0),) * seats,
        played=(0,) * len(FACES),
    )


def _play(state: State, event: Played) -> State:
    seat = event.seat
    hands = _put(state.hands, seat, _removed(state.hands[seat], event.cards))
    played = list(state.played)
    for card in event.cards:
        played[card - FACES[0]] += 1
    after = replace(
        state,
        hands=hands,
        trick=(*state.trick, Step(seat, event.cards, event.pattern)),
        played=tuple(played),
    )
    return replace(after, active=next_holder(after, seat))


def _removed(hand: Hand, cards: Cards) -> Hand:
    """Remove cards from a hand that is known, or as many unknown ones."""
    if hand and hand[0] is None:
        return hand[len(cards) :]
    return tuple(without([card for card in hand if card is not None], cards))


def _take(state: State, event: TrickTaken) -> State:
    seat, latest = event.seat, state.latest
    assert latest is not None and latest.pattern is not None
    captured = _put(state.captured, seat, _counted(state.captured[seat], state.trick))
    special = state.specials[seat]
    if event.bonus:
        dizha = latest.pattern.kind == "dizha"
        special = special[0] + (not dizha), special[1] + dizha
    return replace(
        state,
        trick=(),
        last_trick=state.trick,
        active=event.leader,
        captured=captured,
        bonus=_put(state.bonus, seat, state.bonus[seat] + event.bonus),
        specials=_put(state.specials, seat, special),
    )


def _counted(before: tuple[int, int, int], trick: tuple[Step, ...]) -> tuple[int, int, int]:
    ranks = [rank_of(card) for step in trick for card in step.cards]
    fives, tens, kings = (ranks.count(rank) for rank in POINT_RANKS)
    return before[0] + fives, before[1] + tens, before[2] + kings


def trick_points(trick: tuple[Step, ...]) -> int:
    """Add up the points lying in a trick (R29)."""
    return sum(points_in(step.cards) for step in trick)


def captured_points(counts: tuple[int, int, int]) -> int:
    """Return what captured 5s, 10s and Ks are worth (R3)."""
    return sum(n * POINTS[rank] for n, rank in zip(counts, POINT_RANKS, strict=True))


def _put(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    return (*things[:index], thing, *things[index + 1 :])
