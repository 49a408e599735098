"""No deal comes too early, twice or for nobody, and bots and exports keep what is not revealed."""

from __future__ import annotations

import json
from dataclasses import replace as replace_game
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from bots.analysis import hints
from bots.contract import Decision, Reason
from bots.runtime.runner import BotRunner, BotSession, decision_record
from games.catalog import GAMES
from games.core.contract import no_action
from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table, revealing
from games.tables.eventlog.live_table import LiveTable
from games.tables.eventlog.writer import writer
from games.tables.events import deal_pause, fairness
from games.tables.models import LogEntry, Result, Seat, Table
from games.tables.queries import export
from games.tables.realtime.pubsub import Kind, Topic, pubsub
from games.tables.services import deals, scheduler
from games.tiny.actions import Choose
from tests.tables.conftest import connect
from tests.tables.peak import (
    agree,
    choose,
    deal_now,
    live_of,
    play_deal,
    play_deals,
    start_match,
)
from tests.tables.peak import peak as peak

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("peak")]

LONG = {"rounds": 50, "chips": 1000, "showdowns": 1}
"""A match in which nobody runs out of chips."""


def one_person_out() -> tuple[Table, int]:
    """Play for all chips until one of three persons is out; return the table and that seat."""
    table, _ = start_match(people=3, chips=2, ante=1, showdowns=1, rebuy="never", rounds=50)
    for _ in range(40):
        live = play_deal(table)
        assert live.game.standing is not None
        if live.info.status == "playing" and len(live.game.standing(live.state).out) == 1:
            return table, live.game.standing(live.state).out[0]
        if live.info.status != "playing":
            return one_person_out()
        deal_now(table)
    raise AssertionError("nobody went out")


# --- not too early, not twice, not for nobody -------------------------------------------------------


def test_no_deal_comes_before_its_time() -> None:
    table, _ = start_match(**LONG)
    live = play_deal(table)
    agree(table, 0)  # the other has not agreed
    scheduler.deal(table.pk, live_of(table).seq)
    assert live_of(table).round == live.round == 0


def test_whoever_agrees_last_makes_the_deal_due_for_the_sweep() -> None:
    table, _ = start_match(**LONG)
    play_deal(table)
    agree(table, 0)
    due = Table.objects.get(pk=table.pk).due_at
    assert due is not None and due > timezone.now()
    agree(table, 1)
    overdue, _ = scheduler.find_due_tables([])
    assert (table.pk, False) in overdue


def test_a_late_second_attempt_to_deal_leaves_the_table_as_it_is() -> None:
    table, _ = start_match(config={"clock": "quick"}, **LONG)
    play_deal(table)
    agree(table, 0)
    agree(table, 1)
    seq = live_of(table).seq
    scheduler.deal(table.pk, seq)
    due = Table.objects.get(pk=table.pk).due_at
    assert due is not None
    scheduler.deal(table.pk, seq)
    assert Table.objects.get(pk=table.pk).due_at == due


def test_who_is_out_is_not_asked_and_cannot_agree() -> None:
    table, out = one_person_out()
    live = live_of(table)
    others = tuple(seat for seat in range(3) if seat != out)
    assert deal_pause.voters(live.game, live.info, live.state) == others
    with pytest.raises(Refused) as refusal:
        agree(table, out)
    assert refusal.value.code == "not_playing"
    for seat in others:
        agree(table, seat)
    assert scheduler.deal_is_due(live_of(table))


def test_who_has_left_is_not_asked() -> None:
    table, people = start_match(people=3, **LONG)
    services.leave(table, people[0])
    live = play_deal(table)
    assert deal_pause.voters(live.game, live.info, live.state) == (1, 2)


def test_consent_with_an_old_seat_is_refused() -> None:
    table, _ = start_match(**LONG)
    live = play_deal(table)
    old = live.info.seats[0].version - 1
    with pytest.raises(Refused) as refusal:
        writer.call(table.pk, lambda changes: deals.agree_to_deal(changes, 0, old, 1), False)
    assert refusal.value.code == "stale"


def test_nobody_deals_for_a_person_whose_seat_a_bot_plays() -> None:
    table, _ = start_match(people=1, bots=1, **LONG)
    services.staff_stand_in(table, 0, "easy")
    play_deal(table)
    connect(table.pk, {0: 1})
    live = live_of(table)
    live.info = replace(live.info, deals_at=timezone.now().timestamp() - 1)
    scheduler.deal(table.pk, live.seq)
    assert live_of(table).round == 0
    services.end_stand_in(table, Seat.objects.get(table=table, index=0).player)
    scheduler.deal(table.pk, live_of(table).seq)
    assert live_of(table).round == 1


def test_a_demonstration_deals_while_it_is_watched_and_only_then() -> None:
    table = services.demo_table("tiny")
    live = play_deal(table)
    assert live.info.deals_at is not None
    live.info = replace(live.info, deals_at=timezone.now().timestamp() - 1)
    assert not scheduler.is_due(live)
    topic = Topic(Kind.TABLE, table.pk)

    def watch(topic: Topic, seq: int) -> None:
        """Do nothing: that somebody listens is enough."""

    pubsub.subscribe(topic, watch)
    try:
        assert scheduler.is_due(live)
    finally:
        pubsub.unsubscribe(topic, watch)
    scheduler.deal(table.pk, live.seq)
    assert live_of(table).round == 1


