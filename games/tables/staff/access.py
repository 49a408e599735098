"""Decide which staff member may see hidden information, and store the reasons they gave.

Invariant: staff who sit at or watch a running game get no hidden information of it. A reason gives
one person access to one thing at one table for half an hour.
"""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.contract import ALL, Viewer
from games.tables.events.table_info import TableInfo
from games.tables.models import Inspection, Seat, Table
from games.tables.realtime import identity, presence

GRANT_DURATION = timedelta(minutes=30)
"""For how long a reason opens what it was given for."""
LOG = "log"
PUBLIC = "public"


def needs_reason(info: TableInfo) -> bool:
    """Whether people's hidden information would be seen, which asks for a reason.

    That is so while their game runs, and for ever where only what was shown is revealed.
    """
    hidden = info.status == "playing" or (info.status != "open" and info.open_after == "shown")
    return hidden and any(seat_info.person for seat_info in info.seats)


def is_participant(request: HttpRequest, table: Table) -> bool:
    """Whether this member of staff plays at the table, or watches it from anywhere."""
    player, own = (
        identity.player_from_session(request.session),
        getattr(request.user, "player", None),
    )
    mine = [one for one in (player, own) if one is not None]
    if Seat.objects.filter(table=table, player__in=mine).exists():
        return True
    visitor_ids = identity.visitor_ids(request.session, player) | {
        identity.public_id(one) for one in mine
    }
    return presence.is_connected(table.pk, visitor_ids)


def has_reason(request: HttpRequest, table: Table, what: str) -> bool:
    """Whether a reason given lately still opens this."""
    since = timezone.now() - GRANT_DURATION
    given = Inspection.objects.filter(table=table, user=request.user, what=what, at__gte=since)
    return given.exists()


def viewer_of(what: str, info: TableInfo) -> Viewer:
    """Return the viewer meant by `public`, `log` (all of it) or `seat:<n>`."""
    if what == LOG:
        return ALL
    seats = {f"seat:{seat_info.seat}": seat_info.seat for seat_info in info.seats}
    return seats.get(what)


def describe_access(what: str, info: TableInfo) -> str:
    """Say what is looked at, for people."""
    kind, _colon, seat = what.partition(":")
    known = seat.isdigit() and int(seat) < len(info.seats)
    name = (info.seats[int(seat)].name if known else None) or seat
    return {
        PUBLIC: _("public"),
        LOG: _("the whole log"),
        "seat": _("as %(name)s saw it") % {"name": name},
        "thoughts": _("the bots' decisions"),
        "memory": _("the memory and beliefs of %(name)s") % {"name": name},
    }.get(kind, what)
