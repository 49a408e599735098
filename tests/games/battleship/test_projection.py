"""What each viewer of a Battleship game may know (R3, R4, R13, R14, R17), and its view."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.battleship import GAME
from games.battleship.events import BattleshipOptions, Deployed, Fired, FleetsDealt, Sank
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, SUSPECT, UNKNOWN, State
from games.core import codec
from games.core.contract import ALL, Viewer, fold, preview_action
from games.core.random_stream import Chance
from tests.games.battleship.case import CASE, swap
from tests.games.battleship.layouts import another
from tests.games.battleship.table import (
    CELLS,
    FLEET,
    after,
    alone,
    ap,
    deal_fleets,
    events_of,
    he,
    idle,
    place_fleets,
    sinking,
    sonar,
)
from tests.games.recorded_game import Record, redo
from tests.games.strategies import records

LOG = (
    FleetsDealt(BattleshipOptions(), ((FLEET,), (FLEET[::-1],)), 0),
    Deployed(0, FLEET),
    Deployed(1, FLEET),
)


def views_of(record: Record, viewer: Viewer) -> Any:
    """Return all views of a viewer, as JSON."""
    return [json.loads(codec.dump(GAME.view(step.states[viewer], viewer))) for step in record.steps]


def test_r3_r4_only_the_owner_sees_fleet_and_suggestions() -> None:
    fleets_dealt, mine, theirs = (GAME.redact(event, 0) for event in LOG)
    assert fleets_dealt == FleetsDealt(BattleshipOptions(), ((FLEET,), None), 0)
    assert (mine, theirs) == (Deployed(0, FLEET), Deployed(1, None))
    assert [GAME.redact(event, None) for event in LOG] == [
        FleetsDealt(BattleshipOptions(), (None, None), 0),
        Deployed(0, None),
        Deployed(1, None),
    ]
    assert tuple(GAME.redact(event, ALL) for event in LOG) == LOG


def test_r3_that_the_other_side_is_ready_is_no_secret() -> None:
    state = fold(GAME, [GAME.redact(event, 0) for event in LOG[:1] + LOG[2:]])
    view = GAME.view(state, 0)
    assert [sea["ready"] for sea in view["seas"]] == [False, True]
    assert view["phase"] == "deploy"


def test_r4_suggestions_are_shown_until_the_fleet_is_placed() -> None:
    before, ready = (fold(GAME, LOG[:count]) for count in (1, 2))
    assert GAME.view(before, 0)["suggestions"] == (FLEET,)
    assert GAME.view(ready, 0)["suggestions"] is None
    assert GAME.view(before, None)["suggestions"] is None


@settings(max_examples=40)
@given(records(CASE, 60), st.sampled_from((0, 1)))
def test_r14_no_view_of_a_seat_holds_an_enemy_placement_that_is_not_sunk(
    record: Record, seat: int
) -> None:
    for step, view in zip(record.steps, views_of(record, seat), strict=True):
        over = step.state.outcome is not None
        for ship in view["seas"][1 - seat]["ships"]:
            known = ship["berth"] is not None
            assert known == (ship["sunk"] or over)
            assert bool(ship["cells"]) == bool(ship["left"]) == known


@settings(max_examples=40)
@given(records(CASE, 40))
def test_r13_spectators_see_no_placement_before_the_ship_sinks_and_no_suggestion(
    record: Record,
) -> None:
    for step, view in zip(record.steps, views_of(record, None), strict=True):
        assert view["suggestions"] is None
        if step.state.outcome is None:
            for sea in view["seas"]:
                assert all(ship["sunk"] for ship in sea["ships"] if ship["berth"] is not None)
        else:
            assert all(ship["berth"] for sea in view["seas"] for ship in sea["ships"])


@settings(max_examples=40)
@given(records(CASE, 40), st.sampled_from((0, 1, None)))
def test_events_hold_no_placement_of_others_except_in_sinkings_and_the_end(
    record: Record, viewer: Viewer
) -> None:
    """Placements are searched for by their shape in everything that is sent, under any name."""
    for event in record.stream(viewer):
        text = codec.dump(event)
        if isinstance(event, Deployed) and event.by != viewer:
            assert b'"down"' not in text
        elif isinstance(event, Fired):
            assert b'"down"' not in text
            assert set(json.loads(text)) == {"type", *Fired.__struct_fields__}


@settings(max_examples=25)
@given(records(CASE, 40), st.binary(max_size=4))
def test_another_fleet_that_fits_all_that_was_seen_gives_the_same_bytes(
    record: Record, key: bytes
) -> None:
    """Before the end, the two viewers who do not own the fleet are sent the same."""
    if record.state.outcome is not None:
        record = record.upto(len(record.steps) - 1)
    for viewer in record.viewers:
        run = swap(record, viewer, Chance(key))
        assert run is not None
        other = redo(run)
        assert codec.dump(other.stream(viewer)) == codec.dump(record.stream(viewer))
        assert views_of(other, viewer) == views_of(record, viewer)


def test_another_fleet_is_really_another() -> None:
    state = alone(place_fleets(), 0, ap(0), he(21), sonar(60), *sinking("DD"))
    fleets = {another(10, state.classes, state.seas[1], Chance(bytes([n]))) for n in range(20)} - {
        None
    }
    assert len(fleets) > 10
    for fleet in fleets:
        assert fleet is not None
        again = alone(place_fleets(FLEET, fleet), 0, ap(0), he(21), sonar(60), *sinking("DD"))
        assert again.seas[1].marks == state.seas[1].marks


def test_r13_the_six_marks_of_a_cell() -> None:
    state = alone(place_fleets(), 0, ap(55), ap(0), he(20), sonar(70), *sinking("CL"))
    marks = state.seas[1].marks
    expected = {55: MISS, 0: DESTROYED, 20: HIT, 80: SUSPECT, 40: SUNK, 99: UNKNOWN}
    assert {cell: marks[cell] for cell in expected} == expected
    view = GAME.view(state, None)
    not_targetable = view["seas"][1]["shut"]
    assert {cell for cell, mark in enumerate(marks) if mark in (MISS, DESTROYED, SUNK)} == set(
        not_targetable
    )


def test_r13_hit_points_left_are_shown_to_the_owner_alone() -> None:
    log = (*LOG, *events_of(place_fleets(), he(20)))
    views = {
        viewer: GAME.view(fold(GAME, [GAME.redact(event, viewer) for event in log]), viewer)
        for viewer in (0, 1, None)
    }
    left = {viewer: view["seas"][1]["ships"][1]["left"] for viewer, view in views.items()}
    assert left == {0: [], 1: [2, 3, 3, 3], None: []}


def test_r13_what_the_attacker_can_deduce_about_hit_points() -> None:
    state = alone(place_fleets(), 0, he(20), he(20), sonar(60), ap(40))
    sea = state.seas[1]
    assert (sea.damage_received[20], sea.damage_survived[20]) == (
        2,
        2,
    )  # so it has three hit points: a battleship
    assert (sea.damage_received[60], sea.damage_survived[60]) == (0, 0)
    assert (sea.damage_received[40], sea.damage_survived[40]) == (
        3,
        0,
    )  # between one and three hit points
    state = alone(state, 0, ap(20))
    assert (state.seas[1].damage_received[20], state.seas[1].damage_survived[20]) == (5, 2)


def test_r14_a_sinking_shows_class_and_placement_to_everybody() -> None:
    state = alone(place_fleets(), 0, ap(80))
    events = events_of(after(state, idle(state)), ap(81))
    for viewer in (0, 1, None):
        assert GAME.redact(events[1], viewer) == Sank(0, 3, "DD", FLEET[4])
    assert all(not isinstance(event, Sank) for event in events_of(state, idle(state)))


def test_the_view_holds_what_a_loss_would_cost() -> None:
    def costs(state: State) -> dict[str, dict[str, Any]]:
        return {s["code"]: s["costs"] for s in GAME.view(state, 0)["seas"][1]["ships"]}

    nothing = {"he": False, "sonar": False, "ap": None}
    assert costs(place_fleets()) == {
        "CV": {**nothing, "he": True},
        "BB": {**nothing, "ap": [3, 2]},
        "CL": nothing,
        "SS": nothing,
        "DD": nothing,
    }
    state = alone(place_fleets(), 0, *sinking("DD"), *sinking("BB"), *sinking("CL"))
    assert costs(state)["SS"] == {"he": False, "sonar": True, "ap": [2, 1]}
    assert costs(place_fleets(ruleset="v2.6"))["DD"] == {**nothing, "sonar": True}


def test_a_preview_of_an_attack_shows_the_covered_cells_and_nothing_else() -> None:
    answer = preview_action(GAME, place_fleets(), 0, he(0))
    assert answer == {"legal": True, "covers": (0, 11)}


def test_the_view_says_whether_this_is_the_last_reply() -> None:
    shells = [shell for ship in CELLS for shell in sinking(ship)]
    state = alone(place_fleets(last_reply=True), 0, *shells)
    view = GAME.view(state, 1)
    assert (view["reply"], view["phase"], view["active"]) == (True, "battle", 1)
    assert GAME.view(place_fleets(last_reply=True), 1)["reply"] is False


def test_a_redacted_deployment_only_says_that_the_side_is_ready() -> None:
    blank = fold(GAME, (Deployed(1, None),), deal_fleets())
    assert blank.seas[1].ready
    assert blank.seas[1].placements == (None,) * 5


@pytest.mark.parametrize(("action", "seconds"), [(ap(55), 0.9), (he(55), 1.3), (sonar(55), 1.3)])
def test_aircraft_and_sonar_are_held_longer_than_a_shell(action: Any, seconds: float) -> None:
    assert GAME.dwell(events_of(place_fleets(), action)[0]) == seconds
