"""Properties of games of many deals, each checked on recorded games.

A property function returns how many samples it has checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from games.core.contract import ALL, Game, Standing, is_aside
from games.core.random_stream import Chance
from tests.games.case import Case, whole
from tests.games.recorded_game import Record, Step


def keyframes(case: Case, record: Record) -> int:
    """The first event of a deal gives every viewer the same state, whatever was known before.

    So each deal can be folded alone, and nothing of an earlier deal leaks into a later one, not
    even if it was viewed with everything visible.
    """
    apply, redact = record.game.apply, record.game.redact
    checked = 0
    for before, after in _deals(record):
        for viewer in (*record.viewers, ALL):
            first = redact(after.events[0], viewer)
            alone = apply(None, first)
            assert apply(before.states[viewer], first) == alone
            assert apply(before.states[ALL], first) == alone
            checked += 1
    return checked


def _deals(record: Record) -> Iterator[tuple[Step, Step]]:
    """Yield the steps before and after each deal; not one that ended the match instead."""
    game = record.game
    for before, after in pairwise(record.steps):
        if game.round(after.state) > game.round(before.state):
            yield before, after


def lapses(case: Case, record: Record) -> int:
    """What `lapse` returns, from the seat's own state, is accepted on the true state."""
    game = record.game
    checked = 0
    for step in record.steps:
        for seat in record.seats:
            if not game.legal_actions(step.state, seat):
                continue
            action = game.lapse(step.states[seat], seat)
            if action is not None:
                assert not is_aside(game, step.state, seat, action)
                assert record.run.verdict(step.state, seat, action) is None
                checked += 1
    return checked


def asides(case: Case, record: Record) -> int:
    """Asides are accepted, have types of their own and, except leaving, hand the turn to nobody."""
    game = record.game
    chance = Chance(record.run.key).fork("asides")
    legal_types: set[type[Any]] = set()
    aside_types: set[type[Any]] = set()
    checked = 0
    for step in record.steps:
        for seat in record.seats:
            legal_types |= {type(action) for action in game.legal_actions(step.state, seat)}
            for offer in game.aside(step.state, seat):
                aside_types.add(type(offer))
                action = case.fill(step.states[seat], seat, offer, chance)
                assert record.run.verdict(step.state, seat, action) is None
                checked += 1
    assert not legal_types & aside_types
    for before, after in pairwise(record.steps):
        if _holds_nothing_up(game, before, after):
            assert _turns(record, before) == _turns(record, after)
    return checked


def _holds_nothing_up(game: Game[Any, Any, Any], before: Step, after: Step) -> bool:
    """Return whether a step is an aside of a seat that stays."""
    if after.seat is None or not is_aside(game, before.state, after.seat, after.action):
        return False
    return bool(after.action != game.depart(before.state, after.seat))


def _turns(record: Record, step: Step) -> list[Any]:
    """Return the legal actions of every seat, and whether the next deal is due."""
    game = record.game
    turns = [game.legal_actions(step.state, seat) for seat in record.seats]
    return [*turns, game.between(step.state)]


def departing(case: Case, record: Record) -> int:
    """`depart` returns an aside that is accepted; then the seat is out and never has a turn again."""
    game = record.game
    assert game.standing is not None
    gone: set[int] = set()
    checked = 0
    for before, after in pairwise(record.steps):
        for seat in record.seats:
            action = game.depart(before.state, seat)
            assert action is None or is_aside(game, before.state, seat, action)
            assert action is None or record.run.verdict(before.state, seat, action) is None
            if seat == after.seat and after.action == action:
                gone.add(seat)
        for seat in gone:
            assert not game.legal_actions(after.state, seat)
            assert seat in game.standing(after.state).out
            checked += 1
    return checked


def standings(case: Case, record: Record) -> int:
    """Standings count deals from 1, a seat that is out has no turn and stays out, the last standing
    has the scores of the outcome."""
    game = record.game
    assert game.standing is not None
    out: set[int] = set()
    for step in record.steps:
        standing = game.standing(step.state)
        _assert_fits(standing, game.round(step.state) + 1, record)
        assert out <= set(standing.out)
        out = set(standing.out)
        assert not any(game.legal_actions(step.state, seat) for seat in out)
    outcome = game.outcome(record.state)
    assert outcome is None or outcome.scores == game.standing(record.state).scores
    return len(record.steps)


def _assert_fits(standing: Standing, deal: int, record: Record) -> None:
    """Assert that a standing has the number of the deal, and fits the table."""
    assert standing.deal == deal
    assert standing.deals is None or deal <= standing.deals
    assert len(standing.scores) == record.run.seats
    assert set(standing.out) <= set(record.seats)


def single_deals(case: Case, record: Record) -> int:
    """With the options from `single_deal`, a match ends after one deal."""
    game, run = record.game, record.run
    assert game.single_deal is not None
    for i in range(2):
        options = game.single_deal(run.options, i)
        assert game.allows_seat_count(options, run.seats)
        match = whole(case, replace(run, options=options, moves=()), 0.5)
        assert game.outcome(match.state) is not None
        assert game.round(match.state) in (0, -1)  # -1: all seats but one left before it
    return 2
