"""Sealed seeds: where a round's luck comes from, and how anyone can redo it once it is open.

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
    """Publishable proof that the secret was fixed."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, nonces: Iterable[str]) -> bytes:
    """Mix the secret with what the players' browsers added."""
    return hashlib.sha256(secret + "".join(nonces).encode()).digest()


def rules_chance(round_seed: bytes) -> Chance:
    """The luck a deal is made of."""
    return Chance(derive(round_seed, "rules"))


def bot_chance(round_seed: bytes, *labels: int) -> Chance:
    """A bot's own luck: (seat) for its memory, (seq, seat) for one decision."""
    return Chance(derive(round_seed, "bot", *labels))
