"""Read the fields of a question; whatever is wrong with one is refused by its name."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from games.core.poker import CardTextError, parse_cards
from games.lab.turn.canonical import FEATURES, MAX_CLUSTERS, SIDES, is_hash, plain_spot
from games.lab.turn.combos import Ints, combo_id, format_combo
from games.lab.turn.equity import RiverEquities, river_equities
from games.lab.turn.errors import TurnLabError
from games.lab.turn.labels import By
from games.lab.turn.panels.refusals import Refusal
from games.lab.turn.spots import Spot, parse_spot, read_spot

Body = dict[str, Any]
MAX_BINS = 1000


def spot_of(body: Body) -> Spot:
    """Return the spot of a question."""
    return parse_spot(body.get("spot"))


def side_of(body: Body) -> int:
    """Return the side of a question: 0 for OOP, 1 for IP."""
    side = body.get("side", "oop")
    if side not in SIDES:
        raise Refusal("bad_message", 'side must be "oop" or "ip"', "side")
    return SIDES.index(side)


def whole_number(body: Body, field: str, default: int, low: int, high: int) -> int:
    """Return a whole number within limits."""
    value = body.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Refusal("bad_message", f"{field} must be a whole number from {low} to {high}", field)
    return value


def bins_of(body: Body) -> int:
    """Return the number of bins of a histogram."""
    return whole_number(body, "bins", 50, 1, MAX_BINS)


def clusters_of(body: Body) -> int:
    """Return the number of clusters."""
    return whole_number(body, "k", 8, 1, MAX_CLUSTERS)


def feature_of(body: Body) -> By:
    """Return what hands are clustered by."""
    value: Literal["potential", "equity"] = body.get("by", "potential")
    if value not in FEATURES:
        raise Refusal("bad_message", 'by must be "potential" or "equity"', "by")
    return value


def flag(body: Body, field: str) -> bool:
    """Return a yes or no."""
    value = body.get(field, False)
    if not isinstance(value, bool):
        raise Refusal("bad_message", f"{field} must be true or false", field)
    return value


def hash_of(body: Body, field: str = "solve") -> str | None:
    """Return a solve hash, or None if none is given."""
    value = body.get(field)
    if value is None:
        return None
    if not is_hash(value):
        raise Refusal("bad_message", f"{field} must be a solve hash", field)
    return str(value)


def hand_index(text: object, combos: Ints, field: str = "hand") -> int:
    """Return the place of a hand such as "AhKd" among combos."""
    try:
        cards = parse_cards(text) if isinstance(text, str) and len(text) == 4 else []
        combo = combo_id(*cards) if len(cards) == 2 else -1
    except (CardTextError, TurnLabError):
        combo = -1
    places = np.flatnonzero(combos == combo)
    if not len(places):
        raise Refusal("no_such_hand", f"{str(text)[:20]!r} is no hand of this range", field)
    return int(places[0])


def cell_of(combo: int) -> str:
    """Return the cell of the 13 x 13 grid that a combo belongs to."""
    text = format_combo(combo)
    high, low = text[0], text[2]
    if high == low:
        return high + low
    return high + low + ("s" if text[1] == text[3] else "o")


def hands_of(spot: Spot, player: int) -> Ints:
    """Return the combos of a side that the board leaves, in the order of every answer."""
    return spot.ranges[player].combos(spot.board)


def equities_of(spot: Spot, player: int) -> RiverEquities:
    """Return the equities of a side's hands against the other range; the latest are remembered."""
    return _equities(json.dumps(plain_spot(spot)), player)


@lru_cache(maxsize=8)
def _equities(text: str, player: int) -> RiverEquities:
    spot = read_spot(text)
    return river_equities(spot.board, hands_of(spot, player), spot.ranges[1 - player])
