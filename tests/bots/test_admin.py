"""The bots' heads on the admin's desk: memory and mind at any row, recomputed from the log."""

from __future__ import annotations

import pytest

from bots import driver
from bots.driver import Driver, begin
from bots.recall import bot_seats, recall
from games.tables import log, services
from games.tables.models import Table
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.staff import address, admin_user, client_of, inspector_user, play

pytestmark = pytest.mark.database


@pytest.fixture
def finished() -> Table:
    return play(start_table(make_people(1), bots=2, turn_cap=4))


def test_a_head_is_recomputed_as_it_was_at_every_row(finished: Table) -> None:
    """Folding row by row, as a live memory grows, and folding from nothing give the same."""
    live = log.catch_up(finished.pk)
    for seat in bot_seats(live):
        head = begin(live, seat, "easy")
        for row in live.rows:
            for event in live.game_events(seat, row.seq - 1, row.seq):
                head.memory = head.bot.remember(head.memory, event)
            recalled = recall(live, seat, row.seq)
            if recalled is not None:
                assert recalled.memory == head.memory
                assert recalled.mind == head.bot.mind(head.memory)


def test_a_head_is_there_from_the_deal_on_and_only_while_a_bot_plays(finished: Table) -> None:
    live = log.catch_up(finished.pk)
    dealt = next(row.seq for row in live.rows if row.kind == "game")
    assert bot_seats(live) == [1, 2]
    assert recall(live, 1, dealt - 1) is None
    assert recall(live, 1, dealt) is not None
    assert recall(live, 0, live.seq) is None


def test_a_stand_in_knows_what_its_seat_was_told() -> None:
    table = play(start_table(make_people(2)), 3)
    services.give_to_bot(table, 0, "hard")
    live = log.catch_up(table.pk)
    assert bot_seats(live) == [0]
    assert recall(live, 0, live.seq - 1) is None
    head = recall(live, 0, live.seq)
    assert head is not None and head.level == "hard"
    assert head.memory.table.hands[0] == live.state.hands[0]


def test_the_mind_page_tells_what_is_known_and_believed(finished: Table) -> None:
    client = client_of(inspector_user())
    live = log.catch_up(finished.pk)
    dealt = next(row.seq for row in live.rows if row.kind == "game")
    response = client.get(address(finished, "mind", f"?seat=1&at={dealt}"))
    mind = response.context["mind"]
    hand = [str(number) for number in live.state.hands[1]]
    assert [value for about, value, *_ in mind["known"] if about.startswith("h1.")] == hand
    assert any(thing.startswith("c") for thing, _ in mind["beliefs"])
    keys = [value for name, value in response.context["memory"] if name == "key"]
    assert keys == ["–"]  # what decides a bot's luck is nobody's to read


def test_a_row_that_is_not_there_is_the_nearest(finished: Table) -> None:
    client = client_of(inspector_user())
    rows = {"0": 1, "99999": finished.seq, "x": finished.seq, "-1": finished.seq}
    for asked, expected in rows.items():
        response = client.get(address(finished, "mind", f"?seat=1&at={asked}"))
        assert response.context["at"] == expected


def test_a_persons_head_is_not_to_be_had(finished: Table) -> None:
    client = client_of(admin_user())
    assert client.get(address(finished, "mind", "?seat=0")).status_code == 403


def test_thoughts_say_what_and_why(finished: Table) -> None:
    client = client_of(inspector_user())
    thoughts = client.get(address(finished, "thoughts")).context["thoughts"]
    assert thoughts
    for thought in thoughts:
        assert thought["reason"].endswith(".")
        assert thought["action"] in [candidate[0] for candidate in thought["candidates"]]


def test_the_page_tells_how_far_each_live_memory_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(start_table(make_people(1), bots=2), 3)
    live = log.catch_up(table.pk)
    running = Driver()
    for seat in (1, 2):
        running._remember(live, seat, "easy")
    monkeypatch.setattr(driver, "current", running)
    rows = client_of(inspector_user()).get(address(table)).context["seats"]
    assert [row["remembered"] for row in rows] == [None, live.seq, live.seq]
    running._thinking.close()
