"""What clusters on the turn cost: the loss of a player who knows labels instead of hands.

All losses are in percent of the pot. A strategy's loss is the value of the whole game less what
the strategy earns against a best response of an opponent without limits. The mean of both players'
losses equals the exploitability of the two strategies together, so no game value is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from games.lab.turn.solver.hands import Floats, Ints
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.solve import Labels, best_responses, solve
from games.lab.turn.spots import Spot

TARGET_PCT = 0.1  # exploitability within the limits at which a clustered solve stops


@dataclass(frozen=True)
class Loss:
    """A loss in percent of the pot, and whether every solve behind it met its target."""

    percent: float
    converged: bool
    gains: tuple[float, float]  # what a best response of OOP, of IP earns beyond half the pot


def one_side_labels(labels: tuple[Ints, Ints], player: int) -> Labels:
    """Return the labels with which only one player is clustered."""
    return (labels[0], None) if player == 0 else (None, labels[1])


def clustered_loss(
    spot: Spot,
    labels: tuple[Ints, Ints],
    threads: int = 1,
    target: float = TARGET_PCT,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Loss, tuple[Solution, Solution]]:
    """Return the loss when one player is clustered and the other is not, mean of both sides."""
    first, second = (
        solve(spot, target, threads, clusters=one_side_labels(labels, player), cancel=cancel)
        for player in (0, 1)
    )
    return _joined(first, second), (first, second)


def both_clustered_loss(
    spot: Spot,
    labels: tuple[Ints, Ints],
    threads: int = 1,
    target: float = TARGET_PCT,
    cancel: Callable[[], bool] | None = None,
) -> Loss:
    """Return the exploitability in the whole game of a solve in which both are clustered."""
    solution = solve(spot, target, threads, clusters=labels, cancel=cancel)
    gains = best_responses(solution.turn, restricted=False)
    return Loss(100 * sum(gains) / 2 / spot.pot, solution.converged, gains)


def averaged_loss(
    spot: Spot,
    whole: Solution,
    labels: tuple[Ints, Ints],
    threads: int = 1,
    target: float = TARGET_PCT,
    cancel: Callable[[], bool] | None = None,
) -> Loss:
    """Return the loss when a solved turn strategy is averaged over the hands of each label.

    The averaged strategy is locked; the player's rivers and the opponent are solved anew.
    """
    averaged = [average_strategy(whole, labels[player], player) for player in (0, 1)]
    first, second = (
        solve(spot, target, threads, locked=strategy, cancel=cancel) for strategy in averaged
    )
    return _joined(first, second)


def average_strategy(whole: Solution, labels: Ints, player: int) -> dict[str, Floats]:
    """Return a player's turn strategies averaged over labels, weighted by weight and own reach."""
    weights = whole.turn.deal.hands[player].weights
    members = np.zeros((len(labels), int(labels.max()) + 1))
    members[np.arange(len(labels)), labels] = 1.0
    averaged = {}
    for node in whole.turn.tree.decisions:
        if node.street == 0 and node.player == player:
            strategy = whole.strategy(node.text)
            reach = whole.reaches[player][node.index]  # the range weight is part of it
            mass = reach @ members
            alone = weights @ members
            thin = mass < 1e-12
            shares = np.where(thin, (strategy * weights) @ members, (strategy * reach) @ members)
            averaged[node.text] = (shares / np.where(thin, alone, mass))[:, labels]
    return averaged


def _joined(first: Solution, second: Solution) -> Loss:
    """Return the loss of OOP's strategy in the first solve and IP's in the second."""
    pot = first.spot.pot
    against_oop = best_responses(first.turn, restricted=False)[1]
    against_ip = best_responses(second.turn, restricted=False)[0]
    return Loss(
        percent=100 * (against_oop + against_ip) / 2 / pot,
        converged=first.converged and second.converged,
        gains=(against_ip, against_oop),
    )
