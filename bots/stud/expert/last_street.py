"""Seventh street between two: both ranges as the actions make them likely, solved as a small game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bots.stud.expert.action_model import Model, probabilities
from bots.stud.expert.betting import FOLD, PASSIVE, UP, copies
from bots.stud.expert.history import past_acts
from bots.stud.expert.small_game import Game, Node, Strategy, build
from bots.stud.expert.strengths import Bools, Floats, Ints, evaluate, share
from bots.stud.expert.values import pair_values
from bots.stud.expert.weighting import likelihoods, resample
from bots.stud.expert.worlds import Worlds, sample_worlds, scene
from games.core.poker import DECK_SIZE
from games.stud.levels import SEVENTH
from games.stud.state import State

HANDS = 120
"""Hands in each range."""
ITERATIONS = 120


@dataclass(frozen=True)
class LastStreet:
    """A solved last street; hand 0 of the own range is the real one."""

    game: Game
    me: int
    worlds: Worlds
    """One for each pair of hands with the same number."""


def is_solvable(state: State) -> bool:
    """Return whether it is seventh street between two players."""
    return state.street == SEVENTH and len(state.live) == 2


def last_street(
    state: State,
    seat: int,
    rows: int,
    models: dict[int, Model],
    samples: int,
    rng: np.random.Generator,
) -> LastStreet:
    """Return the game of a last street, not solved yet."""
    worlds = _with_own_hand(sample_worlds(scene(state, None), rows, rng), state, seat)
    me = worlds.scene.players.index(seat)
    found = likelihoods(worlds, past_acts(state), models, samples, rng)
    picked = [resample(found[:, place], HANDS, rng) for place in (0, 1)]
    picked[me][0] = 0
    cards = [worlds.own(SEVENTH)[picked[place], place] for place in (0, 1)]
    game = _game(state, worlds, cards, me, found[0, me] / found[:, me].sum() * rows)
    return LastStreet(game, me, _joined(worlds, picked))


def _with_own_hand(worlds: Worlds, state: State, seat: int) -> Worlds:
    """Put the own hand into the first world."""
    hidden = worlds.scene.hidden
    start = worlds.scene.players.index(seat) * hidden
    order = worlds.order[0].tolist()
    for step, card in enumerate(state.down[seat]):
        assert card is not None
        where = order.index(card)
        order[start + step], order[where] = order[where], order[start + step]
    worlds.order[0] = order
    return worlds


def _game(state: State, worlds: Worlds, cards: list[Ints], me: int, likely: float) -> Game:
    """Return the game of two ranges; the real hand weighs as much as its likelihood."""
    hands = [evaluate(state.game, held) for held in cards]
    shares = share(hands[0][:, None], hands[1][None, :])
    held = [_masks(own[:, : worlds.scene.hidden]) for own in cards]
    meet = 1.0 - (held[0].astype(float) @ held[1].T.astype(float) > 0)
    weights = [np.ones(HANDS), np.ones(HANDS)]
    weights[me][0] = max(likely, 0.05)
    weights[1 - me] *= meet[0] if me == 0 else meet[:, 0]
    root = build(copies(state, worlds.scene.players, 1))
    return Game(root, (weights[0], weights[1]), shares, meet)


def _masks(down: Ints) -> Bools:
    masks = np.zeros((len(down), DECK_SIZE), bool)
    np.put_along_axis(masks, down, True, axis=1)
    return masks


def _joined(worlds: Worlds, picked: list[Ints]) -> Worlds:
    """Return worlds in which both players hold their hands of the same number."""
    hidden = worlds.scene.hidden
    order = worlds.order[picked[0]].copy()
    order[:, hidden : 2 * hidden] = worlds.order[picked[1], hidden : 2 * hidden]
    return Worlds(worlds.scene, order)


def by_model(
    street: LastStreet, models: dict[int, Model], samples: int, rng: np.random.Generator
) -> Strategy:
    """Return the action model's strategy for the same game, to compare with."""
    values = pair_values(street.worlds, SEVENTH, samples, rng)
    shapes = (values[:, 0, 1], values[:, 1, 0])
    players = street.worlds.scene.players

    def strategy(node: Node) -> Floats:
        value = shapes[node.actor]
        spot = node.betting.spot(np.zeros(len(value), int), value)
        fold, up = probabilities(models[players[node.actor]], spot)
        rates = {FOLD: fold, UP: up, PASSIVE: 1 - fold - up}
        return np.stack([rates[kind] for kind in node.kinds], axis=1)

    return strategy
