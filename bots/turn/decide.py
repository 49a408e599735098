"""Choose an action: by equity and pot odds, or drawn as often as the solution takes it.

Invariant: the same memory, legal actions, chance, work and data give the same decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bots.contract import Candidate, Decision, Reason
from bots.turn.easy import easy_choice, equities
from bots.turn.levels import Level
from bots.turn.memory import Memory, Situation, situation
from games.core.random_stream import Chance
from games.lab.turn.solver.solution import Solution
from games.turn.actions import Action, action_of
from games.turn.dealing import find_spot

UNITS = 1_000_000
"""Frequencies are drawn as whole numbers of this."""


def decide(
    level: Level,
    memory: Memory,
    legal_actions: tuple[Action, ...],
    chance: Chance,
    work: int,
    data: Mapping[str, Any],
) -> Decision:
    """Return the decision of a level."""
    at = situation(memory)
    if not level.solved:
        return _by_equity(at, data)
    shares = frequencies(data[level.needs(memory)[0]], at)
    drawn = chance.fork("mix").weighted([max(1, round(UNITS * share)) for share in shares])
    reason = Reason("mixed", {"action": at.node.actions[drawn], "share": shares[drawn]})
    return _decision(at, drawn, shares, reason)


def frequencies(solution: Solution, at: Situation) -> list[float]:
    """Return how often the solution takes each action of the node with the own hand."""
    rows = solution.strategy(at.node.text)
    hand = at.hand_index(solution.spot.ranges[at.player])
    return [float(row[hand] if at.river is None else row[at.river, hand]) for row in rows]


def own_equity(at: Situation, data: Mapping[str, Any]) -> float:
    """Return the own hand's equity against the opponent's first range."""
    spot, _ = find_spot(at.state.spot, data)
    turn, river = equities(spot, at.player, np.array([at.combo]))
    return float(turn[0] if at.river is None else river[at.river, 0])


def _by_equity(at: Situation, data: Mapping[str, Any]) -> Decision:
    equity = own_equity(at, data)
    chosen = int(easy_choice(at.node, at.state.pot, np.array([equity]))[0])
    shares = [float(index == chosen) for index in range(len(at.node.actions))]
    reason = Reason("equity", {"action": at.node.actions[chosen], "equity": equity})
    return _decision(at, chosen, shares, reason)


def _decision(at: Situation, chosen: int, shares: list[float], reason: Reason) -> Decision:
    """Return a decision whose candidates are ranked by how often they are taken."""
    ranked = sorted(range(len(shares)), key=lambda index: -shares[index])
    candidates = tuple(
        Candidate(
            action_of(at.node.actions[index]),
            shares[index],
            {"frequency": shares[index]},
            Reason("share", {"action": at.node.actions[index], "share": shares[index]}),
        )
        for index in ranked
    )
    confidence = min(1.0, shares[chosen])
    return Decision(action_of(at.node.actions[chosen]), confidence, reason, candidates, 1)
