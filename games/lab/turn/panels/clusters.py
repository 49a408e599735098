"""The clusters of one side: members, mean histograms, distances, a map, and agreement with a solution."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np

from games.lab.turn.answer import number, numbers
from games.lab.turn.canonical import SIDES, Clustering, SolveInput, solve_hash, spot_hash
from games.lab.turn.clusters import Clusters, cluster_by_equity, cluster_by_potential
from games.lab.turn.combos import Floats, Ints, format_combo
from games.lab.turn.emd import emd_matrix
from games.lab.turn.measures import Measure, action_mix, agreement, silhouette
from games.lab.turn.panels.fields import (
    Body,
    bins_of,
    clusters_of,
    equities_of,
    feature_of,
    flag,
    hands_of,
    hash_of,
    side_of,
    spot_of,
)
from games.lab.turn.panels.refusals import Refusal
from games.lab.turn.potential import PotentialHistograms, potential_histograms
from games.lab.turn.solver.solution import Solution
from games.lab.turn.store import NotStored, Stored

MATRIX_ROWS = 160
LANDMARKS = 300
FIRST_LINES = ("", "check")
"""Where each side decides first: OOP at the root, IP after a check."""
Read = Callable[[str], Stored]


def clusters_panel(body: Body, read: Read) -> dict[str, Any]:
    """Return the clusters of one side and what they show and cost."""
    spot, player, by, k = spot_of(body), side_of(body), feature_of(body), clusters_of(body)
    equities = equities_of(spot, player)
    histograms = potential_histograms(equities, bins_of(body), weighted=flag(body, "weighted"))
    combos = hands_of(spot, player)
    weights = spot.ranges[player].weights[combos]
    if by == "equity":
        found = cluster_by_equity(equities.turn_equity, weights, k)
    else:
        found = cluster_by_potential(histograms, weights, k)
    solved = hash_of(body)
    stored = None if solved is None else read(solved)
    if stored is not None and spot_hash(stored.solution.spot) != spot_hash(spot):
        raise Refusal("bad_message", "this solve belongs to another spot", "solve")
    distances = _distances(histograms)
    used = np.flatnonzero(histograms.defined)
    clustering = Clustering(SIDES[player], by, k)
    return {
        "side": SIDES[player],
        "by": by,
        "k": k,
        "hands": [format_combo(int(combo)) for combo in combos],
        "weight": numbers(weights),
        "equity": numbers(equities.turn_equity),
        "labels": found.labels.tolist(),
        "clusters": _members(found, histograms, equities.turn_equity, weights, stored, player),
        "matrix": _matrix(found.labels, equities.turn_equity, combos, distances, used),
        "map": _map(distances, used, len(combos)),
        "silhouette": _measure(silhouette(distances, found.labels[used], weights[used])),
        "agreement": None if stored is None else _agreement(stored.solution, player, found.labels),
        "cost": _cost(SolveInput(spot, clustering=clustering), stored, read),
    }


def _distances(histograms: PotentialHistograms) -> Floats:
    """Return the distances of all pairs of hands that have a histogram."""
    return emd_matrix(histograms.counts[histograms.defined])


def _members(
    found: Clusters,
    histograms: PotentialHistograms,
    equity: Floats,
    weights: Floats,
    stored: Stored | None,
    player: int,
) -> list[dict[str, Any]]:
    """Return one entry for each cluster, weakest first."""
    mixes = None if stored is None else _mixes(stored.solution, player, found.labels)
    listed = []
    for label in range(len(found.centers)):
        own = np.flatnonzero(found.labels == label)
        own = own[np.argsort(equity[own], kind="stable")]
        share = weights[own] / weights[own].sum()
        entry = {
            "label": label,
            "hands": len(own),
            "weight": number(float(weights[own].sum())),
            "equity": number(float(share @ equity[own])),
            "variance": number(float(share @ histograms.variance[own])),
            "histogram": numbers(share @ histograms.counts[own]),
            "members": [format_combo(int(histograms.combos[place])) for place in own],
        }
        listed.append(entry if mixes is None else entry | {"mix": mixes[label]})
    return listed


def _first_view(solution: Solution, player: int) -> Any:
    """Return the view of the side's first decision, and the weights of its hands there."""
    view = solution.view(FIRST_LINES[player])
    weights = view.normalized_weight
    return view, weights if weights.any() else solution.turn.deal.hands[player].weights


