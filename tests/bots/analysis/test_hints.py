"""Hints: where the table allows them, on one's own turn, from the knowledge of one's own seat alone."""

from __future__ import annotations

import pytest

from bots.analysis import hints
from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table
from games.tables.events.table_config import TableConfig
from games.tables.models import Table
from tests.tables.conftest import make_people
from tests.tables.conftest import nothing_remembered as nothing_remembered

pytestmark = pytest.mark.database


def analysis_json(allowed: bool) -> Table:
    people = make_people(2)
    table = services.create_table(TableConfig("nana", 2, {"first": 0}, hints=allowed), people[0])
    for seat, player in enumerate(people):
        services.sit(table, player, seat)
    services.start(table, people[0])
    return table


def test_a_hint_is_something_that_may_be_asked_for() -> None:
    live = live_table.catch_up(analysis_json(True).pk)
    decision = hints.hint(live, 0)
    assert decision.action in live_table.legal_actions(live, 0)
    assert decision.reason.id


@pytest.mark.parametrize(
    ("allowed", "seat", "code"),
    [(False, 0, "no_hints"), (True, 1, "not_your_turn"), (True, None, "not_seated")],
)
def test_a_hint_is_refused(allowed: bool, seat: int | None, code: str) -> None:
    live = live_table.catch_up(analysis_json(allowed).pk)
    with pytest.raises(Refused) as refused:
        hints.hint(live, seat)
    assert refused.value.code == code


def test_a_hint_depends_on_nothing_the_seat_does_not_know() -> None:
    """Blank in the true state what seat 0 cannot see: the hint is the same."""
    live = live_table.catch_up(analysis_json(True).pk)
    before = hints.hint(live, 0)
    own = None
    for event in live.game_events(0):
        own = live.game.apply(own, event)
    live.state = own
    assert hints.hint(live, 0) == before
