"""The staff pages: who may see what of a table, for which reason, and what is recorded of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.contrib.admin.models import LogEntry as AdminLog
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bots.models import DecisionRecord
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.events import fairness
from games.tables.events.table_config import TableConfig
from games.tables.models import (
    Inspection,
    LogEntry,
    Player,
    Presence,
    Report,
    Round,
    Seat,
    Status,
    Table,
)
from games.tables.realtime import identity, presence
from games.tables.staff import access
from games.tables.staff.formatting import format_value
from tests.tables.conftest import connect, make_people, start_table
from tests.tables.played_games import play
from tests.tables.staff_users import address, admin_user, client_of, inspector_user, staff_user

pytestmark = pytest.mark.database

TABS = ("now", "log", "chat", "decisions", "analysis")
READS = (*TABS, "reason", "close", "stand_in", "history")
LISTS = [f"/admin/tables/{m}/" for m in ("table", "player", "chatline", "report", "inspection")] + [
    "/admin/"
]
REASON = "Ann says that Ben cheats"


@pytest.fixture
def running() -> Table:
    table = start_table(make_people(1), bots=2, turn_cap=12)
    return play(table, 4)


@pytest.fixture
def finished() -> Table:
    return play(start_table(make_people(1), bots=2, turn_cap=3))


def open_it(client: Client, table: Table, what: str, reason: str = REASON) -> None:
    response = client.post(address(table, "reason", f"?what={what}"), {"reason": reason})
    assert response.status_code == 302


def page_text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, (url, response.status_code)
    return response.content.decode()


def hidden_hands(table: Table) -> list[str]:
    """Return the deal as the staff pages would write it."""
    dealt = next(row for row in live_table.catch_up(table.pk).rows if row.kind == "game").events[0]
    return [format_value(dealt.centre)[1:-1], *(format_value(hand)[1:-1] for hand in dealt.hands)]


def secrets_of(table: Table) -> Iterator[bytes]:
    """Return every way to write the table's seeds and secrets."""
    nonces = live_table.catch_up(table.pk).info.nonces
    for secret in Round.objects.filter(table=table).values_list("secret", flat=True):
        for raw in (bytes(secret), fairness.seed(bytes(secret), nonces)):
            yield raw
            yield raw.hex().encode()
            yield repr(raw)[2:-1].encode()


# --- who may come in -----------------------------------------------------------------------------


def test_whoever_is_not_staff_is_sent_to_the_sign_in_page(running: Table) -> None:
    player = client_of(User.objects.create_user("ann"))
    for url in [*LISTS, *(address(running, name) for name in READS)]:
        for client in (Client(), player):
            response = client.get(url)
            assert response.status_code == 302
            assert response.headers["Location"].startswith("/admin/login/")


def test_staff_without_the_permission_are_refused(running: Table) -> None:
    client = client_of(staff_user())
    for url in [*LISTS[:-1], *(address(running, name) for name in READS)]:
        assert client.get(url).status_code == 403


def test_each_page_asks_for_its_own_permission(running: Table) -> None:
    client = client_of(staff_user("view_table"))
    assert client.get(address(running)).status_code == 200
    for name in ("log", "decisions", "analysis", "board", "chat", "close", "stand_in"):
        assert client.get(address(running, name)).status_code == 403
    for name in ("export", "verify", "close", "stand_in"):
        assert client.post(address(running, name), {"reason": REASON}).status_code == 403


def test_former_addresses_lead_to_the_pages_of_today(finished: Table) -> None:
    client = client_of(inspector_user())
    former = {"open": "reason", "hand": "stand_in", "thoughts": "decisions", "mind": "analysis"}
    for old, new in former.items():
        response = client.get(f"/admin/tables/table/{finished.pk}/{old}/?seat=1&at=6")
        assert response.headers["Location"] == address(finished, new, "?seat=1&at=6")


def test_the_form_of_an_action_names_it(running: Table) -> None:
    page = page_text(client_of(admin_user()), address(running, "close"))
    assert "<h2>Close this table</h2>" in page


