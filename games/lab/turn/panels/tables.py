"""Panels as CSV, one line for each hand."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any


def csv_of_hands(panel: dict[str, Any]) -> str:
    """Return the panel of one side's hands as CSV."""
    names = ("cell", "weight", "equity", "mean", "variance", "entropy", "rivers_used")
    columns = ("hands", *names, "made", "draw")
    return _csv(("hand", *columns[1:]), zip(*(panel[name] for name in columns), strict=True))


def csv_of_clusters(panel: dict[str, Any]) -> str:
    """Return the labels of one side's hands as CSV."""
    columns = ("hands", "weight", "equity", "labels")
    rows = zip(*(panel[name] for name in columns), strict=True)
    return _csv(("hand", "weight", "equity", "label"), rows)


def csv_of_node(panel: dict[str, Any]) -> str:
    """Return a decision as CSV: frequencies and EVs of every action beside each hand."""
    actions = panel["actions"]
    header = ["hand", "cell", "made", "draw", "weight", "equity", "ev"]
    header += [f"frequency {action}" for action in actions]
    header += [f"ev {action}" for action in actions]
    own = [panel[name] for name in ("hands", "cell", "made", "draw", "weight", "equity", "ev")]
    return _csv(header, zip(*own, *panel["strategy"], *panel["ev_by_action"], strict=True))


def _csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
