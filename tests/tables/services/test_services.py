"""Creating tables, sitting, starting and moving: each happens whole and is on disk, or changes nothing."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.test import Client

from games.catalog import GAMES
from games.nana.actions import FlipCentre, FlipHand
from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table
from games.tables.eventlog.writer import writer
from games.tables.events import fairness
from games.tables.events.table_config import TableConfig
from games.tables.models import LogEntry, Player, Round, Seat, Table
from games.tables.services import Move
from games.tables.web import forms
from tests.tables.conftest import a_move, command, make_people, start_table

pytestmark = pytest.mark.database


def make(table: Table, move: Move) -> int:
    """Make a move as a socket does, but wait in this thread."""
    return writer.call(
        table.pk, lambda changes: services.make_move(changes, move), touches_rows=False
    )


def refusal(table: Table, move: Move) -> str:
    """Make a move that must be refused; return its code, after checking that nothing changed."""
    before = list(LogEntry.objects.filter(table=table).values()), Table.objects.get(pk=table.pk).seq
    with pytest.raises(Refused) as refused:
        make(table, move)
    after = list(LogEntry.objects.filter(table=table).values()), Table.objects.get(pk=table.pk).seq
    assert before == after
    return refused.value.code


def test_a_started_table_has_its_deal_in_the_log() -> None:
    table = start_table(make_people(2))
    rows = list(LogEntry.objects.filter(table=table).order_by("seq"))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    types = [event["type"] for row in rows for event in json.loads(row.events)]
    assert types == ["Opened", "Sat", "Sat", "Started", "Dealt"]
    assert Table.objects.get(pk=table.pk).seq == len(rows)


def test_the_commitment_is_published_before_anyone_sits_and_the_secret_in_no_row() -> None:
    table = start_table(make_people(2))
    rows = LogEntry.objects.filter(table=table).order_by("seq")
    secret = bytes(Round.objects.get(table=table, index=0).secret)
    assert json.loads(rows[0].events)[0]["seal"] == fairness.commitment(secret)
    seed = fairness.seed(secret, live_table.catch_up(table.pk).info.nonces)
    for row in rows:
        for hidden in (secret, seed):
            assert hidden.hex() not in row.events + row.action


def test_the_deal_is_made_of_the_secret_and_the_nonces() -> None:
    table = start_table(make_people(2))
    live = live_table.catch_up(table.pk)
    secret = bytes(Round.objects.get(table=table, index=0).secret)
    game = GAMES["nana"]
    redone = game.start(
        game.options(first=0), 2, fairness.rules_chance(fairness.seed(secret, live.info.nonces))
    )
    assert redone == live.rows[-1].events
    other = fairness.seed(secret, ["00", *live.info.nonces[1:]])
    assert game.start(game.options(first=0), 2, fairness.rules_chance(other)) != redone


def test_a_move_is_on_disk_when_it_returns() -> None:
    table = start_table(make_people(2))
    seq = make(table, a_move(table))
    live_table.forget(table.pk)
    row = LogEntry.objects.get(table=table, seq=seq)
    assert (row.seat, row.kind, json.loads(row.events)[0]["type"]) == (0, "game", "Revealed")
    assert live_table.catch_up(table.pk).state.chain


def test_a_repeated_command_has_one_effect() -> None:
    table = start_table(make_people(2))
    move = a_move(table)
    first = make(table, move)
    assert make(table, move) == first
    live_table.forget(table.pk)
    assert make(table, move) == first
    assert LogEntry.objects.filter(table=table, kind="game", seat=0).count() == 1


def test_two_moves_made_on_the_same_row_by_one_seat_and_one_is_stale() -> None:
    table = start_table(make_people(2))
    one, two = a_move(table, which=0), a_move(table, which=1)
    with ThreadPoolExecutor(2) as pool:
        futures = [pool.submit(make, table, move) for move in (one, two)]
        results = [future.exception() or future.result() for future in futures]
    refused = [result for result in results if isinstance(result, Refused)]
    assert [error.code for error in refused] == ["stale"]
    assert LogEntry.objects.filter(table=table, kind="game", seat=0).count() == 1


def test_a_move_made_on_a_row_that_does_not_exist_yet_is_stale() -> None:
    table = start_table(make_people(2))
    assert refusal(table, a_move(table, at=99)) == "stale"


def test_who_no_longer_drives_the_seat_is_stale() -> None:
    table = start_table(make_people(2))
    assert refusal(table, replace(a_move(table), seat_version=1)) == "stale"


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, FlipCentre(0), "not_your_turn"),
        (0, FlipCentre(99), "no_such_card"),
        (0, FlipCentre(-1), "no_such_card"),
        (0, FlipHand(9, "low"), "no_such_seat"),
        (0, FlipHand(-1, "low"), "no_such_seat"),
    ],
)
def test_what_the_rules_refuse_changes_nothing(seat: int, action: object, code: str) -> None:
    table = start_table(make_people(2))
    assert refusal(table, replace(a_move(table, seat), action=action)) == code


def test_nothing_can_be_played_before_the_start() -> None:
    host, guest = make_people(2)
    table = services.create_table(TableConfig("nana", 2, {}), host)
    services.sit(table, host)
    since = live_table.catch_up(table.pk).info.seats[0].version
    assert refusal(table, Move(0, since, FlipCentre(0), command(), 2)) == "not_started"


def test_an_error_in_one_games_act_fails_that_move_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two moves in one batch, one of them into a bug: the other is on disk all the same."""
    from games.nana import rules

    broken, sound = start_table(make_people(2)), start_table(make_people(2))
    moves = {table.pk: a_move(table) for table in (broken, sound)}
    live_table.catch_up(broken.pk).game  # noqa: B018
    real = rules.locate

    def locate(state: object, action: object) -> object:
        if state is live_table.cached(broken.pk).state:
            raise ZeroDivisionError("a bug in the rules")
        return real(state, action)

    monkeypatch.setattr(rules, "locate", locate)
    with ThreadPoolExecutor(2) as pool:
        futures = {t.pk: pool.submit(make, t, moves[t.pk]) for t in (broken, sound)}
    error = futures[broken.pk].exception()
    assert isinstance(error, Refused)
    assert error.code == "server_error"
    assert LogEntry.objects.filter(table=sound, seq=futures[sound.pk].result()).exists()
    assert not LogEntry.objects.filter(table=broken, seat=0, kind="game").exists()
    monkeypatch.undo()
    make(broken, a_move(broken))


