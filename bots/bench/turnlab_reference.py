"""Our solver beside the reference program: `manage.py bench turnlab --reference`.

Times are compared as CPU seconds on one thread, wall seconds on two, best of several runs and
calibrated: the reference was timed on a machine on which a fixed computation (scipy's city-block
distances of 500 points) took 6.25 ms, so ours are multiplied by 6.25 ms over what it takes here.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from games.lab.turn.equity import river_equities
from games.lab.turn.solver.solution import NodeView, Solution
from games.lab.turn.solver.solve import solve
from games.lab.turn.spots import Spot, parse_spot

REFERENCE = Path(__file__).parents[2] / "tests/games/lab/turn_reference.json"
CALIBRATION_MS = 6.25
JUDGED_REACH = 0.2
NOT_UNIQUE = "pub5_polar"  # hand EVs of correct solutions differ widely there
RUNS = 5


def measure(runs: int = RUNS) -> dict[str, dict[str, Any]]:
    """Compare all spots of the reference file with our own solutions and times."""
    figures: dict[str, dict[str, Any]] = {}
    for reference in json.loads(REFERENCE.read_text())["spots"]:
        found = compare(reference)
        gaps = found.pop("hand_ev_gap_pct")
        for line, gap in gaps.items():
            mark = "" if gap["judged"] else " (not judged)"
            found[f"hand EV gap, {line}"] = f"{gap['gap_pct']:.3f} % of pot{mark}"
        figures[reference["name"]] = {**found, **times(reference, runs)}
    return figures


def compare(reference: dict[str, Any]) -> dict[str, Any]:
    """Solve a spot to 0.3 % of the pot and compare it with the reference solution."""
    spot = parse_spot(reference)
    solution = solve(spot, target=0.3)
    root = solution.view("")
    known = reference["timing"]["1_thread"]["iterations_to_pct"]["0.5"]
    return {
        "equity_error": equity_error(spot, solution, reference),
        "exploitability_pct": solution.exploitability_pct,
        "value_gap_pct": 100 * (root.ev_oop - reference["root"]["ev_oop"]) / spot.pot,
        "check_gap_points": 100 * abs(root.frequency[0] - reference["root"]["frequency"][0]),
        "iterations_to_0.5": next(row[0] for row in solution.curve if row[2] <= 0.5),
        "reference_iterations_to_0.5": known,
        "memory_ratio": round(solution.memory_bytes / reference["memory_bytes_f32"], 3),
        "hand_ev_gap_pct": hand_ev_gaps(solution, root, reference),
    }


def equity_error(spot: Spot, solution: Solution, reference: dict[str, Any]) -> float:
    """Return the largest difference of a hand's equity; the file's are rounded to 5e-6."""
    errors = []
    for player, side in enumerate(("oop", "ip")):
        if solution.hand_names(player) != reference[side]["hands"]:
            raise ValueError(f"{side}: other hands than the reference's")
        combos = solution.turn.deal.hands[player].combos
        equity = river_equities(spot.board, combos, spot.ranges[1 - player]).turn_equity
        errors.append(np.abs(equity - np.array(reference[side]["hand_equity"])).max())
    return float(max(errors))


def hand_ev_gaps(
    solution: Solution, root: NodeView, reference: dict[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return the mean gap of hand EVs at the first decisions, and which of them are judged."""
    shares = dict(zip(reference["root"]["actions"], reference["root"]["frequency"], strict=True))
    nodes = {"check": reference["ip_after_check"], **reference["ip_after_bets"]}
    gaps = {"root": {"gap_pct": ev_gap(root, reference["root"], solution.spot.pot), "judged": True}}
    for line, node in nodes.items():
        gap = ev_gap(solution.view(line), node, solution.spot.pot)
        gaps[line] = {"gap_pct": gap, "judged": shares[line] >= JUDGED_REACH}
    if reference["name"] == NOT_UNIQUE:
        for entry in gaps.values():
            entry["judged"] = False
    return gaps


def ev_gap(view: NodeView, node: dict[str, Any], pot: int) -> float:
    """Return the mean difference of hand EVs in percent of the pot, by the file's weights."""
    theirs = np.array([np.nan if ev is None else ev for ev in node["ev"]], dtype=np.float64)
    weights = np.array([weight or 0.0 for weight in node["normalized_weight"]])
    both = np.isfinite(theirs) & np.isfinite(view.ev) & (weights > 0)
    if not both.any():
        return float("nan")
    gaps = np.abs(theirs - view.ev)[both]
    return float(100 / pot * (gaps @ weights[both]) / weights[both].sum())


def times(reference: dict[str, Any], runs: int) -> dict[str, Any]:
    """Time solves to 0.5 % of the pot on one and two threads, and with numpy on the first spot."""
    spot, known = parse_spot(reference), reference["timing"]
    single = known["1_thread"]["best_cpu_seconds_to_pct"]["0.5"]
    double = known["2_thread"]["best_wall_seconds_to_pct"]["0.5"]
    scale, calibrated = calibration()
    cpu = scale * min(solve(spot, 0.5).cpu_seconds for _ in range(runs))
    wall = scale * min(solve(spot, 0.5, threads=2).seconds for _ in range(runs))
    found = {
        "calibrated": calibrated,
        "1 thread": f"{cpu:.3f} s CPU, {cpu / single:.2f} x the reference's {single:.3f}",
        "2 threads": f"{wall:.3f} s wall, {wall / double:.2f} x the reference's {double:.3f}",
    }
    if reference["name"].startswith("pub1"):
        plain = scale * solve(spot, 0.5, backend="numpy").cpu_seconds
        found["numpy"] = f"{plain:.3f} s CPU, {plain / single:.2f} x the reference's"
    return found


def calibration() -> tuple[float, str]:
    """Return the factor for our times and a note on where it comes from."""
    try:
        from scipy.spatial.distance import cdist
    except ImportError:
        return 1.0, "no: scipy is not installed"
    points = np.random.default_rng(0).random((500, 50))
    best = np.inf
    for _ in range(20):
        began = time.process_time()
        cdist(points, points, "cityblock")
        best = min(best, time.process_time() - began)
    return CALIBRATION_MS / (1000 * best), f"yes: {1000 * best:.2f} ms here"
