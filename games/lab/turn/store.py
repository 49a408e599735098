"""Solutions on disk, named by their solve hash, mapped into memory when they are read.

A file holds a header in JSON and arrays: for both players the strategies of the turn [actions, groups],
those of the river [classes, rows, hands in river order], and the values of the turn nodes. Strategies
are stored as shares of at least FLOOR, so that no line has probability 0 and beliefs are defined
everywhere; exploitability and values are those of what is stored.

Invariant: a file appears under its final name complete, or not at all. Nothing here needs Django.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from games.lab.turn.canonical import (
    SOLVER_VERSION,
    SolveInput,
    is_hash,
    parse_solve_input,
    solve_hash,
)
from games.lab.turn.combos import COMBO_COUNT
from games.lab.turn.equity import range_equity
from games.lab.turn.errors import TurnLabError
from games.lab.turn.labels import hand_labels
from games.lab.turn.solver.hands import Deal, Floats, Ints, deal_hands
from games.lab.turn.solver.layout import River, lay_out_river
from games.lab.turn.solver.rivers import ArrayRivers, Discounts, Mode, Rivers, proportions
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.solve import Labels, best_responses
from games.lab.turn.solver.tree import build_tree
from games.lab.turn.solver.turn import Turn, normalise

FLOOR = 1e-5
MAGIC = b"TURNLAB1"
ALIGNMENT = 64
SUFFIX = ".turn"


class NotStored(TurnLabError):
    """There is no readable solution under this hash."""


class StoredRivers(Rivers):
    """River strategies that lie on disk. Walks are computed with numpy, for whoever needs one."""

    def __init__(self, deal: Deal, river: River, sums: list[npt.NDArray[np.float32]]) -> None:
        self.deal, self.river, self.sums = deal, river, sums
        self.regrets = []
        self._arrays: ArrayRivers | None = None

    def walk(self, player: int, mode: Mode, reach: Floats, discounts: Discounts) -> Floats:
        if mode == "update":
            raise ValueError("a stored solution does not learn")
        if self._arrays is None:
            self._arrays = ArrayRivers(self.deal, self.river)
            self._arrays.sums = self.sums
        return self._arrays.walk(player, mode, reach, discounts)


@dataclass(frozen=True)
class Stored:
    """A stored solution and its header."""

    header: dict[str, Any]
    solution: Solution

    @property
    def given(self) -> SolveInput:
        """Return the input of the solve."""
        return parse_solve_input(self.header["input"])

    @property
    def summary(self) -> dict[str, Any]:
        """Return the figures that describe the result."""
        return dict(self.header["summary"])


@dataclass(frozen=True)
class StoredFile:
    """A stored solution that has not been read."""

    hash: str
    size: int
    written_at: float


def labels_of(given: SolveInput) -> Labels:
    """Return the labels of both players' hands that a clustering means."""
    clustering = given.clustering
    if clustering is None:
        return (None, None)
    player = ("oop", "ip").index(clustering.side)
    labels = hand_labels(given.spot, player, clustering.by, clustering.k)
    return (labels, None) if player == 0 else (None, labels)


def path_of(folder: Path, name: str) -> Path:
    """Return where the solution of a hash is kept; raise NotStored for what is no hash."""
    if not is_hash(name):
        raise NotStored("a solve hash has 64 hexadecimal digits")
    return folder / f"{name}{SUFFIX}"


def contains(folder: Path, name: str) -> bool:
    """Return whether a solution is stored."""
    return is_hash(name) and path_of(folder, name).exists()


def contains_usable(folder: Path, name: str) -> bool:
    """Return whether a solution is stored that was not given up."""
    if not contains(folder, name):
        return False
    try:
        return is_usable(_read_header(path_of(folder, name))[0])
    except (OSError, KeyError, TypeError, ValueError):
        return False


def is_usable(header: Mapping[str, Any]) -> bool:
    """Return whether the solve of a header came to its own end; one that was stopped did not.

    A solve that met its time limit counts: asking for it again would give the same.
    """
    stopped = str(header["summary"]["stopped"])
    return bool(header["version"] == SOLVER_VERSION) and stopped != "cancelled"


