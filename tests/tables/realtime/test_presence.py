"""Who is connected: what sockets of this process and of others tell, and what outlives them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.tables.models import Presence, Seat, Table
from games.tables.realtime import presence
from games.tables.realtime.presence import SPECTATORS, Connected
from tests.tables.conftest import make_people, start_table

pytestmark = pytest.mark.database


@pytest.fixture
def table() -> Table:
    return start_table(make_people(2))


def elsewhere(table: Table, seat: int, seconds: float, who: str = "", sockets: int = 1) -> Presence:
    """Store that another process has sockets here, and when its row expires."""
    until = timezone.now() + timedelta(seconds=seconds)
    return Presence.objects.create(
        table=table, process="another", seat=seat, sockets=sockets, who=who, until=until
    )


def test_the_sockets_of_all_processes_count_until_their_rows_expire(table: Table) -> None:
    presence.record({table.pk: Connected({0: 2, SPECTATORS: 3}, frozenset({"ann"}))})
    elsewhere(table, 0, 10, sockets=4)
    elsewhere(table, 1, -1)
    assert presence.count_by_seat(table.pk) == {0: 6, SPECTATORS: 3}
    other = start_table(make_people(2))
    assert presence.count_by_table([table.pk, other.pk])[other.pk] == {}


def test_a_visitor_is_found_by_any_of_their_ids(table: Table) -> None:
    presence.record({table.pk: Connected({0: 1}, frozenset({"ann", "session"}))})
    elsewhere(table, 1, -1, who="ben")
    assert presence.is_connected(table.pk, {"session", "other"})
    assert not presence.is_connected(table.pk, {"ben"})
    assert presence.tables_of("ann") == {table.pk}
    assert presence.tables_of("ben") == set()


def test_a_seat_that_is_left_is_noted_and_others_are_not(table: Table) -> None:
    long_ago = timezone.now() - timedelta(days=1)
    Seat.objects.filter(table=table).update(last_seen=long_ago)
    presence.record({table.pk: Connected({0: 1, 1: 1})})
    presence.record({table.pk: Connected({1: 1})})
    seen = dict(Seat.objects.filter(table=table).values_list("index", "last_seen"))
    assert seen[0] > long_ago == seen[1]
    assert presence.count_by_seat(table.pk) == {1: 1}


def test_rows_of_other_tables_are_deleted_only_when_all_are_stored(table: Table) -> None:
    other = start_table(make_people(2))
    presence.record({other.pk: Connected({0: 1})})
    presence.record({table.pk: Connected({0: 1})})
    assert presence.count_by_seat(other.pk) == {0: 1}
    presence.record({table.pk: Connected({0: 1})}, only=True)
    assert presence.count_by_seat(other.pk) == {}


def test_a_table_that_was_deleted_fails_no_other(table: Table) -> None:
    presence.record({table.pk: Connected({0: 1}), table.pk + 1000: Connected({0: 1})})
    assert presence.count_by_seat(table.pk) == {0: 1}


def test_a_process_takes_its_rows_with_it_and_no_others(table: Table) -> None:
    presence.record({table.pk: Connected({0: 1})})
    elsewhere(table, 1, 10)
    presence.clear()
    assert presence.count_by_seat(table.pk) == {1: 1}


def test_rows_of_processes_that_ended_are_forgotten_after_a_day(table: Table) -> None:
    elsewhere(table, 0, -23 * 3600)
    elsewhere(table, 1, -25 * 3600)
    presence.forget_old()
    assert list(Presence.objects.values_list("seat", flat=True)) == [0]


def test_a_person_is_away_since_their_last_socket_was_last_renewed(table: Table) -> None:
    long_ago = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(table=table).update(last_seen=long_ago)
    expired = elsewhere(table, 0, -10)
    assert presence.absent_since(table.pk, 0) == expired.until - presence.PRESENCE_TTL
    assert presence.absent_since(table.pk, 1) == long_ago
    elsewhere(table, 1, 10)
    assert presence.absent_since(table.pk, 1) is None
