"""The contract every bot implements: pure functions over a memory folded from redacted events.

Invariant: a bot gets exactly the events a browser in its seat gets. Its memory holds observed
events; beliefs are computed from it. The same memory, legal actions, chance and work give the same
decision on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from games.core.chance import Chance

M = TypeVar("M")
A = TypeVar("A")
E = TypeVar("E")


class Reason(msgspec.Struct, frozen=True):
    """One sentence a player could read: a message id and its values, so it can be translated."""

    id: str
    values: Mapping[str, Any] = {}


class Candidate(msgspec.Struct, frozen=True):
    """One action that was scored: its score, and the parts the score is made of.

    The part `win`, where a level has it, is the chance to win the game with this action.
    """

    action: Any
    score: float
    parts: Mapping[str, float] = {}
    note: Reason | None = None


class Decision(msgspec.Struct, frozen=True):
    """The action a bot chose and why; `candidates` are ranked, best first, and contain it."""

    action: Any
    confidence: float
    """From 0 to 1: how sure the bot is that this action succeeds."""
    reason: Reason
    candidates: tuple[Candidate, ...]
    work: int
    """Work done, in the level's own unit (samples, nodes, cards looked at)."""

    @property
    def win(self) -> float | None:
        """The chance to win that the bot gave its choice; `None` if its level computes none."""
        chosen = (one for one in self.candidates if one.action == self.action)
        return next((one.parts.get("win") for one in chosen), None)


class Certainty(msgspec.Struct, frozen=True):
    """Something a bot is certain of, keyed by the view's id of the thing it is about."""

    about: str
    value: Any
    since: int | None = None
    """How many events had been remembered when it became certain; `None`: from the start."""
    why: Reason | None = None
    """`None` for what was seen; the argument for what was deduced."""


class Mind(msgspec.Struct, frozen=True):
    """A bot's knowledge and beliefs at one moment, in a form that can be displayed."""

    certain: tuple[Certainty, ...]
    deduced: tuple[Certainty, ...]
    beliefs: Mapping[str, Mapping[str, float]]
    """For each unknown thing a distribution over its values, as text."""
    forgotten: tuple[str, ...] = ()
    notes: Mapping[str, Any] = {}
    """Figures the game's board knows how to show."""


@dataclass(frozen=True)
class Bot(Generic[M, A, E]):
    """One level of one game."""

    begin: Callable[[int, int, Any, Chance], M]
    """(seat, seats, options, chance): the memory before the first event. The chance is the seat's
    own for the whole round; fork it, never draw from it."""
    remember: Callable[[M, E], M]
    """(memory, redacted event): the new memory. Called for every event, whoever's turn it is."""
    decide: Callable[[M, tuple[A, ...], Chance, int], Decision]
    """(memory, legal actions, chance, work): the decision."""
    mind: Callable[[M], Mind]
    work: int
    """The level's budget for one decision."""
    version: str
    heavy: bool = False
    """Whether it decides in a worker process rather than in a thread."""
    beliefs: Callable[[M], Mind] | None = None
    """Like `mind` without slow notes, for comparisons; `None` if `mind` itself is fast."""


@dataclass
class Change(Generic[M, E]):
    """One event as one bot took it in: what its analyses before and after it are compared for."""

    event: E
    memory: M
    """The memory with the event."""
    after: Mind
    names: tuple[str, ...]
    """The players' names by seat."""
    earlier: Callable[[], Mind]

    @cached_property
    def before(self) -> Mind:
        """Return the analysis without the event, its notes perhaps left out; computed if asked for."""
        return self.earlier()


@dataclass(frozen=True)
class Telling:
    """How a game's bots put an event into words."""

    learned: Callable[[Change[Any, Any]], list[Reason]]
    """List what the event taught the bot; empty if it taught nothing."""
    summary: Callable[[Change[Any, Any]], Reason]
    """Say in one sentence what the bot now knows or expects."""
    random: frozenset[str] = frozenset()
    """The reasons of decisions made at random."""