def stored_files(folder: Path) -> list[StoredFile]:
    """Return all stored solutions; a file that vanishes meanwhile is left out."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            if is_hash(path.stem):
                status = path.stat()
                found.append(StoredFile(path.stem, status.st_size, status.st_mtime))
    return found


def remove(folder: Path, name: str) -> None:
    """Remove a solution; whoever has it mapped can go on reading."""
    path_of(folder, name).unlink(missing_ok=True)


def write(folder: Path, given: SolveInput, solution: Solution) -> dict[str, Any]:
    """Store a solution; return the figures that describe it. Its strategies become the stored ones."""
    floor_strategies(solution.turn)
    solution = replace(solution, known_values=None)  # without what was computed before
    summary = _summary(given, solution)
    arrays: dict[str, npt.NDArray[Any]] = {}
    for player in (0, 1):
        arrays[f"river{player}"] = solution.turn.rivers.sums[player]
        nodes = solution.turn.nodes
        arrays[f"values{player}"] = np.array([solution.values[player][n.index] for n in nodes])
        if (labels := solution.turn.labels[player]) is not None:
            arrays[f"labels{player}"] = labels
    for index, decision in solution.turn.decisions.items():
        arrays[f"turn{index}"] = decision.sums
    header = {
        "hash": solve_hash(given),
        "version": SOLVER_VERSION,
        "input": given.plain(),
        "summary": summary,
        "curve": [list(point) for point in solution.curve],
    }
    summary["bytes"] = _write_file(folder, header, arrays)
    return summary


def floor_strategies(turn: Turn) -> None:
    """Turn all average strategies into shares of at least FLOOR that add up to 1."""
    for decision in turn.decisions.values():
        shares = np.maximum(normalise(decision.sums), FLOOR)
        decision.sums[:] = shares / shares.sum(axis=0)
    river = turn.rivers.river
    for place, width in enumerate(river.width):
        if width:
            rows = slice(int(river.row[place]), int(river.row[place]) + int(width))
            sums = turn.rivers.sums[int(river.player[place])][:, rows]
            shares = np.maximum(proportions(sums, axis=1), np.float32(FLOOR))
            sums[:] = shares / shares.sum(axis=1, keepdims=True)


def read(folder: Path, name: str) -> Stored:
    """Return a stored solution, its river strategies mapped; raise NotStored."""
    path = path_of(folder, name)
    try:
        header, arrays = _read_file(path)
        if header["hash"] != name or header["version"] != SOLVER_VERSION:
            raise NotStored("the file belongs to another solve or to another solver")
        header["summary"]["bytes"] = path.stat().st_size
        return Stored(header, _solution(header, arrays))
    except (OSError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, NotStored):
            raise
        raise NotStored(f"no readable solution is stored as {name[:12]}") from error


def _summary(given: SolveInput, solution: Solution) -> dict[str, Any]:
    """Return what a state of the solve shows, computed from what is stored."""
    spot, turn = solution.spot, solution.turn
    gains = best_responses(turn, restricted=False)
    limited = gains if given.clustering is None else best_responses(turn, restricted=True)
    root = solution.view("")
    return {
        "converged": solution.converged,
        "stopped": solution.stopped,
        "exploitability_pct": 100 * sum(gains) / 2 / spot.pot,
        "exploitability_within_limits_pct": 100 * sum(limited) / 2 / spot.pot,
        "gains": list(gains),
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "cpu_seconds": solution.cpu_seconds,
        "threads": solution.threads,
        "ev_oop": root.ev_oop,
        "ev_ip": root.ev_ip,
        "equity_oop": range_equity(spot.board, spot.ranges[0], spot.ranges[1]),
    }


def _solution(header: dict[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> Solution:
    given = parse_solve_input(header["input"])
    spot, summary = given.spot, header["summary"]
    tree = build_tree(spot.pot, spot.stack, spot.sizes)
    labels: Labels = (arrays.get("labels0"), arrays.get("labels1"))
    weights = (spot.ranges[0].weights, spot.ranges[1].weights)
    combos = [side.combos(spot.board) for side in spot.ranges]
    rows = [_spread(own, ids) for own, ids in zip(labels, combos, strict=True) if own is not None]
    deal = deal_hands(spot.board, weights, rows)
    rivers = StoredRivers(deal, lay_out_river(tree), [arrays["river0"], arrays["river1"]])
    turn = Turn(tree, deal, rivers, labels)
    for index, decision in turn.decisions.items():
        decision.sums = arrays[f"turn{index}"]
    first, second = (
        {node.index: row for node, row in zip(turn.nodes, arrays[f"values{player}"], strict=True)}
        for player in (0, 1)
    )
    return Solution(
        spot=spot,
        turn=turn,
        target_pct=given.target,
        exploitability_pct=summary["exploitability_within_limits_pct"],
        stopped=summary["stopped"],
        iterations=summary["iterations"],
        seconds=summary["seconds"],
        cpu_seconds=summary["cpu_seconds"],
        curve=tuple((int(i), float(s), float(p)) for i, s, p in header["curve"]),
        threads=summary["threads"],
        known_values=(first, second),
    )


def _spread(labels: Ints, combos: npt.NDArray[Any]) -> Floats:
    """Return one number for each combo that says which label it has, 0 for none."""
    row = np.zeros(COMBO_COUNT)
    row[combos] = labels.astype(np.float64) + 1
    return row


def _write_file(
    folder: Path, header: dict[str, Any], arrays: Mapping[str, npt.NDArray[Any]]
) -> int:
    """Write a file under another name and rename it; return its size."""
    folder.mkdir(parents=True, exist_ok=True)
    table: dict[str, dict[str, Any]] = {}
    offset = 0
    for name, array in arrays.items():
        table[name] = {"dtype": array.dtype.str, "shape": array.shape, "offset": offset}
        offset += -(-array.nbytes // ALIGNMENT) * ALIGNMENT
    head = json.dumps(header | {"arrays": table}, allow_nan=False).encode()
    start = _data_start(len(head))
    handle, temporary = tempfile.mkstemp(dir=folder, prefix="writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + len(head).to_bytes(8, "little") + head)
            for name, array in arrays.items():
                file.seek(start + table[name]["offset"])
                file.write(np.ascontiguousarray(array).tobytes())
            file.truncate(start + offset)
        os.replace(temporary, path_of(folder, header["hash"]))
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    return start + offset


def _read_file(path: Path) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Return the header of a file and its arrays, mapped read-only."""
    header, length = _read_header(path)
    data = np.memmap(path, np.uint8, "r", offset=0)
    start, arrays = _data_start(length), {}
    for name, entry in header.pop("arrays").items():
        dtype, shape = np.dtype(entry["dtype"]), tuple(entry["shape"])
        begin = start + entry["offset"]
        part = data[begin : begin + dtype.itemsize * int(np.prod(shape))]
        arrays[name] = part.view(dtype).reshape(shape)
    return header, arrays


def _read_header(path: Path) -> tuple[dict[str, Any], int]:
    """Return the header of a file and how many bytes it has."""
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise NotStored("this is no solution")
        length = int.from_bytes(file.read(8), "little")
        return json.loads(file.read(length)), length


def _data_start(head: int) -> int:
    """Return where the arrays begin in a file whose header has this length."""
    return -(-(len(MAGIC) + 8 + head) // ALIGNMENT) * ALIGNMENT
