"""Serve the site: uvicorn and the bots' loop in one process, on one event loop."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
import uvloop
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bots.runtime.runner import BotRunner
from bots.runtime.warm_up import WarmUp
from games.lab.jobs.runner import make_runner
from games.tables.eventlog.writer import writer
from games.tables.realtime.attendance import attendance
from games.tables.realtime.pubsub import pubsub
from games.tables.services.scheduler import Scheduler

SHUTDOWN_GRACE_SECONDS = 5
"""Seconds sockets and requests get to end by themselves."""
LARGEST = 64 * 1024
"""Bytes of the largest frame a socket may send; a larger one closes it with 1009."""
GARBAGE_THRESHOLDS = (20_000, 20, 10)
"""How many new objects, and collections of the younger ones, bring the next garbage collection."""


class Server(uvicorn.Server):
    """Uvicorn, but we say what happens on a signal."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone: uvicorn would raise them again before we have drained."""
        yield


class PatientProtocol(HttpToolsProtocol):
    """Uvicorn's, but a connection without a whole request head in time is closed."""

    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _expect_head(self) -> None:
        if self._head_timer is None:
            timeout = settings.GLASS_HEAD_TIMEOUT
            self._head_timer = self.loop.call_later(timeout, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


class Command(BaseCommand):
    help = "Serve the site, with its bots, until SIGTERM or Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=settings.GLASS_HOST)
        parser.add_argument("--port", type=int, default=settings.GLASS_PORT)

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        try:
            listening = socket.create_server((host, port), backlog=2048)
        except OSError as error:
            raise CommandError(
                f"cannot listen on {host}:{port} ({error.strerror}); choose another with PORT="
            ) from error
        self.stdout.write(f"Glass Table is at http://{host}:{port}")
        self.stdout.flush()
        uvloop.run(serve(listening))


async def serve(listening: socket.socket) -> None:
    """Serve until a signal to stop, then drain."""
    config = uvicorn.Config(
        "project.asgi:application",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        http=PatientProtocol,
        ws="project.socket_protocol:JoiningProtocol",
        proxy_headers=bool(settings.GLASS_PROXIES),
        forwarded_allow_ips=settings.GLASS_PROXIES,
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=SHUTDOWN_GRACE_SECONDS,
    )
    config.load()
    _collect_garbage_less_often()
    server = Server(config)
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    pubsub.attach()
    _warm_up = WarmUp() if settings.GLASS_WARM_UP else None  # it ends with this process
    scheduler = asyncio.create_task(Scheduler(BotRunner()).run(), name="scheduler")
    runner = make_runner()
    lab = asyncio.create_task(runner.run() if runner else stopping.wait(), name="lab")
    relay = asyncio.create_task(pubsub.run_relay(), name="relay")
    serving = asyncio.create_task(server.serve([listening]), name="server")
    waiting = asyncio.create_task(stopping.wait(), name="stop")
    await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
    lab.cancel()
    await asyncio.gather(lab, return_exceptions=True)  # it gives its job back while it can write
    await asyncio.to_thread(writer.close)  # refuse new moves, finish those under way
    server.should_exit = True
    for task in (scheduler, relay, waiting):
        task.cancel()
    await asyncio.gather(scheduler, relay, waiting, return_exceptions=True)
    await serving
    await attendance.close()


def _collect_garbage_less_often() -> None:
    """Leave what has been loaded to the end of the process out of every garbage collection.

    With Python's own thresholds a tenth of a move's cost is looking for garbage in what a move
    makes: almost all of that is freed without it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
