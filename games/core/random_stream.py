"""Deterministic random stream: SHA-256 in counter mode from a key, so that anyone can redo a deal.

block(i) = SHA-256(key || i as 8 bytes big-endian). An integer below n is the first 8-byte
big-endian word, in order, that is below the largest multiple of n not above 2**64, taken modulo n.
A shuffle is Fisher-Yates from the last index down, swapping index i with `below(i + 1)`.
A weighted choice among non-negative integers w0, w1, ... with the sum n (1 <= n <= 2**64) draws
x = `below(n)`; it is the first index i for which w0 + ... + wi is greater than x.
"""

from __future__ import annotations

import hashlib
import hmac
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A random stream determined by its key. Forks are independent streams."""

    __slots__ = ("_words", "key")

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._words = _stream(key)

    def __reduce__(self) -> tuple[type[Chance], tuple[bytes]]:
        return Chance, (self.key,)

    def below(self, n: int) -> int:
        """Draw an integer from 0 up to but not including n."""
        limit = (1 << 64) // n * n
        while (word := next(self._words)) >= limit:
            pass
        return word % n

    def unit(self) -> float:
        """Draw a float in [0, 1) with 53 random bits."""
        return (next(self._words) >> 11) / (1 << 53)

    def choice(self, values: Sequence[T]) -> T:
        """Draw one of the values."""
        return values[self.below(len(values))]

    def weighted(self, weights: Iterable[int]) -> int:
        """Draw an index with a probability proportional to its weight, a non-negative integer.

        Raise `ValueError` for a negative weight, and unless the sum is from 1 to 2**64.
        """
        sums = list(accumulate(weights))
        total = sums[-1] if sums else 0
        if not 1 <= total <= 1 << 64 or any(b < a for a, b in pairwise((0, *sums))):
            raise ValueError("weights are non-negative integers whose sum is from 1 to 2**64")
        return bisect_right(sums, self.below(total))

    def shuffled(self, values: Iterable[T]) -> tuple[T, ...]:
        """Return the values in random order."""
        order = list(values)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def fork(self, *labels: str | int) -> Chance:
        """Return the stream named by the labels; drawing from it moves no other stream."""
        return Chance(derive(self.key, *labels))


def derive(key: bytes, *labels: str | int) -> bytes:
    """Return the HMAC-SHA256 of the labels, joined by slashes, under the key."""
    return hmac.digest(key, "/".join(map(str, labels)).encode(), "sha256")


def _stream(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1
