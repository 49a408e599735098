"""The staff pages about bots: memory and analysis after any row, recomputed from the log."""

from __future__ import annotations

import pytest

from bots.analysis.at_row import bot_at, bot_seats
from bots.runtime import runner
from bots.runtime.runner import BotRunner, begin_session
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.models import Table
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.played_games import play
from tests.tables.staff_users import address, admin_user, client_of, inspector_user

pytestmark = pytest.mark.database


@pytest.fixture
def finished() -> Table:
    return play(start_table(make_people(1), bots=2, turn_cap=4))


def test_an_analysis_is_recomputed_as_it_was_at_every_row(finished: Table) -> None:
    """Folding row by row, as a live memory grows, and folding from nothing give the same."""
    live = live_table.catch_up(finished.pk)
    for seat in bot_seats(live):
        session = begin_session(live, seat, "easy")
        for row in live.rows:
            for event in live.game_events(seat, row.seq - 1, row.seq):
                session.memory = session.bot.remember(session.memory, event)
            recalled = bot_at(live, live.present_deal, seat, row.seq)
            if recalled is not None:
                assert recalled.memory == session.memory
                assert recalled.analysis == session.bot.analyse(session.memory)


def test_an_analysis_is_there_from_the_deal_on_and_only_while_a_bot_plays(finished: Table) -> None:
    live = live_table.catch_up(finished.pk)
    dealt = next(row.seq for row in live.rows if row.kind == "game")
    assert bot_seats(live) == [1, 2]
    assert bot_at(live, live.present_deal, 1, dealt - 1) is None
    assert bot_at(live, live.present_deal, 1, dealt) is not None
    assert bot_at(live, live.present_deal, 0, live.seq) is None


def test_a_stand_in_knows_what_its_seat_was_sent() -> None:
    table = play(start_table(make_people(2)), 3)
    services.staff_stand_in(table, 0, "hard")
    live = live_table.catch_up(table.pk)
    assert bot_seats(live) == [0]
    assert bot_at(live, live.present_deal, 0, live.seq - 1) is None
    bot = bot_at(live, live.present_deal, 0, live.seq)
    assert bot is not None and bot.level == "hard"
    assert bot.memory.table.hands[0] == live.state.hands[0]


def test_the_analysis_page_shows_what_is_known_and_believed(finished: Table) -> None:
    client = client_of(inspector_user())
    live = live_table.catch_up(finished.pk)
    dealt = next(row.seq for row in live.rows if row.kind == "game")
    response = client.get(address(finished, "analysis", f"?seat=1&at={dealt}"))
    analysis = response.context["analysis"]
    hand = [str(number) for number in live.state.hands[1]]
    assert [value for about, value, *_ in analysis["known"] if about.startswith("h1.")] == hand
    assert any(thing.startswith("c") for thing, _ in analysis["beliefs"])
    keys = [value for name, value in response.context["memory"] if name == "key"]
    assert keys == ["–"]  # nobody may read the key of a bot's random stream


def test_a_row_that_is_not_there_is_the_nearest(finished: Table) -> None:
    client = client_of(inspector_user())
    rows = {"0": 1, "99999": finished.seq, "x": finished.seq, "-1": finished.seq}
    for asked, expected in rows.items():
        response = client.get(address(finished, "analysis", f"?seat=1&at={asked}"))
        assert response.context["at"] == expected


def test_there_is_no_analysis_of_a_person(finished: Table) -> None:
    client = client_of(admin_user())
    assert client.get(address(finished, "analysis", "?seat=0")).status_code == 403


def test_decisions_say_what_and_why(finished: Table) -> None:
    client = client_of(inspector_user())
    decisions = client.get(address(finished, "decisions")).context["decisions"]
    assert decisions
    for decision in decisions:
        assert decision["reason"].endswith(".")
        assert decision["action"] in [candidate[0] for candidate in decision["candidates"]]


def test_the_page_tells_how_far_each_live_memory_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(start_table(make_people(1), bots=2), 3)
    live = live_table.catch_up(table.pk)
    running = BotRunner()
    for seat in (1, 2):
        running._observe(live, seat, "easy")
    monkeypatch.setattr(runner, "current", running)
    rows = client_of(inspector_user()).get(address(table)).context["seats"]
    assert [row["remembered"] for row in rows] == [None, live.seq, live.seq]
    running.close()
