"""Games played in tests: what is needed to reproduce one, and what every viewer saw of it.

Invariant: everything happens through the contract, as at a table. The true state is the state of
the viewer `ALL`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any, TypeVar

from games.core.contract import (
    ALL,
    Game,
    IllegalAction,
    Options,
    Viewer,
    deal_next,
    fold,
    try_action,
)
from games.core.random_stream import Chance

T = TypeVar("T")
LAST_STEPS = 5
Move = tuple[int | None, Any]
"""A seat and its action, or `DEAL`."""
DEAL: Move = None, None
"""The next deal, which is no seat's action."""


class CountingChance(Chance):
    """A random stream that counts its draws and exchanges what is drawn.

    After each shuffle given positions are exchanged; a weighted choice gives a given index, by the
    number of the choice from 0.
    """

    __slots__ = ("choices", "draws", "exchange", "given")

    def __init__(
        self,
        key: bytes,
        exchange: Iterable[tuple[int, int]] = (),
        given: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        super().__init__(key)
        self.exchange, self.given = tuple(exchange), given
        self.draws = self.choices = 0

    def below(self, n: int) -> int:
        """Draw and count."""
        self.draws += 1
        return super().below(n)

    def unit(self) -> float:
        """Draw and count."""
        self.draws += 1
        return super().unit()

    def weighted(self, weights: Iterable[int]) -> int:
        """Draw, and return the given index in its place if there is one."""
        listed = list(weights)
        index = self.given.get(self.choices, super().weighted(listed))
        assert listed[index] > 0, "a given index must be one that could have been drawn"
        self.choices += 1
        return index

    def shuffled(self, things: Iterable[T]) -> tuple[T, ...]:
        """Shuffle, then exchange."""
        order = list(super().shuffled(things))
        for i, j in self.exchange:
            order[i], order[j] = order[j], order[i]
        return tuple(order)


@dataclass(frozen=True)
class Run:
    """A table, the moves and the deals made at it: enough to reproduce the game."""

    game: Game[Any, Any, Any]
    options: Options
    seats: int
    key: bytes
    moves: tuple[Move, ...] = ()
    exchange: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """By round: positions of the shuffled deck that are exchanged before the deal."""
    given: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """By round and number of the choice: indexes that weighted choices give in place of what is drawn."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What the game needs, by hash."""

    def chance(self, index: int) -> CountingChance:
        """Return the random stream of a round, from its beginning."""
        key = Chance(self.key).fork("rules", index).key
        return CountingChance(key, self.exchange.get(index, ()), self.given.get(index, {}))

    def start(self) -> tuple[Any, ...]:
        """Start the game; one without `deal` deals its only round."""
        return self.game.start(self.options, self.seats, self.chance(0))

    def deal(self, state: Any) -> tuple[Any, ...]:
        """Deal the next round, from its own random stream."""
        return deal_next(self.game, state, self.chance(self.game.round(state) + 1), self.data)

    def try_action(self, state: Any, seat: int, action: Any) -> tuple[Any, ...]:
        """Return the events of an action, or raise `IllegalAction`."""
        return try_action(self.game, state, seat, action)

    def verdict(self, state: Any, seat: int, action: Any) -> str | None:
        """Try an action: return `None` if it is accepted, else the code of the refusal."""
        try:
            self.try_action(state, seat, action)
        except IllegalAction as refusal:
            assert refusal.code
            assert refusal.message
            return refusal.code
        return None


@dataclass(frozen=True)
class Step:
    """One row of the log, and the state of each viewer after it."""

    seat: int | None
    """`None`: the start or a deal."""
    action: Any
    events: tuple[Any, ...]
    states: dict[Viewer, Any]

    @property
    def state(self) -> Any:
        """The true state."""
        return self.states[ALL]


@dataclass(frozen=True)
class Record:
    """A run with its steps. The first step is the start, each further one a move or a deal."""

    run: Run
    steps: tuple[Step, ...]
    noise: tuple[Any, ...] = ()
    """Arbitrary actions of the right type, mostly illegal."""

    def __repr__(self) -> str:
        run = self.run
        return f"<{run.game.slug} {run.options} {run.seats} seats, {run.key!r}: {run.moves}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Let Hypothesis print only what is needed to reproduce the game."""
        printer.text(repr(self))

    def upto(self, count: int) -> Record:
        """Return the record of the first `count` steps."""
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
    def viewers(self) -> tuple[Viewer, ...]:
        """Every seat, and the spectator."""
        return (*self.seats, None)

    @cached_property
    def log(self) -> tuple[Any, ...]:
        """Every event, in full."""
        return tuple(event for step in self.steps for event in step.events)

    def stream(self, viewer: Viewer) -> tuple[Any, ...]:
        """Every event, redacted for a viewer."""
        return tuple(self.game.redact(event, viewer) for event in self.log)

    @property
    def last_steps(self) -> tuple[Step, ...]:
        """The last few steps, for properties that check many things after each."""
        return self.steps[-LAST_STEPS:]

    def moves_made(self) -> Iterable[tuple[Any, int, Any]]:
        """Yield the true state before each move of a seat, the seat and its action."""
        for before, after in pairwise(self.steps):
            if after.seat is not None:
                yield before.state, after.seat, after.action

    def attempts(self) -> Iterable[tuple[Step, int, Any]]:
        """Yield, for the last steps and every seat, all allowed actions of any seat, and the noise."""
        for step in self.last_steps:
            allowed = [
                a for seat in self.seats for a in allowed_actions(self.game, step.state, seat)
            ]
            for seat in self.seats:
                for action in (*allowed, *self.noise):
                    yield step, seat, action


def allowed_actions(game: Game[Any, Any, Any], state: Any, seat: int) -> tuple[Any, ...]:
    """Return what a seat may do now: its legal actions and its asides."""
    return (*game.legal_actions(state, seat), *game.aside(state, seat))


def begin(run: Run) -> Step:
    """Return the first step: the start."""
    return follow(run, None, None, None, run.start())


def move(run: Run, step: Step, seat: int | None, action: Any) -> Step:
    """Make one move, or the next deal; raise `IllegalAction` if it is refused."""
    if seat is None:
        return follow(run, step, None, None, run.deal(step.state))
    return follow(run, step, seat, action, run.try_action(step.state, seat, action))


def follow(
    run: Run, step: Step | None, seat: int | None, action: Any, events: tuple[Any, ...]
) -> Step:
    """Return the next step: the new events applied to every viewer's state."""
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
            if seat is None and not run.game.between(steps[-1].state):
                break  # hidden values that were exchanged have ended the match, or have not
            steps.append(move(run, steps[-1], seat, action))
    return Record(run, tuple(steps), noise)
