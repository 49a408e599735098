"""Cards of one rank as a code: copies of the four suits as digits in base five, diamonds first.

A hand is eleven codes. Playing cards subtracts the code of the cards played. What depends on a code
is looked up: its number of cards, its tongzi and dizha, and which suits are taken for a play.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.datongzi.compiled.compile import compiled
from bots.datongzi.policy import Weights, rank_value
from games.datongzi.cards import RANKS, TWO
from games.datongzi.suits import DIZHA_LOSS, HIGH_TONGZI_LOSS, TONGZI_LOSS, Suits

CODES = 625
STEPS = (1, 5, 25, 125)
DIZHA_CODE = 2 * sum(STEPS)
MAX_TAKEN = 16
UNRESTRICTED, AS_TRIPLE, AS_BOMB = 0, 1, 2
"""How taken cards have to be read: in any way, not as a tongzi, not as a dizha."""
LOSSES = np.array(
    [HIGH_TONGZI_LOSS.get(rank, TONGZI_LOSS) for rank in (TWO - 3, TWO - 2, TWO - 1, TWO)]
)
"""Loss of a broken tongzi: of a Q or lower, K, A, 2."""


def code_of(suits: Suits) -> int:
    """Return the code of cards by suit."""
    return sum(step * copies for step, copies in zip(STEPS, suits, strict=True))


def suits_of(code: int) -> Suits:
    """Return the cards by suit of a code."""
    return code % 5, code // 5 % 5, code // 25 % 5, code // 125


def _of_codes() -> tuple[Any, Any, Any]:
    """Return by code: the number of cards, the suits with a tongzi as bits, whether it has a dizha."""
    suits = [suits_of(code) for code in range(CODES)]
    counts = [sum(row) for row in suits]
    tongzi = [sum((copies >= 3) << suit for suit, copies in enumerate(row)) for row in suits]
    dizha = [min(row) >= 2 for row in suits]
    return tuple(np.array(column, dtype=np.int64) for column in (counts, tongzi, dizha))  # type: ignore[return-value]


COUNTS, TONGZI, DIZHA = _of_codes()
BITS = np.array([bin(mask).count("1") for mask in range(16)], dtype=np.int64)


@compiled
def _loss(before: Any, after: Any, tongzi_loss: int) -> int:
    """Return the cost of what is broken, as `games.datongzi.suits.loss` does."""
    lost = 0
    had = True
    has = True
    for suit in range(4):
        if after[suit] < 3 <= before[suit]:
            lost += tongzi_loss
        had = had and before[suit] >= 2
        has = has and after[suit] >= 2
    return lost + (DIZHA_LOSS if had and not has else 0)


@compiled
def build_takes(losses: Any) -> Any:
    """Return by reading, loss class, number and code: the code of the cards to take, or -1.

    As `games.datongzi.suits.choose_suits`: least loss, then more of the lower suits.
    """
    takes = np.full((3, 4, MAX_TAKEN + 1, CODES), -1, dtype=np.int64)
    best = np.empty((3, 4, MAX_TAKEN + 1), dtype=np.int64)
    held = np.empty(4, dtype=np.int64)
    left = np.empty(4, dtype=np.int64)
    for code in range(CODES):
        held[0], held[1], held[2], held[3] = code % 5, code // 5 % 5, code // 25 % 5, code // 125
        best[:] = 1 << 40
        for a in range(held[0], -1, -1):
            for b in range(held[1], -1, -1):
                for c in range(held[2], -1, -1):
                    for d in range(held[3], -1, -1):
                        left[0], left[1] = held[0] - a, held[1] - b
                        left[2], left[3] = held[2] - c, held[3] - d
                        number = a + b + c + d
                        three = max(max(a, b), max(c, d)) >= 3
                        two_each = a == 2 and b == 2 and c == 2 and d == 2
                        for kind in range(4):
                            lost = _loss(held, left, losses[kind])
                            for reading in range(3):
                                if (reading == AS_TRIPLE and three) or (
                                    reading == AS_BOMB and two_each
                                ):
                                    continue
                                if lost < best[reading, kind, number]:
                                    best[reading, kind, number] = lost
                                    taken = a + 5 * b + 25 * c + 125 * d
                                    takes[reading, kind, number, code] = taken
    return takes


def values_of(weights: Weights) -> Any:
    """Return by rank and code the value of holding these cards."""
    suits = [suits_of(code) for code in range(CODES)]
    rows = [[rank_value(rank, row, weights) for row in suits] for rank in RANKS]
    return np.array(rows, dtype=np.int64)
