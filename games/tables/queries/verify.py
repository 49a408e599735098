"""Reproduce a table's log from its seed: the same secret, nonces and actions must give the same events.

Invariant: only the log rows and the revealed rounds are used, and only when the game is over; until
then the seed is secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.catalog import GAMES
from games.core import codec
from games.core.contract import Game, IllegalAction, deal_next, try_action
from games.core.random_stream import Chance
from games.tables import data_source
from games.tables.events import fairness, table_events
from games.tables.models import LogEntry, Round, Status, Table


class NotFinishedError(Exception):
    """The game is not over, so its seed is still secret."""


class VerificationError(Exception):
    """The log differs from what the seed and the actions give."""


def verify(table: Table) -> int:
    """Return how many game rows were reproduced; raise `VerificationError` at the first difference."""
    if table.status not in (Status.OVER, Status.CLOSED):
        raise NotFinishedError("the game is not over: its seed is still secret")
    game = GAMES[table.game]
    check = _Check(table, game)
    for entry in LogEntry.objects.filter(table=table).order_by("seq").iterator(chunk_size=500):
        check.row(entry)
    check.end()
    return check.reproduced


class _Check:
    """Reads a log row by row and reproduces it."""

    def __init__(self, table: Table, game: Game[Any, Any, Any]) -> None:
        self.game = game
        self.secrets = {
            index: bytes(secret)
            for index, secret in Round.objects.filter(table=table).values_list("index", "secret")
        }
        self.opened: table_events.Opened | None = None
        self.chain: fairness.Chain | None = None
        self.commitments: list[str] = []
        self.nonces: tuple[str, ...] = ()
        self.state: Any = None
        self.reproduced = 0

    def row(self, entry: LogEntry) -> None:
        """Check one row."""
        if entry.kind == LogEntry.Kind.TABLE:
            for event in table_events.read(entry.events):
                self._table_event(event)
            return
        expected = self._reproduce(entry)
        events = codec.read_events(self.game, entry.events)
        if expected != events:
            raise VerificationError(
                f"row {entry.seq} says {entry.events}, the seed gives {expected}"
            )
        for event in events:
            self.state = self.game.apply(self.state, event)
        self.reproduced += 1

    def end(self) -> None:
        """Check the commitments of an older version's rounds, also of one that was never dealt."""
        if self.chain is not None:
            return
        for index, secret in self.secrets.items():
            if self.commitments[index : index + 1] != [fairness.commitment(secret)]:
                raise VerificationError(
                    f"the secret of round {index} does not match the commitment in the log"
                )

    def _table_event(self, event: table_events.TableEvent) -> None:
        match event:
            case table_events.Opened():
                self.opened = event
                self.commitments.append(event.commitment)
                if event.chain:
                    self._read_chain(event)
            case table_events.CommitmentPublished():
                self.commitments.append(event.commitment)
            case table_events.Started():
                self.nonces = event.nonces
            case _:
                pass

    def _read_chain(self, opened: table_events.Opened) -> None:
        if opened.chain - 1 not in self.secrets:
            raise VerificationError("the last secret of the chain is not stored")
        self.chain = fairness.Chain(self.secrets[opened.chain - 1], opened.chain)
        if self.chain.commitment != opened.commitment:
            raise VerificationError("the chain of secrets does not match the commitment in the log")

    def _chance(self, index: int) -> Chance:
        secret = self.secrets[index] if self.chain is None else self.chain.secret(index)
        return fairness.rules_chance(fairness.seed(secret, self.nonces))

    def _data(self) -> Mapping[str, Any]:
        """Return what the game deals from."""
        assert self.opened is not None
        options = codec.stored_options(self.game, self.opened.options)
        return data_source.deal_data(self.game, options)

    def _reproduce(self, entry: LogEntry) -> tuple[Any, ...]:
        game, state = self.game, self.state
        if state is None:
            assert self.opened is not None
            options = codec.stored_options(game, self.opened.options)
            return game.start(options, self.opened.size, self._chance(0))
        if entry.seat is None:
            if game.deal is None or not game.between(state):
                raise VerificationError(f"row {entry.seq} deals where no deal was due")
            return deal_next(game, state, self._chance(game.round(state) + 1), self._data())
        action = codec.read_action(game, entry.action.encode())
        try:
            return try_action(game, state, entry.seat, action)
        except IllegalAction as refusal:
            raise VerificationError(
                f"row {entry.seq} holds a move the rules refuse: {refusal}"
            ) from refusal
