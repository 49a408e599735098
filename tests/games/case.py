"""What the contract tests have to know about a game, and how they play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis.strategies import SearchStrategy

from games.core.chance import Chance
from games.core.contract import Game, Options, Viewer
from tests.games.run import Move, Record, Run, Step, begin, move

Secrets = dict[Any, Any]
"""Secrets by name; the names are the game's own."""


@dataclass(frozen=True)
class Case:
    """A game, and what its tests know about it."""

    game: Game[Any, Any, Any]
    fill: Callable[[Any, int, Any, Chance], Any]
    """(the seat's own state, seat, legal action, chance): the action with all fields chosen."""
    steer: Callable[[Any, int, Chance], Any]
    """(the true state, seat, chance): a move that brings the game forward."""
    secrets: Callable[[Any], Secrets]
    """Every secret a state has room for; `None` if it does not hold it."""
    may_know: Callable[[tuple[Any, ...], Viewer], Secrets]
    """From the whole log: the secrets the viewer may know by now, or learned before."""
    swap: Callable[[Record, Viewer, Chance], Run | None]
    """The same run with hidden values exchanged, which the viewer must not be able to notice."""
    bound: Callable[[Any, int], int]
    """(options, seats): the most moves a game can have."""
    conserved: Callable[[Any], Any]
    """Of the true state: what is the same after every move."""
    tune: Mapping[str, SearchStrategy[Any]] = field(default_factory=dict)
    """Strategies for options that are not drawn uniformly."""
    playthroughs: Mapping[int, tuple[int, Options]] = field(default_factory=dict)
    """By seed: the seats and options of a golden game."""


def play(case: Case, run: Run, moves: int, eager: float) -> Record:
    """Play random moves, or to the end; the share `eager` of them is chosen by `steer`."""
    chance = Chance(run.key).fork("play")
    steps = [begin(run)]
    made: list[Move] = []
    while len(made) < moves and (wish := _wish(case, run, steps[-1], chance, eager)):
        steps.append(move(run, steps[-1], *wish))
        made.append(wish)
    return Record(replace(run, moves=tuple(made)), tuple(steps))


def _wish(case: Case, run: Run, step: Step, chance: Chance, eager: float) -> Move | None:
    movers = [seat for seat in range(run.seats) if run.game.legal_actions(step.state, seat)]
    if not movers:
        return None
    seat = chance.choice(movers)
    if chance.unit() < eager:
        return seat, case.steer(step.state, seat, chance)
    offer = chance.choice(run.game.legal_actions(step.state, seat))
    return seat, case.fill(step.states[seat], seat, offer, chance)
