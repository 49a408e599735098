"""The hands of one side without a solve: equities, potential, one hand, two hands compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from games.core.poker import DECK_SIZE, format_card
from games.lab.turn.answer import number, numbers
from games.lab.turn.canonical import SIDES
from games.lab.turn.categories import draws, made_hands
from games.lab.turn.combos import COMBO_CARDS, Floats, Ints, format_combo
from games.lab.turn.emd import emd
from games.lab.turn.equity import RiverEquities, range_equity
from games.lab.turn.panels.fields import (
    Body,
    bins_of,
    cell_of,
    equities_of,
    flag,
    hand_index,
    hands_of,
    side_of,
    spot_of,
    whole_number,
)
from games.lab.turn.panels.refusals import Refusal
from games.lab.turn.potential import (
    UNDEFINED_REASON,
    PotentialHistograms,
    bin_edges,
    potential_histograms,
)
from games.lab.turn.spots import Spot

CURVE_POINTS = 101


def hands_panel(body: Body) -> dict[str, Any]:
    """Return everything about the hands of one side that needs no solve."""
    spot, player = spot_of(body), side_of(body)
    equities, found = _potential(body, spot, player)
    combos, weights = found.combos, _weights(spot, player)
    figures = {
        "equity": equities.turn_equity,
        "variance": found.variance,
        "entropy": found.entropy,
    }
    return {
        "side": SIDES[player],
        **named_hands(spot.board, combos),
        "weight": numbers(weights),
        **{name: numbers(values) for name, values in figures.items()},
        "mean": numbers(found.mean),
        "rivers_used": found.rivers_used.tolist(),
        "range_equity": number(
            range_equity(spot.board, spot.ranges[player], spot.ranges[1 - player])
        ),
        "cells": cells(combos, weights, figures),
        "curve": {side: _curve(spot, other) for other, side in enumerate(SIDES)},
    }


def hand_panel(body: Body) -> dict[str, Any]:
    """Return one hand with its histogram, its rivers and its nearest neighbours."""
    spot, player = spot_of(body), side_of(body)
    count = whole_number(body, "neighbours", 10, 0, 100)
    equities, found = _potential(body, spot, player)
    index = hand_index(body.get("hand"), found.combos)
    near = _neighbours(equities, found, index, count)
    return {**_hand(spot, player, equities, found, index), "neighbours": near}


def compare_panel(body: Body) -> dict[str, Any]:
    """Return two hands and the area between their cumulative histograms."""
    spot, player = spot_of(body), side_of(body)
    given = body.get("hands")
    if not isinstance(given, list) or len(given) != 2:
        raise Refusal("bad_message", "hands must be a list of two hands", "hands")
    equities, found = _potential(body, spot, player)
    first, second = (hand_index(text, found.combos, "hands") for text in given)
    defined = bool(found.defined[first] and found.defined[second])
    gap = np.abs(found.cdf[first] - found.cdf[second])
    return {
        "hands": [_hand(spot, player, equities, found, index) for index in (first, second)],
        "edges": bin_edges(found.counts.shape[1]).tolist(),
        "emd": number(emd(found.counts[first], found.counts[second])) if defined else None,
        "gap": numbers(gap),
    }


def named_hands(board: Sequence[int], combos: Ints) -> dict[str, Any]:
    """Return the names of hands, their cells, and what they are on a board of four or five cards."""
    return {
        "hands": [format_combo(int(combo)) for combo in combos],
        "cell": [cell_of(int(combo)) for combo in combos],
        "made": made_hands(board, combos),
        "draw": draws(board, combos),
    }


def cells(combos: Ints, weights: Floats, figures: dict[str, Floats]) -> dict[str, Any]:
    """Return the weighted means of figures over the hands of each cell; hands of weight 0 are out."""
    members: dict[str, list[int]] = {}
    for index, combo in enumerate(combos):
        members.setdefault(cell_of(int(combo)), []).append(index)
    found: dict[str, Any] = {}
    for name, listed in members.items():
        own = weights[listed]
        if not own.any():
            continue
        found[name] = {"combos": int((own > 0).sum()), "weight": number(float(own.sum()))}
        for figure, values in figures.items():
            found[name][figure] = _mean(values[..., listed], own)
    return found


def _mean(values: Floats, weights: Floats) -> Any:
    """Return the weighted mean of the defined values, or a list of means for rows of values."""
    if values.ndim == 2:
        return [_mean(row, weights) for row in values]
    used = np.isfinite(values) & (weights > 0)
    total = float(weights[used].sum())
    return number(float(values[used] @ weights[used]) / total) if total > 0 else None


def _potential(body: Body, spot: Spot, player: int) -> tuple[RiverEquities, PotentialHistograms]:
    equities = equities_of(spot, player)
    return equities, potential_histograms(equities, bins_of(body), weighted=flag(body, "weighted"))


def _weights(spot: Spot, player: int) -> Floats:
    return spot.ranges[player].weights[hands_of(spot, player)]


def _hand(
    spot: Spot, player: int, equities: RiverEquities, found: PotentialHistograms, index: int
) -> dict[str, Any]:
    combo = found.combos[index : index + 1]
    defined = bool(found.defined[index])
    variance = float(found.variance[index])
    return {
        "hand": format_combo(int(combo[0])),
        "cell": cell_of(int(combo[0])),
        "weight": number(float(_weights(spot, player)[index])),
        "made": made_hands(spot.board, combo)[0],
        "draw": draws(spot.board, combo)[0],
        "defined": defined,
        "reason": None if defined else UNDEFINED_REASON,
        "equity": number(float(equities.turn_equity[index])),
        "mean": number(float(found.mean[index])),
        "variance": number(variance),
        "spread": number(variance**0.5),
        "entropy": number(float(found.entropy[index])),
        "rivers_used": int(found.rivers_used[index]),
        "edges": bin_edges(found.counts.shape[1]).tolist(),
        "histogram": numbers(found.counts[index]) if defined else [],
        "cdf": numbers(found.cdf[index]) if defined else [],
        "rivers": _rivers(spot, equities, index),
    }


def _rivers(spot: Spot, equities: RiverEquities, index: int) -> list[dict[str, Any]]:
    """Return what each of the 52 cards means to a hand."""
    held = set(COMBO_CARDS[equities.combos[index]].tolist())
    place = {int(card): row for row, card in enumerate(equities.rivers)}
    listed = []
    for card in range(DECK_SIZE):
        mass = 0.0
        if card in spot.board:
            state = "board"
        elif card in held:
            state = "held"
        else:
            mass = float(equities.mass[place[card], index])
            state = "possible" if mass > 0 else "empty"
        equity = float(equities.equity[place[card], index]) if state == "possible" else np.nan
        listed.append(
            {
                "card": format_card(card),
                "equity": number(equity),
                "weight": number(mass),
                "state": state,
            }
        )
    return listed


def _neighbours(
    equities: RiverEquities, found: PotentialHistograms, index: int, count: int
) -> list[dict[str, Any]]:
    """Return the hands with the nearest histograms."""
    if not found.defined[index]:
        return []
    away = np.abs(found.cdf - found.cdf[index]).mean(axis=1)
    away[index] = np.nan
    order = [place for place in np.argsort(away, kind="stable") if np.isfinite(away[place])]
    return [
        {
            "hand": format_combo(int(found.combos[place])),
            "emd": number(float(away[place])),
            "equity": number(float(equities.turn_equity[place])),
        }
        for place in order[:count]
    ]


def _curve(spot: Spot, player: int) -> list[list[float | None]]:
    """Return the equities of a range from its weakest hand to its strongest, by share of weight."""
    equity, weights = equities_of(spot, player).turn_equity, _weights(spot, player)
    used = np.isfinite(equity)
    if not used.any():
        return []
    order = np.argsort(equity[used], kind="stable")
    sums = np.cumsum(weights[used][order])
    shares = np.linspace(0, 1, CURVE_POINTS)
    places = np.minimum(np.searchsorted(sums, shares * sums[-1]), len(sums) - 1)
    return [
        [number(s), number(e)] for s, e in zip(shares, equity[used][order][places], strict=True)
    ]
