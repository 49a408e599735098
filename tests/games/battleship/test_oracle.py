"""Random games agree with a slow, independent implementation in every mark, loss and ending."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.battleship import GAME
from games.battleship.actions import Deploy, Fire
from games.battleship.events import BattleshipOptions, Sank
from games.battleship.fleet import WEAPONS, Placement
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, SUSPECT, UNKNOWN, State
from games.core.contract import ALL, preview_action
from tests.games.battleship.case import CASE
from tests.games.battleship.oracle import Oracle, Spot
from tests.games.case import whole
from tests.games.recorded_game import Record
from tests.games.strategies import records, tables

MARKS = {"miss": MISS, "hit": HIT, "destroyed": DESTROYED, "suspect": SUSPECT, "sunk": SUNK}


def oracle_for(record: Record) -> Oracle:
    """Start the same game in the oracle."""
    options, state = record.run.options, record.steps[0].state
    assert isinstance(options, BattleshipOptions)
    return Oracle(
        options.size,
        options.variant == "classic",
        options.ruleset == "v2.6",
        options.last_reply,
        options.turn_cap,
        state.first,
    )


def spots(size: int, length: int, placement: Placement) -> list[Spot]:
    row, column = divmod(placement.cell, size)
    if placement.down:
        return [(row + step, column) for step in range(length)]
    return [(row, column + step) for step in range(length)]


def assert_same(state: State, oracle: Oracle) -> None:
    """Compare all marks, whose turn it is and the outcome."""
    size = oracle.size
    for sea, side in zip(state.seas, oracle.sides, strict=True):
        for cell, mark in enumerate(sea.marks):
            assert mark == MARKS.get(side.marks.get(divmod(cell, size), ""), UNKNOWN)
        assert list(sea.sunk) == side.sunk
    outcome = GAME.outcome(state)
    assert (outcome is None) == (oracle.winners is None)
    if outcome is None:
        assert state.active == oracle.mover
        own = state.arms(oracle.mover)
        assert (own.ap, own.he, own.sonar) == oracle.weapons(oracle.mover)
    else:
        assert (set(outcome.winners), outcome.reason) == (oracle.winners, oracle.reason)


def assert_same_choices(state: State, oracle: Oracle) -> None:
    """Compare what may be attacked, cell by cell."""
    for weapon in WEAPONS:
        for cell in range(-1, oracle.size**2 + 1):
            legal_actions = preview_action(GAME, state, oracle.mover, Fire(weapon, cell))["legal"]
            assert legal_actions == oracle.may(weapon, divmod(cell, oracle.size))


def replay(record: Record) -> int:
    """Repeat a recorded game in the oracle; return how many attacks were compared."""
    oracle, placed = oracle_for(record), 0
    for step in record.steps[1:]:
        if isinstance(step.action, Deploy):
            ships = zip(step.state.classes, step.state.seas[step.seat].placements, strict=True)
            size = oracle.size
            oracle.place_fleet(
                step.seat, {ship.code: spots(size, ship.length, b) for ship, b in ships}
            )
            placed += 1
        else:
            shown = oracle.attack(step.action.weapon, divmod(step.action.cell, oracle.size))
            fired = step.events[0]
            marks = {divmod(mark.cell, oracle.size): mark.now for mark in fired.marks}
            assert marks == shown["changed"]
            assert len(fired.marks) == len(marks)
            assert fired.signal == shown["signal"]
            assert [e.ship for e in step.events if isinstance(e, Sank)] == shown["lost"]
        if placed == 2:
            for viewer in (0, 1, None, ALL):
                assert_same(step.states[viewer], oracle)
    if placed == 2 and oracle.winners is None:
        assert_same_choices(record.steps[-1].states[oracle.mover], oracle)
    return oracle.attacks


@settings(max_examples=60)
@given(records(CASE, 60))
def test_every_battle_goes_as_the_oracle_says(record: Record) -> None:
    replay(record)


@settings(max_examples=25)
@given(tables(CASE), st.sampled_from((0.5, 0.9)))
def test_whole_battles_end_as_the_oracle_says(run: Any, skilled_share: float) -> None:
    record = whole(CASE, run, skilled_share)
    assert replay(record) > 0
    assert GAME.outcome(record.state) is not None
