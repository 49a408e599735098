"""Commit and reveal the seed of a round, so that anyone can reproduce the deal afterwards.

The secrets of a table's rounds form a chain: the last one is 32 random bytes, and each earlier one is
the SHA-256 of the one after it. Before anybody's nonce is known the table publishes one commitment,
SHA-256 of the first secret. It binds all rounds: no later secret can be chosen to fit the nonces, and
revealing a round reveals the earlier ones. seed = SHA-256(secret followed by the nonces of the persons,
as sent, in the order of their seats). The rules draw from HMAC(seed, "rules"), a bot from
HMAC(seed, "bot/seat") and HMAC(seed, "bot/seq/seat").
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from games.core.random_stream import Chance, derive

CHAIN_ROUNDS = 10_000
"""How many deals a table can have."""
_MARK_EVERY = 100
"""A chain keeps every so many secrets; the ones between are hashed again when they are needed."""


class Chain:
    """The secrets of a table's rounds, each the SHA-256 of the next."""

    def __init__(self, last: bytes, rounds: int) -> None:
        self.last = last
        self.rounds = rounds
        self._marks: dict[int, bytes] = {}
        secret = last
        for index in range(rounds - 1, -1, -1):
            if index % _MARK_EVERY == 0 or index == rounds - 1:
                self._marks[index] = secret
            if index > 0:
                secret = hashlib.sha256(secret).digest()

    def secret(self, index: int) -> bytes:
        """Return the secret of a round."""
        mark = min(-(-index // _MARK_EVERY) * _MARK_EVERY, self.rounds - 1)
        secret = self._marks[mark]
        for _ in range(mark - index):
            secret = hashlib.sha256(secret).digest()
        return secret

    @property
    def commitment(self) -> str:
        """The commitment that binds all rounds."""
        return commitment(self.secret(0))


def new_chain(rounds: int, last: bytes | None = None) -> Chain:
    """Draw the secrets of a table, or derive them from a given last one."""
    return Chain(secrets.token_bytes(32) if last is None else last, rounds)


def commitment(secret: bytes) -> str:
    """Return the commitment to a secret, which may be published before the game."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, nonces: Iterable[str]) -> bytes:
    """Return the seed: the hash of the secret and the nonces of the players' browsers."""
    return hashlib.sha256(secret + "".join(nonces).encode()).digest()


def rules_chance(round_seed: bytes) -> Chance:
    """Return the random stream of a deal."""
    return Chance(derive(round_seed, "rules"))


def bot_chance(round_seed: bytes, *labels: int) -> Chance:
    """Return a bot's random stream: (seat) for its memory, (seq, seat) for one decision."""
    return Chance(derive(round_seed, "bot", *labels))
