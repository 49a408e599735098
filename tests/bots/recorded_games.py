"""Games of one level against itself, with some moves at random, recorded step by step for the properties."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

from bots.catalog import EVERY_BOT
from bots.contract import Bot, Decision, decide
from games.catalog import EVERY_GAME
from games.core.contract import Options
from games.core.random_stream import Chance
from tests.games.case import Case
from tests.games.cases import CASES
from tests.games.recorded_game import DEAL, Move, Record, Run, Step, begin, move

STRAY = 0.25
"""Share of moves made at random, so that bots are seen where they would not go."""
MOVES = 30
"""The most moves of a game."""
BRIEF = 1000
"""Work of a level that simulates games, in small matches."""
RECORDED = 300
"""Work of such a level in recorded games: the properties hold for any work."""


@dataclass(frozen=True)
class Stage:
    """One decision, and all that was so when it was made."""

    step: Step
    steps: int
    """How many steps the game had then."""
    seat: int
    memories: tuple[Any, ...]
    legal_actions: tuple[Any, ...]
    key: bytes
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
        """Fold the last deal of a record into a seat's memory from nothing."""
        memory = self.begin(seat)
        for before, step in pairwise((None, *record.steps)):
            memory = remember_step(self, memory, before, step, seat)
        return memory


def tables(case: Case) -> list[tuple[int, Options]]:
    """List the tables a level is judged at: those kept as text, and the fullest."""
    if case.bot_tables:
        return list(case.bot_tables)
    return [*case.playthroughs.values(), (max(case.game.seats), case.game.options())]


@cache
def games(slug: str, level: str) -> tuple[Game, ...]:
    """Play a level at every table, again with other deals if games are short."""
    case = next(case for case in CASES if case.game.slug == slug)
    played: list[Game] = []
    while sum(len(game.stages) for game in played) < case.bot_moves:
        for seats, options in tables(case):
            run = Run(EVERY_GAME[slug], options, seats, b"%d" % len(played), data=case.data())
            played.append(_play(case, brief(slug, level, RECORDED), run))
    return tuple(played)


def brief(slug: str, level: str, work: int = BRIEF) -> Bot[Any, Any, Any]:
    """Return the bot of a level, with less work than at a table."""
    bot = EVERY_BOT[slug].bots[level]
    return replace(bot, work=min(bot.work, work))


def _play(case: Case, bot: Bot[Any, Any, Any], run: Run) -> Game:
    game, steps, stages = Game(case, bot, Record(run, ()), ()), [begin(run)], list[Stage]()
    seats = range(run.seats)
    memories = [remember_step(game, game.begin(seat), None, steps[0], seat) for seat in seats]
    moves: list[Move] = []
    while len(stages) < MOVES:
        if run.game.between(steps[-1].state):
            steps.append(move(run, steps[-1], *DEAL))
            memories = [remember_step(game, memories[s], *steps[-2:], s) for s in seats]
            moves.append(DEAL)
            continue
        if (seat := _mover(run, steps[-1])) is None:
            break
        stage = _stage(game, steps, seat, tuple(memories), len(stages))
        stray = Chance(stage.key).fork("stray")
        offer = stray.choice(stage.legal_actions)
        filled = case.fill(steps[-1].states[seat], seat, offer, stray)
        action = filled if stray.unit() < STRAY else stage.decision.action
        steps.append(move(run, steps[-1], seat, action))
        memories = [remember_step(game, memories[s], *steps[-2:], s) for s in seats]
        stages.append(stage)
        moves.append((seat, action))
    record = Record(replace(run, moves=tuple(moves)), tuple(steps))
    return Game(case, bot, record, tuple(stages), tuple(memories))


def _mover(run: Run, step: Step) -> int | None:
    movers = (seat for seat in range(run.seats) if run.game.legal_actions(step.state, seat))
    return next(movers, None)


def _stage(
    game: Game, steps: list[Step], seat: int, memories: tuple[Any, ...], index: int
) -> Stage:
    step = steps[-1]
    legal_actions = game.record.game.legal_actions(step.states[seat], seat)
    key = Chance(game.record.run.key).fork("luck", index).key
    chance, data = Chance(key), game.record.run.data
    decision = decide(game.bot, memories[seat], legal_actions, chance, game.bot.work, data)
    return Stage(step, len(steps), seat, memories, legal_actions, key, decision)


def remember_step(game: Game, memory: Any, before: Step | None, step: Step, seat: int) -> Any:
    """Return a seat's memory after a step; with each deal it begins anew."""
    rules = game.record.game
    if before is not None and rules.round(step.state) > rules.round(before.state):
        memory = game.begin(seat)
    for event in step.events:
        memory = game.bot.remember(memory, rules.redact(event, seat))
    return memory
