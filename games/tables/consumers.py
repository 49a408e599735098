"""The table's socket.

Law of the room: a consumer remembers one number (`seen`). It turns messages into wishes and bells
into pages; it decides nothing, and what it sends about a game comes from `log.page` alone.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, defaultdict

from channels.db import database_sync_to_async
from channels.exceptions import DenyConnection

from games.core import wire
from games.tables import log, people, presence, protocol, rate_limit, services
from games.tables.draft import Refused
from games.tables.hub import hub
from games.tables.models import ChatLine, Player, Seat, Table
from games.tables.sockets import Socket

PATIENCE = 100
"""How many messages too many a socket may send before it is closed."""
CLOSED_TOO_FAST = 4008
CLOSED_NO_SPECTATORS = 4003
CLOSED_SIGNED_OUT = 4001
SPOKEN = 50
"""How many lines of chat a newcomer is told."""


class TableConsumer(Socket):
    """One tab at one table."""

    here: dict[int, set[TableConsumer]] = defaultdict(set)
    """By table: the sockets of this process."""

    async def connect(self) -> None:
        code = self.scope["url_route"]["kwargs"]["code"]
        self.seat: int | None = None
        self.since = 0
        self.seen: int | None = None
        self.wanted = self.spoken = self.heard = 0
        self.moved = False
        self.excess = 0
        self.bell = asyncio.Event()
        self.pump: asyncio.Task[None] | None = None
        self.people_changed = True
        found = await database_sync_to_async(self._enter)(code)
        if not found:
            raise DenyConnection
        hub.attach()
        await self.accept()
        for key in (self.table.pk, -self.table.pk):
            hub.listen(key, self._rung)
        self.here[self.table.pk].add(self)
        self.present = await self._announce()
        self.pump = asyncio.create_task(self._tell(), name=f"pump {code}")

    def _enter(self, code: str) -> bool:
        table = Table.objects.filter(code=code).first()
        if table is None:
            return False
        self.table: Table = table
        self.player: Player | None = people.known(self.scope["session"])
        self.tags = people.tags(self.scope["session"], self.player)
        self.live = log.catch_up(table.pk)
        self._find_seat()
        return True

    def _find_seat(self) -> None:
        """Look up where this player sits; `since` proves it to `services.play`."""
        self.seat, self.since = None, 0
        if self.player is not None:
            seats = Seat.objects.filter(table=self.table, player=self.player)
            self.seat = seats.values_list("index", flat=True).first()
        if self.seat is not None:
            self.since = self.live.room.seats[self.seat].since

    async def disconnect(self, code: int) -> None:
        if self.pump is None:
            return
        for key in (self.table.pk, -self.table.pk):
            hub.leave(key, self._rung)
        sockets = self.here[self.table.pk]
        sockets.discard(self)
        self.pump.cancel()
        if not sockets:
            del self.here[self.table.pk]
        await self._announce()

    async def _announce(self) -> int:
        """Say, for all processes, whose sockets this one has at the table; return my place."""
        sockets = self._sockets()
        seats = Counter(presence.SPECTATORS if s.seat is None else s.seat for s in sockets)
        who = [tag for socket in sockets for tag in socket.tags]
        with contextlib.suppress(Refused):  # nothing can be saved: watching goes on
            await database_sync_to_async(presence.say)(self.table.pk, seats, who)
        return presence.SPECTATORS if self.seat is None else self.seat

    def _sockets(self) -> tuple[TableConsumer, ...]:
        return tuple(self.here.get(self.table.pk, ()))

    # --- what comes in ---------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if wait := self._count("message"):
            await self._too_fast(wait)
            return
        try:
            if text_data is None:
                raise wire.BadMessage("Messages are text.")
            message = protocol.read(text_data)
        except wire.BadMessage as error:
            await self.send(protocol.refused("bad_message", str(error)))
            return
        match message:
            case protocol.Hello():
                await self._hello(message)
            case protocol.Act():
                await self._act(message)
            case protocol.Ask():
                await self._ask(message)
            case protocol.Say():
                await self._say(message)

    def _count(self, budget: str) -> float:
        """Take what a message costs; return how long to wait if there is nothing to take."""
        person = self.player.pk if self.player is not None else f"socket {id(self)}"
        return rate_limit.take(budget, person, rate_limit.client_of(self.scope))

    async def _too_fast(self, wait: float) -> None:
        self.excess += 1
        if self.excess > PATIENCE:
            await self.close(CLOSED_TOO_FAST)
        else:
            await self._refuse(rate_limit.TooFast(wait))

    async def _refuse(self, refusal: Refused, command: str | None = None) -> None:
        wait = refusal.retry_after
        await self.send(protocol.refused(refusal.code, refusal.message, command, wait))

    async def _hello(self, message: protocol.Hello) -> None:
        first = self.seen is None
        await self._send_page(message.seen, always=True)
        if first:
            await self._tell_people()
            await self._tell_lines()

    async def _act(self, message: protocol.Act) -> None:
        try:
            if self.seat is None:
                raise Refused("not_seated", "You do not sit at this table.")
            try:
                action = wire.read_action(self.live.game, message.action)
            except wire.BadMessage as error:
                raise Refused("bad_message", str(error)) from error
            move = services.Play(self.seat, self.since, action, message.command, message.at)
            seq = await services.aplay(self.table.pk, move)
        except Refused as refusal:
            await self._refuse(refusal, message.command)
        else:
            await self.send(protocol.done(message.command, seq))

    async def _ask(self, message: protocol.Ask) -> None:
        if wait := self._count("ask"):
            await self._too_fast(wait)
            return
        try:
            action = wire.read_action(self.live.game, message.action)
        except wire.BadMessage as error:
            await self.send(protocol.refused("bad_message", str(error)))
            return
        answer = log.preview(self.live, self.seat, action)
        told = {"type": "answer", "id": message.id, **answer}
        await self.send(wire.dump(told).decode())

    async def _say(self, message: protocol.Say) -> None:
        try:
            if self.player is None:
                raise Refused("not_seated", "Sit down or play a game first.")
            await database_sync_to_async(self._speak)(self.player, message.text)
        except Refused as refusal:
            await self._refuse(refusal)

    def _speak(self, player: Player, text: str) -> None:
        rate_limit.check("chat", player.pk, rate_limit.client_of(self.scope))
        services.say(self.table, player, text)

    # --- what goes out ---------------------------------------------------------------------------

    def _rung(self, key: int, seq: int) -> None:
        if key > 0:
            self.wanted = max(self.wanted, seq)
        elif seq == 0:
            self.people_changed = True
        else:
            self.spoken = max(self.spoken, seq)
        self.bell.set()

    async def _tell(self) -> None:
        """Answer bells: send what has happened since `seen`, and what was said."""
        while True:
            await self.bell.wait()
            self.bell.clear()
            if self.seen is None:
                continue
            if self.people_changed and not await self._is_still_me():
                await self.close(CLOSED_SIGNED_OUT)
                return
            await self._send_page(self.seen)
            if self.spoken > self.heard:
                await self._tell_lines()
            if self.people_changed:
                await self._tell_people()

    async def _is_still_me(self) -> bool:
        return await database_sync_to_async(people.is_still)(self.scope["session"], self.player)

    async def _send_page(self, seen: int, always: bool = False) -> None:
        """Send these eyes every row after `seen`."""
        live = log.cached(self.table.pk)
        if live is None or live.seq < self.wanted:
            live = await database_sync_to_async(log.catch_up)(self.table.pk)
        self.live = live
        if live.seq <= seen and not always:
            return
        if any(row.kind == "table" for row in live.rows[seen:]):
            await database_sync_to_async(self._find_seat)()
            if self.present != (presence.SPECTATORS if self.seat is None else self.seat):
                self.present = await self._announce()
        if not self._may_watch():
            await self.send(protocol.refused("no_spectators", "This table is not to be watched."))
            await self.close(CLOSED_NO_SPECTATORS)
            return
        self.seen, page = log.page(live, self.seat, seen)
        await self.send(page.decode())
        if live.room.next is not None and not self.moved:
            self.moved = True
            await self.send(wire.dump({"type": "moved", "code": live.room.next}).decode())

    def _may_watch(self) -> bool:
        room = self.live.room
        return self.seat is not None or room.spectators or room.status == "open"

    async def _tell_lines(self) -> None:
        spoken = self.spoken
        for line in await database_sync_to_async(self._new_lines)():
            told = {
                "type": "said",
                "id": line.pk,
                "who": people.tag(line.player),
                "name": line.player.name,
                "seat": line.seat,
                "text": line.text,
                "at": line.at.timestamp(),
            }
            self.heard = line.pk
            await self.send(wire.dump(told).decode())
        self.heard = max(self.heard, spoken)

    def _new_lines(self) -> list[ChatLine]:
        lines = ChatLine.objects.filter(table=self.table, pk__gt=self.heard)
        return list(lines.select_related("player").order_by("-pk")[:SPOKEN])[::-1]

    async def _tell_people(self) -> None:
        """Tell who is connected now, in all processes."""
        self.people_changed = False
        counts = await database_sync_to_async(presence.here)(self.table.pk)
        seats = [{"seat": seat, "here": seat in counts} for seat in range(self.table.size)]
        watching = counts.get(presence.SPECTATORS, 0)
        told = {"type": "people", "seats": seats, "watching": watching}
        await self.send(wire.dump(told).decode())
