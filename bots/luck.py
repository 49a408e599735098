"""Luck for bots that draw many things at once: numpy's generator fed from a stream of ours."""

from __future__ import annotations

import numpy as np

from games.core.chance import Chance


def generator(chance: Chance) -> np.random.Generator:
    """Make numpy's generator from a stream of ours: the same on any machine."""
    return np.random.Generator(np.random.PCG64(int.from_bytes(chance.key, "big")))
