"""The socket of a table page.

Invariant: a consumer keeps only what it has sent: the last seq (`sent_seq`) and, for a browser that
reads patches, the last view and table (`sent`). It parses messages into commands and turns
notifications into updates. It contains no game logic: everything it sends about a game is
built by `updates.build_update`.
"""

from __future__ import annotations

import asyncio
import logging
from uuid import UUID

from channels.db import database_sync_to_async
from channels.exceptions import DenyConnection

from games.core import codec
from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table, updates
from games.tables.models import ChatLine, Player, Seat, Table
from games.tables.realtime import identity, rate_limit
from games.tables.realtime.attendance import attendance
from games.tables.realtime.pubsub import Kind, Topic, pubsub
from games.tables.realtime.shared_queries import shared
from games.tables.sockets import protocol
from games.tables.sockets.base import Disconnected, Socket

logger = logging.getLogger(__name__)
MAX_EXCESS_MESSAGES = 100
"""How many messages beyond its budget a socket may send before it is closed."""
CLOSED_TOO_FAST = 4008
CLOSED_NO_SPECTATORS = 4003
CLOSED_SIGNED_OUT = 4001
OLD_VERSION = "This page is of an older version: reload it."
"""Sent as a refusal, instead of each update, because pages of every version show those."""
SERVER_ERROR = "Something went wrong here; try again."
CHAT_BACKLOG = 50
"""How many chat messages a newcomer is sent."""


