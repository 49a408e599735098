"""Names and chat: rename a player, post a message, report and mute a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction

from games.tables import names
from games.tables.errors import Refused
from games.tables.eventlog.transaction import TableTransaction
from games.tables.eventlog.writer import writer, written
from games.tables.events import table_events
from games.tables.models import ChatLine, Player, Report, Result, Seat, Table, Visibility
from games.tables.realtime import identity
from games.tables.realtime.pubsub import Kind, Topic, pubsub
from games.tables.services.guards import run_transaction


def introduce(player: Player, name: str, face: int | None) -> None:
    """Take over the name and the portrait that somebody gives while sitting down, if any."""
    if name.strip() or face is not None:
        rename(player, name if name.strip() else player.name, face)


def rename(player: Player, name: str, face: int | None = None) -> None:
    """Change a player's name and portrait, also at the tables where they sit."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= 24 or not name.isprintable():
        raise Refused("bad_name", "A name has 1 to 24 characters.")
    face = player.face if face is None else face
    if not names.is_face(face) and face != player.face:
        raise Refused("bad_face", "There is no such portrait.")
    if (name, face) == (player.name, player.face):
        return
    writer.do(lambda: Player.objects.filter(pk=player.pk).update(name=name, face=face))
    player.name, player.face = name, face
    seats = Seat.objects.filter(player=player, table__status__in=("open", "playing"))
    for seat in seats.select_related("table"):
        renamed = table_events.Renamed(seat.index, name, face)
        run_transaction(seat.table, _renaming(renamed))


def _renaming(renamed: table_events.Renamed) -> Callable[[TableTransaction], int]:
    return lambda changes: changes.add_table_events(renamed, seat=renamed.seat)


REACTIONS = ("👍", "👏", "😂", "😮", "🤔", "🎉", "😢", "🙏")
"""The messages that everybody may post with one tap."""


def post_message(table: Table, player: Player, text: str) -> ChatLine:
    """Store a chat message or a reaction of a player at a table, and notify its sockets."""
    text = plain_text(text)
    player.refresh_from_db()
    if player.muted:
        raise Refused("muted", "You have been muted by the staff.")
    if text not in REACTIONS and table.visibility == Visibility.PUBLIC and _is_new(player):
        raise Refused("reactions_only", "Finish one game first; until then there are reactions.")
    if not 1 <= len(text) <= 300:
        raise Refused("too_long", "A line has 1 to 300 characters.")
    seat = Seat.objects.filter(table=table, player=player).values_list("index", flat=True).first()
    return _store_message(table=table, player=player, seat=seat, text=text)


@written
def _store_message(**fields: Any) -> ChatLine:
    line = ChatLine.objects.create(**fields)
    notifications = [(Topic(Kind.CHAT, pk), line.pk) for pk in conversation(line.table_id)]
    transaction.on_commit(lambda: pubsub.publish(notifications))
    return line


def plain_text(text: str) -> str:
    """Return a text with single spaces; refuse what no database can store or no page can show."""
    text = " ".join(text.split())
    if "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refused("bad_text", "This text has characters that cannot be stored.")
    return text


EARLIER_GAMES = 5
"""How many games back the chat of a rematch reaches."""


def conversation(table_id: int) -> list[int]:
    """List the tables whose chat is shown together: this one, those before it, its rematch."""
    earlier = ["__".join(["previous_table"] * count) for count in range(1, EARLIER_GAMES + 1)]
    found = Table.objects.filter(pk=table_id).values_list("pk", *earlier, "next_table")
    return [pk for pk in found.get() if pk is not None]


def _is_new(player: Player) -> bool:
    """Whether a guest has not finished a game yet."""
    return player.user_id is None and not Result.objects.filter(player=player).exists()


def report(table: Table, player: Player, who: str, text: str) -> Report:
    """Report to the staff what another player wrote, here or in the games before."""
    if who == identity.public_id(player):
        raise Refused("own_line", "You cannot report yourself.")
    lines = ChatLine.objects.filter(table__in=conversation(table.pk)).order_by("-pk")
    speakers = lines.select_related("player", "table")
    line = next((line for line in speakers if identity.public_id(line.player) == who), None)
    if line is None:
        raise Refused("no_such_player", "That player has said nothing here.")
    text = plain_text(text)[:300]
    fields = {"table": line.table, "by": player, "about": line.player, "text": text}
    return writer.do(lambda: Report.objects.create(**fields))


@written
def mute(player: Player, muted: bool) -> None:
    """Refuse the messages of a player from now on, or no longer; for staff."""
    Player.objects.filter(pk=player.pk).update(muted=muted)
