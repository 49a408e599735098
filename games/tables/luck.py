"""Commit and reveal the seed of a round, so that anyone can reproduce the deal afterwards.

secret = 32 random bytes, seal = SHA-256(secret) published at once; seed = SHA-256(secret followed
by the nonces of the persons, as sent, in the order of their seats). The rules draw from
HMAC(seed, "rules"), a bot from HMAC(seed, "bot/seat") and HMAC(seed, "bot/seq/seat").
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from games.core.chance import Chance, derive


def new_secret() -> bytes:
    """Draw the secret of a round."""
    return secrets.token_bytes(32)


def seal(secret: bytes) -> str:
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
