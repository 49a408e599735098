"""The socket of the lab's page: states of the solves it watches, at most five a second for each."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from channels.db import database_sync_to_async

from games.core import codec
from games.lab.jobs import experiments, notices, states
from games.lab.models import Kind, Solve
from games.lab.turn.canonical import is_hash
from games.tables.realtime import identity
from games.tables.realtime.pubsub import Topic, pubsub
from games.tables.realtime.rate_limit import client_of, take
from games.tables.sockets import protocol
from games.tables.sockets.base import Socket

MAX_WATCHED = 8
MAX_MESSAGE = 500  # characters
INTERVAL_SECONDS = 0.2
"""Seconds between two messages about one solve."""
RECHECK_SECONDS = 5.0
"""Seconds after which states are sent again if they changed without a notification."""
EXPERIMENT = "experiment"


class LabConsumer(Socket):
    """One tab on the lab's page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.watched: dict[str, Topic] = {}
        """By hash: the topic of each watched solve. A run of the experiment has its own name."""
        self.changed: set[str] = set()
        self.sent: dict[str, tuple[float, str]] = {}
        self.wake = asyncio.Event()
        self.player_id: str | None = None

    async def connect(self) -> None:
        pubsub.attach()
        self.player_id = await database_sync_to_async(self._player_id)()
        await self.accept()
        pubsub.subscribe(notices.QUEUE, self._on_queue)
        self.start(self._send_changes, "pump lab")

    def _player_id(self) -> str | None:
        """Return whose budget messages count for; the session is read here, off the event loop."""
        return self.scope["session"].get(identity.SESSION_PLAYER_KEY)

    def leave(self) -> None:
        pubsub.unsubscribe(notices.QUEUE, self._on_queue)
        for name in list(self.watched):
            self._forget(name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if wait := take("message", self.player_id, client_of(self.scope)):
            message = "Too many messages: slow down."
            await self.send(protocol.refused("too_fast", message, retry_after=wait))
            return
        kind, name = _read(text_data)
        if kind == "unwatch" and name in self.watched:
            self._forget(name)
        elif kind == "watch" and name:
            await self._watch(name)
        elif kind != "unwatch":
            await self.send(protocol.refused("bad_message", "This message is not understood."))

    async def _watch(self, name: str) -> None:
        """Begin to send the states of a solve, or of the experiment to staff."""
        if name not in self.watched and len(self.watched) >= MAX_WATCHED:
            await self.send(protocol.refused("too_many", f"At most {MAX_WATCHED} at once."))
            return
        solve_id = await database_sync_to_async(self._find)(name)
        if solve_id is None:
            await self.send(protocol.refused("no_such_solve", "There is no such solve."))
            return
        self._forget(name)
        self.watched[name] = notices.topic(solve_id)
        pubsub.subscribe(self.watched[name], self._on_solve)
        self._mark(name)

    def _find(self, name: str) -> int | None:
        if name != EXPERIMENT:
            found = Solve.objects.filter(hash=name, kind=Kind.SOLVE)
            return found.values_list("pk", flat=True).first()
        run = experiments.latest_run()
        return run.pk if run is not None and self._is_staff() else None

    def _is_staff(self) -> bool:
        """Return whether the visitor may see the run, from the session as it is stored now.

        Staff who come from the admin get their player with the request that starts the run, after
        this socket has read its session.
        """
        session = identity.SESSION_STORE(self.scope["session"].session_key)
        player = identity.player_from_session(session)
        user = None if player is None else player.user
        return user is not None and user.is_staff and user.has_perm("lab.change_solve")

    def _forget(self, name: str) -> None:
        if (topic := self.watched.pop(name, None)) is not None:
            if topic not in self.watched.values():
                pubsub.unsubscribe(topic, self._on_solve)
            self.changed.discard(name)
            self.sent.pop(name, None)

    def _on_queue(self, topic: Topic, number: int) -> None:
        """The queue moved on: positions may have changed."""
        for name in self.watched:
            self._mark(name)

    def _on_solve(self, topic: Topic, number: int) -> None:
        for name, watched in self.watched.items():
            if watched == topic:
                self._mark(name)

    def _mark(self, name: str) -> None:
        self.changed.add(name)
        self.wake.set()

    async def _send_changes(self) -> None:
        """Send each changed state, no sooner than the interval after the last one."""
        self.changed |= set(self.watched)
        while True:
            try:
                async with asyncio.timeout(self._pause()):
                    await self.wake.wait()
            except TimeoutError:
                if not self.changed:
                    self.changed |= set(self.watched)
            self.wake.clear()
            now = time.monotonic()
            for name in [name for name in self.changed if self._due(name) <= now]:
                self.changed.discard(name)
                await self._send_state(name)

    def _due(self, name: str) -> float:
        return self.sent[name][0] + INTERVAL_SECONDS if name in self.sent else 0.0

    def _pause(self) -> float:
        """Return how many seconds to wait if nothing happens."""
        if not self.changed:
            return RECHECK_SECONDS
        return max(0.01, min(map(self._due, self.changed)) - time.monotonic())

    async def _send_state(self, name: str) -> None:
        payload = await database_sync_to_async(self._state)(name)
        if payload is None or name not in self.watched:
            return
        text = codec.dump(payload).decode()
        if name not in self.sent or self.sent[name][1] != text:
            self.sent[name] = (time.monotonic(), text)
            await self.send(text)

    def _state(self, name: str) -> dict[str, Any] | None:
        if name == EXPERIMENT:
            return {"type": "experiment", "run": states.run_state(experiments.latest_run())}
        solve = Solve.objects.filter(hash=name).first()
        if solve is None:
            return None
        player = identity.player_from_session(self.scope["session"])
        return {"type": "solve", "solve": states.state(solve, player)}


def _read(text: str | None) -> tuple[str, str]:
    """Return what a message asks for and the solve's hash; empty texts if it is not understood."""
    try:
        message = json.loads(text) if text is not None and len(text) <= MAX_MESSAGE else None
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or message.get("type") not in ("watch", "unwatch"):
        return "", ""
    if message.get("experiment") is True:
        return message["type"], EXPERIMENT
    name = message.get("solve")
    return (message["type"], name) if isinstance(name, str) and is_hash(name) else ("", "")
