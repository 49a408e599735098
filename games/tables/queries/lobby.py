"""What the home page shows of the tables: the waiting ones, and the visitor's own."""

from __future__ import annotations

import time
from typing import Any

from games.catalog import GAMES
from games.tables.eventlog import live_table
from games.tables.events import table_info
from games.tables.models import Player, Seat, Status, Table, Visibility

MAX_WAITING_TABLES = 20


def demo_code() -> str | None:
    """Return the code of the demonstration table, if one is playing."""
    demos = Table.objects.filter(is_demo=True, status=Status.PLAYING).order_by("-created_at")
    return demos.values_list("code", flat=True).first()


def lobby_data(player: Player | None) -> tuple[dict[str, Any], list[int]]:
    """Return the lobby data of a visitor, and the tables whose changes affect it."""
    open_tables = Table.objects.filter(
        status=Status.OPEN, visibility=Visibility.PUBLIC, previous_table=None
    )
    mine = _seats(player) if player is not None else []
    asked = _rematches(player) if player is not None else []
    own = {seat.table_id for seat in mine}
    payload = {
        "open": [
            _open(live_table.catch_up(pk), host)
            for pk, host in open_tables.order_by("-created_at").values_list("pk", "host__name")[
                :MAX_WAITING_TABLES
            ]
            if pk not in own
        ],
        "show": demo_code(),
        "now": time.time(),
        "mine": [_rematch(table) for table in asked]
        + sorted(
            (_mine(seat) for seat in mine if not _has_departed(seat)),
            key=lambda row: not row["your_turn"],
        ),
    }
    return payload, sorted(own | {table.pk for table in asked})


def _seats(player: Player) -> list[Seat]:
    seats = Seat.objects.filter(player=player, table__status__in=(Status.OPEN, Status.PLAYING))
    return list(seats.select_related("table").order_by("-table__created_at")[:MAX_WAITING_TABLES])


def _rematches(player: Player) -> list[Table]:
    """List the rematches that wait for this player to agree."""
    asked = Table.objects.filter(status=Status.OPEN, previous_table__seats__player=player)
    return list(asked.exclude(seats__player=player).order_by("-created_at")[:MAX_WAITING_TABLES])


def _rematch(table: Table) -> dict[str, Any]:
    info = live_table.catch_up(table.pk).info
    agreed = [seat_info for seat_info in info.seats if seat_info.person]
    return _row(info, agreed) | {"your_turn": False, "rematch": True}


def _open(live: live_table.LiveTable, host: str) -> dict[str, Any]:
    info = live.info
    faces = [seat_info.face for seat_info in info.seats if seat_info.host]
    return {
        "code": info.code,
        "game": info.game,
        "title": GAMES[info.game].title,
        "host": host,
        "face": faces[0] if faces else 0,
        "taken": len(info.seats) - len(info.free),
        "seats": len(info.seats),
        "options": info.options,
        "speed": info.speed,
        "clock": info.clock,
        "starts_at": info.starts_at,
    }


def _has_departed(seat: Seat) -> bool:
    """Return whether the player has left the match for good."""
    return live_table.catch_up(seat.table_id).info.seats[seat.index].departed


def _mine(seat: Seat) -> dict[str, Any]:
    live = live_table.catch_up(seat.table_id)
    info = live.info
    others = [
        seat_info for seat_info in info.seats if seat_info.seat != seat.index and seat_info.name
    ]
    turn = info.seats[seat.index].bot is None and bool(live_table.legal_actions(live, seat.index))
    return _row(info, others) | {"your_turn": turn, "rematch": False}


def _row(info: table_info.TableInfo, others: list[table_info.SeatInfo]) -> dict[str, Any]:
    hosts = [seat_info.name for seat_info in info.seats if seat_info.host]
    return {
        "code": info.code,
        "game": info.game,
        "title": GAMES[info.game].title,
        "host": hosts[0] if hosts else None,
        "status": info.status,
        "names": [seat_info.name for seat_info in others],
        "faces": [seat_info.face for seat_info in others],
    }
