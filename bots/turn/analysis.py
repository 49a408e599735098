"""What a Turn Duel bot knows and believes, for display. A hand is `h<seat>`, its value a text "AhKd".

The opponent's range is the one that this line leaves, by Bayes over the level's solution; the easy
level keeps the first range.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bots.contract import BotAnalysis, Certainty
from bots.turn.decide import frequencies, own_equity
from bots.turn.levels import Level
from bots.turn.memory import Memory, Situation, hand_class, hand_text, situation
from games.lab.turn.combos import COMBO_CARDS, Floats, Ints, format_combo
from games.lab.turn.judging import JudgedHand, judge_of
from games.lab.turn.solver.solution import Solution
from games.turn.dealing import find_spot

NOTHING = BotAnalysis((), (), {})


def analyse(level: Level, memory: Memory, data: Mapping[str, Any]) -> BotAnalysis:
    """Return the own hand, the opponent's range, the equity and the mix of actions."""
    if memory.table is None or memory.table.round < 0:
        return NOTHING
    at = situation(memory)
    certain = []
    for seat in (0, 1):
        text = hand_text(memory.table, seat)
        if text is not None:
            since = memory.dealt_at_event if seat == memory.seat else memory.events
            certain.append(Certainty(f"h{seat}", text, since))
    if level.solved:
        combos, chances, notes = _from_solution(data[level.needs(memory)[0]], at)
    else:
        combos, chances, notes = _from_first_range(at, data)
    other = 1 - memory.seat
    beliefs = {}
    if hand_text(memory.table, other) is None:
        beliefs[f"h{other}"] = {
            format_combo(int(combo)): float(chance)
            for combo, chance in zip(combos, chances, strict=True)
            if chance > 0
        }
    return BotAnalysis(tuple(certain), (), beliefs, notes=notes | {"grid": _grid(combos, chances)})


def _from_solution(solution: Solution, at: Situation) -> tuple[Ints, Floats, dict[str, Any]]:
    """Return the opponent's hands with their probabilities, and the figures of the own hand."""
    hand = judged(solution, at)
    chances = hand.belief(at.node.index, at.river)
    notes: dict[str, Any] = {"equity": equity(hand, at)}
    if at.node.kind == "decision" and at.node.player == at.player:
        notes["mix"] = dict(zip(at.node.actions, frequencies(solution, at), strict=True))
        notes["ev"] = {
            name: hand.value(child, at.river)
            for name, child in zip(at.node.actions, at.node.children, strict=True)
        }
    return solution.turn.deal.hands[1 - at.player].combos, chances, notes


def judged(solution: Solution, at: Situation) -> JudgedHand:
    """Return the own hand as the solution judges it."""
    return judge_of(solution, at.player).hand(at.hand_index(solution.spot.ranges[at.player]))


def equity(hand: JudgedHand, at: Situation) -> float:
    """Return the own hand's share of the pot against the opponent's range at this node."""
    chances = hand.belief(at.node.index, at.river)
    if at.river is not None:
        won = float(hand.wins[at.river] @ chances)
    else:
        won = float((hand.wins @ chances).sum() / (hand.free @ chances).sum())
    return min(1.0, max(0.0, 0.5 + 0.5 * won))  # sums of many products may be off by 1e-16


def _from_first_range(
    at: Situation, data: Mapping[str, Any]
) -> tuple[Ints, Floats, dict[str, Any]]:
    spot, _ = find_spot(at.state.spot, data)
    opponent = spot.ranges[1 - at.player]
    dead = (*at.state.board, *map(int, COMBO_CARDS[at.combo]))
    combos = opponent.combos(dead)
    weights = opponent.weights[combos]
    return combos, np.asarray(weights / weights.sum()), {"equity": own_equity(at, data)}


def _grid(combos: Ints, chances: Floats) -> dict[str, float]:
    """Return the probability of each of the 169 classes of hands that is possible."""
    cells: dict[str, float] = {}
    for combo, chance in zip(combos, chances, strict=True):
        name = hand_class(int(combo))
        cells[name] = cells.get(name, 0.0) + float(chance)
    return {name: chance for name, chance in cells.items() if chance > 0}
