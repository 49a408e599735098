"""Why a table is waiting, in words; everybody at the table could know this too."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from games.tables.events import clocks, deal_pause
from games.tables.events.table_info import SeatInfo
from games.tables.models import Table

SCHEDULE_TOLERANCE = timedelta(seconds=1)


def why(table: Table, live: LiveTable, connected: dict[int, int]) -> list[str]:
    """Say what the table waits for, one sentence for each who could move it on."""
    info = live.info
    match info.status:
        case "over":
            return [_("The game is over since %(at)s.") % {"at": when(table.ended_at)}]
        case "closed":
            values = {"at": when(table.ended_at), "reason": info.closed or "?"}
            return [_("Closed since %(at)s: %(reason)s.") % values]
        case "open":
            return _open(live)
    if info.deals_at is not None:
        return _between_deals(table, live, connected)
    moving = [
        seat_info for seat_info in info.seats if live_table.legal_actions(live, seat_info.seat)
    ]
    since = _last_move(live)
    sentences = [
        _bot(table, live, seat_info) if seat_info.bot else _person(seat_info, since, connected)
        for seat_info in moving
    ]
    if info.is_demo and not connected:
        sentences.append(_("Bots playing for the home page move only while somebody watches."))
    return sentences or [_("Nobody can move, though the game is not over: this is a fault.")]


def _between_deals(table: Table, live: LiveTable, connected: dict[int, int]) -> list[str]:
    """Say when the next deal comes, and who has not agreed to it yet."""
    info, deals_at = live.info, _time(live.info.deals_at or 0.0)
    asked = deal_pause.voters(live.game, info, live.state)
    names = [str(info.seats[seat].name) for seat in asked if seat not in info.agreed]
    values = {"deal": live.round + 2, "at": when(deals_at), "names": ", ".join(names)}
    sentences = [_("Deal %(deal)d comes at %(at)s.") % values]
    if names:
        sentences.append(_("It comes at once when these have agreed: %(names)s.") % values)
    late = deals_at < timezone.now() - SCHEDULE_TOLERANCE
    if late and not any(connected.get(seat) for seat in asked):
        values = {"at": when(table.due_at)}
        sentences.append(
            _("Nobody who plays is connected; the server looks again at %(at)s.") % values
        )
    return sentences


def _open(live: LiveTable) -> list[str]:
    info = live.info
    if info.free:
        sentences = [
            _("Open: %(free)d of %(seats)d seats are empty.")
            % {"free": len(info.free), "seats": len(info.seats)}
        ]
    else:
        hosts = [seat_info.name for seat_info in info.seats if seat_info.host]
        name = hosts[0] if hosts else _("whoever opened it")
        sentences = [_("All seats are taken: waiting for %(name)s to start.") % {"name": name}]
    if info.starts_at is not None:
        at = when(_time(info.starts_at))
        sentences.append(_("Bots take the empty seats and the game begins at %(at)s.") % {"at": at})
    return sentences


def _person(seat_info: SeatInfo, since: datetime, connected: dict[int, int]) -> str:
    values: dict[str, Any] = {"name": seat_info.name, "seat": seat_info.seat, "at": when(since)}
    here = _("connected") if connected.get(seat_info.seat) else _("not connected")
    sentence = _("Waiting for %(name)s (seat %(seat)d, %(here)s) since %(at)s") % (
        values | {"here": here}
    )
    if seat_info.deadline is None:
        return sentence + _("; no clock runs.")
    deadline = when(_time(seat_info.deadline))
    return sentence + _("; the time is up at %(at)s.") % {"at": deadline}


def _bot(table: Table, live: LiveTable, seat_info: SeatInfo) -> str:
    values = {
        "name": seat_info.name,
        "seat": seat_info.seat,
        "level": seat_info.bot,
        "at": when(table.due_at),
    }
    if table.due_at is None:
        return (
            _("%(name)s (seat %(seat)d, %(level)s) is to move, but nothing is due: a fault.")
            % values
        )
    if table.due_at > _due(live) + SCHEDULE_TOLERANCE:
        if table.due_at < timezone.now():
            return (
                _(
                    "A server took the move of %(name)s (seat %(seat)d, %(level)s) and let its lease "
                    "run out at %(at)s; the next sweep takes it."
                )
                % values
            )
        return (
            _(
                "A server has taken the move of %(name)s (seat %(seat)d, %(level)s); "
                "its lease runs out at %(at)s."
            )
            % values
        )
    if table.due_at < timezone.now() - SCHEDULE_TOLERANCE:
        return (
            _(
                "%(name)s (seat %(seat)d, %(level)s) should have moved at %(at)s and no server has "
                "taken the move yet."
            )
            % values
        )
    return _("%(name)s (seat %(seat)d, %(level)s) moves at %(at)s.") % values


def _last_move(live: LiveTable) -> datetime:
    return _time(next(row.at for row in reversed(live.rows) if row.is_game))


def _due(live: LiveTable) -> datetime:
    """When a bot was to move after the last row: once it was seen, and after the bot's pause."""
    row = live.rows[-1]
    shown = row.events if row.is_game else ()
    held = sum(live.game.dwell(event) for event in shown) * clocks.display_scale(live.info)
    return _time(row.at + held + clocks.bot_delay(live.info))


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def when(at: datetime | None) -> str:
    """Say a time, and how far from now it is."""
    if at is None:
        return "?"
    now, text = timezone.now(), at.strftime("%Y-%m-%d %H:%M:%S")
    if at > now + timedelta(minutes=1):
        return _("%(at)s (in %(time)s)") % {"at": text, "time": timesince(now, at)}
    if at < now - timedelta(minutes=1):
        return _("%(at)s (%(time)s ago)") % {"at": text, "time": timesince(at, now)}
    return text
