"""Possible deals: what opponents may hold, and every card still to come.

Invariant: within a world no card occurs twice, and every card that the seat has seen, dead cards
included, stays where it was seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bots.stud.expert.strengths import Ints
from games.core.poker import DECK_SIZE
from games.stud.levels import SEVENTH
from games.stud.options import Variant
from games.stud.state import State

HAND = 7


@dataclass(frozen=True)
class Scene:
    """The public cards of a deal and the own ones, for the live seats in table order."""

    game: Variant
    street: int
    players: tuple[int, ...]
    """The live seats."""
    me: int | None
    """The own place among them; `None` for somebody who sees up-cards only."""
    down: tuple[int, ...]
    """The own cards face down."""
    hidden: int
    """How many cards each player holds face down."""
    up: tuple[tuple[int, ...], ...]
    """By place."""
    common: tuple[int, ...]
    unseen: Ints
    """The cards the seat has not seen."""

    @property
    def count(self) -> int:
        """Return how many are live."""
        return len(self.players)

    def boards(self, street: int) -> Ints:
        """Return the up-cards as they were on a street, by place, a common card included."""
        shown = min(street, 6) - 2
        common = self.common if street == SEVENTH else ()
        return np.array([[*cards[:shown], *common] for cards in self.up], np.int64)


def scene(state: State, seat: int | None) -> Scene:
    """Return what a seat sees of a deal, live or folded; `None`: what everybody sees."""
    players = tuple(sorted(state.live))
    down = () if seat is None else tuple(c for c in state.down[seat] if c is not None)
    common = () if state.common is None else (state.common,)
    seen = {*down, *common, *(card for cards in state.up for card in cards)}
    unseen = np.array([card for card in range(DECK_SIZE) if card not in seen])
    up = tuple(state.up[player] for player in players)
    place = players.index(seat) if seat in players else None
    hidden = len(state.down[players[0]])
    return Scene(state.game, state.street, players, place, down, hidden, up, common, unseen)


@dataclass(frozen=True)
class Worlds:
    """Rows of worlds: each an order of the unseen cards, dealt to fixed places from the front."""

    scene: Scene
    order: Ints
    """[world, unseen card]."""

    @cached_property
    def down(self) -> Ints:
        """Return the cards face down now: [world, place, card]; the own ones are known."""
        scene, rows = self.scene, len(self.order)
        dealt = np.empty((rows, scene.count, scene.hidden), np.int64)
        start = 0
        for place in range(scene.count):
            if place == scene.me:
                dealt[:, place] = scene.down
            else:
                dealt[:, place] = self.order[:, start : start + scene.hidden]
                start += scene.hidden
        return dealt

    @property
    def used(self) -> int:
        """Return how many unseen cards opponents hold."""
        known = 0 if self.scene.me is None else 1
        return (self.scene.count - known) * self.scene.hidden

    def dealt_until(self, street: int) -> int:
        """Return how many cards of the order are dealt when a street is."""
        return self.used + (street - self.scene.street) * self.scene.count

    def own(self, street: int) -> Ints:
        """Return each player's cards on a street, past or to come: [world, place, card]."""
        scene = self.scene
        down = self.down[:, :, : 3 if street == SEVENTH else 2]
        if street <= scene.street:
            boards = np.broadcast_to(scene.boards(street), (len(self.order), *self._shape(street)))
            return np.concatenate([down, boards], axis=2)
        return np.concatenate([self.down, self._board_now(), self._coming(street)], axis=2)

    def boards(self, street: int) -> Ints:
        """Return each player's up-cards on a street, past or to come: [world, place, card]."""
        scene = self.scene
        if street <= scene.street:
            return np.broadcast_to(scene.boards(street), (len(self.order), *self._shape(street)))
        return np.concatenate([self._board_now(), self._coming(min(street, 6))], axis=2)

    def _shape(self, street: int) -> tuple[int, ...]:
        return self.scene.boards(street).shape

    def _board_now(self) -> Ints:
        now = self.scene.boards(self.scene.street)
        return np.broadcast_to(now, (len(self.order), *now.shape))

    def _coming(self, street: int) -> Ints:
        """Return the cards each player gets until a street: [world, place, card].

        If the deck is too short for seventh street, all get the same last card (R12).
        """
        scene, rows = self.scene, len(self.order)
        cards = []
        for step in range(street - scene.street):
            start = self.used + step * scene.count
            drawn = self.order[:, start : start + scene.count]
            if drawn.shape[1] < scene.count:
                drawn = np.repeat(self.order[:, -1:], scene.count, axis=1)
            cards.append(drawn)
        return np.stack(cards, axis=2) if cards else np.empty((rows, scene.count, 0), np.int64)

    def rest(self, street: int, least: int) -> Ints:
        """Return cards that nobody holds on a street, to sample_worlds how hands go on.

        At a full table there may be fewer than `least`; then the last ones dealt are used again.
        """
        start = self.dealt_until(max(street, self.scene.street))
        return self.order[:, max(0, min(start, self.order.shape[1] - least)) :]

    def take(self, rows: Ints) -> Worlds:
        """Return some of the worlds, repeated as the rows say."""
        return Worlds(self.scene, self.order[rows])


def sample_worlds(scene: Scene, rows: int, rng: np.random.Generator) -> Worlds:
    """Draw worlds uniformly."""
    keys = rng.random((rows, len(scene.unseen)), np.float32)
    return Worlds(scene, scene.unseen[np.argsort(keys, axis=1)])


def reshuffle(worlds: Worlds, rng: np.random.Generator) -> Worlds:
    """Draw the cards still to come anew and keep what opponents hold."""
    order = worlds.order.copy()
    order[:, worlds.used :] = rng.permuted(order[:, worlds.used :], axis=1)
    return Worlds(worlds.scene, order)