def test_many_players_on_many_tables_at_once() -> None:
    """Every move of every table arrives once, in order, and the logs fold to the state that was sent."""
    tables = [start_table(make_people(2), turn_cap=3) for _ in range(8)]

    def play_out(table: Table) -> int:
        moves = 0
        while (live := live_table.catch_up(table.pk)).info.status == "playing":
            seat = live.state.active
            make(table, a_move(table, seat, which=moves % 3))
            moves += 1
        return moves

    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(play_out, tables))
    for table, count in zip(tables, counts, strict=True):
        state = live_table.catch_up(table.pk).state
        live_table.forget(table.pk)
        again = live_table.catch_up(table.pk)
        assert again.state == state
        assert [row.seq for row in again.rows] == list(range(1, again.seq + 1))
        assert LogEntry.objects.filter(table=table, command__isnull=False).count() == count
        assert Table.objects.get(pk=table.pk).status == "over"


def test_a_seat_is_taken_once() -> None:
    host, *others = make_people(5)
    table = services.create_table(TableConfig("nana", 2, {}), host)

    def try_to_sit(player: Player) -> object:
        try:
            return services.sit(table, player, 1)
        except Refused as refused:
            return refused.code

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(try_to_sit, others))
    assert sorted(map(str, results)) == ["1", "seat_taken", "seat_taken", "seat_taken"]
    assert Seat.objects.filter(table=table, player__isnull=False).count() == 1


def test_sitting_twice_keeps_the_seat() -> None:
    host, guest = make_people(2)
    table = services.create_table(TableConfig("nana", 3, {}), host)
    assert services.sit(table, guest, 2) == 2
    assert services.sit(table, guest, 0) == 2


def test_who_leaves_before_the_start_frees_the_seat() -> None:
    host, guest = make_people(2)
    table = services.create_table(TableConfig("nana", 2, {}), host)
    services.sit(table, host)
    services.sit(table, guest)
    services.leave(table, guest)
    assert live_table.catch_up(table.pk).info.free == (1,)
    assert services.sit(table, guest) == 1


def test_only_the_host_fills_and_starts_and_only_a_full_table_starts() -> None:
    host, guest = make_people(2)
    table = services.create_table(TableConfig("nana", 3, {}), host)
    services.sit(table, host)
    services.sit(table, guest)
    for request, code in (
        (lambda: services.fill(table, guest, "easy"), "not_host"),
        (lambda: services.start(table, guest), "not_host"),
        (lambda: services.start(table, host), "seats_empty"),
        (lambda: services.fill(table, host, "godlike"), "bad_options"),
    ):
        with pytest.raises(Refused) as refused:
            request()
        assert refused.value.code == code
    services.fill(table, host, "normal")
    services.start(table, host)
    for request in (
        lambda: services.start(table, host),
        lambda: services.remove(table, host, 1),
        lambda: services.sit(table, make_people(1)[0]),
    ):
        with pytest.raises(Refused) as refused:
            request()
        assert refused.value.code == "started"


