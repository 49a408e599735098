"""The one form of a spot and of a solve, and the hashes that name them.

Two spots that differ only in the order of the board's cards, in hands that the board rules out, in
how a range is written or in their name have the same spot hash. A solve hash names a spot, a target,
a clustering and the version of the solver: everything that a stored solution depends on.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
import zlib
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, Literal

from games.core.poker import format_card, format_cards
from games.lab.turn.errors import TurnLabError
from games.lab.turn.labels import By
from games.lab.turn.range_text import format_range
from games.lab.turn.solver.tree import Size
from games.lab.turn.spots import MAX_FILE, Spot, SpotError, parse_spot

SOLVER_VERSION = 1
"""Raised by whoever changes what a solve stores."""
TARGETS = (0.05, 10.0)
"""The least and the greatest target, in percent of the pot."""
MAX_CLUSTERS = 64
MAX_LINK = 60_000  # characters
HASH = re.compile(r"[0-9a-f]{64}")
SIDES: tuple[Literal["oop"], Literal["ip"]] = ("oop", "ip")
FEATURES: tuple[By, ...] = ("potential", "equity")


class LinkError(TurnLabError):
    """A shared link that cannot be read."""


@dataclass(frozen=True)
class Clustering:
    """On the turn, one side knows the cluster of its hand only."""

    side: Literal["oop", "ip"]
    by: By
    k: int


@dataclass(frozen=True)
class SolveInput:
    """Everything that a solve depends on besides the solver."""

    spot: Spot
    target: float = 0.5
    clustering: Clustering | None = None

    def plain(self) -> dict[str, Any]:
        """Return the input as JSON fields."""
        return {
            "spot": plain_spot(self.spot),
            "target": self.target,
            "clustering": None if self.clustering is None else asdict(self.clustering),
        }


def parse_solve_input(data: dict[str, Any]) -> SolveInput:
    """Return the input of decoded JSON; raise SpotError for whatever is wrong with it."""
    return SolveInput(
        parse_spot(data.get("spot")),
        parse_target(data.get("target")),
        parse_clustering(data.get("clustering")),
    )


def parse_target(value: object) -> float:
    """Return a target in percent of the pot, 0.5 if none is given; raise SpotError."""
    if value is None:
        return 0.5
    low, high = TARGETS
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not math.isfinite(float(str(value))) or not low <= float(str(value)) <= high:
        raise SpotError("target", f"must be a number from {low} to {high} (percent of the pot)")
    return round(float(str(value)), 4)


def parse_clustering(value: object) -> Clustering | None:
    """Return a clustering, or None if none is asked for; raise SpotError."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise SpotError("clustering", 'must be null or {"side": "oop", "by": "potential", "k": 8}')
    side, by, k = value.get("side"), value.get("by"), value.get("k")
    if side not in SIDES:
        raise SpotError("clustering.side", 'must be "oop" or "ip"')
    if by not in FEATURES:
        raise SpotError("clustering.by", 'must be "potential" or "equity"')
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= MAX_CLUSTERS:
        raise SpotError("clustering.k", f"must be a whole number from 1 to {MAX_CLUSTERS}")
    return Clustering(side, by, k)


def plain_spot(spot: Spot) -> dict[str, Any]:
    """Return a spot as the fields of a spot file, every text in its shortest form."""
    sizes = spot.sizes
    return {
        "name": spot.name,
        "board": format_cards(spot.board),
        "pot": spot.pot,
        "effective_stack": spot.stack,
        "oop_range": format_range(spot.ranges[0]),
        "ip_range": format_range(spot.ranges[1]),
        "bet_sizes": {
            "turn_bet_oop": _sizes(sizes.turn_bet[0]),
            "turn_bet_ip": _sizes(sizes.turn_bet[1]),
            "turn_raise": _sizes(sizes.turn_raise),
            "river_bet_oop": _sizes(sizes.river_bet[0]),
            "river_bet_ip": _sizes(sizes.river_bet[1]),
            "river_raise": _sizes(sizes.river_raise),
            "add_allin_threshold": float(sizes.add_allin),
            "force_allin_threshold": float(sizes.force_allin),
            "merging_threshold": float(sizes.merging),
        },
    }


def spot_hash(spot: Spot) -> str:
    """Return the hash of everything that matters about a spot."""
    plain = plain_spot(spot)
    del plain["name"]
    plain["board"] = "".join(format_card(card) for card in sorted(spot.board))
    for field, side in (("oop_range", 0), ("ip_range", 1)):
        plain[field] = format_range(spot.ranges[side].without(spot.board))
    return _hash(plain)


def solve_hash(given: SolveInput) -> str:
    """Return the hash that a solution of this input is stored under."""
    return solve_hash_of(spot_hash(given.spot), given.target, given.clustering)


def solve_hash_of(spot: str, target: float, clustering: Clustering | None) -> str:
    """Return the hash of a solve of the spot with this hash, without its ranges."""
    return _hash(
        {
            "spot": spot,
            "target": target,
            "clustering": None if clustering is None else asdict(clustering),
            "version": SOLVER_VERSION,
        }
    )


def is_hash(text: object) -> bool:
    """Return whether a text can be a spot hash or a solve hash."""
    return isinstance(text, str) and HASH.fullmatch(text) is not None


def link_code(spot: Spot) -> str:
    """Return the part of a shared link that holds the spot."""
    packed = zlib.compress(_compact(plain_spot(spot)).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_link_code(code: str) -> Spot:
    """Return the spot of a shared link; raise LinkError or SpotError."""
    if len(code) > MAX_LINK:
        raise LinkError("the link is too long")
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, MAX_FILE)
        if not unpacking.eof:
            raise LinkError("the link holds more than a spot, or was cut off")
        data = json.loads(text)
    except (ValueError, zlib.error, RecursionError) as error:
        if isinstance(error, LinkError):
            raise
        raise LinkError("the link is damaged: copy it again as a whole") from None
    return parse_spot(data)


def _sizes(sizes: tuple[Size, ...]) -> str:
    return ", ".join(_size(size) for size in sizes)


def _size(size: Size) -> str:
    if size.kind == "allin":
        return "a"
    amount = size.amount * 100 if size.kind == "percent" else size.amount
    return f"{_decimal(amount)}{'%' if size.kind == 'percent' else 'x'}"


def _decimal(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _compact(plain: dict[str, Any]) -> str:
    return json.dumps(plain, separators=(",", ":"), sort_keys=True)


def _hash(plain: dict[str, Any]) -> str:
    return hashlib.sha256(_compact(plain).encode()).hexdigest()
