"""Reproduce a table's log from its seed: the same secret, nonces and actions must give the same events.

Invariant: only the log rows and the revealed rounds are used, and only when the game is over; until
then the seed is secret.
"""

from __future__ import annotations

from typing import Any

from games.catalog import GAMES
from games.core import wire
from games.core.contract import Game, IllegalAction, try_action
from games.tables import luck, table_events
from games.tables.models import LogEntry, Round, Status, Table


class Sealed(Exception):
    """The game is not over, so its seed is still secret."""


class Differs(Exception):
    """The log differs from what the seed and the actions give."""


def verify(table: Table) -> int:
    """Return how many game rows were reproduced; raise `Differs` at the first difference."""
    if table.status not in (Status.OVER, Status.CLOSED):
        raise Sealed("the game is not over: its seed is still secret")
    game = GAMES[table.game]
    entries = list(LogEntry.objects.filter(table=table).order_by("seq"))
    told = [
        event
        for entry in entries
        if entry.kind == "table"
        for event in table_events.read(entry.events)
    ]
    seeds = _seeds(table, told)
    state, redone = None, 0
    for entry in entries:
        if entry.kind == "table":
            continue
        expected = _redo(game, state, entry, seeds, told)
        events = wire.read_events(game, entry.events)
        if expected != events:
            raise Differs(f"row {entry.seq} says {entry.events}, the seed gives {expected}")
        for event in events:
            state = game.apply(state, event)
        redone += 1
    return redone


def _seeds(table: Table, told: list[Any]) -> dict[int, bytes]:
    """Check each round's secret against its published commitment, and return the seeds."""
    seals = [
        event.seal for event in told if isinstance(event, table_events.Opened | table_events.Sealed)
    ]
    nonces = next((event.nonces for event in told if isinstance(event, table_events.Started)), ())
    seeds = {}
    for index, secret in Round.objects.filter(table=table).values_list("index", "secret"):
        if index >= len(seals) or luck.seal(bytes(secret)) != seals[index]:
            raise Differs(f"the secret of round {index} does not match the commitment in the log")
        seeds[index] = luck.seed(bytes(secret), nonces)
    return seeds


def _redo(
    game: Game[Any, Any, Any], state: Any, entry: LogEntry, seeds: dict[int, bytes], told: list[Any]
) -> tuple[Any, ...]:
    if state is None:
        opened = next(event for event in told if isinstance(event, table_events.Opened))
        options = wire.stored_options(game, opened.options)
        return game.start(options, opened.size, luck.rules_chance(seeds[0]))
    action = wire.read_action(game, entry.action.encode())
    chance = luck.rules_chance(seeds[game.round(state) + 1])
    try:
        return try_action(game, state, entry.seat, action, chance)
    except IllegalAction as refusal:
        raise Differs(f"row {entry.seq} holds a move the rules refuse: {refusal}") from refusal