def test_a_reason_opens_nothing_one_has_no_permission_for(running: Table) -> None:
    client = client_of(staff_user("view_table"))
    for what in ("log", "seat:0", "thoughts", "memory:1", "nonsense"):
        response = client.post(address(running, "reason", f"?what={what}"), {"reason": REASON})
        assert response.status_code == 403
    assert not Inspection.objects.exists()


def test_the_inspector_reads_everything_and_changes_nothing(finished: Table) -> None:
    client = client_of(inspector_user())
    for url in LISTS:
        assert client.get(url).status_code == 200
    for name in TABS:
        assert client.get(address(finished, name)).status_code == 200
    for name in ("close", "stand_in"):
        assert client.post(address(finished, name), {"reason": REASON}).status_code == 403
    player = finished.seats.exclude(player=None).get().player
    page = f"/admin/tables/player/{player.pk}/change/"
    assert client.post(page, {"muted": "on"}).status_code == 403
    client.post("/admin/tables/player/", {"action": "mute", "_selected_action": [str(player.pk)]})
    assert not Player.objects.get(pk=player.pk).muted


def test_nothing_is_added_or_deleted_by_anybody(finished: Table) -> None:
    client = client_of(admin_user())
    for url in LISTS[:-1]:
        assert client.get(f"{url}add/").status_code == 403
    assert client.post(f"/admin/tables/table/{finished.pk}/delete/").status_code == 403


def test_what_holds_secrets_has_no_list() -> None:
    client = client_of(admin_user())
    for model in ("round", "seat", "logentry", "presence", "devicepass"):
        assert client.get(f"/admin/tables/{model}/").status_code == 404


def test_the_list_cannot_be_asked_for_what_is_hidden(running: Table) -> None:
    client = client_of(admin_user())
    for asked in ("rounds__secret", "entries__events", "seats__nonce", "decisions__decision"):
        assert client.get(f"/admin/tables/table/?{asked}__contains=1").status_code == 400
        assert client.get(f"/admin/tables/report/?table__{asked}__contains=1").status_code == 400


def test_a_table_that_is_not_there_is_not_found() -> None:
    client = client_of(inspector_user())
    for pk in ("999999", "nonsense"):
        assert client.get(f"/admin/tables/table/{pk}/change/").status_code == 404
    assert client.get("/admin/tables/table/999999/log/").status_code == 404


# --- the list ------------------------------------------------------------------------------------


def listed(client: Client, query: str) -> set[str]:
    response = client.get(f"/admin/tables/table/?{query}")
    assert response.status_code == 200
    return {table.code for table in response.context["cl"].result_list}


def test_tables_are_found_by_every_filter(running: Table, finished: Table) -> None:
    client = client_of(inspector_user())
    opened = services.create_table(TableConfig("nana", 2, {}), make_people(1)[0])
    ann = running.seats.exclude(player=None).get().player
    Player.objects.filter(pk=ann.pk).update(name="Ann the first")
    everything = {running.code, finished.code, opened.code}
    assert listed(client, "") == listed(client, "game=nana") == everything
    assert listed(client, "status__exact=playing") == {running.code}
    assert listed(client, "player=the+first") == {running.code}
    assert listed(client, f"player={ann.pk}") == {running.code}
    assert listed(client, "level=easy") == {running.code, finished.code}
    assert listed(client, "level=none") == {opened.code}
    assert listed(client, "length=huge") == set()
    assert opened.code in listed(client, "length=short")
    assert listed(client, f"q={finished.code}") == {finished.code}
    assert listed(client, "q=Ann+the") == {running.code}
    for days, expected in ((1, set()), (-1, everything)):
        since = quote((timezone.now() + timedelta(days=days)).isoformat())
        assert listed(client, f"created_at__gte={since}") == expected


def many(count: int) -> None:
    people = [Player.objects.create(name="Ann") for _ in range(count)]
    tables = [Table.objects.create(game="nana", size=2, host=player) for player in people]
    Seat.objects.bulk_create(
        seat
        for table, player in zip(tables, people, strict=True)
        for seat in (
            Seat(table=table, index=0, player=player),
            Seat(table=table, index=1, level="easy"),
        )
    )


def queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get(url).status_code == 200
    return len(seen)


@pytest.mark.parametrize("query", ["", "?q=a", "?player=a&level=easy&length=short&game=nana"])
def test_the_list_asks_as_much_for_many_tables_as_for_few(query: str) -> None:
    client = client_of(inspector_user())
    url = f"/admin/tables/table/{query}"
    many(2)
    few = queries(client, url)
    many(48)
    assert queries(client, url) == few <= 9


def test_a_page_asks_as_much_for_a_long_log_as_for_a_short_one() -> None:
    client = client_of(inspector_user())
    short, long = (play(start_table(make_people(1), bots=2, turn_cap=cap)) for cap in (2, 45))
    assert long.seq > 100 > short.seq
    for name in TABS:
        cold = []
        for table in (short, long):
            live_table.forget(table.pk)
            cold.append(queries(client, address(table, name)))
        warm = [queries(client, address(table, name)) for table in (short, long)]
        assert cold[0] == cold[1] <= 20
        assert warm[0] == warm[1] <= 20


def test_a_page_of_the_log_has_a_hundred_rows() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=60))
    client = client_of(inspector_user())
    first = client.get(address(table, "log", "?p=1")).context["lines"]
    assert [line.seq for line in first] == list(range(1, 101))
    newest = client.get(address(table, "log")).context["lines"]
    assert newest[-1].seq == table.seq


# --- what is hidden ------------------------------------------------------------------------------

HIDDEN = [
    ("log", "?eyes=log", "log"),
    ("log", "?eyes=seat:0", "seat:0"),
    ("decisions", "", "thoughts"),
    ("analysis", "?seat=1&at=6", "memory:1"),
]


@pytest.mark.parametrize(("page", "query", "what"), HIDDEN)
def test_opening_what_is_hidden_asks_for_a_reason_and_keeps_it(
    running: Table, page: str, query: str, what: str
) -> None:
    user = inspector_user()
    client = client_of(user)
    asked = client.get(address(running, page, query))
    assert asked.status_code == 302
    question = client.get(asked.headers["Location"])
    assert question.status_code == 200
    assert b"Your name and your reason are kept" in question.content
    assert not Inspection.objects.exists()
    answer = client.post(asked.headers["Location"], {"reason": REASON})
    assert answer.headers["Location"] == address(running, page, query)
    kept = Inspection.objects.get()
    assert (kept.table, kept.user, kept.what, kept.reason) == (running, user, what, REASON)
    logged = AdminLog.objects.get(user=user)
    assert logged.object_id == str(running.pk)
    assert what in logged.change_message and REASON in logged.change_message
    assert client.get(address(running, page, query)).status_code == 200


def test_an_empty_reason_opens_nothing(running: Table) -> None:
    client = client_of(inspector_user())
    for reason in ("", "   ", "why"):
        response = client.post(address(running, "reason", "?what=log"), {"reason": reason})
        assert response.status_code == 200
    assert not Inspection.objects.exists()
    assert client.get(address(running, "log", "?eyes=log")).status_code == 302


def test_a_reason_opens_one_thing_at_one_table_to_one_person_for_half_an_hour(
    running: Table,
) -> None:
    client, other = client_of(inspector_user()), client_of(admin_user())
    second = play(start_table(make_people(1), bots=2), 2)
    open_it(client, running, "seat:0")
    assert client.get(address(running, "log", "?eyes=seat:0")).status_code == 200
    for viewer in ("log", "seat:1"):
        assert client.get(address(running, "log", f"?eyes={viewer}")).status_code == 302
    assert client.get(address(second, "log", "?eyes=seat:0")).status_code == 302
    assert other.get(address(running, "log", "?eyes=seat:0")).status_code == 302
    Inspection.objects.update(at=timezone.now() - access.GRANT_DURATION - timedelta(seconds=1))
    assert client.get(address(running, "log", "?eyes=seat:0")).status_code == 302


