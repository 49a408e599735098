"""Clocks, stand-ins, resigning, coming back, presence, the lobby."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table
from games.tables.eventlog.writer import writer
from games.tables.events.clocks import TIME_CONTROLS
from games.tables.events.table_config import TableConfig
from games.tables.models import LogEntry, Player, Presence, Report, Result, Seat, Table
from games.tables.queries import lobby
from games.tables.realtime import presence
from games.tables.services import Move, housekeeping
from games.tables.web import forms
from tests.tables.conftest import a_move, connect, make_people, start_table
from tests.tables.socket_clients import open_tab

pytestmark = pytest.mark.database


def make(table: Table, move: Move) -> int:
    return writer.call(
        table.pk, lambda changes: services.make_move(changes, move), touches_rows=False
    )


def info(table: Table) -> live_table.TableInfo:
    return live_table.catch_up(table.pk).info


def timed(clock: str, seats: int = 2) -> tuple[Table, list[Player]]:
    people = make_people(seats)
    table = services.create_table(TableConfig("nana", seats, {"first": 0}, clock=clock), people[0])
    for seat, player in enumerate(people):
        services.sit(table, player, seat)
    services.start(table, people[0])
    return table, people


def code_of(request: object) -> str:
    with pytest.raises(Refused) as refused:
        request()  # type: ignore[operator]
    return refused.value.code


def play_to_the_end(table: Table) -> None:
    while (live := live_table.catch_up(table.pk)).info.status == "playing":
        make(table, a_move(table, live.state.active))


# --- clocks --------------------------------------------------------------------------------------


def test_the_clock_of_the_seat_that_is_asked_runs_after_dwell(settings: object) -> None:
    settings.GLASS_DISPLAY_SCALE = 1.0  # type: ignore[attr-defined]
    table, _ = timed("quick")
    live = live_table.catch_up(table.pk)
    rate = TIME_CONTROLS["quick"]
    dealt = live.rows[-1]
    dwell = sum(live.game.dwell(event) for event in dealt.events)
    first, second = live.info.seats
    assert first.deadline == pytest.approx(dealt.at + dwell + rate.decision + rate.bank)
    assert (first.bank, second.deadline) == (rate.bank, None)
    due = Table.objects.get(pk=table.pk).due_at
    assert due.timestamp() == pytest.approx(first.deadline, abs=1e-3)


def test_the_bank_pays_only_for_what_the_decisions_time_did_not() -> None:
    table, _ = timed("quick")
    make(table, a_move(table))
    assert info(table).seats[0].bank == TIME_CONTROLS["quick"].bank
    for entry in LogEntry.objects.filter(table=table, seq__lt=info(table).seats[0].version + 99):
        LogEntry.objects.filter(pk=entry.pk).update(at=entry.at - timedelta(seconds=40))
    live_table.forget(table.pk)
    seat = live_table.catch_up(table.pk).state.active
    make(table, a_move(table, seat))
    assert info(table).seats[seat].bank == pytest.approx(TIME_CONTROLS["quick"].bank - 25, abs=5)


def test_no_clock_no_deadline() -> None:
    table = start_table(make_people(2))
    assert [seat_info.deadline for seat_info in info(table).seats] == [None, None]
    assert Table.objects.get(pk=table.pk).due_at is None


def test_a_move_for_a_person_is_refused_in_time_and_made_after_it() -> None:
    table, _ = timed("quick")
    move = a_move(table)
    clock_move = Move(0, move.seat_version, move.action, "clock:7:0", move.based_on_seq, "clock")
    assert code_of(lambda: make(table, clock_move)) == "stale"
    entries = LogEntry.objects.filter(table=table)
    for entry in entries:
        entries.filter(pk=entry.pk).update(at=entry.at - timedelta(hours=1))
    live_table.forget(table.pk)
    make(table, clock_move)
    events = [event for row in live_table.catch_up(table.pk).rows[-2:] for event in row.events]
    assert [type(event).__name__ for event in events[:2]] == ["TimedOut", "Revealed"]
    assert info(table).seats[0].stand_in_moves == 1


# --- stand-ins -----------------------------------------------------------------------------------


def test_who_leaves_is_stood_in_for_until_they_come_back() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben])
    move = a_move(table)
    services.leave(table, ann)
    seat_info = info(table).seats[0]
    assert (seat_info.bot, seat_info.person, seat_info.name) == ("easy", True, ann.name)
    assert Table.objects.get(pk=table.pk).due_at is not None
    assert code_of(lambda: make(table, move)) == "stand_in"
    services.end_stand_in(table, ann)
    assert info(table).seats[0].bot is None
    assert code_of(lambda: make(table, move)) == "stale"  # made before they left
    make(table, a_move(table))


def test_the_host_chooses_the_stand_ins_level() -> None:
    people = make_people(2)
    config = TableConfig("nana", 2, {"first": 0}, stand_in="hard")
    table = services.create_table(config, people[0])
    for seat, player in enumerate(people):
        services.sit(table, player, seat)
    services.start(table, people[0])
    services.leave(table, people[1])
    assert info(table).seats[1].bot == "hard"


def test_the_absent_are_stood_in_for_after_a_minute_and_not_before() -> None:
    ann, ben = make_people(2)
    outsider = make_people(1)[0]
    table = start_table([ann, ben])
    connect(table.pk, {0: 1, 1: 1})
    assert code_of(lambda: services.start_stand_in(table, ann, 1)) == "not_absent"
    connect(table.pk, {0: 1})
    assert code_of(lambda: services.start_stand_in(table, ann, 1)) == "not_absent"
    Seat.objects.filter(table=table, index=1).update(
        last_seen=timezone.now() - presence.ABSENT_AFTER - timedelta(seconds=1)
    )
    assert code_of(lambda: services.start_stand_in(table, outsider, 1)) == "not_seated"
    services.start_stand_in(table, ann, 1)
    assert info(table).seats[1].bot == "easy"


def test_resigning_at_two_gives_the_other_the_game() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben])
    services.resign(table, ann)
    result = info(table).result
    assert result is not None
    assert (result.winners, result.reason, info(table).status) == ((1,), "resigned", "over")
    won = dict(Result.objects.filter(table=table).values_list("seat", "won"))
    assert won == {0: False, 1: True}
    assert code_of(lambda: make(table, a_move(table))) == "finished"
    assert code_of(lambda: services.resign(table, ben)) == "not_playing"


def test_resigning_at_three_leaves_a_stand_in_for_good() -> None:
    people = make_people(3)
    table = start_table(people)
    services.resign(table, people[0])
    seat_info = info(table).seats[0]
    assert (seat_info.bot, seat_info.permanent, info(table).status) == ("easy", True, "playing")
    assert code_of(lambda: services.end_stand_in(table, people[0])) == "resigned"


def test_a_seat_a_stand_in_played_too_much_counts_as_abandoned() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben], turn_cap=2)
    services.leave(table, ann)
    while (live := live_table.catch_up(table.pk)).info.status == "playing":
        seat = live.state.active
        move = a_move(table, seat)
        bots_own = Move(
            seat, move.seat_version, move.action, f"bot:{live.seq}:{seat}", move.based_on_seq, "bot"
        )
        make(table, bots_own if live.info.seats[seat].bot else move)
    results = {result.seat: result for result in Result.objects.filter(table=table)}
    assert (results[0].abandoned, results[1].abandoned) == (True, False)


def test_a_result_is_kept_for_each_person_when_a_game_ends() -> None:
    (ann,) = make_people(1)
    table = start_table([ann], bots=2, level="normal", turn_cap=1)
    play_to_the_end(table)
    result = Result.objects.get(table=table)
    outcome = live_table.catch_up(table.pk).state.outcome
    assert (result.player, result.levels, result.people) == (ann, "normal", 1)
    assert (result.won, result.reason) == (0 in outcome.winners, outcome.reason)


# --- before the start ----------------------------------------------------------------------------


def test_the_host_removes_somebody_and_puts_a_bot_into_a_seat() -> None:
    host, guest = make_people(2)
    table = services.create_table(TableConfig("nana", 3, {}), host)
    services.sit(table, host, 0)
    services.sit(table, guest, 1)
    assert code_of(lambda: services.remove(table, guest, 0)) == "not_host"
    assert code_of(lambda: services.remove(table, host, 0)) == "no_such_seat"
    services.remove(table, host, 1)
    services.fill(table, host, "hard", 1)
    assert [seat_info.bot for seat_info in info(table).seats] == [None, "hard", None]
    assert code_of(lambda: services.fill(table, host, "hard", 1)) == "seat_taken"
    assert services.sit(table, guest) == 2


def test_a_public_table_needs_a_clock() -> None:
    (host,) = make_people(1)
    public = TableConfig("nana", 2, {}, visibility="public")
    assert code_of(lambda: services.create_table(public, host)) == "bad_options"


def test_sitting_anywhere_brings_people_together_and_starts_by_itself() -> None:
    ann, ben = make_people(2)
    first = services.quick_join(forms.quick_join("nana"), ann)
    assert services.quick_join(forms.quick_join("nana"), ben) == first
    assert info(first).starts_at is not None
    services.auto_start(first)
    assert info(first).status == "open"  # not yet
    past = timezone.now() + timedelta(seconds=-1)
    starts_at = info(first).starts_at
    assert starts_at is not None and starts_at > past.timestamp()
    services.start(first, ben)
    assert info(first).status == "playing"
    assert [seat_info.bot for seat_info in info(first).seats] == [None, None, "easy", "easy"]


def test_a_countdown_that_ran_out_fills_with_bots() -> None:
    (ann,) = make_people(1)
    config = TableConfig("nana", 3, {}, visibility="public", clock="quick", starts_at=time.time())
    table = services.create_table(config, ann)
    services.sit(table, ann)
    services.auto_start(table)
    assert info(table).status == "playing"
    empty = services.create_table(config, ann)
    services.auto_start(empty)
    assert (info(empty).status, info(empty).closed) == ("closed", "nobody_came")


def test_a_table_nobody_visits_is_closed_and_says_so() -> None:
    (host,) = make_people(1)
    table = services.create_table(TableConfig("nana", 2, {}), host)
    housekeeping.run()
    assert info(table).status == "open"
    long_ago = timezone.now() - timedelta(days=2)
    Table.objects.filter(pk=table.pk).update(created_at=long_ago)
    LogEntry.objects.filter(table=table).update(at=long_ago)
    connect(table.pk, {presence.SPECTATORS: 1})
    housekeeping.run()
    assert info(table).status == "open"  # somebody is there
    connect(table.pk, {})
    housekeeping.run()
    assert (info(table).status, info(table).closed) == ("closed", "nobody_came")
    assert code_of(lambda: services.sit(table, host)) == "started"


# --- presence, chat, the lobby -------------------------------------------------------------------


def test_presence_is_counted_over_all_processes_and_runs_out() -> None:
    table = start_table(make_people(2))
    connect(table.pk, {0: 2, presence.SPECTATORS: 1})
    other = timezone.now() + presence.PRESENCE_TTL
    Presence.objects.create(table=table, process="other", seat=1, sockets=1, until=other)
    assert presence.count_by_seat(table.pk) == {0: 2, 1: 1, presence.SPECTATORS: 1}
    Presence.objects.filter(process="other").update(until=timezone.now())
    assert presence.count_by_seat(table.pk) == {0: 2, presence.SPECTATORS: 1}
    connect(table.pk, {})
    assert presence.count_by_seat(table.pk) == {}
    assert Seat.objects.get(table=table, index=0).last_seen is not None


def test_a_new_guest_at_a_public_table_has_reactions_only() -> None:
    ann, ben = make_people(2)
    config = TableConfig("nana", 2, {"first": 0, "turn_cap": 1}, visibility="public", clock="quick")
    table = services.create_table(config, ann)
    services.sit(table, ann)
    services.sit(table, ben)
    services.start(table, ann)
    assert code_of(lambda: services.post_message(table, ann, "hello")) == "reactions_only"
    services.post_message(table, ann, services.REACTIONS[0])
    play_to_the_end(table)
    services.post_message(table, ann, "well played")
    Player.objects.filter(pk=ann.pk).update(muted=True)
    assert code_of(lambda: services.post_message(table, ann, services.REACTIONS[0])) == "muted"


def test_what_was_said_can_be_reported() -> None:
    from games.tables.realtime import identity

    ann, ben = make_people(2)
    table = start_table([ann, ben])
    assert (
        code_of(lambda: services.report(table, ann, identity.public_id(ben), "rude"))
        == "no_such_player"
    )
    services.post_message(table, ben, "boo")
    services.report(table, ann, identity.public_id(ben), "rude")
    report = Report.objects.get()
    assert (report.by, report.about, report.table) == (ann, ben, table)


def test_an_empty_lobby_has_bots_playing_in_it() -> None:
    assert lobby.lobby_data(None)[0]["show"] is None
    table = services.demo_table("nana")
    assert services.demo_table("nana") == table
    assert lobby.lobby_data(None)[0]["show"] == table.code
    assert all(seat_info.bot for seat_info in info(table).seats)
    assert table.host is None


async def test_a_table_without_spectators_is_shown_to_its_people_only() -> None:
    people = await database_sync_to_async(make_people)(2)

    def opened() -> Table:
        table = services.create_table(TableConfig("nana", 2, {}, spectators=False), people[0])
        for player in people:
            services.sit(table, player)
        return table

    table = await database_sync_to_async(opened)()
    watcher, player = await open_tab(table, None), await open_tab(table, people[0])
    await database_sync_to_async(services.start)(table, people[0])
    assert (await watcher.until("refused"))["code"] == "no_spectators"
    assert '"view":{' not in "".join(watcher.raw)
    await player.until("page")
    assert player.page["view"] is not None
    await player.leave()
    late = await open_tab_raw(table)
    assert late == "no_spectators"


async def open_tab_raw(table: Table) -> str:
    from tests.tables.socket_clients import Tab

    tab = Tab(table, None)
    connected, _ = await tab.socket.connect(timeout=30)
    assert connected
    await tab.send({"type": "hello", "seen": 0})
    return str((await tab.until("refused"))["code"])


async def test_a_person_out_of_time_is_played_for_with_the_seats_own_knowledge() -> None:
    from bots.runtime.runner import BotRunner
    from games.tables.services.scheduler import Scheduler

    table, _ = await database_sync_to_async(timed)("quick")

    def long_ago() -> None:
        entries = LogEntry.objects.filter(table=table)
        for entry in entries:
            entries.filter(pk=entry.pk).update(at=entry.at - timedelta(hours=1))
        Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(minutes=1))
        live_table.forget(table.pk)

    await database_sync_to_async(long_ago)()
    task = asyncio.create_task(Scheduler(BotRunner()).run())
    tab = await open_tab(table, None)
    while not any(frame["event"]["type"] == "TimedOut" for frame in tab.frames):
        await tab.until("page")
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await tab.leave()
    entry = await database_sync_to_async(LogEntry.objects.filter(table=table, kind="game").latest)(
        "seq"
    )
    assert entry.command.startswith("clock:")
