"""Games played in tests: what is needed to reproduce one, and what every viewer saw of it.

Invariant: everything happens through the contract, as at a table. The true state is the state of
the viewer `ALL`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from games.core.chance import Chance
from games.core.contract import ALL, Game, IllegalAction, Options, Viewer, fold, try_action

T = TypeVar("T")
LATE = 5
Move = tuple[int, Any]
"""A seat and what it asked for."""


class Luck(Chance):
    """A chance that counts its draws, and after a shuffle exchanges the places it is told to."""

    __slots__ = ("draws", "exchange")

    def __init__(self, key: bytes, exchange: Iterable[tuple[int, int]] = ()) -> None:
        super().__init__(key)
        self.exchange = tuple(exchange)
        self.draws = 0

    def below(self, n: int) -> int:
        """Draw and count."""
        self.draws += 1
        return super().below(n)

    def unit(self) -> float:
        """Draw and count."""
        self.draws += 1
        return super().unit()

    def shuffled(self, things: Iterable[T]) -> tuple[T, ...]:
        """Shuffle, then exchange."""
        order = list(super().shuffled(things))
        for i, j in self.exchange:
            order[i], order[j] = order[j], order[i]
        return tuple(order)


@dataclass(frozen=True)
class Run:
    """A table and the moves made at it: enough to redo everything."""

    game: Game[Any, Any, Any]
    options: Options
    seats: int
    key: bytes
    moves: tuple[Move, ...] = ()
    exchange: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """By round: places of the shuffled deck exchanged before it is dealt."""

    def luck(self, index: int) -> Luck:
        """Return the luck of a round; the same each time it is asked for."""
        key = Chance(self.key).fork("rules", index).key
        return Luck(key, self.exchange.get(index, ()))

    def start(self) -> tuple[Any, ...]:
        """Deal the first round."""
        return self.game.start(self.options, self.seats, self.luck(0))

    def try_action(self, state: Any, seat: int, action: Any) -> tuple[Any, ...]:
        """Try a wish, with the next round's luck."""
        luck = self.luck(self.game.round(state) + 1)
        return try_action(self.game, state, seat, action, luck)


@dataclass(frozen=True)
class Step:
    """One row of the log, and what each pair of eyes knows after it."""

    seat: int | None
    action: Any
    events: tuple[Any, ...]
    states: dict[Viewer, Any]

    @property
    def state(self) -> Any:
        """The true state."""
        return self.states[ALL]


@dataclass(frozen=True)
class Record:
    """A run and all that came of it. The first step is the deal."""

    run: Run
    steps: tuple[Step, ...]
    noise: tuple[Any, ...] = ()
    """Actions of the right type that nobody offered."""

    def __repr__(self) -> str:
        run = self.run
        return f"<{run.game.slug} {run.options} {run.seats} seats, {run.key!r}: {run.moves}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Let hypothesis print what is needed to redo the game, and no more."""
        printer.text(repr(self))

    def upto(self, count: int) -> Record:
        """Return the record of the first so many steps."""
        run = replace(self.run, moves=self.run.moves[: count - 1])
        return Record(run, self.steps[:count], self.noise)

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game played."""
        return self.run.game

    @property
    def state(self) -> Any:
        """The true state at the end."""
        return self.steps[-1].state

    @property
    def seats(self) -> range:
        """The seats of the table."""
        return range(self.run.seats)

    @property
    def viewer(self) -> tuple[Viewer, ...]:
        """Every seat, and the spectator."""
        return (*self.seats, None)

    @cached_property
    def log(self) -> tuple[Any, ...]:
        """Every fact, whole."""
        return tuple(event for step in self.steps for event in step.events)

    def stream(self, viewer: Viewer) -> tuple[Any, ...]:
        """Every fact as these eyes were told it."""
        return tuple(self.game.redact(event, viewer) for event in self.log)

    @property
    def late(self) -> tuple[Step, ...]:
        """The last few steps, for laws that look at many things after each."""
        return self.steps[-LATE:]

    def wishes(self) -> Iterable[tuple[Step, int, Any]]:
        """Name, for the late steps and every seat, what might be sent: all offers, and noise."""
        for step in self.late:
            legal_actions = [
                a for seat in self.seats for a in self.game.legal_actions(step.state, seat)
            ]
            for seat in self.seats:
                for action in (*legal_actions, *self.noise):
                    yield step, seat, action


def begin(run: Run) -> Step:
    """Deal, and let all eyes see it."""
    return follow(run, None, None, None, run.start())


def move(run: Run, step: Step, seat: int, action: Any) -> Step:
    """Make one move, or raise `IllegalAction`."""
    return follow(run, step, seat, action, run.try_action(step.state, seat, action))


def follow(
    run: Run, step: Step | None, seat: int | None, action: Any, events: tuple[Any, ...]
) -> Step:
    """Fold new facts into the knowledge of all eyes."""
    game = run.game
    states = {
        viewer: fold(game, (game.redact(e, viewer) for e in events), step and step.states[viewer])
        for viewer in (*range(run.seats), None, ALL)
    }
    return Step(seat, action, events, states)


def redo(run: Run, noise: tuple[Any, ...] = ()) -> Record:
    """Play the moves of a run again, up to the first that is refused."""
    steps = [begin(run)]
    with suppress(IllegalAction):
        for seat, action in run.moves:
            steps.append(move(run, steps[-1], seat, action))
    return Record(run, tuple(steps), noise)