@pytest.mark.parametrize("end", [play, lambda table: services.close(table, "staff")])
def test_what_was_opened_is_listed_when_the_game_is_over(
    running: Table, end: Callable[[Table], object]
) -> None:
    client = client_of(inspector_user())
    open_it(client, running, "memory:1")
    assert "Inspected" not in page_text(client, address(running, "log"))
    end(running)
    page = page_text(client, address(running, "log"))
    assert "Inspected" in page and "memory:1" in page and REASON in page


def test_the_way_on_leads_nowhere_else(running: Table) -> None:
    client = client_of(inspector_user())
    away = address(running, "reason", "?what=log&next=https://example.com/")
    response = client.post(away, {"reason": REASON})
    assert response.headers["Location"] == address(running)


@pytest.mark.parametrize("how", ["session", "account"])
def test_staff_who_sit_here_are_refused(running: Table, how: str) -> None:
    user = admin_user()
    sitting = running.seats.exclude(player=None).get().player
    if how == "account":
        Player.objects.filter(pk=sitting.pk).update(user=user)
    client = client_of(user, sitting if how == "session" else None)
    for page, query, what in HIDDEN:
        assert client.get(address(running, page, query)).status_code == 403
        open_page = address(running, "reason", f"?what={what}")
        assert client.post(open_page, {"reason": REASON}).status_code == 403
    for act in ("close", "stand_in"):
        given = {"reason": REASON, "seat": "0", "level": "easy"}
        assert client.post(address(running, act), given).status_code == 403
    assert not Inspection.objects.exists()
    assert client.get(address(running)).status_code == 200
    over = play(running)
    assert client.get(address(over, "log", "?eyes=log")).status_code == 200


def test_a_grant_ends_for_who_turns_out_to_sit_here(running: Table) -> None:
    user = admin_user()
    client = client_of(user)
    open_it(client, running, "log")
    mine, _ = Player.objects.get_or_create(user=user)
    Seat.objects.filter(table=running, index=0).update(player=mine)
    assert client.get(address(running, "log", "?eyes=log")).status_code == 403


@pytest.mark.parametrize("elsewhere", [False, True])
def test_staff_who_watch_are_refused_whichever_process_has_their_socket(
    running: Table, elsewhere: bool
) -> None:
    user = inspector_user()
    client = client_of(user)
    watching = client_of(user).session if elsewhere else client.session  # another of their browsers
    connect(running.pk, {presence.SPECTATORS: 1}, identity.visitor_ids(watching, None))
    Presence.objects.filter(table=running).update(process="another")
    assert client.get(address(running, "log", "?eyes=log")).status_code == 403
    assert client_of(admin_user()).get(address(running, "log", "?eyes=log")).status_code == 302
    Presence.objects.filter(table=running).update(until=timezone.now())
    assert client.get(address(running, "log", "?eyes=log")).status_code == 302


def test_a_game_of_bots_alone_needs_no_reason() -> None:
    (host,) = make_people(1)
    table = services.create_table(TableConfig("nana", 2, {"first": 0}), host)
    services.fill(table, host, "easy")
    services.start(table, host)
    client = client_of(inspector_user())
    assert hidden_hands(table)[0] in page_text(client, address(table, "log", "?eyes=log"))


# --- no secret before the end --------------------------------------------------------------------


def all_pages(client: Client, table: Table) -> bytes:
    """Return everything that the staff pages say about a table."""
    queries = [(name, "") for name in READS]
    queries += [("log", f"?eyes={viewer}") for viewer in ("public", "log", "seat:0", "seat:1")]
    places = [(seat, at) for seat in (0, 1, 2) for at in (1, 6, 9)]
    queries += [
        (name, f"?seat={seat}&at={at}") for name in ("analysis", "board") for seat, at in places
    ]
    urls = [address(table, *query) for query in queries] + LISTS
    gets = [client.get(url, follow=True).content for url in urls]
    posts = [client.post(address(table, name), follow=True) for name in ("export", "verify")]
    return b"\n".join(gets + [response.content for response in posts])


