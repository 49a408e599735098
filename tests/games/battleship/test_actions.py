"""Messages of any shape: they are refused, or the events they cause can be stored and read."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.battleship import GAME
from games.battleship.fleet import WEAPONS
from games.core import codec
from games.core.contract import IllegalAction
from tests.games.battleship.case import CASE
from tests.games.recorded_game import Record
from tests.games.strategies import records

ODD: list[Any] = [None, True, 1.0, 0.5, 2**31, 10**30, 10**4000, "5", ""]
JSON = st.recursive(
    st.sampled_from(ODD) | st.integers(-3, 130) | st.sampled_from(("AP", "HE", "SONAR")),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.sampled_from(("type", "cell", "down", "berths", "weapon", "x")), inner)
    ),
    max_leaves=12,
)
PLACEMENT = st.none() | st.fixed_dictionaries(
    {"cell": st.integers(-2, 125) | JSON}, optional={"down": st.booleans() | JSON}
)
ANY_ACTION = st.one_of(
    JSON,
    st.fixed_dictionaries({"type": st.just("Deploy"), "berths": st.lists(PLACEMENT, max_size=6)}),
    st.fixed_dictionaries(
        {"type": st.just("Fire"), "weapon": st.sampled_from(WEAPONS), "cell": JSON}
    ),
)


@settings(max_examples=60)
@given(records(CASE, 20), st.lists(ANY_ACTION, min_size=5, max_size=30))
def test_every_message_is_accepted_by_the_rules_or_refused(
    record: Record, attempts: list[Any]
) -> None:
    """No message of any shape breaks the rules; what is accepted leaves a readable live_table."""
    before = codec.dump(record.state)
    for message in attempts:
        try:
            action = codec.read_action(GAME, json.dumps(message).encode())
        except codec.BadMessage:
            continue
        for seat in record.seats:
            try:
                events = record.run.try_action(record.state, seat, action)
            except IllegalAction as refusal:
                assert refusal.code
                continue
            assert codec.read_events(GAME, codec.dump(events)) == events
    assert codec.dump(record.state) == before