async def test_the_sweep_leaves_a_demonstration_that_nobody_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await sync_to_async(services.demo_table)("tiny")
    await Table.objects.filter(pk=table.pk).aupdate(due_at=timezone.now() - timedelta(hours=1))
    fetched: list[int] = []
    sweeper = scheduler.Scheduler(BotRunner())
    monkeypatch.setattr(sweeper, "_fetch", fetched.append)
    try:
        await sweeper._sweep()
        assert table.pk not in fetched
        monkeypatch.setattr(pubsub, "subscribed_tables", lambda: [table.pk])
        await sweeper._sweep()
        assert table.pk in fetched
    finally:
        sweeper.chooser.close()


def test_resigning_ends_a_match_that_no_person_could_go_on_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, "tiny", replace_game(GAMES["tiny"], depart=no_action))
    table, (ann,) = start_match(people=1, bots=2, **LONG)
    play_deal(table)
    services.resign(table, ann)
    live = live_of(table)
    assert live.info.status == "over"
    assert live.info.result is not None
    assert live.game.standing is not None
    assert live.info.result.scores == live.game.standing(live.state).scores
    assert Result.objects.get(table=table).won is False


def test_agreeing_changes_no_seats_and_no_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = start_match(**LONG)
    play_deal(table)
    published: list[Kind] = []
    monkeypatch.setattr(
        pubsub, "publish", lambda topics, **_: published.extend(topic.kind for topic, _ in topics)
    )
    agree(table, 0)
    assert published == [Kind.TABLE]
    row = live_of(table).rows[-1]
    assert row.kind == "table"
    assert not row.changes_seats
    services.staff_stand_in(table, 1, "easy")
    assert live_of(table).rows[-1].changes_seats


# --- what stays hidden ------------------------------------------------------------------------------


def shown_match_with_a_stand_in() -> tuple[LiveTable, int]:
    """Play a deal under `shown` in which a bot plays for the person of seat 0; return seat 0 too."""
    table, _ = start_match(people=2, bots=1, config={"open_after": "shown"}, **LONG)
    services.staff_stand_in(table, 0, "easy")
    return play_deal(table), 0


def test_a_stand_in_reveals_nothing_of_its_persons_hand() -> None:
    live, seat = shown_match_with_a_stand_in()
    assert live.info.seats[seat].bot is not None
    assert revealing.revealed_seats(live, 0) == (2,)
    answer = Client().get(f"/t/{live.info.code}/mind/", {"deal": 1, "seat": seat, "at": 2})
    assert answer.status_code == 403
    rows = export.export(Table.objects.get(pk=live.table_id), live)["rows"]
    assert not [row for row in rows if row["seat"] == seat and row.get("action")]


def test_the_decisions_of_a_stand_in_are_not_listed() -> None:
    live, seat = shown_match_with_a_stand_in()
    moved = LogEntry.objects.filter(table=live.table_id, kind="game", seat__in=(seat, 2))
    runner = BotRunner()
    try:
        runner.observe(live)
        for row in moved:
            store_decision(live, row, runner.sessions[live.table_id][row.seat])
    finally:
        runner.close()
    answer = Client().get(f"/t/{live.info.code}/analysis/", {"deal": 1}).json()
    assert {one["seat"] for one in answer["decisions"]} == {2}


def store_decision(live: LiveTable, row: LogEntry, session: BotSession) -> None:
    """Store a decision as if the bot of a row's seat had made that move by itself."""
    action = Choose(json.loads(row.action)["card"])
    decision = Decision(action, 1.0, Reason("any"), (), 1)
    decision_record(live, row.seat, session, row.seq - 1, decision, row.seq).save()


def test_while_deals_are_revealed_one_by_one_the_running_deal_keeps_its_secret() -> None:
    table, _ = start_match(config={"open_after": "round"}, **LONG)
    play_deals(table, 1)
    deal_now(table)
    choose(table, 0)
    live = live_of(table)
    assert live.round == 2
    rounds = export.export(Table.objects.get(pk=table.pk), live)["rounds"]
    assert [one["index"] for one in rounds] == [1]
    assert live.chain is not None
    assert live.chain.secret(2).hex() not in json.dumps(rounds)


def test_the_rules_choose_for_a_late_person_from_what_that_person_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, _ = start_match(config={"clock": "quick"}, **LONG)
    live = live_of(table)
    seen: list[Any] = []

    def lapse(state: Any, seat: int) -> Choose:
        seen.append(state)
        return Choose(state.hands[seat][0])

    monkeypatch.setattr(live, "game", replace_game(live.game, lapse=lapse))
    assert scheduler.lapse_choice(live, live.info.seats[0]) is not None
    (state,) = seen
    assert None not in state.hands[0]
    assert set(state.hands[1]) == {None}


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """List the seeds that bots' random streams are made from."""
    used: list[bytes] = []
    original = fairness.bot_chance

    def bot_chance(seed: bytes, *labels: int) -> Any:
        used.append(seed)
        return original(seed, *labels)

    monkeypatch.setattr(fairness, "bot_chance", bot_chance)
    return used


async def test_a_bot_and_a_hint_draw_from_the_seed_of_the_present_deal(seeds: list[bytes]) -> None:
    table, _ = await sync_to_async(start_match)(
        people=1, bots=1, config={"open_after": "round", "hints": True}, **LONG
    )
    await sync_to_async(play_deals)(table, 1)
    live = await sync_to_async(deal_now)(table)
    seeds.clear()
    runner = BotRunner()
    try:
        runner.observe(live)
        legal = live_table.legal_actions(live, 1)
        await runner.choose(live, live.info.seats[1], legal)
    finally:
        runner.close()
    assert len(seeds) >= 2
    await sync_to_async(hints.hint)(live, 0)
    assert set(seeds) == {live.seed(2)}
