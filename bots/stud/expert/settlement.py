"""Divide the pots of many worlds at once among the live players (R26 to R32, odd chips aside)."""

from __future__ import annotations

import numpy as np

from bots.stud.expert.strengths import Bools, Floats, Hands, Strength


def winnings(paid: Floats, live: Bools, hands: Hands, dead: Floats) -> Floats:
    """Return [world, player]: chips won, for what everybody paid.

    `dead` chips of seats that folded before are in the main pot. What nobody matched comes back,
    because the player is then alone in the last pot.
    """
    won = np.zeros_like(paid)
    below = np.zeros(len(paid))
    order = np.sort(np.where(live, paid, np.inf), axis=1)
    extra = dead
    for place in range(paid.shape[1]):
        level = order[:, place]
        level = np.where(np.isinf(level), below, level)
        amount = (np.minimum(paid, level[:, None]) - np.minimum(paid, below[:, None])).sum(axis=1)
        contest = live & (paid >= level[:, None])
        won += _divided(np.maximum(amount, 0) + extra, contest, hands)
        below, extra = np.maximum(below, level), np.zeros(len(paid))
    return won


def _divided(amount: Floats, contest: Bools, hands: Hands) -> Floats:
    main = _parts(contest, hands.main)
    if hands.low is None:
        return amount[:, None] * main
    divided: Floats = amount[:, None] * (main + _parts(contest, hands.low)) / 2
    return divided


def _parts(contest: Bools, strength: Strength) -> Floats:
    """Return each player's part of a pot: equal among the best of those who contest it."""
    ranked = np.where(contest, strength, -1)
    best = contest & (ranked == ranked.max(axis=1)[:, None])
    parts: Floats = best / np.maximum(best.sum(axis=1), 1)[:, None]
    return parts
