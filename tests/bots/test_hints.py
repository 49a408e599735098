"""Hints: where the table allows them, on one's own turn, from one's own chair's knowledge alone."""

from __future__ import annotations

import pytest

from bots import hints
from games.tables import log, services
from games.tables.errors import Refused
from games.tables.models import Table
from games.tables.services import Opening
from tests.tables.conftest import make_people
from tests.tables.conftest import nothing_remembered as nothing_remembered

pytestmark = pytest.mark.database


def opened(allowed: bool) -> Table:
    people = make_people(2)
    table = services.open_table(Opening("nana", 2, {"first": 0}, hints=allowed), people[0])
    for seat, player in enumerate(people):
        services.sit(table, player, seat)
    services.start(table, people[0])
    return table


def test_a_hint_is_something_that_may_be_asked_for() -> None:
    live = log.catch_up(opened(True).pk)
    decision = hints.hint(live, 0)
    assert decision.action in log.legal_actions(live, 0)
    assert decision.reason.id


@pytest.mark.parametrize(
    ("allowed", "seat", "code"),
    [(False, 0, "no_hints"), (True, 1, "not_your_turn"), (True, None, "not_seated")],
)
def test_a_hint_is_refused(allowed: bool, seat: int | None, code: str) -> None:
    live = log.catch_up(opened(allowed).pk)
    with pytest.raises(Refused) as refused:
        hints.hint(live, seat)
    assert refused.value.code == code


def test_a_hint_hangs_on_nothing_the_chair_does_not_know() -> None:
    """Blank in the true state what seat 0 cannot see: the hint is the same."""
    live = log.catch_up(opened(True).pk)
    said = hints.hint(live, 0)
    own = None
    for event in live.game_events(0):
        own = live.game.apply(own, event)
    live.state = own
    assert hints.hint(live, 0) == said
