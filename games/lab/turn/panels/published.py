"""The experiment's tables as the page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from games.lab.turn.answer import number
from games.lab.turn.canonical import plain_spot
from games.lab.turn.report import COLUMNS, LOSSES, NOISE, WHERE, compare_by_k
from games.lab.turn.scenarios import scenarios

Row = dict[str, Any]
TEXTS = ("scenario", "by")


def read_rows(lines: Iterable[Mapping[str, str]]) -> list[Row]:
    """Return the rows of a CSV file of results with numbers as numbers."""
    return [{name: _value(name, line[name]) for name in COLUMNS} for line in lines]


def _value(name: str, text: str) -> Any:
    if name in TEXTS:
        return text
    if name == "converged":
        return text == "True"
    if not text:
        return None
    return int(text) if name == "k" else float(text)


def experiment_tables(rows: Sequence[Row]) -> dict[str, Any]:
    """Return losses, agreement and all rows of the experiment."""
    return {
        "noise": NOISE,
        "ks": sorted({row["k"] for row in rows}),
        "scenarios": [
            {
                "name": scenario.name,
                "board_kind": scenario.board_kind,
                "range_kind": scenario.range_kind,
                "spot": plain_spot(scenario.spot),
            }
            for scenario in scenarios()
        ],
        "losses": [_losses(rows, field, title) for field, title in LOSSES.items()],
        "agreement": [_agreement(rows, side, title) for side, title in WHERE.items()],
        "columns": list(COLUMNS),
        "rows": list(rows),
    }


def _losses(rows: Sequence[Row], field: str, title: str) -> dict[str, Any]:
    grid: dict[tuple[str, int], dict[str, Any]] = {}
    for row in rows:
        place = (row["scenario"], row["k"])
        grid.setdefault(place, {"scenario": row["scenario"], "k": row["k"]})[row["by"]] = row[field]
    by_k = [_plain(asdict(line)) for line in compare_by_k(rows, field)]
    return {"field": field, "title": title, "rows": by_k, "grid": list(grid.values())}


def _agreement(rows: Sequence[Row], side: str, title: str) -> dict[str, Any]:
    purity, chance, information = (
        compare_by_k(rows, f"{side}_{figure}") for figure in ("purity", "purity_chance", "ami")
    )
    lines = [
        {
            "k": row.k,
            "purity_equity": number(row.equity),
            "purity_potential": number(row.potential),
            "purity_chance": number(level.equity),
            "ami_equity": number(ami.equity),
            "ami_potential": number(ami.potential),
        }
        for row, level, ami in zip(purity, chance, information, strict=True)
    ]
    return {"side": side, "title": title, "rows": lines}


def _plain(line: dict[str, Any]) -> dict[str, Any]:
    return {name: number(v) if isinstance(v, float) else v for name, v in line.items()}
