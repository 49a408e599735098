"""What the laws must be told about a game before they can judge it, and how they play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis.strategies import SearchStrategy

from games.core.chance import Chance
from games.core.contract import Game, Options, Viewer
from tests.games.run import Move, Record, Run, Step, begin, move

Secrets = dict[Any, Any]
"""Names of secrets and what they are; the names are the game's own."""


@dataclass(frozen=True)
class Case:
    """A game, and what its tests know about it."""

    game: Game[Any, Any, Any]
    fill: Callable[[Any, int, Any, Chance], Any]
    """(the seat's own state, seat, offer, chance): the offer with its holes filled."""
    steer: Callable[[Any, int, Chance], Any]
    """(the true state, seat, chance): a move that gets on, made with all cards in sight."""
    secrets: Callable[[Any], Secrets]
    """Every secret a state has room for; `None` if it does not hold it."""
    may_know: Callable[[tuple[Any, ...], Viewer], Secrets]
    """From the whole log: what these eyes may know by now, and what they learned before."""
    swap: Callable[[Record, Viewer, Chance], Run | None]
    """The same run with hidden things exchanged, of which these eyes should not notice anything."""
    bound: Callable[[Any, int], int]
    """(options, seats): more moves than this are never made."""
    conserved: Callable[[Any], Any]
    """Of the true state: what is the same after every move."""
    tune: Mapping[str, SearchStrategy[Any]] = field(default_factory=dict)
    """Options to be drawn otherwise than evenly."""
    playthroughs: Mapping[int, tuple[int, Options]] = field(default_factory=dict)
    """By seed: the seats and options of a game kept as text."""


def play(case: Case, run: Run, moves: int, eager: float) -> Record:
    """Play at random for so many moves or to the end, the share `eager` of them steered."""
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
