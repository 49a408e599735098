"""The rules of Da Tong Zi: turn actions into events. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.core.cards import copies, cut
from games.core.contract import Outcome, Standing
from games.core.random_stream import Chance
from games.datongzi.actions import Action, Pass, Play
from games.datongzi.cards import FACES
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
from games.datongzi.judging import (
    answers_last,
    check_pass,
    judge,
    may_pass,
    seat_can_beat,
)
from games.datongzi.scoring import (
    MAX_HANDS,
    bonus_for,
    deal_sizes,
    finish_points,
    must_beat,
    settle,
    side_scores,
    totals,
)
from games.datongzi.state import (
    State,
    apply,
    captured_points,
    next_holder,
    trick_points,
)

REVEALS = ("round", "match")


def start(options: DatongziOptions, seats: int, chance: Chance) -> tuple[Event, ...]:
    """Open the match without drawing; `deal` deals the first hand too."""
    return (Opened(options, seats),)


def deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """Shuffle once and deal the next hand (R4, R6)."""
    decks, size, hidden = deal_sizes(state.options, state.seats)
    deck = chance.shuffled(copies(FACES, decks))
    *hands, rest = cut(deck, [size] * state.seats + [hidden])
    drawn = chance.below(state.seats)
    leader = drawn
    if state.deal < 0:
        leader = drawn if state.options.first is None else state.options.first
    elif state.options.lead == "winner":
        leader = state.order[0]
    return (
        Dealt(
            state.options,
            state.deal + 1,
            state.history,
            leader,
            tuple(tuple(sorted(hand)) for hand in hands),
            tuple(sorted(rest)),
        ),
    )


def first_player(event: Event) -> int | None:
    """Return the seat that leads the first hand, as far as the event fixes it (R6)."""
    match event:
        case Opened():
            return event.options.first
        case Dealt(deal=0):
            return event.leader
        case _:
            return None


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return a play, its cards still to be chosen, if one is possible, and a pass where it is free."""
    if state.active != seat:
        return ()
    play: tuple[Action, ...] = (Play(),) if seat_can_beat(state, seat) else ()
    return (*play, Pass()) if may_pass(state) else play


def handle_action(state: State, seat: int, action: Action) -> tuple[Event, ...]:
    """Return the events of a play or pass, up to the next decision (R20 to R27)."""
    if isinstance(action, Pass):
        check_pass(state, action)
        return _advance(state, Passed(seat, forced=False))
    pattern = judge(state, seat, action)
    cards = tuple(sorted(action.cards or ()))
    played = Played(seat, cards, pattern)
    if len(cards) < len(state.hands[seat]):
        return _advance(state, played)
    return _advance(state, played, Finished(seat, len(state.order) + 1))


def _advance(state: State, *events: Event) -> tuple[Event, ...]:
    """Return forced passes, and the end of the trick, the hand and the match if they end."""
    done = list(events)
    for event in events:
        state = apply(state, event)
    while not _trick_is_over(state):
        seat = state.active
        assert seat is not None
        binding = must_beat(state.options, state.seats) or answers_last(state)
        if not binding or seat_can_beat(state, seat):
            return tuple(done)
        done.append(Passed(seat, forced=True))
        state = apply(state, done[-1])
    taken = _taken(state)
    done.append(taken)
    state = apply(state, taken)
    return tuple(done) if taken.leader is not None else (*done, *_end_hand(state))


def _trick_is_over(state: State) -> bool:
    """Return whether every other seat with cards has passed after the latest play (R21)."""
    latest = state.latest
    assert latest is not None
    passes = len(state.trick) - 1 - state.trick.index(latest)
    return passes == sum(seat != latest.seat for seat in state.holders)


def _taken(state: State) -> TrickTaken:
    """Return the event that gives the trick to the seat of its latest play (R21, R25, R27, R30)."""
    latest = state.latest
    assert latest is not None and latest.pattern is not None
    owner = latest.seat
    leader = owner if state.hands[owner] else next_holder(state, owner)
    return TrickTaken(
        owner,
        trick_points(state.trick),
        bonus_for(state.options, latest.pattern),
        leader if len(state.holders) > 1 else None,
    )


def _end_hand(state: State) -> tuple[Event, ...]:
    """Return the events that score the hand, and the match if it ends (R27 to R36)."""
    order = state.order + tuple(s for s in range(state.seats) if s not in state.order)
    by_place = finish_points(state.options, state.seats)
    sheets = tuple(
        Sheet(
            order.index(seat) + 1,
            state.captured[seat],
            captured_points(state.captured[seat]),
            *state.specials[seat],
            state.bonus[seat],
            by_place[order.index(seat)],
        )
        for seat in range(state.seats)
    )
    ended = HandEnded(order, state.hands, state.hidden, sheets)
    return (ended, *_end_match(apply(state, ended)))


def _end_match(state: State) -> tuple[Event, ...]:
    """End the match if this hand was its last (R34 to R36)."""
    options = state.options
    scores = side_scores(options, totals(state.history, state.seats))
    if options.target == "hand":
        reason: Any = "hand"
    elif max(scores) >= int(options.target):
        reason = "target"
    elif state.deal + 1 >= MAX_HANDS:
        reason = "hands"
    else:
        return ()
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return (MatchEnded(winners, scores, settle(options, scores), reason),)


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or `None` while it goes on."""
    return state.outcome


def between(state: State) -> bool:
    """Return whether the next hand is due."""
    return state.active is None and state.outcome is None


def round(state: State) -> int:
    """Return the index of the hand; -1 before the first."""
    return state.deal


def standing(state: State) -> Standing:
    """Return the running scores of the match; in teams the team's (R38)."""
    options = state.options
    scores = side_scores(options, totals(state.history, state.seats))
    single = options.target == "hand"
    return Standing(
        tuple(map(float, scores)),
        (),
        state.deal + 1,
        1 if single else MAX_HANDS,
        None if single else int(options.target),
        "",
    )


def single_deal(options: DatongziOptions, i: int) -> DatongziOptions:
    """Return the options of a match of one hand."""
    return replace(options, target="hand")
