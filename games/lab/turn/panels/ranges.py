"""The range editor: from a text to the cells of the grid, and from painted cells to a text."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.core.poker import RANKS, CardTextError, parse_cards
from games.lab.turn.combos import (
    COMBO_COUNT,
    TURN_BOARD,
    Floats,
    combo_id,
    format_combo,
    require_distinct,
    touches,
)
from games.lab.turn.errors import TurnLabError
from games.lab.turn.panels.fields import Body
from games.lab.turn.panels.refusals import Refusal
from games.lab.turn.range_text import format_range
from games.lab.turn.ranges import HandClass, Range, parse_range, range_from_weights


def range_panel(body: Body) -> dict[str, Any]:
    """Return a range as text, as cells and as hands."""
    dead = touches(_board(body.get("board", "")))
    weights = _painted(body["weights"]) if "weights" in body else _written(body.get("text"))
    alive = np.where(dead, 0.0, weights)
    return {
        "text": format_range(Range(weights)) if weights.any() else "",
        "combos": int((alive > 0).sum()),
        "weight": round(float(alive.sum()), 6),
        "total": COMBO_COUNT,
        "cells": {name: _cell(ids, weights, dead) for name, ids in CELLS.items()},
        "hands": {
            format_combo(int(combo)): round(float(alive[combo]), 6)
            for combo in np.flatnonzero(alive)
        },
    }


def _cells() -> dict[str, list[int]]:
    """Return the combos of the 169 cells."""
    found = {}
    for high in range(12, -1, -1):
        for low in range(high, -1, -1):
            for suits in ("",) if high == low else ("s", "o"):
                name = RANKS[high] + RANKS[low] + suits
                found[name] = list(HandClass(high, low, suits).combos())
    return found


CELLS = _cells()


def _cell(ids: list[int], weights: Floats, dead: Any) -> dict[str, Any]:
    own = weights[ids]
    return {
        "weight": round(float(own.mean()), 6),
        "mixed": bool((own != own[0]).any()),
        "combos": len(ids),
        "alive": int((~dead[ids]).sum()),
    }


def _board(text: object) -> list[int]:
    """Return the cards of a board that may still be incomplete."""
    try:
        cards = list(parse_cards(text)) if isinstance(text, str) and len(text) <= 20 else None
        if cards is None or len(cards) > TURN_BOARD:
            raise Refusal("bad_message", "board must be a text of up to four cards", "board")
        require_distinct(cards)
    except (CardTextError, TurnLabError) as error:
        raise Refusal("bad_message", str(error), "board") from None
    return cards


def _written(text: object) -> Floats:
    if not isinstance(text, str):
        raise Refusal("bad_message", "text must be a text, or weights be given", "text")
    return parse_range(text).weights if text.strip() else np.zeros(COMBO_COUNT)


def _painted(given: object) -> Floats:
    """Return the weights of painted cells; single hands override their cells."""
    if not isinstance(given, dict) or len(given) > COMBO_COUNT + len(CELLS):
        raise Refusal("bad_message", 'weights must be an object such as {"AKs": 1}', "weights")
    weights = np.zeros(COMBO_COUNT)
    for name, value in sorted(given.items(), key=lambda item: len(item[0]) > 3):
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not 0 <= value <= 1:
            raise Refusal("bad_message", "weights are numbers from 0 to 1", f"weights.{name[:8]}")
        weights[CELLS.get(name) or [_combo(name)]] = value
    return range_from_weights(weights).weights if weights.any() else weights


def _combo(name: str) -> int:
    try:
        cards = parse_cards(name) if len(name) == 4 else []
        if len(cards) == 2:
            return combo_id(*cards)
    except (CardTextError, TurnLabError):
        pass
    raise Refusal("bad_message", f"{name[:8]!r} is no cell and no hand", "weights")