def test_without_a_reason_nothing_hidden_is_said_anywhere(running: Table) -> None:
    pages = all_pages(client_of(admin_user()), running).decode()
    for hand in hidden_hands(running):
        assert hand not in pages
        assert hand.replace(" ", ", ") not in pages
        assert hand.replace(" ", ",") not in pages
        assert hand.replace(" ", ",\n") not in "".join(pages.split(" "))
    for record in DecisionRecord.objects.filter(table=running):
        assert json.loads(record.decision)["reason"]["id"] not in pages.split()
    actions = LogEntry.objects.filter(table=running).exclude(action="")
    assert actions.exists()
    assert "asked for" not in pages


def test_whatever_is_opened_the_seed_is_not(running: Table) -> None:
    client = client_of(admin_user())
    for what in ("log", "seat:0", "seat:1", "thoughts", "memory:1", "memory:2"):
        open_it(client, running, what)
    pages = all_pages(client, running)
    assert hidden_hands(running)[0].encode() in pages  # the needle is found where it may be
    assert not [needle for needle in secrets_of(running) if needle in pages]


def test_what_is_to_be_remembered_is_blank_in_the_public_log(running: Table) -> None:
    """Staff who play could read old flips here, so the staff pages show what the board shows."""
    table = play(running, 12)
    client = client_of(inspector_user())
    lines = client.get(address(table, "log")).context["lines"]
    flips = [
        dict(t.fields)["number"] for line in lines for t in line.events if t.name == "Revealed"
    ]
    assert "–" in flips
    assert flips[-1] != "–"


def test_the_log_as_a_seat_saw_it(running: Table) -> None:
    client = client_of(inspector_user())
    open_it(client, running, "seat:1")
    page = page_text(client, address(running, "log", "?eyes=seat:1"))
    centre, *hands = hidden_hands(running)
    assert hands[1] in page
    assert centre not in page and hands[0] not in page and hands[2] not in page


def test_a_running_game_is_exported_as_everybody_may_read_it(running: Table) -> None:
    client = client_of(inspector_user())
    open_it(client, running, "log")
    out = client.post(address(running, "export")).json()
    assert out["eyes"] == "public"
    assert not out.keys() & {"rounds", "thoughts"}
    assert all("action" not in row for row in out["rows"])
    dealt = next(
        event for row in out["rows"] for event in row["events"] if event["type"] == "Dealt"
    )
    assert {number for hand in dealt["hands"] for number in hand} == {None}
    assert not [n for n in secrets_of(running) if n in json.dumps(out).encode()]


def test_a_finished_game_is_exported_whole(finished: Table) -> None:
    client = client_of(inspector_user())
    response = client.post(address(finished, "export"))
    assert response.headers["Content-Disposition"].startswith("attachment")
    out = response.json()
    assert len(out["rows"]) == finished.seq
    secret = Round.objects.get(table=finished, index=0).secret
    assert out["rounds"][0]["secret"] == bytes(secret).hex()
    assert out["rounds"][0]["seed"] == fairness.seed(bytes(secret), out["room"]["nonces"]).hex()
    assert len(out["thoughts"]) == DecisionRecord.objects.filter(table=finished).count() > 0
    assert any(row["action"] for row in out["rows"])
    assert AdminLog.objects.get().change_message.startswith("Exported the log")


def test_a_finished_game_is_open(finished: Table) -> None:
    client = client_of(inspector_user())
    assert hidden_hands(finished)[0] in page_text(client, address(finished, "log", "?eyes=log"))
    assert client.get(address(finished, "decisions")).status_code == 200
    assert client.get(address(finished, "reason", "?what=log")).status_code == 302
    assert not Inspection.objects.exists()


# --- what is shown -------------------------------------------------------------------------------


def why(client: Client, table: Table) -> str:
    return " ".join(client.get(address(table)).context["why"])


