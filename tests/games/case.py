"""What the contract tests have to know about a game, and how they play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis.strategies import SearchStrategy

from games.core.contract import Game, Options, Viewer
from games.core.random_stream import Chance
from tests.games.recorded_game import DEAL, Move, Record, Run, Step, begin, move

Secrets = dict[Any, Any]
"""Secrets by name; the names are the game's own."""
ASIDE_SHARES = {False: 0.03, True: 0.2}
"""The share of asides among the moves: during a deal, and between deals."""


def _same_name(name: str, seat: int) -> Any:
    """Return the name: the default for games whose analyses call secrets by the case's names."""
    return name


@dataclass(frozen=True)
class Case:
    """A game, and what its tests know about it."""

    game: Game[Any, Any, Any]
    fill: Callable[[Any, int, Any, Chance], Any]
    """(the seat's own state, seat, allowed action, chance): the action with all fields chosen."""
    skilled_move: Callable[[Any, int, Chance], Any]
    """(the true state, seat, chance): a move that brings the game closer to its end."""
    secrets: Callable[[Any], Secrets]
    """Every secret a state has room for; `None` if it does not hold it."""
    may_know: Callable[[tuple[Any, ...], Viewer], Secrets]
    """From the whole log: the secrets the viewer may know by now, or learned before."""
    swap: Callable[[Record, Viewer, Chance], Run | None]
    """The same run with hidden values exchanged, which the viewer must not be able to notice."""
    bound: Callable[[Any, int], int]
    """(options, seats): the most moves and deals a game can have, without asides."""
    conserved: Callable[[Any], Any]
    """Of the true state: what is the same after every move."""
    secret_of: Callable[[str, int], Any] = _same_name
    """(name, seat): the secret, by its name in `secrets`, that an analysis of the seat calls so."""
    truths: Callable[[Any], Secrets] | None = None
    """From the true state: the values an analysis is compared with, by the names that `secret_of`
    gives; `secrets` if analyses name those."""
    tune: Mapping[str, SearchStrategy[Any]] = field(default_factory=dict)
    """Strategies for options that are not drawn uniformly."""
    pace: int = 1
    """The properties play this many times as many moves, in so many times fewer games; more than 1
    where a deal is long."""
    judged_deals: int | None = 0
    """For games that luck decides: levels are compared by their scores over this many duplicate
    deals, in the slow tests. 0: by wins over a few games. `None`: by tests of the game's own bots."""
    bot_tables: tuple[tuple[int, Options], ...] = ()
    """The seats and options with which bots are judged, if not those of the golden games."""
    bot_moves: int = 100
    """The fewest moves of a level that the properties are checked on; more where a hand has few secrets."""
    data: Callable[[], Mapping[str, Any]] = dict
    """Returns what the game and its bots look up at those tables, by hash."""
    playthroughs: Mapping[int, tuple[int, Options]] = field(default_factory=dict)
    """By seed: the seats and options of a golden game."""


def play(case: Case, run: Run, moves: int, skilled_share: float) -> Record:
    """Play up to this many random moves and deals, and asides among them.

    The share `skilled_share` of the moves is made by `skilled_move`.
    """
    chance = Chance(run.key).fork("play")
    steps = [begin(run)]
    made: list[Move] = []
    while moves:
        next_move = _some_aside(case, run, steps[-1], chance)
        if next_move is None:
            next_move = _next_move(case, run, steps[-1], chance, skilled_share)
            moves -= 1
        if next_move is None:
            break
        steps.append(move(run, steps[-1], *next_move))
        made.append(next_move)
    return Record(replace(run, moves=tuple(made)), tuple(steps))


def whole(case: Case, run: Run, skilled_share: float) -> Record:
    """Play to the end, or one move beyond the longest possible game."""
    return play(case, run, case.bound(run.options, run.seats) + 1, skilled_share)


def _some_aside(case: Case, run: Run, step: Step, chance: Chance) -> Move | None:
    """Return an aside of any seat now and then, more often between deals."""
    asides = [(seat, a) for seat in range(run.seats) for a in run.game.aside(step.state, seat)]
    if not asides or chance.unit() >= ASIDE_SHARES[run.game.between(step.state)]:
        return None
    kind = chance.choice(sorted({type(action).__name__ for _, action in asides}))
    seat, offer = chance.choice([o for o in asides if type(o[1]).__name__ == kind])
    return seat, case.fill(step.states[seat], seat, offer, chance)


def _next_move(
    case: Case, run: Run, step: Step, chance: Chance, skilled_share: float
) -> Move | None:
    """Return a move of a seat that may move, or the next deal; `None` when the game is over."""
    if run.game.between(step.state):
        return DEAL
    movers = [seat for seat in range(run.seats) if run.game.legal_actions(step.state, seat)]
    if not movers:
        return None
    seat = chance.choice(movers)
    if chance.unit() < skilled_share:
        return seat, case.skilled_move(step.state, seat, chance)
    offer = chance.choice(run.game.legal_actions(step.state, seat))
    return seat, case.fill(step.states[seat], seat, offer, chance)
