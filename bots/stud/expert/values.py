"""How good hands look to somebody who sees the boards: the share won of a pot for two.

A hand is completed at random and meets hands that fit the opponent's up-cards and are random
otherwise. Everything is computed for all players of all worlds at once.
"""

from __future__ import annotations

import numpy as np

from bots.stud.expert.strengths import Floats, Ints, Masks, evaluate_masks, mean_share
from bots.stud.expert.worlds import HAND, Worlds
from games.core.poker import suit_masks

LEAST = 0.02
"""The lowest value: some chance is always left."""


def pair_values(worlds: Worlds, street: int, samples: int, rng: np.random.Generator) -> Floats:
    """Return [world, player, opponent]: the share won against a random hand with that board."""
    game = worlds.scene.game
    own, boards = worlds.own(street), worlds.boards(street)
    missing, other = HAND - own.shape[2], HAND - boards.shape[2]
    rest = worlds.rest(street, missing + other)
    picks = _picks(rest.shape[1], missing + other, samples, rng)
    mine = evaluate_masks(game, _completed(own, rest, picks[:, :missing]))
    theirs = evaluate_masks(game, _completed(boards, rest, picks[:, missing:]))
    count = worlds.scene.count
    values: Floats = np.full((len(rest), count, count), 0.5)
    for player in range(count):
        for opponent in range(count):
            if player != opponent:
                won = mean_share(mine[:, :, player], theirs[:, :, opponent])
                values[:, player, opponent] = won
    values.clip(LEAST, out=values)
    return values


def _picks(cards: int, wanted: int, samples: int, rng: np.random.Generator) -> Ints:
    """Return, for each sample, different places among the cards; the same for all worlds."""
    order = np.argsort(rng.random((samples, cards)), axis=1)
    while order.shape[1] < wanted:  # a full table near the end of the deck
        order = np.concatenate([order, order], axis=1)
    return order[:, :wanted]


def _completed(hands: Ints, rest: Ints, picks: Ints) -> Masks:
    """Join hands [world, player, card] with the samples' cards: [world, sample, player, suit]."""
    held = suit_masks(hands)[:, None]
    if picks.shape[1] == 0:
        return held
    return held | suit_masks(rest[:, picks])[:, :, None]


def against(values: Floats, live: Floats) -> Floats:
    """Return [world, player]: the geometric mean of the values against the live opponents.

    `live` is 1 where [world, opponent] is live, else 0.
    """
    players = values.shape[1]
    weights = live[:, None, :] * (1 - np.eye(players))
    logs = (np.log(values) * weights).sum(axis=2)
    mean: Floats = np.exp(logs / np.maximum(weights.sum(axis=2), 1))
    return mean