def test_why_a_table_is_waiting() -> None:
    client = client_of(inspector_user())
    ann, ben = make_people(2)
    table = services.create_table(TableConfig("nana", 3, {"first": 0}), ann)
    services.sit(table, ann)
    assert "2 of 3 seats are empty" in why(client, table)
    services.sit(table, ben)
    services.fill(table, ann, "easy")
    assert f"waiting for {ann.name} to start" in why(client, table)
    services.start(table, ann)
    assert f"Waiting for {ann.name} (seat 0, not connected) since" in why(client, table)
    until = timezone.now() + timedelta(minutes=1)
    Presence.objects.create(table=table, process="a", seat=0, sockets=2, until=until)
    assert f"Waiting for {ann.name} (seat 0, connected) since" in why(client, table)
    Presence.objects.update(until=timezone.now())
    assert "not connected" in why(client, table)
    services.close(table, "staff")
    assert "Closed since" in why(client, table)
    assert "staff" in why(client, table)
    over = play(start_table(make_people(2), turn_cap=1))
    assert "The game is over since" in why(client, over)


def test_why_a_bot_is_waited_for() -> None:
    client = client_of(inspector_user())
    table = start_table(make_people(1), bots=1, first=1)
    now = timezone.now()

    def due(seconds: float) -> str:
        Table.objects.filter(pk=table.pk).update(due_at=now + timedelta(seconds=seconds))
        return why(client, table)

    assert "moves at" in due(0.5)
    assert "A server has taken the move of" in due(60)
    LogEntry.objects.filter(table=table).update(at=now - timedelta(minutes=5))
    live_table.forget(table.pk)
    assert "should have moved at" in due(-300)
    assert "let its lease run out at" in due(-200)
    Table.objects.filter(pk=table.pk).update(due_at=None)
    assert "nothing is due" in why(client, table)


def test_the_page_tells_chat_reports_seats_and_inspections(running: Table) -> None:
    client = client_of(inspector_user())
    ann = running.seats.exclude(player=None).get().player
    services.post_message(running, ann, "<b>you are slow</b>")
    Report.objects.create(table=running, by=make_people(1)[0], about=ann, text="rude words")
    open_it(client, running, "thoughts")
    page = page_text(client, address(running))
    for text in ("&lt;b&gt;you are slow", "rude words", REASON, ann.name, "easy bot"):
        assert text in page
    assert f"/t/{running.code}/replay/" in page
    assert "&lt;b&gt;you are slow" in page_text(client, address(running, "chat"))
    assert "rude words" in page_text(client, "/admin/tables/report/")
    assert REASON in page_text(client, "/admin/tables/inspection/")


def test_moves_of_bots_are_counted_too(finished: Table) -> None:
    live = live_table.catch_up(finished.pk)
    moves = [row.seat for row in live.rows if row.kind == "game" and row.seat is not None]
    assert [seat.moves for seat in live.info.seats] == [moves.count(seat) for seat in range(3)]
    assert all(seat.moves for seat in live.info.seats)
    assert [seat.stand_in_moves for seat in live.info.seats] == [0, 0, 0]


def test_the_list_says_since_when_a_table_waits(running: Table, finished: Table) -> None:
    live = live_table.catch_up(running.pk)
    services.post_message(running, running.seats.exclude(player=None).get().player, "hello?")
    last_move = max(row.at for row in live.rows if row.kind == "game")
    tables = client_of(inspector_user()).get("/admin/tables/table/").context["cl"].result_list
    since = {table.pk: table.waiting_since for table in tables}
    assert since[running.pk].timestamp() == last_move
    assert since[finished.pk] is None


def test_the_log_gives_sentences_what_its_reader_may_know(running: Table) -> None:
    client = client_of(inspector_user())
    public = client.get(address(running, "log")).context["sentences"]
    dealt = next(one["event"] for one in public["events"] if one["event"]["type"] == "Dealt")
    assert {number for hand in dealt["hands"] for number in hand} == {None}
    open_it(client, running, "seat:1")
    own = client.get(address(running, "log", "?eyes=seat:1")).context["sentences"]
    dealt = next(one["event"] for one in own["events"] if one["event"]["type"] == "Dealt")
    assert [None in hand for hand in dealt["hands"]] == [True, False, True]


