"""Games of one level against itself, with some moves at random, kept step by step for the laws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bots.catalog import BOTS
from bots.contract import Bot, Decision
from games.catalog import GAMES
from games.core.chance import Chance
from games.core.contract import Options
from tests.games.case import Case
from tests.games.cases import CASES
from tests.games.run import Record, Run, Step, begin, move

STRAY = 0.25
"""Share of moves made at random, so that bots are seen where they would not go."""
MOVES = 30
BRIEF = 1000
"""Work of a level that imagines games, in tests: the laws hold for any work, and many are asked."""


@dataclass(frozen=True)
class Stage:
    """One decision, and all that was so when it was made."""

    step: Step
    seat: int
    memories: tuple[Any, ...]
    legal_actions: tuple[Any, ...]
    luck: bytes
    decision: Decision

    @property
    def memory(self) -> Any:
        """The memory of the seat that decided."""
        return self.memories[self.seat]


@dataclass(frozen=True)
class Game:
    """A game of bots: its record, and a stage for every move."""

    case: Case
    bot: Bot[Any, Any, Any]
    record: Record
    stages: tuple[Stage, ...]
    final: tuple[Any, ...] = ()
    """Every seat's memory at the end."""

    def begin(self, seat: int) -> Any:
        """Make a seat's memory before the deal, as it was made for this game."""
        run = self.record.run
        return self.bot.begin(seat, run.seats, run.options, Chance(run.key).fork("bot", seat))

    def folded(self, record: Record, seat: int) -> Any:
        """Fold a record into a seat's memory from nothing."""
        memory = self.begin(seat)
        for event in record.stream(seat):
            memory = self.bot.remember(memory, event)
        return memory


def tables(case: Case) -> list[tuple[int, Options]]:
    """List the tables a level is judged at: those kept as text, and the fullest."""
    return [*case.playthroughs.values(), (max(case.game.seats), case.game.options())]


@cache
def games(slug: str, level: str) -> tuple[Game, ...]:
    """Play a level at every table."""
    case = next(case for case in CASES if case.game.slug == slug)
    return tuple(
        _play(case, brief(slug, level), Run(GAMES[slug], options, seats, b"%d" % number))
        for number, (seats, options) in enumerate(tables(case))
    )


def brief(slug: str, level: str) -> Bot[Any, Any, Any]:
    """Return the bot of a level; one that imagines games with less work than at a table."""
    bot = BOTS[slug, level]
    imagines = GAMES[slug].levels[-1] == level or slug == "battleship"
    return replace(bot, work=min(bot.work, BRIEF)) if imagines else bot


def _play(case: Case, bot: Bot[Any, Any, Any], run: Run) -> Game:
    game, steps, stages = Game(case, bot, Record(run, ()), ()), [begin(run)], []
    memories = [_told(game, game.begin(seat), steps[0], seat) for seat in range(run.seats)]
    moves: list[tuple[int, Any]] = []
    while len(moves) < MOVES and (seat := _mover(run, steps[-1])) is not None:
        stage = _stage(game, steps[-1], seat, tuple(memories), len(moves))
        stray = Chance(stage.luck).fork("stray")
        offer = stray.choice(stage.legal_actions)
        filled = case.fill(steps[-1].states[seat], seat, offer, stray)
        action = filled if stray.unit() < STRAY else stage.decision.action
        steps.append(move(run, steps[-1], seat, action))
        memories = [_told(game, memories[s], steps[-1], s) for s in range(run.seats)]
        stages.append(stage)
        moves.append((seat, action))
    record = Record(replace(run, moves=tuple(moves)), tuple(steps))
    return Game(case, bot, record, tuple(stages), tuple(memories))


def _mover(run: Run, step: Step) -> int | None:
    movers = (seat for seat in range(run.seats) if run.game.legal_actions(step.state, seat))
    return next(movers, None)


def _stage(game: Game, step: Step, seat: int, memories: tuple[Any, ...], index: int) -> Stage:
    legal_actions = game.record.game.legal_actions(step.states[seat], seat)
    luck = Chance(game.record.run.key).fork("luck", index).key
    decision = game.bot.decide(memories[seat], legal_actions, Chance(luck), game.bot.work)
    return Stage(step, seat, memories, legal_actions, luck, decision)


def _told(game: Game, memory: Any, step: Step, seat: int) -> Any:
    for event in step.events:
        memory = game.bot.remember(memory, game.record.game.redact(event, seat))
    return memory
