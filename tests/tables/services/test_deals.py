"""Matches of many deals at a table: dealing, the pause, agreeing, leaving, time banks, revealing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from msgspec.structs import replace

from bots.models import DecisionRecord
from bots.runtime.runner import BotRunner
from games.core import codec
from games.core.contract import ALL
from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import deal_log, history, live_table, revealing, updates
from games.tables.eventlog.writer import writer
from games.tables.events import deal_pause, fairness
from games.tables.models import LogEntry, Presence, Result, Round, Seat, Table
from games.tables.queries import export, lobby, replay, verify
from games.tables.services import Move, deals, scheduler
from games.tables.staff import diagnostics, formatting
from games.tiny.actions import Choose, Rebuy, ShowHand
from tests.tables.conftest import command, connect
from tests.tables.peak import (
    agree,
    aside,
    choose,
    deal_now,
    live_of,
    make,
    play_deal,
    play_deals,
    start_match,
)
from tests.tables.peak import peak as peak

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("peak")]

LONG = {"rounds": 50, "chips": 1000, "showdowns": 1}
"""A match in which nobody runs out of chips."""


def update(table: Table, viewer: Any, seen: int = 0) -> dict[str, Any]:
    return dict(json.loads(updates.build_update(live_of(table), viewer, seen)[1]))


# --- dealing --------------------------------------------------------------------------------------


def test_the_first_deal_is_a_row_of_its_own_in_the_transaction_that_starts_the_match() -> None:
    table, _ = start_match()
    rows = list(LogEntry.objects.filter(table=table, kind="game").order_by("seq"))
    assert [(row.seat, row.command, row.deal) for row in rows] == [
        (None, None, None),
        (None, "deal:0", 0),
    ]
    assert rows[0].at == rows[1].at
    assert live_of(table).info.deals_at is None


def test_between_deals_the_table_waits_and_then_deals_once() -> None:
    table, _ = start_match(**LONG)
    live = play_deal(table)
    assert live.info.deals_at is not None
    assert live.info.deals_at > timezone.now().timestamp() + 100  # no clock: two minutes to agree
    assert Table.objects.get(pk=table.pk).due_at is not None
    agree(table, 0)
    agree(table, 1)
    seq = live_of(table).seq
    for _ in range(3):
        scheduler.deal(table.pk, seq)
    assert list(
        LogEntry.objects.filter(table=table, deal__isnull=False).values_list("deal", flat=True)
    ) == [0, 1]
    assert live_of(table).round == 1


def test_a_deal_index_is_unique_in_the_database() -> None:
    table, _ = start_match(**LONG)
    row = LogEntry.objects.get(table=table, deal=0)
    row.pk, row.seq = None, row.seq + 1
    with pytest.raises(Exception, match="deal"):
        row.save()


def test_a_move_in_the_pause_is_refused() -> None:
    table, _ = start_match(**LONG)
    live = play_deal(table)
    move = Move(0, live.info.seats[0].version, Choose(1), command(), live.seq)
    with pytest.raises(Refused) as refusal:
        make(table, move)
    assert refusal.value.code == "between_deals"


def test_a_move_chosen_in_the_deal_before_is_stale() -> None:
    table, _ = start_match(**LONG)
    live = play_deal(table)
    seen = live.seq
    live = deal_now(table)
    move = Move(0, live.info.seats[0].version, Choose(live.state.hands[0][0]), command(), seen)
    with pytest.raises(Refused) as refusal:
        make(table, move)
    assert refusal.value.code == "stale"


def test_a_command_of_an_old_deal_is_answered_with_its_row() -> None:
    table, _ = start_match(**LONG)
    live = live_of(table)
    move = Move(0, live.info.seats[0].version, Choose(live.state.hands[0][0]), command(), live.seq)
    seq = make(table, move)
    play_deals(table, 4)
    deal_now(table)
    assert live_of(table).oldest_seq > seq
    count = LogEntry.objects.filter(table=table).count()
    assert make(table, move) == seq
    assert LogEntry.objects.filter(table=table).count() == count


def test_a_deal_without_decisions_is_an_ordinary_deal() -> None:
    table, _ = start_match(chips=3, ante=100_000, showdowns=1, rebuy="auto", rounds=6)
    before = 0.0
    for deal in range(5):
        live = live_of(table)
        assert (live.round, live.info.status) == (deal, "playing")
        assert not any(live_table.legal_actions(live, seat) for seat in (0, 1))
        assert live.info.deals_at is not None
        assert live.info.deals_at > before
        before = live.info.deals_at
        deal_now(table)
    assert live_of(table).info.status == "over"
    assert Result.objects.filter(table=table).count() == 2


def test_a_row_that_deals_can_end_the_match() -> None:
    table, _ = start_match(chips=1, ante=1, showdowns=1, rebuy="ask", rounds=6)
    live = live_of(table)
    for _ in range(10):  # a tie leaves the pot for the next deal
        if live.info.status != "playing" or 0 in live.state.chips:
            break
        live = deal_now(table)
    live = deal_now(table)
    assert live.info.status == "over"
    row = LogEntry.objects.filter(table=table, kind="game").order_by("-seq")[0]
    assert (row.seat, row.deal) == (None, None)
    assert Result.objects.filter(table=table).count() == 2
    assert verify.verify(Table.objects.get(pk=table.pk)) > 0


def test_at_the_end_of_the_chain_the_table_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "CHAIN_ROUNDS", 2)
    table, _ = start_match(**LONG)
    play_deals(table, 1)
    deal_now(table)
    assert live_of(table).info.closed == "no_more_deals"


# --- the pause ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "pause"), [("quick", 8), ("relaxed", 20), ("off", 120), ("days", 86400)]
)
def test_the_pause_depends_on_the_clock(clock: str, pause: int, settings: Any) -> None:
    settings.GLASS_DISPLAY_SCALE = 0.0
    table, _ = start_match(config={"clock": clock}, **LONG)
    live = play_deal(table)
    assert live.info.deals_at == pytest.approx(live.rows[-1].at + pause)


def test_the_pause_begins_after_the_display_time(settings: Any) -> None:
    settings.GLASS_DISPLAY_SCALE = 2.0
    table, _ = start_match(config={"clock": "quick"}, **LONG)
    live = play_deal(table)
    shown = 2.0 * sum(live.game.dwell(event) for event in live.rows[-1].events)
    assert shown > 0
    assert live.info.deals_at == pytest.approx(live.rows[-1].at + shown + 8)


def test_where_nobody_can_agree_the_pause_is_short(settings: Any) -> None:
    settings.GLASS_DISPLAY_SCALE = 0.0
    table, _ = start_match(people=1, bots=1, **LONG)
    services.staff_stand_in(table, 0, "easy")
    live = play_deal(table)
    assert live.info.deals_at == pytest.approx(live.rows[-1].at + 5)


def test_a_stand_in_shortens_the_pause_that_waited_for_its_person(
    settings: Any,
) -> None:
    settings.GLASS_DISPLAY_SCALE = 0.0
    table, _ = start_match(people=1, bots=1, **LONG)
    before = play_deal(table).info.deals_at
    services.staff_stand_in(table, 0, "easy")
    live = live_of(table)
    assert live.info.deals_at == pytest.approx(live.rows[-1].at + 5)
    assert before is not None
    assert live.info.deals_at < before


def test_one_who_agrees_waits_for_the_other() -> None:
    table, _ = start_match(**LONG)
    play_deal(table)
    agree(table, 0)
    info = live_of(table).info
    assert info.agreed == (0,)
    assert info.deals_at is not None
    assert info.deals_at > timezone.now().timestamp() + 100
    agree(table, 1)
    info = live_of(table).info
    assert info.deals_at is not None
    assert info.deals_at <= timezone.now().timestamp()
    live = deal_now(table)
    assert (live.info.deals_at, live.info.agreed) == (None, ())


def test_agreeing_twice_is_agreeing_once() -> None:
    table, _ = start_match(**LONG)
    play_deal(table)
    assert agree(table, 0) == agree(table, 0)


def test_one_may_agree_only_to_the_next_deal_in_the_pause_before_it() -> None:
    table, _ = start_match(**LONG)
    live = live_of(table)
    with pytest.raises(Refused, match="begun"):
        agree(table, 0)
    live = play_deal(table)
    for deal in (live.round, live.round + 2):
        with pytest.raises(Refused) as refusal:
            writer.call(
                table.pk, lambda changes, deal=deal: deals.agree_to_deal(changes, 0, 2, deal)
            )
        assert refusal.value.code == "stale"


def test_a_bot_and_a_stand_in_are_not_asked() -> None:
    table, _ = start_match(people=1, bots=2, **LONG)
    live = play_deal(table)
    assert deal_pause.voters(live.game, live.info, live.state) == (0,)
    agree(table, 0)
    assert scheduler.deal_is_due(live_of(table))


def test_nobody_deals_for_people_who_are_gone() -> None:
    table, _ = start_match(**LONG)
    play_deal(table)
    agree(table, 0)
    agree(table, 1)
    gone = timezone.now() - timedelta(minutes=11)
    Seat.objects.filter(table=table).update(last_seen=gone)
    Presence.objects.filter(table=table).delete()
    scheduler.deal(table.pk, live_of(table).seq)
    assert live_of(table).round == 0
    due = Table.objects.get(pk=table.pk).due_at
    assert due is not None
    assert due > timezone.now()
    connect(table.pk, {1: 1})
    scheduler.deal(table.pk, live_of(table).seq)
    assert live_of(table).round == 1


def test_days_wait_for_a_week() -> None:
    table, _ = start_match(config={"clock": "days"}, **LONG)
    play_deal(table)
    agree(table, 0)
    agree(table, 1)
    Seat.objects.filter(table=table).update(last_seen=timezone.now() - timedelta(days=8))
    scheduler.deal(table.pk, live_of(table).seq)
    assert live_of(table).round == 0
    Seat.objects.filter(table=table).update(last_seen=timezone.now() - timedelta(days=6))
    scheduler.deal(table.pk, live_of(table).seq)
    assert live_of(table).round == 1


@pytest.mark.parametrize(
    ("clock", "first", "each"), [("quick", 60.0, 10.0), ("relaxed", 180.0, 30.0)]
)
def test_time_banks_grow_with_each_deal_up_to_their_first_value(
    clock: str, first: float, each: float
) -> None:
    table, _ = start_match(config={"clock": clock}, **LONG)
    live = live_of(table)
    assert live.info.seats[0].bank == first
    play_deal(table)
    live = live_of(table)
    row = live.rows[-1]
    spent = live.info.with_seat(replace(live.info.seats[0], bank=5.0))
    live.info = spent.with_seat(replace(spent.seats[1], bank=first - each / 2))
    live = deal_now(table)
    assert [seat.bank for seat in live.info.seats] == [5.0 + each, first]
    assert row.deal is None


async def test_when_the_time_is_up_the_rules_choose() -> None:
    table, _ = await sync_to_async(start_match)(config={"clock": "quick"}, **LONG)
    live = await sync_to_async(live_of)(table)
    lowest = min(live.state.hands[0])
    late = replace(live.info.seats[0], deadline=timezone.now().timestamp() - 1)
    live.info = live.info.with_seat(late)
    runner = scheduler.Scheduler(BotRunner())
    try:
        await runner._play_turn(live, timezone.now())
    finally:
        runner.chooser.close()
    row = await LogEntry.objects.filter(table=table, kind="game").alast()
    assert row is not None
    assert row.command.startswith("clock:")
    assert json.loads(row.events)[0] == {"type": "Chosen", "seat": 0, "card": lowest}
    assert not await DecisionRecord.objects.filter(table=table).aexists()


# --- asides, leaving, resigning --------------------------------------------------------------------


def test_an_aside_is_no_move_and_makes_no_sent_move_stale() -> None:
    table, _ = start_match(chips=1000, rounds=50, showdowns=1)
    live = play_deal(table)
    moves = live.info.seats[0].moves
    deals_at, seen = live.info.deals_at, live.seq
    aside(table, 0, ShowHand())
    live = live_of(table)
    row = LogEntry.objects.get(table=table, seq=live.seq)
    assert (row.kind, row.seat) == ("aside", 0)
    assert live.info.seats[0].moves == moves
    assert live.info.deals_at == deals_at
    frame = update(table, 1, seen)["frames"][0]
    assert (frame["kind"], frame["event"]["type"]) == ("game", "HandShown")


def test_a_player_without_chips_buys_new_ones_between_deals() -> None:
    table, _ = start_match(chips=1, ante=1, showdowns=1, rebuy="ask", rounds=9)
    live = live_of(table)
    while 0 not in live.state.chips:
        live = deal_now(table)
    loser = live.state.chips.index(0)
    assert [one["type"] for one in update(table, loser)["aside"]].count("Rebuy") == 1
    aside(table, loser, Rebuy())
    live = deal_now(table)
    assert live.info.status == "playing"
    assert live.game.standing is not None
    assert live.game.standing(live.state).out == ()


def test_no_bot_sits_where_players_are_asked_to_buy() -> None:
    with pytest.raises(Refused) as refusal:
        start_match(people=1, bots=1, rebuy="ask")
    assert refusal.value.code == "bad_options"
    table, people = start_match(people=2, rebuy="ask")
    for stand_in in (
        lambda: services.start_stand_in(table, people[0], 0),
        lambda: services.staff_stand_in(table, 0, "easy"),
    ):
        with pytest.raises(Refused) as refusal:
            stand_in()
        assert refusal.value.code == "bad_options"


def test_who_leaves_has_a_result_and_no_stand_in() -> None:
    table, (ann, ben, _) = start_match(people=3, **LONG)
    choose(table, 1)
    services.leave(table, ann)
    live = live_of(table)
    assert live.info.seats[0].departed
    assert live.info.seats[0].bot is None
    assert live.info.status == "playing"
    result = Result.objects.get(table=table)
    assert (result.player, result.won, result.reason) == (ann, False, "left")
    with pytest.raises(Refused):
        services.end_stand_in(table, ann)
    with pytest.raises(Refused):
        services.leave(table, ann)
    services.resign(table, ben)
    assert live_of(table).info.status == "over"
    assert Result.objects.filter(table=table).count() == 3


def test_a_match_that_its_last_person_leaves_is_closed_and_revealed() -> None:
    table, (ann, ben) = start_match(people=2, bots=2, **LONG)
    play_deal(table)
    services.leave(table, ann)
    assert live_of(table).info.status == "playing"
    services.leave(table, ben)
    live = live_of(table)
    assert (live.info.status, live.info.closed) == ("closed", "everybody_left")
    assert Table.objects.get(pk=table.pk).due_at is None
    assert ALL in replay.allowed_viewers(live, 0, None)
    reasons = Result.objects.filter(table=table).values_list("reason", flat=True)
    assert list(reasons) == ["left", "left"]
    assert verify.verify(Table.objects.get(pk=table.pk)) > 0


def test_a_match_goes_on_for_a_person_who_may_come_back_to_their_seat() -> None:
    table, (ann, ben) = start_match(people=2, bots=2, **LONG)
    services.start_stand_in(table, ben, 1)
    services.leave(table, ann)
    assert live_of(table).info.status == "playing"
    services.end_stand_in(table, ben)
    assert live_of(table).info.status == "playing"


def test_a_match_that_a_player_has_left_for_good_is_not_listed_as_theirs() -> None:
    table, (ann, ben) = start_match(people=2, bots=1, **LONG)
    services.leave(table, ann)
    assert lobby.lobby_data(ann)[0]["mine"] == []
    assert [row["code"] for row in lobby.lobby_data(ben)[0]["mine"]] == [table.code]


def test_resigning_stores_the_real_scores() -> None:
    table, (ann, _) = start_match(**LONG)
    live = play_deal(table)
    assert live.game.standing is not None
    services.resign(table, ann)
    live = live_of(table)
    assert live.info.status == "over"
    result = Result.objects.get(table=table, player=ann)
    assert result.score == live.game.standing(live.state).scores[0]


# --- the proof of the deals ---------------------------------------------------------------------


def test_one_commitment_binds_all_deals() -> None:
    table, _ = start_match(rounds=3, chips=1000, showdowns=1)
    play_deals(table, 3)
    live = live_of(table)
    assert live.info.status == "over"
    last = export.export(Table.objects.get(pk=table.pk), live)["rounds"]
    assert [one["index"] for one in last] == [2]
    secret = bytes.fromhex(last[0]["secret"])
    for _ in range(last[0]["index"] + 1):
        secret = hashlib.sha256(secret).digest()
    assert secret.hex() == live.info.commitments[0]
    assert len(live.info.commitments) == 1
    assert (
        verify.verify(Table.objects.get(pk=table.pk))
        == LogEntry.objects.filter(table=table).exclude(kind="table").count()
    )


def test_another_chain_is_not_verified() -> None:
    table, _ = start_match(rounds=2, chips=1000, showdowns=1)
    play_deals(table, 2)
    Round.objects.filter(table=table).update(secret=bytes(32))
    with pytest.raises(verify.VerificationError, match="chain"):
        verify.verify(Table.objects.get(pk=table.pk))


def test_a_changed_deal_is_not_verified() -> None:
    table, _ = start_match(rounds=2, chips=1000, showdowns=1)
    play_deals(table, 2)
    row = LogEntry.objects.get(table=table, deal=1)
    events = json.loads(row.events)
    events[0]["hands"] = [events[0]["hands"][1], events[0]["hands"][0]]
    LogEntry.objects.filter(pk=row.pk).update(events=json.dumps(events))
    with pytest.raises(verify.VerificationError, match=f"row {row.seq}"):
        verify.verify(Table.objects.get(pk=table.pk))


def test_a_chain_finds_any_secret_from_its_last_one() -> None:
    chain = fairness.Chain(b"\1" * 32, 357)
    secret = chain.secret(356)
    assert secret == b"\1" * 32
    for index in range(355, -1, -1):
        secret = hashlib.sha256(secret).digest()
        assert chain.secret(index) == secret
    assert chain.commitment == hashlib.sha256(secret).hexdigest()


# --- memory, updates, old deals -------------------------------------------------------------------


def test_memory_holds_the_present_deal_and_the_one_before() -> None:
    table, _ = start_match(**LONG)
    play_deals(table, 6)
    live = live_of(table)
    assert live.oldest_seq == LogEntry.objects.get(table=table, deal=5).seq
    assert live.kept_deal(4) is None
    assert [row.seq for row in live.rows] == list(range(live.oldest_seq, live.seq + 1))


def test_a_cold_load_equals_the_table_in_memory() -> None:
    table, _ = start_match(people=2, bots=1, config={"clock": "quick"}, **LONG)
    play_deals(table, 4)
    warm = live_of(table)
    live_table.forget(table.pk)
    cold = live_of(table)
    assert cold is not warm
    assert (cold.seq, cold.info, cold.state) == (warm.seq, warm.info, warm.state)
    assert cold.rows == warm.rows
    assert cold.seed(4) == warm.seed(4)
    for index in range(5):
        assert deal_log.read_deal(cold, index) == deal_log.read_deal(warm, index)


def test_a_table_in_use_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "MAX_CACHED_TABLES", 1)
    used, idle = start_match(**LONG)[0], start_match(**LONG)[0]
    live = live_of(used)
    live.users += 1
    live_of(idle)
    live_of(start_match(**LONG)[0])
    assert live_table.cached(used.pk) is live
    assert live_table.cached(idle.pk) is None


def test_tables_with_many_rows_leave_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "MAX_CACHED_ROWS", 5)
    first, second = start_match(**LONG)[0], start_match(**LONG)[0]
    live_of(first)
    live_of(second)
    assert live_table.cached(first.pk) is None
    assert live_table.cached(second.pk) is not None


def test_staff_read_what_the_next_deal_waits_for() -> None:
    table, _ = start_match(**LONG)
    play_deal(table)
    agree(table, 0)
    table.refresh_from_db()
    live = live_of(table)
    sentences = diagnostics.why(table, live, {0: 1, 1: 1})
    assert sentences[0].startswith("Deal 2 comes at")
    assert str(live.info.seats[1].name) in sentences[1]
    assert str(live.info.seats[0].name) not in sentences[1]


def test_staff_read_the_rows_and_views_of_every_deal() -> None:
    table, _ = start_match(**LONG)
    play_deals(table, 4)
    live_table.forget(table.pk)
    live = live_of(table)
    assert live.oldest_seq > 1
    lines = formatting.lines(live, ALL, 1, live.seq)
    assert [line.seq for line in lines] == list(range(1, live.seq + 1))
    dealt = list(LogEntry.objects.filter(table=table, deal__isnull=False).order_by("seq"))
    for entry in dealt:
        events = live_table.read_row(live.game, entry).events
        assert [one.event for one in lines[entry.seq - 1].events] == list(codec.plain(events))
        view = formatting.view_after(live, ALL, entry.seq)
        assert view["round"] == entry.deal
        assert view["hands"] == [list(hand) for hand in events[0].hands]


def test_an_old_deal_is_read_from_the_database() -> None:
    table, _ = start_match(**LONG)
    play_deals(table, 4)
    live = live_of(table)
    old = deal_log.read_deal(live, 1)
    assert old is not None
    assert old.rows[0].deal == 1
    assert old.rows[-1].seq == LogEntry.objects.get(table=table, deal=2).seq - 1
    assert old.info.seats[0].moves == 1
    assert deal_log.read_deal(live, 5) is None
    assert deal_log.deal_of_row(live, old.rows[1].seq) == 1


def test_a_newcomer_gets_the_present_deal_and_a_reset() -> None:
    table, _ = start_match(**LONG)
    play_deals(table, 3)
    deal_now(table)
    choose(table, 0)
    page = update(table, 1)
    dealt = LogEntry.objects.get(table=table, deal=4).seq
    assert page["reset"] is True
    assert page["from"] == dealt - 1
    assert page["frames"][0]["event"]["type"] == "Dealt"
    assert page["standing"]["deal"] == 5
    assert page["view"] == page["frames"][-1]["view"]


def test_who_lags_a_little_gets_the_end_of_the_deal_before() -> None:
    table, _ = start_match(**LONG)
    play_deals(table, 2)
    live = live_of(table)
    seen = live.rows[-2].seq
    deal_now(table)
    page = update(table, None, seen)
    assert "reset" not in page
    assert page["from"] == seen
    types = [frame["event"]["type"] for frame in page["frames"]]
    assert types.index("DealEnded") < types.index("Dealt")


def test_who_lags_far_begins_at_the_present_deal() -> None:
    table, _ = start_match(**LONG)
    seen = live_of(table).seq
    play_deals(table, 4)
    page = update(table, None, seen)
    assert page["reset"] is True
    assert page["frames"][0]["event"]["type"] == "Dealt"


def test_legal_actions_are_computed_once_for_each_row(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = start_match(people=2, bots=1, config={"clock": "quick"}, **LONG)
    live = live_of(table)
    calls: list[tuple[int, int]] = []
    original = live.game.legal_actions

    def counted(state: Any, seat: int) -> Any:
        calls.append((id(state), seat))
        return original(state, seat)

    object.__setattr__(live.game, "legal_actions", counted)
    try:
        choose(table, 0)
        for viewer in (0, 1, None):
            updates.build_update(live, viewer, live.seq - 1)
            updates.build_update(live, viewer, 0)
        scheduler.is_due(live)
        scheduler.seats_to_move(live)
    finally:
        object.__setattr__(live.game, "legal_actions", original)
    assert len(calls) == len(set(calls))
    assert len(calls) <= 3 + 2  # each seat on the true state, each person on their own


# --- revealing ------------------------------------------------------------------------------------


def hands_in(payload: Any, deal: int, table: Table) -> list[bool]:
    """Return for each seat whether an event or view of a payload holds its hand of a deal."""
    row = LogEntry.objects.get(table=table, deal=deal)
    dealt = json.loads(row.events)[0]["hands"]
    found = list(lists_named("hands", json.loads(codec.dump(payload))))
    return [any(hands[seat] == hand for hands in found) for seat, hand in enumerate(dealt)]


def lists_named(name: str, value: Any) -> Iterator[list[Any]]:
    """Yield every list under this name within a JSON value."""
    if isinstance(value, dict):
        if isinstance(value.get(name), list):
            yield value[name]
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from lists_named(name, part)


def frames(table: Table, deal: int, viewer: Any) -> Any:
    live = live_of(table)
    found = deal_log.read_deal(live, deal)
    assert found is not None
    return history.frames(live, found, viewer)


def test_match_reveals_nothing_before_the_match_is_over() -> None:
    table, _ = start_match(rounds=3, chips=1000, showdowns=1)
    play_deals(table, 1)
    live = live_of(table)
    assert replay.allowed_viewers(live, 0, None) == (None,)
    assert not revealing.is_revealed(live, 0)
    deal_now(table)
    play_deal(table)
    live = live_of(table)
    assert live.info.status == "over"
    assert ALL in replay.allowed_viewers(live, 0, None)


def test_round_reveals_each_deal_when_it_is_over_and_not_before() -> None:
    table, _ = start_match(config={"open_after": "round"}, rounds=3, chips=1000, showdowns=1)
    live = live_of(table)
    assert replay.allowed_viewers(live, 0, None) == (None,)
    choose(table, 0)
    assert not revealing.is_revealed(live_of(table), 0)
    live = play_deal(table)
    assert revealing.is_revealed(live, 0)
    assert hands_in(frames(table, 0, ALL), 0, table) == [True, True]
    live = deal_now(table)
    assert revealing.is_revealed(live, 0)
    assert not revealing.is_revealed(live, 1)
    with pytest.raises(Refused, match="deal"):
        replay.resolve_viewer(live, 1, None, "all")
    page = update(table, None)
    assert hands_in(page, 0, table) == [False, False]
    assert hands_in(page, 1, table) == [False, False]


def test_shown_never_reveals_what_a_person_held_but_what_a_bot_held() -> None:
    table, _ = start_match(
        people=2, bots=1, config={"open_after": "shown"}, rounds=2, chips=1000, showdowns=1
    )
    live = live_of(table)
    assert revealing.revealed_seats(live, 0) == ()
    assert hands_in(frames(table, 0, None), 0, table) == [False, False, False]
    live = play_deal(table)
    assert revealing.revealed_seats(live, 0) == (2,)
    assert hands_in(frames(table, 0, None), 0, table) == [False, False, True]
    assert hands_in(frames(table, 0, 0), 0, table) == [True, False, True]
    deal_now(table)
    play_deal(table)
    live = live_of(table)
    assert live.info.status == "over"
    for deal in (0, 1):
        assert replay.allowed_viewers(live, deal, 0) == (0,)
        assert replay.allowed_viewers(live, deal, None) == (None,)
        with pytest.raises(Refused, match="not show"):
            replay.resolve_viewer(live, deal, 0, "1")
        assert hands_in(frames(table, deal, None), deal, table) == [False, False, True]
    record = export.export(Table.objects.get(pk=table.pk), live)
    assert "rounds" not in record
    assert hands_in(record, 0, table) == [False, False, True]
    actions = [row["seat"] for row in record["rows"] if row.get("action")]
    assert set(actions) == {2}


def test_a_game_offers_the_ways_of_revealing() -> None:
    with pytest.raises(Refused) as refusal:
        start_match(config={"open_after": "never"})
    assert refusal.value.code == "bad_options"
