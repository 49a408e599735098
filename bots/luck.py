"""From a stream of ours to numpy's generator: the same draws on any machine."""

from __future__ import annotations

import numpy as np

from games.core.chance import Chance


def generator(chance: Chance) -> np.random.Generator:
    """Make numpy's generator from a stream of ours."""
    return np.random.Generator(np.random.PCG64(int.from_bytes(chance.key, "big")))