def _mixes(solution: Solution, player: int, labels: Ints) -> list[dict[str, float | None]]:
    """Return how often the hands of each cluster take each action."""
    view, weights = _first_view(solution, player)
    rows = action_mix(labels, view.strategy, np.maximum(weights, 1e-12))
    return [dict(zip(view.actions, numbers(row), strict=True)) for row in rows]


def _agreement(solution: Solution, player: int, labels: Ints) -> dict[str, Any]:
    """Compare clusters with the most frequent action of each hand."""
    view, weights = _first_view(solution, player)
    found = agreement(labels, view.strategy.argmax(axis=0), weights)
    return {
        "line": FIRST_LINES[player],
        "player": SIDES[player],
        "purity": _measure(found.purity),
        "commonest_share": number(found.commonest_share),
        "nmi": _measure(found.nmi),
        "adjusted_mutual_info": number(found.adjusted_mutual_info),
    }


def _measure(measure: Measure) -> dict[str, float | None]:
    return {name: number(value) for name, value in asdict(measure).items()}


def _matrix(
    labels: Ints, equity: Floats, combos: Ints, distances: Floats, used: Ints
) -> dict[str, Any]:
    """Return the distances of the hands, ordered by cluster, as one byte each."""
    order = np.lexsort((equity[used], labels[used]))
    if len(order) > MATRIX_ROWS:
        order = order[np.linspace(0, len(order) - 1, MATRIX_ROWS).astype(np.int64)]
    part = distances[np.ix_(order, order)]
    top = float(part.max(initial=0.0))
    cells = np.round(part / top * 255 if top > 0 else part).astype(np.uint8)
    return {
        "size": len(order),
        "max": number(top),
        "cells": base64.b64encode(cells.tobytes()).decode(),
        "labels": labels[used][order].tolist(),
        "hands": [format_combo(int(combos[used[place]])) for place in order],
    }


def _map(distances: Floats, used: Ints, hands: int) -> dict[str, Any]:
    """Return two coordinates for each hand by classical scaling on evenly chosen landmarks."""
    x, y = np.full(hands, np.nan), np.full(hands, np.nan)
    if len(used) < 3:
        x[used] = y[used] = 0.0
        return {"x": numbers(x), "y": numbers(y), "explained": None}
    chosen = np.linspace(0, len(used) - 1, min(len(used), LANDMARKS)).astype(np.int64)
    squared = distances[np.ix_(chosen, chosen)] ** 2
    mean = squared.mean(axis=0)
    centred = -(squared - mean - mean[:, None] + squared.mean()) / 2
    sizes, axes = np.linalg.eigh(centred)
    largest, directions = np.maximum(sizes[-2:][::-1], 1e-15), axes[:, -2:][:, ::-1]
    directions = directions * np.where(directions.sum(axis=0) < 0, -1, 1)
    placed = -(distances[:, chosen] ** 2 - mean) / 2 @ (directions / np.sqrt(largest))
    x[used], y[used] = placed[:, 0], placed[:, 1]
    positive = float(np.maximum(sizes, 0).sum())
    explained = float(largest.sum()) / positive if positive > 0 else float("nan")
    return {"x": numbers(x), "y": numbers(y), "explained": number(explained)}


def _cost(given: SolveInput, whole: Stored | None, read: Read) -> dict[str, Any]:
    """Return what the clustering costs its player, if both solves that this needs are stored."""
    name = solve_hash(given)
    clustered = _stored(name, read)
    if whole is None or whole.given.clustering is not None:
        whole = _stored(solve_hash(SolveInput(given.spot)), read)
    assert given.clustering is not None
    loss = None
    if clustered is not None and whole is not None:
        player = SIDES.index(given.clustering.side)
        value = whole.summary[f"ev_{given.clustering.side}"] - given.spot.pot / 2
        gain = clustered.summary["gains"][1 - player]
        loss = number(100 * (value + gain) / given.spot.pot)
    return {
        "clustering": asdict(given.clustering),
        "solve_hash": name,
        "state": "none" if clustered is None else "done",
        "loss_pct": loss,
        "reference": None if whole is None else whole.header["hash"],
    }


def _stored(name: str, read: Read) -> Stored | None:
    try:
        return read(name)
    except NotStored:
        return None
