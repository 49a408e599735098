"""Turn guests into accounts and move players between devices without losing what they played.

Invariant: one person is one player. A guest who signs in to an account brings their seats and
results along, except at tables where the account's player already sits: there the person counts
once. The guest's row stays, empty, because chat messages and reports refer to it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib.auth.models import update_last_login
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import Signal
from django.http import HttpRequest

from games.tables import names, services
from games.tables.errors import Refused
from games.tables.eventlog.transaction import TableTransaction
from games.tables.eventlog.writer import writer, written
from games.tables.events import table_events
from games.tables.models import Player, Result, Seat, Table
from games.tables.realtime import identity, presence
from games.tables.realtime.pubsub import LOBBY_CHANGED, Kind, Topic, pubsub

RUNNING = ("open", "playing")
guest_merged = Signal()
"""Sent in the transaction that moves what a guest owns, with `guest` and `player`."""


def on_user_logged_in(request: HttpRequest, user: Any, **signal: Any) -> None:
    """Make the session that signed in the account's player; whatever page it signed in on."""
    guest = identity.player_from_session(request.session)
    player = Player.objects.filter(user=user).first() or _adopt(guest, user)
    switch_player(request, guest, player)


@written
def record_last_login(user: Any, **signal: Any) -> None:
    """Store when an account signed in last, in place of Django's own receiver."""
    update_last_login(None, user)


def on_session_deleted(instance: Session, **signal: Any) -> None:
    """Make the sockets of a deleted session check whether they are still authorised."""
    # Without a player id the filter below would be `player=None`, which matches every bot seat.
    if player := instance.get_decoded().get(identity.SESSION_PLAYER_KEY):
        _recheck_sockets(identity.session_public_id(instance.session_key), seats__player=player)


def on_user_saved(instance: Any, **signal: Any) -> None:
    """Make the sockets of an account check whether they are still signed in to it."""
    _recheck_sockets(identity.user_public_id(instance.pk), seats__player__user=instance)


def _recheck_sockets(visitor_id: str, **who: Any) -> None:
    """After the commit, ask the sockets at a person's tables to recheck their session.

    These are the running tables where the person sits and all tables where a socket has the id.
    """

    def notify() -> None:
        tables = Table.objects.filter(status__in=RUNNING, **who).values_list("pk", flat=True)
        topics = [Topic(Kind.SESSIONS, pk) for pk in {*tables, *presence.tables_of(visitor_id)}]
        pubsub.publish((topic, 0) for topic in topics)

    transaction.on_commit(notify)


@written
def _adopt(guest: Player | None, user: Any) -> Player:
    """Give a new account its player: the guest's own row, or a new one."""
    if guest is not None and Player.objects.filter(pk=guest.pk, user=None).update(user=user):
        guest.user = user
        return guest
    name = user.get_username()[:24]
    defaults = {"name": name, "face": names.face_for(name)}
    return Player.objects.get_or_create(user=user, defaults=defaults)[0]


def switch_player(request: HttpRequest, guest: Player | None, player: Player) -> None:
    """Let the session go on as `player`, with what it played as a guest."""
    if guest is not None and guest.user is None and guest != player:
        merge_guest(guest, player)
    request.session[identity.SESSION_PLAYER_KEY] = str(player.pk)


def merge_guest(guest: Player, player: Player) -> None:
    """Move a guest's seats, results and tables; each step may be repeated after a failure."""
    for table in Table.objects.filter(seats__player=guest, status__in=RUNNING):
        _merge_at_table(table, guest, player)
    theirs = Seat.objects.filter(player=player).values("table")

    def run() -> None:
        Seat.objects.filter(player=guest).exclude(table__in=theirs).update(player=player)
        remaining = Seat.objects.filter(player=guest).values("table")
        Result.objects.filter(player=guest).exclude(table__in=remaining).update(player=player)
        Table.objects.filter(host=guest).update(host=player)
        if guest.muted:  # a mute by staff follows the person
            Player.objects.filter(pk=player.pk).update(muted=True)
        guest_merged.send(sender=Player, guest=guest, player=player)
        transaction.on_commit(partial(pubsub.publish, [LOBBY_CHANGED]))

    writer.do(run)


def _merge_at_table(table: Table, guest: Player, player: Player) -> None:
    """Move the guest's seat at a running table to the account's player, under the table's lock."""
    if Seat.objects.filter(table=table, player=player).exists():
        _free_second_seat(table, guest)
        return

    def run(changes: TableTransaction) -> None:
        seat_info = Seat.objects.filter(table=table, player=guest).first()
        if seat_info is None:
            return
        Seat.objects.filter(pk=seat_info.pk).update(player=player)
        if (
            changes.info.status in RUNNING
            and changes.info.seats[seat_info.index].name != player.name
        ):
            changes.add_table_events(
                table_events.Renamed(seat_info.index, player.name, player.face),
                seat=seat_info.index,
            )

    writer.call(table.pk, run)


def _free_second_seat(table: Table, guest: Player) -> None:
    """Free the second seat of one person, or let a bot play it to the end."""
    try:
        services.leave(table, guest)
    except Refused:  # a bot plays it already, or the game ended a moment ago
        return
