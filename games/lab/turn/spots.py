"""Spots: a board, two ranges, a pot, a stack and bet sizes, read from a JSON file.

Everything that a file can have wrong is refused as a SpotError that names the field and the
reason, before anything is computed.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from games.lab.turn.combos import parse_board
from games.lab.turn.errors import TurnLabError
from games.lab.turn.ranges import Range, parse_range
from games.lab.turn.solver.tree import BetSizes, Size

MAX_CHIPS = 10_000_000
MAX_SIZES = 10  # entries in one list of bet sizes
MAX_FILE = 1_000_000  # characters of a spot file
SIZE = re.compile(r"(?P<amount>\d{1,6}(\.\d{1,6})?)(?P<unit>[%x])", re.ASCII)
SIZE_LISTS = (
    "turn_bet_oop",
    "turn_bet_ip",
    "turn_raise",
    "river_bet_oop",
    "river_bet_ip",
    "river_raise",
)
THRESHOLDS = ("add_allin_threshold", "force_allin_threshold", "merging_threshold")


class SpotError(TurnLabError):
    """A spot that cannot be solved: `field` is what is wrong, `reason` why.

    `position` is the index of the first wrong character of a range.
    """

    def __init__(self, field: str, reason: str, position: int | None = None) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason
        self.position = position


@dataclass(frozen=True, eq=False)
class Spot:
    """A spot to solve. OOP acts first on both streets."""

    board: tuple[int, ...]
    pot: int
    stack: int
    ranges: tuple[Range, Range]  # of OOP, of IP
    sizes: BetSizes
    name: str = ""


def read_spot(text: str) -> Spot:
    """Return the spot of a JSON text; raise SpotError."""
    if len(text) > MAX_FILE:
        raise SpotError("file", f"is longer than {MAX_FILE} characters")
    try:
        return parse_spot(json.loads(text, parse_constant=_no_constant))
    except (ValueError, RecursionError) as error:
        if isinstance(error, SpotError):
            raise
        raise SpotError("file", f"is no JSON: {str(error)[:100]}") from None


def parse_spot(data: object) -> Spot:
    """Return the spot of decoded JSON; raise SpotError. Fields it does not know are ignored."""
    if not isinstance(data, dict):
        raise SpotError("file", "must hold an object with board, pot, effective_stack, ...")
    for field in ("donk", "rake"):
        _require_none(field, data.get(field))
    sizes = data.get("bet_sizes")
    if not isinstance(sizes, dict):
        raise SpotError("bet_sizes", 'must be an object, such as {"turn_bet_oop": "60%", ...}')
    try:
        board = parse_board(_text(data, "board"))
    except TurnLabError as error:
        raise error if isinstance(error, SpotError) else SpotError("board", str(error)) from None
    name = data.get("name", "")
    return Spot(
        board=board,
        pot=_chips(data, "pot"),
        stack=_chips(data, "effective_stack"),
        ranges=(_range(data, "oop_range", board), _range(data, "ip_range", board)),
        sizes=parse_bet_sizes(sizes),
        name=name[:100] if isinstance(name, str) else "",
    )


def parse_bet_sizes(data: dict[str, Any]) -> BetSizes:
    """Return the bet sizes of a spot file's `bet_sizes`; raise SpotError."""
    for field, value in data.items():
        if field in ("donk", "rake"):
            _require_none(f"bet_sizes.{field}", value)
        elif "donk" in str(field):
            raise SpotError(f"bet_sizes.{field}"[:60], "donk bets are not supported")
        elif field not in SIZE_LISTS and field not in THRESHOLDS:
            raise SpotError(f"bet_sizes.{field}"[:60], "is not a known field")
    lists = {field: _sizes(data, field) for field in SIZE_LISTS}
    add, force, merging = (_threshold(data, field) for field in THRESHOLDS)
    return BetSizes(
        turn_bet=(lists["turn_bet_oop"], lists["turn_bet_ip"]),
        turn_raise=lists["turn_raise"],
        river_bet=(lists["river_bet_oop"], lists["river_bet_ip"]),
        river_raise=lists["river_raise"],
        add_allin=add,
        force_allin=force,
        merging=merging,
    )


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _require_none(field: str, value: object) -> None:
    """Refuse donk sizes and rake: the solver knows neither."""
    if value in (None, 0, "", "0", []) or (isinstance(value, str) and value.startswith("none")):
        return
    what = "rake is" if field.endswith("rake") else "donk bets are"
    raise SpotError(field, f"{what} not supported")


def _text(data: dict[str, Any], field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str):
        raise SpotError(field, "is missing" if value is None else "must be a text")
    return value


def _chips(data: dict[str, Any], field: str) -> int:
    value = data.get(field)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if value is None:
        raise SpotError(field, "is missing")
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_CHIPS:
        raise SpotError(field, f"must be a whole number of chips from 1 to {MAX_CHIPS}")
    return value


def _range(data: dict[str, Any], field: str, board: tuple[int, ...]) -> Range:
    text = _text(data, field)
    try:
        found = parse_range(text)
        found.require_combos(board)
    except TurnLabError as error:
        raise SpotError(field, str(error), getattr(error, "position", None)) from None
    return found


def _sizes(data: dict[str, Any], field: str) -> tuple[Size, ...]:
    """Read a list such as "33%, 75%, a"; an empty or missing list means no such bet."""
    value = data.get(field) or ""
    name = f"bet_sizes.{field}"
    if not isinstance(value, str):
        raise SpotError(name, 'must be a text such as "33%, 75%, a"')
    items = [item.strip() for item in value.split(",", MAX_SIZES)] if value.strip() else []
    if len(items) > MAX_SIZES:
        raise SpotError(name, f"holds more than {MAX_SIZES} sizes")
    return tuple(_size(name, item, raises=field.endswith("raise")) for item in items)


def _size(name: str, item: str, raises: bool) -> Size:
    if item.lower() == "a":
        return Size("allin")
    match = SIZE.fullmatch(item)
    if not match or (match["unit"] == "x" and not raises):
        known = '"60%", "2.5x" or "a"' if raises else '"60%" or "a"'
        raise SpotError(name, f"{item[:20]!r} is no size; write {known}")
    amount = Decimal(match["amount"])
    if match["unit"] == "x":
        if amount <= 1:
            raise SpotError(name, f"{item[:20]!r}: a raise must be more than 1x")
        return Size("times", amount)
    if amount == 0:
        raise SpotError(name, "a size must be more than 0%")
    return Size("percent", amount / 100)


def _threshold(data: dict[str, Any], field: str) -> Decimal:
    value = data.get(field, 0)
    if value is None:
        value = 0
    valid = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not valid or not math.isfinite(value) or not 0 <= value <= 100:
        raise SpotError(f"bet_sizes.{field}", "must be a number from 0 to 100")
    return Decimal(str(value))
