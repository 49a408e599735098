"""The one source of luck: counter-mode SHA-256 from a key, so that anyone can redo a deal.

block(i) = SHA-256(key || i as 8 bytes big-endian). An integer below n is the first 8-byte
big-endian word, in order, that is below the largest multiple of n not above 2**64, taken modulo n.
A shuffle is Fisher-Yates from the last place down, swapping place i with `below(i + 1)`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of draws determined by its key. Forks are independent streams."""

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

    def choice(self, things: Sequence[T]) -> T:
        """Draw one of the things."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> tuple[T, ...]:
        """Return the things in random order."""
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def fork(self, *labels: str | int) -> Chance:
        """Return the stream named by the labels; drawing from it moves no other stream."""
        return Chance(derive(self.key, *labels))


def derive(key: bytes, *labels: str | int) -> bytes:
    """HMAC-SHA256 of the labels, joined by a slash, under the key."""
    return hmac.digest(key, "/".join(map(str, labels)).encode(), "sha256")


def _stream(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        counter += 1