class TableConsumer(Socket):
    """One tab at one table."""

    entered = False

    async def connect(self) -> None:
        code = self.scope["url_route"]["kwargs"]["code"]
        self.sent_seq: int | None = None
        self.hello_seq: int | None = None
        """The last seq that the browser has, of a hello that is not answered yet."""
        self.latest_seq = self.latest_chat_id = self.sent_chat_id = 0
        self.chat_sent = self.next_table_sent = self.session_changed = False
        self.presence_message: str | None = None
        """The last message sent about who is connected."""
        self.version = 1
        """What the page understands, as its hello says."""
        self.patch = False
        """Whether it reads patched updates, as its hello says."""
        self.sent: updates.Sent | None = None
        """What it has to patch; None: the next update is sent whole."""
        self.excess = 0
        self.changed = asyncio.Event()
        if not await database_sync_to_async(self._enter)(code):
            raise DenyConnection
        pubsub.attach()
        await self.accept()
        self.entered = True
        self.live.users += 1
        for topic in self._topics():
            pubsub.subscribe(topic, self._on_notification)
        attendance.enter(self.table.pk, self.table.size, self)
        self.start(self._send_changes, f"pump {code}")

    def _enter(self, code: str) -> bool:
        table = Table.objects.filter(code=code).first()
        if table is None:
            return False
        self.table: Table = table
        self.player: Player | None = identity.player_from_session(self.scope["session"])
        self.visitor_ids = identity.visitor_ids(self.scope["session"], self.player)
        self.live = live_table.catch_up(table.pk)
        self.seat_seq = self.live.seq
        """The row up to which `seat` is known to be right."""
        self.seat, self.seat_version = self._seat_in(
            self.live, _seats(table.pk) if self.player else {}
        )
        return True

    def _seat_in(
        self, live: live_table.LiveTable, seats: dict[UUID, int]
    ) -> tuple[int | None, int]:
        """Return this player's seat, and the row that proves it to `services.make_move`."""
        seat = seats.get(self.player.pk) if self.player is not None else None
        return seat, 0 if seat is None else live.info.seats[seat].version

    async def _find_seat(self, live: live_table.LiveTable) -> None:
        """Look up where this player sits now; until that is known they keep their seat."""
        if self.player is None:
            return
        table_id, before, seq = self.table.pk, self.seat, live.seq
        seats = await shared.get(table_id, "seats", seq, lambda: _seats(table_id))
        self.seat, self.seat_version = self._seat_in(live, seats)
        self.seat_seq = seq
        if self.seat != before:
            attendance.changed(table_id)

    def leave(self) -> None:
        if self.entered:
            for topic in self._topics():
                pubsub.unsubscribe(topic, self._on_notification)
            attendance.leave(self.table.pk, self)
            self.live.users -= 1

    def _topics(self) -> list[Topic]:
        """Return what this socket subscribes to; `attendance` wakes it when presence changes."""
        kinds = (Kind.TABLE, Kind.CHAT, Kind.SESSIONS)
        return [Topic(kind, self.table.pk) for kind in kinds]

    # --- messages from the browser ----------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        wait = self._count("message")
        try:
            if text_data is None:
                raise codec.BadMessage("Messages are text.")
            message = protocol.read(text_data)
        except codec.BadMessage as error:
            refusal = protocol.refused("bad_message", str(error))
            await (self._too_fast(wait) if wait else self.send(refusal))
            return
        if wait:
            await self._too_fast(wait, getattr(message, "command", None))
            return
        try:
            await self._answer(message)
        except Disconnected:
            raise
        except Exception:
            logger.exception("table %d: a message was not answered", self.table.pk)
            command = getattr(message, "command", None)
            await self.send(protocol.refused("server_error", SERVER_ERROR, command))

    async def _answer(self, message: protocol.Message) -> None:
        match message:
            case protocol.Hello():
                self.hello_seq, self.version = message.seen, message.version
                self.patch = message.patch
                self.changed.set()
            case protocol.MakeMove():
                await self._make_move(message)
            case protocol.Preview():
                await self._preview(message)
            case protocol.PostMessage():
                await self._post(message)
            case protocol.DealOn():
                await self._agree_to_deal(message)

    def _count(self, budget: str) -> float:
        """Take what a message costs; return how long to wait if there is nothing to take."""
        person = self.player.pk if self.player is not None else f"socket {id(self)}"
        return rate_limit.take(budget, person, rate_limit.client_of(self.scope))

    async def _too_fast(self, wait: float, command: str | None = None) -> None:
        self.excess += 1
        if self.excess > MAX_EXCESS_MESSAGES:
            await self.close(CLOSED_TOO_FAST)
        else:
            await self._refuse(rate_limit.TooFast(wait), command)

    async def _refuse(self, refusal: Refused, command: str | None = None) -> None:
        wait = refusal.retry_after
        await self.send(protocol.refused(refusal.code, refusal.message, command, wait))

    async def _make_move(self, message: protocol.MakeMove) -> None:
        try:
            if self.seat is None:
                raise Refused("not_seated", "You do not sit at this table.")
            try:
                action = codec.read_action(self.live.game, message.action)
            except codec.BadMessage as error:
                raise Refused("bad_message", str(error)) from error
            move = services.Move(self.seat, self.seat_version, action, message.command, message.at)
            seq = await services.make_move_async(self.table.pk, move)
        except Refused as refusal:
            await self._refuse(refusal, message.command)
        else:
            await self.send(protocol.done(message.command, seq))

    async def _agree_to_deal(self, message: protocol.DealOn) -> None:
        try:
            if self.seat is None:
                raise Refused("not_seated", "You do not sit at this table.")
            seq = await services.agree_to_deal_async(
                self.table.pk, self.seat, self.seat_version, message.deal - 1
            )
        except Refused as refusal:
            await self._refuse(refusal, message.command)
        else:
            await self.send(protocol.done(message.command, seq))

    async def _preview(self, message: protocol.Preview) -> None:
        if wait := self._count("ask"):
            await self._too_fast(wait)
            return
        try:
            action = codec.read_action(self.live.game, message.action)
        except codec.BadMessage as error:
            await self.send(protocol.refused("bad_message", str(error)))
            return
        answer = updates.preview(self.live, self.seat, action)
        await self.send(codec.dump({"type": "answer", "id": message.id, **answer}).decode())

    async def _post(self, message: protocol.PostMessage) -> None:
        try:
            if self.player is None:
                raise Refused("not_seated", "Sit down or play a game first.")
            await database_sync_to_async(self._post_message)(self.player, message.text)
        except Refused as refusal:
            await self._refuse(refusal)

    def _post_message(self, player: Player, text: str) -> None:
        rate_limit.check("chat", player.pk, rate_limit.client_of(self.scope))
        services.post_message(self.table, player, text)

    # --- messages to the browser ------------------------------------------------------------------

    def _on_notification(self, topic: Topic, number: int) -> None:
        match topic.kind:
            case Kind.TABLE:
                self.latest_seq = max(self.latest_seq, number)
            case Kind.CHAT:
                self.latest_chat_id = max(self.latest_chat_id, number)
            case Kind.SESSIONS:
                self.session_changed = True
        self.changed.set()

    async def _send_changes(self) -> None:
        """After each change send the new rows, the new chat messages and who is connected.

        Nothing is noted as sent before it is, so that this can be run again after a failure. It is
        the only sender of updates: two would send the same rows twice.
        """
        self.changed.set()
        while True:
            await self.changed.wait()
            self.changed.clear()
            if self.session_changed and not await self._session_still_valid():
                await self.close(CLOSED_SIGNED_OUT)
                return
            self.session_changed = False
            if self.hello_seq is None and self.sent_seq is None:
                continue
            await self._send_update()
            await self._send_chat()
            await self._send_presence()

    async def _session_still_valid(self) -> bool:
        return await database_sync_to_async(identity.session_still_valid)(
            self.scope["session"], self.player
        )

    async def _send_update(self) -> None:
        """Send every row after the last one sent; answer a hello even if there is none."""
        hello_seq = self.hello_seq
        sent_seq = self.sent_seq if hello_seq is None else hello_seq
        assert sent_seq is not None
        live = live_table.cached(self.table.pk)
        if live is None or live.seq < self.latest_seq:
            live = await database_sync_to_async(live_table.catch_up)(self.table.pk)
        self._use(live)
        if live.seq <= sent_seq and hello_seq is None:
            return
        if self.seat_seq + 1 < live.oldest_seq or any(
            row.changes_seats for row in live.rows_after(self.seat_seq)
        ):
            await self._find_seat(live)
        else:
            self.seat_seq = live.seq
        if not self._may_watch():
            await self.send(
                protocol.refused("no_spectators", "Spectators are not allowed at this table.")
            )
            await self.close(CLOSED_NO_SPECTATORS)
            return
        if live.game.deal is not None and self.version < protocol.DEALS_VERSION:
            await self.send(protocol.refused("old_version", OLD_VERSION))
            sent_seq = live.seq
        else:
            sent_seq = await self._send_rows(live, sent_seq)
        self.sent_seq = sent_seq
        if self.hello_seq == hello_seq:
            self.hello_seq = None
        if live.info.next_table is not None and not self.next_table_sent:
            await self.send(codec.dump({"type": "moved", "code": live.info.next_table}).decode())
            self.next_table_sent = True

    async def _send_rows(self, live: live_table.LiveTable, seen: int) -> int:
        """Send the update with every row after `seen`; return the last row."""
        if not self.patch:
            seq, update = updates.build_update(live, self.seat, seen)
            await self.send(update.decode())
            return seq
        # A hello is answered whole: it is what a page sends that has lost track.
        known, self.sent = self.sent if self.hello_seq is None else None, None
        seq, update, sent = updates.build_patched_update(live, self.seat, seen, known)
        await self.send(update.decode())
        self.sent = sent
        return seq

    def _use(self, live: live_table.LiveTable) -> None:
        """Keep a table in memory instead of the one used so far."""
        live.users += 1
        self.live.users -= 1
        self.live = live

    def _may_watch(self) -> bool:
        info = self.live.info
        return self.seat is not None or info.spectators or info.status == "open"

    async def _send_chat(self) -> None:
        """Send the chat messages not sent yet; a newcomer gets the last ones."""
        table_id, latest = self.table.pk, self.latest_chat_id
        if self.chat_sent and latest <= self.sent_chat_id:
            return
        if self.chat_sent:
            messages = await shared.get(table_id, "messages", latest, lambda: _messages(table_id))
        else:
            messages = await database_sync_to_async(_messages)(table_id)
        for number, speaker, message in messages:
            if number > self.sent_chat_id:
                own = self.player is not None and self.player.pk == speaker
                await self.send(message + (',"own":true}' if own else ',"own":false}'))
                self.sent_chat_id = number
        self.sent_chat_id = max(self.sent_chat_id, latest)
        self.chat_sent = True

    async def _send_presence(self) -> None:
        message = attendance.message(self.table.pk)
        if message is not None and message != self.presence_message:
            await self.send(message)
            self.presence_message = message


def _seats(table_id: int) -> dict[UUID, int]:
    """Return where each player of a table sits."""
    seats = Seat.objects.filter(table=table_id, player__isnull=False)
    return dict(seats.values_list("player", "index"))


def _messages(table_id: int) -> list[tuple[int, UUID, str]]:
    """Return a table's last chat messages: id, speaker, and the JSON up to its last field.

    A table played again shows what was said at the tables before it.
    """
    lines = ChatLine.objects.filter(table__in=services.conversation(table_id))
    newest = lines.select_related("player", "table").order_by("-pk")[:CHAT_BACKLOG]
    return [(line.pk, line.player_id, _encode_message(line)) for line in newest][::-1]


def _encode_message(line: ChatLine) -> str:
    """Encode what all readers share of a chat message; whether it is their own is added for each."""
    message = {
        "type": "said",
        "id": line.pk,
        "who": identity.public_id(line.player),
        "game": line.table.code,
        "name": line.player.name,
        "seat": line.seat,
        "text": line.text,
        "at": line.at.timestamp(),
    }
    return codec.dump(message).decode()[:-1]
