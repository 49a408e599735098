"""How large the update after a row is, by game: whole, and patched as browsers ask for it.

The weakest bots play at tables of persons with clocks, so that deadlines change with every move. Every
seat and a spectator are sent every row, as on a socket that stays open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bots.arena.game import RunningGame
from bots.catalog import EVERY_BOT
from games.catalog import EVERY_GAME
from games.core import codec
from games.core.contract import Game, Viewer
from games.core.random_stream import Chance
from games.tables.eventlog import updates
from games.tables.eventlog.live_table import LiveTable
from games.tables.events import table_events
from games.tables.events.row import Row

GAMES_PLAYED = 3
MAX_ROWS = 400
"""How many rows of a game are measured."""


def measure() -> dict[str, dict[str, Any]]:
    """Measure every game at the fewest and at the most seats."""
    found: dict[str, dict[str, Any]] = {}
    for slug, game in EVERY_GAME.items():
        if not is_playable(game):
            continue
        for seats in sorted({min(game.seats), max(game.seats)}):
            found[f"{slug}, {seats} seats"] = _figures(list(_sizes(game, seats)))
    return found


def is_playable(game: Game[Any, Any, Any]) -> bool:
    """Return whether a game with its usual options can be played without stored data."""
    return game.needs is None or not game.needs(game.options())


def _figures(sizes: list[tuple[int, int]]) -> dict[str, Any]:
    figures: dict[str, Any] = {"updates": len(sizes)}
    for name, column in zip(("whole", "patched"), zip(*sizes, strict=True), strict=True):
        ordered = sorted(column)
        for label, share in (("median", 0.5), ("p95", 0.95), ("p99", 0.99)):
            figures[f"{name} {label}"] = ordered[int(share * len(ordered))]
    return figures


def _sizes(game: Game[Any, Any, Any], seats: int) -> Iterator[tuple[int, int]]:
    """Yield the bytes of every update, whole and patched."""
    for number in range(GAMES_PLAYED):
        live = LiveTable(0, game)
        viewers: list[Viewer] = [*range(seats), None]
        sent: dict[Viewer, updates.Sent | None] = dict.fromkeys(viewers)
        for row in _rows(game, seats, number):
            seen = live.seq
            live.extend([row], None)
            for viewer in viewers:
                _, whole = updates.build_update(live, viewer, seen)
                _, patched, after = updates.build_patched_update(live, viewer, seen, sent[viewer])
                if sent[viewer] is not None:  # the first one answers `hello`
                    yield len(whole), len(patched)
                sent[viewer] = after


def _rows(game: Game[Any, Any, Any], seats: int, number: int) -> Iterator[Row]:
    """Yield the rows of a table at which bots play for persons."""
    options = game.options()
    yield Row(1, "table", None, None, tuple(_first_events(game, options, seats)), 0.0)
    bot = EVERY_BOT[game.slug].bots[game.levels[0]]
    running = RunningGame(game, [bot] * seats, options, Chance(b"%d" % number), None, {})
    first = None if game.deal else 0
    yield Row(2, "game", None, None, tuple(running.log), 2.0, first)
    for seq in range(3, MAX_ROWS):
        if game.outcome(running.state) is not None:
            return
        known, deal, seat = len(running.log), None, None
        if game.between(running.state):
            before = game.round(running.state)
            running.deal()
            deal = game.round(running.state) if game.round(running.state) > before else None
        else:
            state = running.state
            seat = next(seat for seat in range(seats) if game.legal_actions(state, seat))
            running.decide()
        command = None if seat is None else f"{seq}"
        yield Row(seq, "game", seat, command, tuple(running.log[known:]), float(seq), deal)


def _first_events(
    game: Game[Any, Any, Any], options: Any, seats: int
) -> list[table_events.TableEvent]:
    settings = codec.plain(options)
    commitment = 64 * "0"
    return [
        table_events.Opened(
            game.slug, seats, settings, clock="relaxed", code="k7m2px9a", commitment=commitment
        ),
        *(table_events.Sat(seat, f"Quiet Otter {seat}", 12345 + seat) for seat in range(seats)),
        table_events.Started((32 * "0",) * seats),
    ]
