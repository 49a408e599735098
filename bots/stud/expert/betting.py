"""The betting of many worlds at once, one street at a time, by the same rules as games.stud.betting."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bots.stud.expert.action_model import Spot
from bots.stud.expert.strengths import Bools, Floats, Ints
from games.stud.betting import cap
from games.stud.levels import THIRD, bet_unit, first_level
from games.stud.state import State

NOBODY = -1
UNLIMITED = 1_000_000
FOLD, PASSIVE, UP = 0, 1, 2
"""Kinds of action: fold; check, call or bring in; bet, complete or raise."""


@dataclass
class Betting:
    """The bets of worlds in rows, players in columns. Changed in place."""

    players: tuple[int, ...]
    street: int
    unit: int
    bring_in: int
    limit: Ints
    """How many full bets a street may have."""
    uncapped: bool
    stacks: Floats
    paid: Floats
    live: Bools
    bets: Floats
    acted: Bools
    to_match: Floats
    level: Floats
    full_bets: Ints
    actor: Ints
    dead: Floats
    """Chips of seats that folded before."""

    @property
    def rows(self) -> int:
        """Return the number of worlds."""
        return len(self.actor)

    def owed(self) -> Floats:
        """Return [world, player]: what each owes."""
        return np.maximum(self.to_match[:, None] - self.bets, 0)

    def spot(self, rows: Ints, value: Floats) -> Spot:
        """Return the decisions that are due in these rows, given the actors' values."""
        actor = self.actor[rows]
        owed = self.owed()[rows, actor]
        pot = self.paid[rows].sum(axis=1) + self.dead[rows]
        call = np.minimum(owed, self.stacks[rows, actor])
        first = (self.street == THIRD) & (self.to_match[rows] == 0)
        limped = (self.street == THIRD) & (self.full_bets[rows] == 0) & ~first
        return Spot(
            self.street,
            value,
            call / np.maximum(pot + call, 1),
            self.full_bets[rows].astype(float),
            self.live[rows].sum(axis=1) - 1.0,
            owed > 0,
            first,
            limped,
            self.may_raise(rows, actor, first),
        )

    def may_raise(self, rows: Ints, actor: Ints, first: Bools) -> Bools:
        """Return whether the actors may bet, complete or raise (R21 to R23)."""
        owed = self.owed()[rows]
        able = self.live[rows] & (self.stacks[rows] > owed)
        able[np.arange(len(rows)), actor] = False
        least = np.where(first, self.bring_in, owed[np.arange(len(rows)), actor])
        enough = self.stacks[rows, actor] > least
        open_cap = self.full_bets[rows] < self.limit[rows]
        allowed: Bools = enough & able.any(axis=1) & open_cap & ~self.acted[rows, actor]
        return allowed

    def act(self, rows: Ints, kinds: Ints) -> None:
        """Carry out the actors' actions and pass the turn on."""
        actor = self.actor[rows]
        first = (self.street == THIRD) & (self.to_match[rows] == 0)
        above = np.where(self.level < self.unit, self.unit, self.level + self.unit)[rows]
        target = np.where(kinds == UP, above, self.to_match[rows])
        target = np.where(first & (kinds == PASSIVE), self.bring_in, target)
        pay = np.minimum(np.maximum(target - self.bets[rows, actor], 0), self.stacks[rows, actor])
        pay = np.where(kinds == FOLD, 0, pay)
        self.stacks[rows, actor] -= pay
        self.paid[rows, actor] += pay
        self.bets[rows, actor] += pay
        self.live[rows, actor] &= kinds != FOLD
        self.to_match[rows] = np.maximum(self.to_match[rows], self.bets[rows, actor])
        self.to_match[rows[first]] = np.maximum(self.to_match[rows[first]], self.bring_in)
        self.acted[rows, actor] = True
        self._count_full_bets(rows, actor, kinds, above)
        self.actor[rows] = self._next(rows, actor)

    def _count_full_bets(self, rows: Ints, actor: Ints, kinds: Ints, above: Floats) -> None:
        added = self.bets[rows, actor] - self.level[rows]
        full = (kinds == UP) & (2 * added >= above - self.level[rows])
        raised = rows[full]
        self.level[raised] = above[full]
        self.full_bets[raised] += 1
        self.acted[raised] = False
        self.acted[raised, actor[full]] = True

    def _next(self, rows: Ints, actor: Ints) -> Ints:
        """Return who acts next, NOBODY if the street is over (R20, R24)."""
        live, stacks, bets = self.live[rows], self.stacks[rows], self.bets[rows]
        owes = bets < self.to_match[rows][:, None]
        able = live & (stacks > 0)
        pending = able & (~self.acted[rows] | owes)
        alone = (able.sum(axis=1) < 2) & ~(able & owes).any(axis=1)
        over = (live.sum(axis=1) < 2) | alone | ~pending.any(axis=1)
        return np.where(over, NOBODY, first_from(pending, actor + 1))

    def begin_street(self, street: int, unit: int, first: Ints) -> None:
        """Begin a street; `first` would act first if they had chips (R9, R10)."""
        self.street, self.unit = street, unit
        self.bets[:] = 0
        self.to_match[:] = 0
        self.level[:] = 0
        self.full_bets[:] = 0
        self.acted[:] = False
        able = self.live & (self.stacks > 0)
        none = (able.sum(axis=1) < 2) | (self.live.sum(axis=1) < 2)
        self.actor = np.where(none, NOBODY, first_from(able, first))
        if self.uncapped:
            self.limit = np.where(self.live.sum(axis=1) == 2, UNLIMITED, self.limit)


def first_from(wanted: Bools, start: Ints) -> Ints:
    """Return for each row the first wanted player from `start` on, to the left."""
    players = wanted.shape[1]
    turns = (start[:, None] + np.arange(players)) % players
    steps = np.argmax(np.take_along_axis(wanted, turns, axis=1), axis=1)
    found: Ints = (start + steps) % players
    return found


def copies(state: State, players: tuple[int, ...], rows: int) -> Betting:
    """Return the betting of a state in so many rows."""
    picked = list(players)
    limit = cap(state)
    folded = sum(state.paid) - sum(state.paid[player] for player in players)

    def per_player(values: tuple[int, ...]) -> Floats:
        return np.tile(np.array([values[p] for p in picked], float), (rows, 1))

    assert state.active is not None
    return Betting(
        players,
        state.street,
        bet_unit(state.stakes, state.street),
        state.stakes.bring_in,
        np.full(rows, UNLIMITED if limit is None else limit),
        state.options.heads_up == "uncapped",
        per_player(state.stacks),
        per_player(state.paid),
        np.ones((rows, len(picked)), bool),
        per_player(state.bets),
        per_player(state.acted).astype(bool),
        np.full(rows, float(state.to_match)),
        np.full(rows, float(max(state.level, first_level(state.stakes, state.street)))),
        np.full(rows, state.full_bets),
        np.full(rows, players.index(state.active)),
        np.full(rows, float(folded)),
    )
