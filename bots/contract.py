"""The contract every bot implements: pure functions over a memory folded from redacted events.

Invariant: a bot gets exactly the events a browser in its seat gets. Its memory holds observed
events; beliefs are computed from it. The same memory, legal actions, chance and work give the same
decision on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from games.core.contract import NO_DATA
from games.core.random_stream import Chance

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
    seen_at_event: int | None = msgspec.field(default=None, name="since")
    """How many events had been remembered when it became certain; `None`: from the start."""
    why: Reason | None = None
    """`None` for what was seen; the argument for what was deduced."""


class BotAnalysis(msgspec.Struct, frozen=True):
    """A bot's knowledge and beliefs at one moment, in a form that can be displayed."""

    certain: tuple[Certainty, ...]
    deduced: tuple[Certainty, ...]
    beliefs: Mapping[str, Mapping[str, float]]
    """For each unknown thing a distribution over its values, as text."""
    forgotten: tuple[str, ...] = ()
    notes: Mapping[str, Any] = {}
    """Figures the game's board knows how to show."""


class ReviewStep(msgspec.Struct, frozen=True):
    """One step of a deal as a seat lived it, and what it gave (positive) or cost (negative)."""

    kind: str
    """`error` or `outside` for the seat's own decisions, else the kind of luck."""
    value: float
    """In the unit of the game's score."""
    before: float
    """What the seat could expect before the step, and after it: `value` is the difference."""
    after: float
    action: Any = None
    """The action taken, for the seat's own decisions and for those of others."""
    place: Mapping[str, Any] = {}
    """Where the step was made, in a form with which other pages can be linked."""
    candidates: tuple[Candidate, ...] = ()
    """For own decisions: every action, its score what could be expected after it."""
    reason: Reason | None = None


class Review(msgspec.Struct, frozen=True):
    """What a seat's decisions in one deal cost, apart from luck, judged by what the seat knew.

    Invariant: `score == expected + sum of the steps' values`; errors are never positive.
    """

    score: float
    """What the seat won or lost in the deal."""
    expected: float
    """What it could expect before the deal."""
    steps: tuple[ReviewStep, ...]
    scale: float = 1.0
    """What one hundred per cent is, where values are also given in per cent."""

    def total(self, *kinds: str) -> float:
        """Return the sum of the values of all steps of these kinds."""
        return sum(step.value for step in self.steps if step.kind in kinds)


@dataclass(frozen=True)
class Bot(Generic[M, A, E]):
    """One level of one game."""

    begin: Callable[[int, int, Any, Chance], M]
    """(seat, seats, options, chance): the memory before the first event. The chance is the seat's
    own for the whole round; fork it, never draw from it."""
    remember: Callable[[M, E], M]
    """(memory, redacted event): the new memory. Called for every event, whoever's turn it is."""
    decide: Callable[..., Decision]
    """(memory, legal actions, chance, work), with `needs` also data: the decision. Called through
    `decide`."""
    analyse: Callable[..., BotAnalysis]
    """(memory), with `needs` also data: the bot's knowledge and beliefs, for display. Called through
    `analyse`."""
    work: int
    """The level's budget for one decision."""
    version: str
    heavy: bool = False
    """Whether it decides in a worker process rather than in a thread."""
    warm: Callable[[], None] | None = None
    """Prepares the process that calls it for this level: compiles its code, or loads it."""
    beliefs: Callable[[M], BotAnalysis] | None = None
    """Like `analyse` without slow notes, for comparisons; `None` if `analyse` itself is fast."""
    needs: Callable[[M], tuple[str, ...]] | None = None
    """(memory): the hashes of what the bot looks up in `data`, a mapping by hash, in this deal; stored
    apart, because it is too large for a memory. While something is missing, the bot waits."""
    review: Callable[[M, Any, Mapping[str, Any], int], Review] | None = None
    """(memory, action, data, work): with the memory after a deal and `None`, what each of the seat's
    decisions of the deal cost; with a memory in which the seat decides and an action, what that action
    costs. From the seat's own events alone."""


def decide(
    bot: Bot[M, A, Any],
    memory: M,
    legal_actions: tuple[A, ...],
    chance: Chance,
    work: int,
    data: Mapping[str, Any] = NO_DATA,
) -> Decision:
    """Return a bot's decision; a bot without `needs` is given no data."""
    if bot.needs is None:
        return bot.decide(memory, legal_actions, chance, work)
    return bot.decide(memory, legal_actions, chance, work, data)


def analyse(bot: Bot[M, Any, Any], memory: M, data: Mapping[str, Any] = NO_DATA) -> BotAnalysis:
    """Return a bot's analysis; a bot without `needs` is given no data."""
    return bot.analyse(memory) if bot.needs is None else bot.analyse(memory, data)


ArenaFigures: TypeAlias = Callable[
    [tuple[Any, ...], tuple[str, ...], Mapping[str, Any], Mapping[str, Any]], dict[str, Any]
]
"""(options, line-up, a level's row, data): the figures a game adds to the row in the arena. The options
are the different ones of the games played, the row is that of `bots.arena.statistics`."""


def missing_data(bot: Bot[M, Any, Any], memory: M, data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the hashes of what a bot needs and `data` does not hold."""
    if bot.needs is None:
        return ()
    return tuple(name for name in bot.needs(memory) if name not in data)


@dataclass
class ObservedEvent(Generic[M, E]):
    """One event as one bot took it in: what its analyses before and after it are compared for."""

    event: E
    memory: M
    """The memory with the event."""
    after: BotAnalysis
    names: tuple[str, ...]
    """The players' names by seat."""
    earlier: Callable[[], BotAnalysis]

    @cached_property
    def before(self) -> BotAnalysis:
        """Return the analysis without the event, its notes perhaps left out; computed if asked for."""
        return self.earlier()


@dataclass(frozen=True)
class Explanations:
    """How a game's bots put an event into words."""

    learned: Callable[[ObservedEvent[Any, Any]], list[Reason]]
    """List what the event taught the bot; empty if it taught nothing."""
    summary: Callable[[ObservedEvent[Any, Any]], Reason]
    """Say in one sentence what the bot now knows or expects."""
    random: frozenset[str] = frozenset()
    """The reasons of decisions made at random."""


@dataclass(frozen=True)
class GameBots:
    """All bots of one game, and what they say."""

    bots: Mapping[str, Bot[Any, Any, Any]]
    """By level, weakest first."""
    messages: Mapping[str, str]
    """Message id -> template, in English."""
    explanations: Explanations
    baselines: Mapping[str, Bot[Any, Any, Any]] = field(default_factory=dict)
    """By name: bots for the arena only."""
    arena_figures: ArenaFigures | None = None
    """What the game adds to each row of the arena."""
    needs: Callable[[Iterable[str], Any], tuple[str, ...]] | None = None
    """(levels, options): the hashes of all that `Bot.needs` of these levels can name in a match with
    these options, without what the game itself needs."""
    step_link: Callable[[ReviewStep], str | None] | None = None
    """(a step of a review): the address of a page that shows more of it."""
    advice: Callable[[Any, int, Mapping[str, str]], Any] | None = None
    """(own state, seat, query): what the board may ask at every table, as JSON. Raises
    `IllegalAction` for a question that makes no sense."""
