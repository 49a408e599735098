"""Random numbers for bots that draw many at once: numpy's generator, seeded from a `Chance`."""

from __future__ import annotations

import numpy as np

from games.core.random_stream import Chance


def generator(chance: Chance) -> np.random.Generator:
    """Return a numpy generator seeded from a `Chance`: the same on any machine."""
    return np.random.Generator(np.random.PCG64(int.from_bytes(chance.key, "big")))
