"""Wishes of any shape: the wire or the rules refuse them, or what they become can be stored."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.battleship import GAME
from games.battleship.fleet import WEAPONS
from games.core import wire
from games.core.contract import IllegalAction
from tests.games.battleship.case import CASE
from tests.games.drawn import records
from tests.games.run import Record

ODD: list[Any] = [None, True, 1.0, 0.5, 2**31, 10**30, 10**4000, "5", ""]
JSON = st.recursive(
    st.sampled_from(ODD) | st.integers(-3, 130) | st.sampled_from(("AP", "HE", "SONAR")),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.sampled_from(("type", "cell", "down", "berths", "weapon", "x")), inner)
    ),
    max_leaves=12,
)
BERTH = st.none() | st.fixed_dictionaries(
    {"cell": st.integers(-2, 125) | JSON}, optional={"down": st.booleans() | JSON}
)
WISH = st.one_of(
    JSON,
    st.fixed_dictionaries({"type": st.just("Deploy"), "berths": st.lists(BERTH, max_size=6)}),
    st.fixed_dictionaries(
        {"type": st.just("Fire"), "weapon": st.sampled_from(WEAPONS), "cell": JSON}
    ),
)


@settings(max_examples=60)
@given(records(CASE, 20), st.lists(WISH, min_size=5, max_size=30))
def test_whatever_is_wished_is_accepted_by_the_rules_or_refused(
    record: Record, wishes: list[Any]
) -> None:
    """No wish of any shape breaks the rules; what is accepted leaves a log that can be read."""
    before = wire.dump(record.state)
    for wish in wishes:
        try:
            action = wire.read_action(GAME, json.dumps(wish).encode())
        except wire.BadMessage:
            continue
        for seat in record.seats:
            try:
                events = record.run.try_action(record.state, seat, action)
            except IllegalAction as refusal:
                assert refusal.code
                continue
            assert wire.read_events(GAME, wire.dump(events)) == events
    assert wire.dump(record.state) == before
