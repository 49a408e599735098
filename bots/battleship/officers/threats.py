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

from bots.battleship.officers.belief import BeliefState
from bots.battleship.officers.evaluate import AIMED, check_ai_abilities, evaluate_action_simplified
from bots.battleship.officers.levels import TIE, EvaluationVariant, LookaheadConfig
from bots.battleship.sampling import sampler
from games.battleship.actions import Fire
from games.battleship.fleet import WEAPONS, Ship, Weapon, cells
from games.battleship.rules import attack
from games.battleship.state import Sea, State, apply


class Threat(msgspec.Struct, frozen=True):
    """What the simulated attacks do to one own ship."""

    expected_damage: float
    remaining_hp: int
    sink_probability: float


class PredictedAttack(msgspec.Struct, frozen=True):
    """An attack the opponent may make next, and the share of the simulated games in which it does."""

    weapon: Weapon
    cell: int
    share: float


class Forecast(msgspec.Struct, frozen=True):
    """Summary of the simulated games."""

    threats: dict[str, Threat] = {}
    """By code of the own ships afloat."""
    attacks: tuple[PredictedAttack, ...] = ()
    work: int = 0


def get_player_view_grid(state: State, seat: int) -> tuple[int, ...]:
    """Return the bot's own sea as the opponent sees it: 0 unknown, 1 miss, 2 hit ... 5 sunk."""
    return state.seas[seat].marks


def get_ship_cells(state: State, seat: int, ship: Ship) -> tuple[int, ...]:
    """List the cells of a ship, none if its placement is unknown."""
    placement = state.seas[seat].placements[state.classes.index(ship)]
    return cells(state.options.size, ship.length, placement) if placement else ()


def hit_points_left(state: State, seat: int, ship: Ship) -> int:
    """Return the hit points that a ship of known placement has left."""
    dealt = state.seas[seat].damage_received
    return sum(max(0, ship.hp - dealt[cell]) for cell in get_ship_cells(state, seat, ship))


def simulate_multi_step_threats(
    state: State,
    seat: int,
    lookahead: LookaheadConfig,
    evaluation: EvaluationVariant,
    rng: np.random.Generator,
) -> Forecast:
    """Simulate the opponent's next attacks on the bot's own fleet, and count what they sink."""
    afloat = [ship for ship in state.classes if ship.code not in state.seas[seat].sunk]
    if not afloat or not lookahead.games or not lookahead.steps:
        return Forecast()
    games = [replace(state, active=1 - seat)] * lookahead.games
    first: list[Fire] = []
    for step in range(lookahead.steps):
        chosen = _choose(games, seat, lookahead, evaluation, rng)
        if not step:
            first = [action for action in chosen if action is not None]
        games = _apply_attacks(games, chosen, seat)
    threats: dict[str, Threat] = {
        ship.code: accumulate_threat(state, games, seat, ship) for ship in afloat
    }
    return Forecast(threats, _predicted_attacks(first), lookahead.games * lookahead.work)


def accumulate_threat(state: State, games: Sequence[State], seat: int, ship: Ship) -> Threat:
    """Return the average over the games of what happened to one ship."""
    before = hit_points_left(state, seat, ship)
    left = [hit_points_left(game, seat, ship) for game in games]
    sunk = sum(ship.code in game.seas[seat].sunk for game in games)
    return Threat(before - sum(left) / len(games), before, sunk / len(games))


def update_simulated_state(state: State, seat: int, action: Fire) -> State:
    """Return the state after an attack by the rules; the attacker stays to move."""
    for event in attack(state, seat, action):
        state = apply(state, event)
    return state


def _apply_attacks(games: Sequence[State], chosen: Sequence[Fire | None], seat: int) -> list[State]:
    """Apply the attack chosen in each game; equal attacks on equal seas are computed once."""
    after: dict[tuple[Sea, Fire], State] = {}
    next_games = []
    for game, action in zip(games, chosen, strict=True):
        if action is None:
            next_games.append(game)
            continue
        key = game.seas[seat], action
        if key not in after:
            after[key] = update_simulated_state(game, 1 - seat, action)
        next_games.append(after[key])
    return next_games


def _choose(
    games: Sequence[State],
    seat: int,
    lookahead: LookaheadConfig,
    evaluation: EvaluationVariant,
    rng: np.random.Generator,
) -> list[Fire | None]:
    """Let the opponent choose in each game; games with equal seas share one sampler."""
    by_sea: dict[Sea, list[int]] = {}
    for index, game in enumerate(games):
        by_sea.setdefault(game.seas[seat], []).append(index)
    chosen: list[Fire | None] = [None] * len(games)
    for sea, indexes in by_sea.items():
        game = games[indexes[0]]
        if len(sea.sunk) == len(game.classes):
            continue
        fleet_sampler = sampler(sea, game.classes, game.options.size)
        drawn = fleet_sampler.draw(lookahead.samples * len(indexes), rng).split(len(indexes))
        best = _best(
            BeliefState(fleet_sampler, drawn), game, seat, lookahead.alpha, evaluation, rng
        )
        for index, action in zip(indexes, best, strict=True):
            chosen[index] = action
    return chosen


def _best(
    belief: BeliefState,
    game: State,
    seat: int,
    alpha: float,
    evaluation: EvaluationVariant,
    rng: np.random.Generator,
) -> list[Fire]:
    """Return for each batch of samples the attack of the highest value; ties are broken at random."""
    abilities, view = check_ai_abilities(game, 1 - seat), list(get_player_view_grid(game, seat))
    weapons = [weapon for weapon in WEAPONS if abilities.has(weapon)]
    rows = [
        np.where(
            AIMED[weapon][view],
            evaluate_action_simplified(belief, weapon, abilities, alpha, evaluation),
            -1.0,
        )
        for weapon in weapons
    ]
    scores = np.concatenate(rows, axis=1)
    tied = scores > scores.max(axis=1, keepdims=True) - TIE
    picked = np.where(tied, rng.random(scores.shape), -1.0).argmax(axis=1)
    return [Fire(weapons[pick // len(view)], pick % len(view)) for pick in picked.tolist()]


def _predicted_attacks(first: Sequence[Fire]) -> tuple[PredictedAttack, ...]:
    """Return the first attacks of the games with their shares, the likeliest first."""
    counted = Counter((action.weapon, action.cell) for action in first)
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        PredictedAttack(weapon, cell, count / len(first))
        for (weapon, cell), count in ranked
        if cell is not None
    )