@pytest.mark.parametrize(
    ("config", "code"),
    [
        (TableConfig("chess", 2, {}), "no_such_game"),
        (TableConfig("nana", 7, {}), "bad_options"),
        (TableConfig("nana", 4, {"win": "always"}), "bad_options"),
        (TableConfig("nana", 4, {"colour": "red"}), "bad_options"),
        (TableConfig("nana", 4, {"first": 4}), "bad_options"),
        (TableConfig("nana", 4, {"first": -1}), "bad_options"),
        (TableConfig("nana", 5, {"teams": "pairs"}), "bad_options"),
        (TableConfig("nana", 4, {}, speed="warp"), "bad_options"),
        (TableConfig("nana", 4, {}, visibility="everywhere"), "bad_options"),
    ],
)
def test_a_table_is_not_opened_with_nonsense(config: TableConfig, code: str) -> None:
    (host,) = make_people(1)
    with pytest.raises(Refused) as refused:
        services.create_table(config, host)
    assert refused.value.code == code
    assert not Table.objects.exists()


def test_a_nonce_that_is_none_is_refused() -> None:
    (host,) = make_people(1)
    table = services.create_table(TableConfig("nana", 2, {}), host)
    with pytest.raises(Refused):
        services.sit(table, host, 0, "not hexadecimal")


@pytest.mark.parametrize(
    ("path", "form", "code"),
    [
        ("/play/battleship/", {"level": "easy"}, "bad_options"),
        ("/play/battleship/", {"nonce": "not hexadecimal"}, "bad_message"),
        ("/play/battleship/", {"size": "12"}, "bad_options"),
        ("/play/battleship/", {"first": "2"}, "bad_options"),
        ("/play/battleship/", {"seats": "3"}, "bad_options"),
        ("/play/battleship/", {"turn_cap": "1" * 5000}, "bad_options"),
        ("/anywhere/battleship/", {"nonce": "x" * 65}, "bad_message"),
        ("/tables/", {"game": "battleship", "seat-1": "easy"}, "bad_options"),
        ("/tables/", {"game": "battleship", "nonce": "!"}, "bad_message"),
        (
            "/tables/",
            {"game": "battleship", "seats": "999999999", "seat-1": "recruit"},
            "bad_options",
        ),
    ],
)
def test_a_form_that_is_refused_leaves_no_table(path: str, form: dict[str, str], code: str) -> None:
    answer = Client().post(path, form, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert not Table.objects.exists()


def test_playing_again_keeps_seats_and_bots_and_passes_the_lead_on() -> None:
    (person,) = make_people(1)
    table = start_table([person], bots=2, turn_cap=1)
    while (live := live_table.catch_up(table.pk)).info.status == "playing":
        make(table, a_move(table, live.state.active))
    following = services.rematch(table, person)
    info = live_table.catch_up(following.pk).info
    old = live_table.catch_up(table.pk).info
    assert old.next_table == following.code
    assert following.previous_table == table
    assert [(c.name, c.bot) for c in info.seats] == [(c.name, c.bot) for c in old.seats]
    assert info.options["first"] == 1
    assert info.status == "playing"
    assert services.rematch(table, person).pk == following.pk


def test_playing_again_waits_for_the_other_person() -> None:
    host, guest = make_people(2)
    table = start_table([host, guest], turn_cap=1, first=1)
    while (live := live_table.catch_up(table.pk)).info.status == "playing":
        make(table, a_move(table, live.state.active))
    following = services.rematch(table, guest)
    assert live_table.catch_up(following.pk).info.free == (0,)
    assert live_table.catch_up(following.pk).info.options["first"] == 0
    assert live_table.catch_up(following.pk).info.previous_table == table.code
    assert services.rematch(table, host).pk == following.pk
    assert live_table.catch_up(following.pk).info.status == "playing"


def test_a_name_changes_at_the_tables_too() -> None:
    host, guest = make_people(2)
    table = start_table([host, guest])
    services.rename(guest, "  Ada   L. ")
    assert live_table.catch_up(table.pk).info.seats[1].name == "Ada L."
    for name in ("", " ", "x" * 25, "a\x00b"):
        with pytest.raises(Refused):
            services.rename(guest, name)


def test_partners_give_in_any_order_and_the_lead_is_passed_on_from_who_began() -> None:
    (person,) = make_people(1)
    table = start_table([person], bots=3, turn_cap=1, teams="pairs")
    for seat in (2, 3, 1, 0):
        gift = live_table.legal_actions(live_table.catch_up(table.pk), seat)[0]
        make(table, replace(a_move(table, seat), action=gift))
    while (live := live_table.catch_up(table.pk)).info.status == "playing":
        make(table, a_move(table, live.state.active))
    following = services.rematch(table, person)
    assert live_table.catch_up(following.pk).info.options["first"] == 1


def test_a_form_says_for_how_many_seats_a_rule_is() -> None:
    fields = {field.name: field.choices for field in forms.fields(GAMES["nana"])}
    assert [(value, seats) for value, _, seats in fields["teams"]] == [
        ("none", ""),
        ("pairs", "4 6"),
    ]
    assert {seats for _, _, seats in fields["win"]} == {""}
