"""The fifteen scenarios of the experiment: five boards, three pairs of ranges, one set of bets.

The narrow and the polar scenarios come first: they are solved in seconds, so that an experiment
that is stopped early has covered every board.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.lab.turn.spots import Spot, parse_spot

BOARDS = {
    "dry": "Ks7d2c4h",
    "wet": "JsTs9d8c",
    "monotone": "AsKs7s3d",  # the document's "draw" board: a flush is already possible
    "paired": "KsKd7c3h",
    "draw": "Jh8h5c2d",  # two hearts and open straights: draws that are not made yet
}

WIDE_OOP = (
    "TT-22,AJs-A2s,AQo-A7o,KQs-K5s,KQo-K9o,Q7s+,Q9o+,J7s+,J9o+,T7s+,T9o,96s+,98o,85s+,74s+,64s+,"
    "53s+,43s"
)
WIDE_IP = "22+,A2s+,A3o+,K3s+,K8o+,Q6s+,Q9o+,J7s+,J9o+,T7s+,T8o+,96s+,98o,86s+,75s+,64s+,54s"
NARROW = "TT+,AQs+,AKo,A5s-A4s,KQs:0.5,76s:0.3"
POLAR = "AA,QQ,88,33,AQs,AQo,76s,64s,T9s,J9s,JTs:0.5,A2s:0.4,K2s:0.3"
CONDENSED = "JJ-99,77-44,KQs,KQo,QJs,QTs,Q9s,A8s,K8s,98s,87s,QJo:0.6"

RANGES = {
    "polar-condensed": (POLAR, CONDENSED),
    "narrow-wide": (NARROW, WIDE_IP),
    "wide-wide": (WIDE_OOP, WIDE_IP),
}

BET_SIZES = {
    "turn_bet_oop": "60%",
    "turn_bet_ip": "60%",
    "turn_raise": "2.5x",
    "river_bet_oop": "60%",
    "river_bet_ip": "60%",
    "river_raise": "2.5x",
    "add_allin_threshold": 0.0,
    "force_allin_threshold": 0.15,
    "merging_threshold": 0.0,
}


@dataclass(frozen=True)
class Scenario:
    """A named spot of the experiment."""

    name: str
    board_kind: str
    range_kind: str
    spot: Spot


def scenarios() -> list[Scenario]:
    """Return the fifteen scenarios, quick ones first."""
    return [
        Scenario(f"{board}-{pair}", board, pair, _spot(f"{board}-{pair}", cards, oop, ip))
        for pair, (oop, ip) in RANGES.items()
        for board, cards in BOARDS.items()
    ]


def _spot(name: str, board: str, oop: str, ip: str) -> Spot:
    return parse_spot(
        {
            "name": name,
            "board": board,
            "pot": 100,
            "effective_stack": 400,
            "oop_range": oop,
            "ip_range": ip,
            "bet_sizes": BET_SIZES,
        }
    )
