"""The experiment: do clusters by potential keep what strategy needs, better than by equity?

For each scenario and number of clusters k, hands are clustered by equity and by potential, and the
clusters are judged three ways: agreement with the solved strategy, the loss when the solved
strategy is averaged over clusters, and the loss when the game is solved with clusters.

Results are lines of JSON, appended one by one, so that a run that was killed can be resumed. Each
scenario gets exactly one record at its end, whether it succeeded or failed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from games.lab.turn.labels import By, hand_labels
from games.lab.turn.measures import agreement
from games.lab.turn.scenarios import Scenario
from games.lab.turn.solver.losses import (
    TARGET_PCT,
    averaged_loss,
    both_clustered_loss,
    clustered_loss,
)
from games.lab.turn.solver.size import measure_spot
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.solve import solve

KS = (2, 4, 8, 16, 32)
BYS: tuple[By, ...] = ("equity", "potential")
NODES = {"oop_root": (0, ""), "ip_after_check": (1, "check")}

Record = dict[str, Any]
Report = Callable[[str, float, float], None]  # what was done, share done, seconds left
Cancel = Callable[[], bool] | None  # asked within every solve; may raise, to end the run at once


class Store:
    """Records of an experiment in a file of JSON lines."""

    def __init__(self, path: Path, resume: bool) -> None:
        self.path = path
        self.records: list[Record] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        if resume and path.exists():
            self.records = list(_complete_lines(path.read_text()))
        path.write_text("".join(json.dumps(record) + "\n" for record in self.records))

    def add(self, record: Record) -> None:
        """Append a record and write it to the file at once."""
        self.records.append(record)
        with self.path.open("a") as file:
            file.write(json.dumps(record) + "\n")

    def row(self, scenario: str, by: str, k: int) -> Record | None:
        """Return the row of a scenario, or None if it is still to be computed."""
        for record in self.records:
            if record["kind"] == "row" and (record["scenario"], record["by"], record["k"]) == (
                scenario,
                by,
                k,
            ):
                return record
        return None

    def finished(self, scenario: str) -> bool:
        """Return whether the scenario has a record of success."""
        return any(
            record["kind"] == "scenario"
            and record["scenario"] == scenario
            and record["status"] == "ok"
            for record in self.records
        )

    def forget(self, scenario: str) -> None:
        """Remove the record of a scenario that failed, so that it gets one record again."""
        self.records = [
            record
            for record in self.records
            if record["kind"] != "scenario" or record["scenario"] != scenario
        ]
        self.path.write_text("".join(json.dumps(record) + "\n" for record in self.records))


def _complete_lines(text: str) -> Iterable[Record]:
    """Yield the records of a file; a last line that was cut off by a kill is left out."""
    for line in text.splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return


def run(
    chosen: list[Scenario],
    store: Store,
    report: Report | None = None,
    threads: int = 1,
    ks: tuple[int, ...] = KS,
    cancel: Cancel = None,
) -> None:
    """Run the experiment on the scenarios that the store does not have yet."""
    left = [scenario for scenario in chosen if not store.finished(scenario.name)]
    costs = {scenario.name: _cost(scenario) for scenario in left}
    total, done, started = sum(costs.values()), 0.0, time.perf_counter()

    def report_progress(text: str, part: float) -> None:
        if report is not None:
            share = (done + part) / total if total else 1.0
            elapsed = time.perf_counter() - started
            report(text, share, elapsed * (1 - share) / share if share > 0 else float("nan"))

    for scenario in left:
        store.forget(scenario.name)
        cost = costs[scenario.name]
        begun = time.process_time()
        try:
            summary = _run_scenario(scenario, store, threads, ks, cost, report_progress, cancel)
        except Exception as error:  # one failed scenario must not stop the batch
            store.add(
                {
                    "kind": "scenario",
                    "scenario": scenario.name,
                    "status": "failed",
                    "reason": f"{type(error).__name__}: {error}",
                }
            )
        else:
            summary["cpu_seconds"] = round(time.process_time() - begun, 2)
            store.add(summary)
        done += cost
        report_progress(scenario.name, 0.0)


def _cost(scenario: Scenario) -> float:
    try:
        return measure_spot(scenario.spot).seconds_per_iteration
    except ValueError:
        return 1e-3  # the scenario will fail with the reason


def _run_scenario(
    scenario: Scenario,
    store: Store,
    threads: int,
    ks: tuple[int, ...],
    cost: float,
    report_progress: Callable[[str, float], None],
    cancel: Cancel,
) -> Record:
    """Compute the missing rows of a scenario and return its record."""
    whole = solve(scenario.spot, TARGET_PCT, threads, cancel=cancel)
    pairs = [(by, k) for k in ks for by in BYS]
    for index, (by, k) in enumerate(pairs):
        if store.row(scenario.name, by, k) is None:
            store.add(_run_row(scenario, whole, by, k, threads, cancel))
        report_progress(f"{scenario.name} {by} k={k}", cost * (index + 1) / len(pairs))
    root = whole.view("")
    return {
        "kind": "scenario",
        "scenario": scenario.name,
        "status": "ok",
        "board_kind": scenario.board_kind,
        "range_kind": scenario.range_kind,
        "hands": [len(hands) for hands in whole.turn.deal.hands],
        "rivers": len(whole.turn.deal.classes),
        "iterations": whole.iterations,
        "exploitability_pct_pot": round(whole.exploitability_pct, 4),
        "ev_oop": round(root.ev_oop, 4),
        "root_actions": root.actions,
        "root_frequency": root.frequency.round(4).tolist(),
    }


def _run_row(
    scenario: Scenario, whole: Solution, by: By, k: int, threads: int, cancel: Cancel
) -> Record:
    """Judge one way of clustering with one number of clusters."""
    begun = time.process_time()
    spot = scenario.spot
    labels = (hand_labels(spot, 0, by, k), hand_labels(spot, 1, by, k))
    main, solutions = clustered_loss(spot, labels, threads, cancel=cancel)
    both = both_clustered_loss(spot, labels, threads, cancel=cancel)
    averaged = averaged_loss(spot, whole, labels, threads, cancel=cancel)
    value = whole.view("").ev_oop - spot.pot / 2  # OOP's value around zero
    percent = 100 / spot.pot
    return {
        "kind": "row",
        "scenario": scenario.name,
        "by": by,
        "k": k,
        "labels": [int(side.max()) + 1 for side in labels],
        "loss": round(main.percent, 4),
        "loss_oop": round(percent * (value + main.gains[1]), 4),
        "loss_ip": round(percent * (main.gains[0] - value), 4),
        "loss_both_clustered": round(both.percent, 4),
        "loss_averaged": round(averaged.percent, 4),
        "converged": main.converged and both.converged and averaged.converged,
        "iterations": [solution.iterations for solution in solutions],
        "agreement": {
            name: _agreement(whole, labels[player], line) for name, (player, line) in NODES.items()
        },
        "cpu_seconds": round(time.process_time() - begun, 2),
    }


def _agreement(whole: Solution, labels: Any, line: str) -> Record:
    """Compare labels with the most frequent action of each hand at a decision."""
    view = whole.view(line)
    weights = view.normalized_weight
    if not weights.any():  # the opponent never lets it come to this decision
        weights = whole.turn.deal.hands[view.player].weights
    found = agreement(labels, view.strategy.argmax(axis=0), weights)
    return {
        "purity": _rounded(found.purity.value),
        "purity_chance": _rounded(found.purity.chance),
        "commonest_share": _rounded(found.commonest_share),
        "nmi": _rounded(found.nmi.value),
        "nmi_chance": _rounded(found.nmi.chance),
        "adjusted_mutual_info": _rounded(found.adjusted_mutual_info),
    }


def _rounded(value: float) -> float | None:
    """Return a figure for JSON: None where it is undefined."""
    return round(value, 4) if value == value else None
