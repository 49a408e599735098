"""The room that results take: oldest first, pinned ones stay."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.lab.jobs import queue, ready, saved, storage
from games.lab.models import Pin, SavedSpot, Solve, Status
from games.lab.turn import store
from games.tables.accounts.merge import merge_guest
from games.tables.models import Table
from tests.games.lab.jobs.lab_rows import ask, named
from tests.tables.conftest import make_people
from tests.tables.conftest import nothing_remembered as nothing_remembered

pytestmark = pytest.mark.database
SIZE = 1_000_000


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.GLASS_LAB_DIR = tmp_path
    settings.GLASS_LAB_STORE_MB = 2
    return tmp_path


def keep(folder: Path, place: int) -> Solve:
    """Make a finished solve with a file; a higher place is younger."""
    solve = ask(None, place)
    Solve.objects.filter(pk=solve.pk).update(status=Status.DONE, result={}, result_bytes=SIZE)
    path = store.path_of(folder, solve.hash)
    path.write_bytes(b"x" * SIZE)
    os.utime(path, (1000 + place, 1000 + place))
    return solve


def test_the_oldest_results_are_removed_above_the_limit(folder: Path) -> None:
    solves = [keep(folder, place) for place in range(4)]
    assert storage.make_room() == [solves[0].hash, solves[1].hash]
    assert [Solve.objects.get(pk=one.pk).status for one in solves] == [
        "removed", "removed", "done", "done",
    ]  # fmt: skip
    assert {file.hash for file in store.stored_files(folder)} == {one.hash for one in solves[2:]}
    assert storage.make_room() == []


def test_results_of_tables_ready_made_and_saved_spots_stay(folder: Path) -> None:
    solves = [keep(folder, place) for place in range(4)]
    storage.pin(solves[0].hash, "table", "abc")
    player = make_people(1)[0]
    spot = saved.save(player, "mine", named(1), solves[1].hash)
    assert storage.make_room() == [solves[2].hash, solves[3].hash]
    storage.unpin("table", "abc")
    saved.delete(player, spot.pk)
    assert storage.pinned() == set()


def test_what_a_table_was_played_from_is_kept_thirty_days_after_its_end(folder: Path) -> None:
    solves = [keep(folder, place) for place in range(4)]
    for place, days in enumerate((29, 31)):
        ended = timezone.now() - timedelta(days=days)
        code = f"table{place}"
        Table.objects.create(game="turn", size=2, code=code, status="over", ended_at=ended)
        storage.pin(solves[place].hash, "table", code)
    assert storage.make_room() == [solves[1].hash, solves[2].hash]
    assert Pin.objects.get().name == "table0"


def test_a_result_that_is_solved_anew_is_not_removed(folder: Path) -> None:
    solves = [keep(folder, place) for place in range(3)]
    Solve.objects.filter(pk=solves[0].pk).update(status=Status.QUEUED)
    assert storage.make_room() == [solves[1].hash]


def test_a_file_that_was_lost_can_be_asked_for_again(folder: Path) -> None:
    solve = keep(folder, 0)
    store.remove(folder, solve.hash)
    assert storage.notice_lost_files() == 1
    assert ask(None, 0).status == Status.QUEUED


def test_ready_made_spots_are_asked_for_once_and_kept() -> None:
    ready.ask_for_all()
    ready.ask_for_all()
    every = (*ready.ready_made(), *ready.turn_duel())
    hashes = {spot.named["solve_hash"] for spot in every}
    assert len(hashes) == len(every)
    assert [job.hash for job in queue.waiting()] == [spot.named["solve_hash"] for spot in every]
    assert set(Solve.objects.values_list("hash", flat=True)) == hashes
    assert set(Pin.objects.values_list("solve_hash", flat=True)) == hashes
    assert Solve.objects.filter(owners__isnull=False).count() == 0


def test_a_guest_who_signs_in_keeps_saved_spots_and_solves() -> None:
    guest, player = make_people(2)
    for name, owner in (("a", guest), ("b", guest), ("b", player)):
        saved.save(owner, name, named(), None)
    solve = ask(guest)
    merge_guest(guest, player)
    assert sorted(SavedSpot.objects.filter(player=player).values_list("name", flat=True)) == [
        "a",
        "b",
    ]
    assert [owner.player for owner in solve.owners.filter(wanted=True)] == [player]
