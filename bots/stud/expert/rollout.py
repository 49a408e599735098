"""Play the rest of a deal in many worlds by the action model, once for each first action.

Invariant: all first actions meet the same worlds and the same draws, so that their differences are
not chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bots.stud.expert.action_model import Model, probabilities
from bots.stud.expert.betting import FOLD, NOBODY, PASSIVE, UP, Betting, copies
from bots.stud.expert.settlement import winnings
from bots.stud.expert.strengths import Floats, Ints, evaluate
from bots.stud.expert.values import against, pair_values
from bots.stud.expert.worlds import Worlds
from games.core.poker import high_strength, low_strength
from games.stud.levels import SEVENTH, bet_unit
from games.stud.state import State

PLAYED_TREMBLING = 0.01
"""The least probability of an action in a rollout: smaller than where worlds are weighed, because
nobody folds the best hand."""
MOST_ACTIONS = 60
"""Actions a street can have at most in a rollout without a cap."""


class Rollout:
    """The worlds of one decision, ready to be played from each first action."""

    def __init__(
        self,
        state: State,
        worlds: Worlds,
        models: dict[int, Model],
        samples: int,
        rng: np.random.Generator,
    ) -> None:
        self.state, self.worlds, self.rng = state, worlds, rng
        self.models = {s: replace(model, trembling=PLAYED_TREMBLING) for s, model in models.items()}
        self.samples = samples
        self.values: dict[int, Floats] = {}
        self.final = evaluate(state.game, worlds.own(SEVENTH))

    def play(self, kinds: Sequence[int]) -> Floats:
        """Return [first action, world]: the own chips won minus those paid from now on."""
        rows, count = len(self.worlds.order), len(kinds)
        scene = self.worlds.scene
        assert scene.me is not None
        betting = copies(self.state, scene.players, rows * count)
        before = betting.paid[:, scene.me].copy()
        everyone = np.arange(rows * count)
        betting.act(everyone, np.repeat(np.array(kinds), rows))
        for street in range(self.state.street, SEVENTH + 1):
            if street > self.state.street:
                first = self._openers(street, betting, count)
                betting.begin_street(street, bet_unit(self.state.stakes, street), first)
            self._bet(betting, street, count)
        hands = self.final[np.tile(np.arange(rows), count)]
        won = winnings(betting.paid, betting.live, hands, betting.dead)[:, scene.me]
        net: Floats = (won - (betting.paid[:, scene.me] - before)).reshape(count, rows)
        return net

    def _bet(self, betting: Betting, street: int, count: int) -> None:
        rows = len(self.worlds.order)
        for _ in range(MOST_ACTIONS):
            due = np.flatnonzero(betting.actor != NOBODY)
            if not len(due):
                return
            draws = np.tile(self.rng.random(rows), count)[due]
            actor = betting.actor[due]
            values = self._pair_values(street)[due % rows]
            value = against(values, betting.live[due].astype(float))[np.arange(len(due)), actor]
            betting.act(due, self._chosen(betting, due, actor, value, draws))

    def _chosen(
        self, betting: Betting, due: Ints, actor: Ints, value: Floats, draws: Floats
    ) -> Ints:
        kinds = np.full(len(due), PASSIVE)
        spot = betting.spot(due, value)
        for place, player in enumerate(betting.players):
            fold, up = probabilities(self.models[player], spot)
            mine = actor == place
            kinds[mine & (draws < fold)] = FOLD
            kinds[mine & (draws > 1 - up)] = UP
        return kinds

    def _pair_values(self, street: int) -> Floats:
        if street not in self.values:
            self.values[street] = pair_values(self.worlds, street, self.samples, self.rng)
        return self.values[street]

    def _openers(self, street: int, betting: Betting, count: int) -> Ints:
        """Return who has the best board of the live players; ties are taken in deal order."""
        evaluator = low_strength if self.state.game == "razz" else high_strength
        boards = self.worlds.boards(street)[:, :, :4]
        strength = np.tile(evaluator(boards), (count, 1))
        order = [betting.players.index(s) for s in self.state.order if s in betting.players]
        ranked = np.where(betting.live, strength, -1)[:, order]
        best: Ints = np.array(order)[np.argmax(ranked, axis=1)]
        return best