def test_the_board_shows_what_the_bots_seat_may_see_while_people_play(running: Table) -> None:
    client = client_of(inspector_user())
    assert client.get(address(running, "board", "?seat=1")).status_code == 403
    open_it(client, running, "memory:1")
    rows = live_table.catch_up(running.pk).rows
    dealt = next(row.seq for row in rows if row.kind == "game")  # later, cards may lie open
    boot = client.get(address(running, "board", f"?seat=1&at={dealt}")).context["boot"]
    known = [[card["number"] is not None for card in hand] for hand in boot["view"]["hands"]]
    assert all(known[1]) and not any(known[0]) and not any(known[2])
    assert boot["analysis"]["seat"] == 1 and boot["analysis"]["summary"]
    assert client.get(address(running, "board", "?seat=2")).status_code == 403


# --- what is done --------------------------------------------------------------------------------


def logged() -> str:
    return str(AdminLog.objects.latest("pk").change_message)


def test_a_table_is_closed_for_a_reason(running: Table) -> None:
    client = client_of(admin_user())
    client.post(address(running, "close"), {"reason": ""})
    assert Table.objects.get(pk=running.pk).status == Status.PLAYING
    client.post(address(running, "close"), {"reason": REASON})
    closed = Table.objects.get(pk=running.pk)
    assert (closed.status, closed.due_at) == (Status.CLOSED, None)
    assert live_table.catch_up(running.pk).info.closed == "staff"
    assert logged() == f"Closed the table: {REASON}"
    again = client.post(address(running, "close"), {"reason": REASON}, follow=True)
    assert b"is over" in again.content
    assert AdminLog.objects.count() == 1


def test_a_seat_is_handed_to_a_bot(running: Table) -> None:
    client = client_of(admin_user())
    given = {"seat": "0", "level": "easy", "reason": REASON}
    client.post(address(running, "stand_in"), given | {"seat": "1"})
    assert not AdminLog.objects.exists()  # a bot's seat is not offered
    client.post(address(running, "stand_in"), given)
    seat_info = live_table.catch_up(running.pk).info.seats[0]
    assert (seat_info.bot, seat_info.person) == ("easy", True)
    assert logged() == f"Handed seat 0 to a easy bot: {REASON}"
    assert Table.objects.get(pk=running.pk).due_at is not None
    assert play(running).status == Status.OVER
    assert re.search(r"\(\d+ by a stand-in\)", page_text(client, address(running)))


def test_a_player_is_muted_and_may_speak_again(running: Table) -> None:
    client = client_of(admin_user())
    player = running.seats.exclude(player=None).get().player
    page = f"/admin/tables/player/{player.pk}/change/"
    client.post(page, {"muted": "on", "name": "Forged"})
    stored = Player.objects.get(pk=player.pk)
    assert stored.muted and stored.name == player.name
    assert "Muted" in logged() or "muted" in logged()
    chosen = {"action": "unmute", "_selected_action": [str(player.pk)]}
    client.post("/admin/tables/player/", chosen)
    assert not Player.objects.get(pk=player.pk).muted
    assert logged() == "Let speak again"


def test_a_report_is_handled(running: Table) -> None:
    client = client_of(admin_user())
    by, about = make_people(2)
    report = Report.objects.create(table=running, by=by, about=about, text="rude")
    chosen = {"action": "handle", "_selected_action": [str(report.pk)]}
    client.post("/admin/tables/report/", chosen)
    assert Report.objects.get().handled
    assert logged() == "Marked as handled"


def test_a_table_is_verified(running: Table, finished: Table) -> None:
    client = client_of(inspector_user())
    assert b"still secret" in client.post(address(running, "verify"), follow=True).content
    assert (
        b"reproduced from the seed" in client.post(address(finished, "verify"), follow=True).content
    )
    assert "reproduced from the seed" in logged()
    Round.objects.filter(table=finished, index=0).update(secret=bytes(32))
    assert b"differs" in client.post(address(finished, "verify"), follow=True).content
    assert "Verification failed" in logged()


@pytest.mark.parametrize("name", ["export", "verify"])
def test_looking_does_nothing(finished: Table, name: str) -> None:
    assert client_of(admin_user()).get(address(finished, name)).status_code == 405
    assert not AdminLog.objects.exists()
