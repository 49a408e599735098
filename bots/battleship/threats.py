"""Forecast the opponent's next attacks on the bot's own fleet by many simulations.

Invariant: the simulated opponent knows only what the real one has seen, and decides with the same
functions. The effects of its attacks are computed by the rules on the bot's true fleet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from bots.battleship.belief import BeliefState
from bots.battleship.evaluate import AIMED, check_ai_abilities, evaluate_action_simplified
from bots.battleship.levels import TIE, Character, Outlook
from bots.battleship.sampling import sampler
from games.battleship.actions import Fire
from games.battleship.fleet import WEAPONS, Ship, Weapon, cells
from games.battleship.rules import attack
from games.battleship.state import Sea, State, apply


class Threat(msgspec.Struct, frozen=True):
    """What is coming to one own ship within the steps looked ahead."""

    expected_damage: float
    remaining_hp: int
    sink_probability: float


class Coming(msgspec.Struct, frozen=True):
    """An attack the opponent may make next, and in which share of the games it does."""

    weapon: Weapon
    cell: int
    share: float


class Forecast(msgspec.Struct, frozen=True):
    """The games played out, summed up."""

    threats: dict[str, Threat] = {}
    """By code of the own ships afloat."""
    coming: tuple[Coming, ...] = ()
    work: int = 0


def get_player_view_grid(state: State, seat: int) -> tuple[int, ...]:
    """Return the own sea as the other side sees it: 0 unknown, 1 miss, 2 hit ... 5 sunk."""
    return state.seas[seat].marks


def get_ship_cells(state: State, seat: int, ship: Ship) -> tuple[int, ...]:
    """List the cells of a ship whose place is known."""
    berth = state.seas[seat].berths[state.classes.index(ship)]
    return cells(state.options.size, ship.length, berth) if berth else ()


def hit_points_left(state: State, seat: int, ship: Ship) -> int:
    """Return the hit points a ship of known place has left."""
    dealt = state.seas[seat].dealt
    return sum(max(0, ship.hp - dealt[cell]) for cell in get_ship_cells(state, seat, ship))


def simulate_multi_step_threats(
    state: State, seat: int, outlook: Outlook, way: Character, luck: np.random.Generator
) -> Forecast:
    """Play the opponent's next attacks on the own fleet out, and count what they sink."""
    afloat = [ship for ship in state.classes if ship.code not in state.seas[seat].sunk]
    if not afloat or not outlook.games or not outlook.steps:
        return Forecast()
    games = [replace(state, active=1 - seat)] * outlook.games
    first: list[Fire] = []
    for step in range(outlook.steps):
        chosen = _choose(games, seat, outlook, way, luck)
        if not step:
            first = [action for action in chosen if action is not None]
        games = _play_on(games, chosen, seat)
    threats: dict[str, Threat] = {
        ship.code: accumulate_threat(state, games, seat, ship) for ship in afloat
    }
    return Forecast(threats, _coming(first), outlook.games * outlook.work)


def accumulate_threat(state: State, games: Sequence[State], seat: int, ship: Ship) -> Threat:
    """Sum up over the games what happened to one ship."""
    before = hit_points_left(state, seat, ship)
    left = [hit_points_left(game, seat, ship) for game in games]
    sunk = sum(ship.code in game.seas[seat].sunk for game in games)
    return Threat(before - sum(left) / len(games), before, sunk / len(games))


def update_simulated_state(state: State, seat: int, action: Fire) -> State:
    """Let an attack happen by the rules; the attacker stays to move."""
    for event in attack(state, seat, action):
        state = apply(state, event)
    return state


def _play_on(games: Sequence[State], chosen: Sequence[Fire | None], seat: int) -> list[State]:
    """Let the attack chosen in each game happen; the same in the same place but once."""
    after: dict[tuple[Sea, Fire], State] = {}
    gone_on = []
    for game, action in zip(games, chosen, strict=True):
        if action is None:
            gone_on.append(game)
            continue
        key = game.seas[seat], action
        if key not in after:
            after[key] = update_simulated_state(game, 1 - seat, action)
        gone_on.append(after[key])
    return gone_on


def _choose(
    games: Sequence[State], seat: int, outlook: Outlook, way: Character, luck: np.random.Generator
) -> list[Fire | None]:
    """Let the opponent choose in each game; games that look alike to it share the count."""
    alike: dict[Sea, list[int]] = {}
    for index, game in enumerate(games):
        alike.setdefault(game.seas[seat], []).append(index)
    chosen: list[Fire | None] = [None] * len(games)
    for sea, indexes in alike.items():
        game = games[indexes[0]]
        if len(sea.sunk) == len(game.classes):
            continue
        chart = sampler(sea, game.classes, game.options.size)
        drawn = chart.draw(outlook.samples * len(indexes), luck).dealt(len(indexes))
        best = _best(BeliefState(chart, drawn), game, seat, outlook.alpha, way, luck)
        for index, action in zip(indexes, best, strict=True):
            chosen[index] = action
    return chosen


def _best(
    belief: BeliefState,
    game: State,
    seat: int,
    alpha: float,
    way: Character,
    luck: np.random.Generator,
) -> list[Fire]:
    """Return for each batch of samples the attack of the highest value, any of equal ones."""
    abilities, view = check_ai_abilities(game, 1 - seat), list(get_player_view_grid(game, seat))
    weapons = [weapon for weapon in WEAPONS if abilities.has(weapon)]
    rows = [
        np.where(
            AIMED[weapon][view],
            evaluate_action_simplified(belief, weapon, abilities, alpha, way),
            -1.0,
        )
        for weapon in weapons
    ]
    scores = np.concatenate(rows, axis=1)
    level = scores > scores.max(axis=1, keepdims=True) - TIE
    picked = np.where(level, luck.random(scores.shape), -1.0).argmax(axis=1)
    return [Fire(weapons[pick // len(view)], pick % len(view)) for pick in picked.tolist()]


def _coming(first: Sequence[Fire]) -> tuple[Coming, ...]:
    """Count the first attacks of the games, the likeliest first."""
    counted = Counter((action.weapon, action.cell) for action in first)
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        Coming(weapon, cell, count / len(first))
        for (weapon, cell), count in ranked
        if cell is not None
    )
