"""The experiment's report: one HTML file with SVG plots, tables as CSV, everything as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from games.lab.turn.plots import Row, difference_grid, lines_by_k, mean

LOSSES = {
    "loss": "solved with clusters, one side at a time (main figure)",
    "loss_both_clustered": "solved with both sides clustered",
    "loss_averaged": "solved strategy averaged over clusters",
}
COLUMNS = (
    "scenario", "by", "k", "loss", "loss_oop", "loss_ip", "loss_both_clustered", "loss_averaged",
    "oop_purity", "oop_purity_chance", "oop_nmi", "oop_nmi_chance", "oop_ami",
    "ip_purity", "ip_purity_chance", "ip_nmi", "ip_nmi_chance", "ip_ami",
    "converged", "cpu_seconds",
)  # fmt: skip
NOISE = 0.05  # percent of the pot; solves stop at 0.1
NODES = {"oop": "oop_root", "ip": "ip_after_check"}
WHERE = {"oop": "OOP at the root", "ip": "IP after a check"}
FIGURES = {
    "purity": "purity",
    "purity_chance": "purity_chance",
    "nmi": "nmi",
    "nmi_chance": "nmi_chance",
    "ami": "adjusted_mutual_info",
}


def write(records: Sequence[Row], folder: Path) -> list[Path]:
    """Write report.html, results.csv, results.json and the plots; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = flat_rows(records)
    files = {
        "results.csv": csv_text(rows),
        "results.json": json.dumps(list(records), indent=1),
        "report.html": html(records, rows),
        **{f"{name}.svg": text for name, text in plots(rows).items()},
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in files]


def flat_rows(records: Sequence[Row]) -> list[Row]:
    """Return the experiment's rows with the agreement figures as columns of their own."""
    rows = []
    for record in records:
        if record["kind"] == "row":
            row = {name: record[name] for name in COLUMNS if name in record}
            for side, node in NODES.items():
                for column, figure in FIGURES.items():
                    row[f"{side}_{column}"] = record["agreement"][node][figure]
            rows.append(row)
    return rows


def csv_text(rows: Sequence[Row]) -> str:
    """Return the rows as CSV with a header."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def plots(rows: Sequence[Row]) -> dict[str, str]:
    """Return the report's plots by name."""
    if not rows:
        return {}
    found = {
        f"turnlab-{field.replace('_', '-')}": lines_by_k(
            rows, field, f"Loss: {text}", "% of the pot, logarithmic"
        )
        for field, text in LOSSES.items()
    }
    found["turnlab-difference"] = difference_grid(
        rows, "loss", "Loss by equity less loss by potential (main figure)"
    )
    for side, where in WHERE.items():
        found[f"turnlab-agreement-{side}"] = lines_by_k(
            rows, f"{side}_ami", f"Adjusted mutual information with the main action, {where}",
            "0: chance, 1: full agreement", logarithmic=False,
        )  # fmt: skip
    return found


@dataclass(frozen=True)
class Comparison:
    """The mean of a field at one k for both ways of clustering, and who is lower how often.

    Differences below NOISE are counted for nobody.
    """

    k: int
    equity: float
    potential: float
    potential_lower: int
    equity_lower: int
    scenarios: int


def compare_by_k(rows: Sequence[Row], field: str) -> list[Comparison]:
    """Compare both ways of clustering at each k, over the scenarios that have both."""
    table = []
    for k in sorted({row["k"] for row in rows}):
        pairs = paired(rows, field, k)
        table.append(
            Comparison(
                k=k,
                equity=mean([pair[0] for pair in pairs]),
                potential=mean([pair[1] for pair in pairs]),
                potential_lower=sum(equity - potential > NOISE for equity, potential in pairs),
                equity_lower=sum(potential - equity > NOISE for equity, potential in pairs),
                scenarios=len(pairs),
            )
        )
    return table


def markdown_tables(rows: Sequence[Row]) -> str:
    """Return the experiment's tables as docs/turnlab.md shows them."""
    parts = []
    lines: list[tuple[Any, ...]]
    for field, text in LOSSES.items():
        header: tuple[str, ...] = (
            "k", "by equity", "by potential", "potential lower in", "equity lower in",
        )  # fmt: skip
        lines = [
            (
                row.k,
                f"{row.equity:.2f}",
                f"{row.potential:.2f}",
                f"{row.potential_lower} of {row.scenarios}",
                f"{row.equity_lower} of {row.scenarios}",
            )
            for row in compare_by_k(rows, field)
        ]
        parts.append(_markdown(f"Loss: {text}", header, lines))
    for side, where in WHERE.items():
        header = (
            "k",
            "purity by equity",
            "by potential",
            "chance",
            "AMI by equity",
            "by potential",
        )
        purity, chance, information = (
            compare_by_k(rows, f"{side}_{figure}") for figure in ("purity", "purity_chance", "ami")
        )
        lines = [
            (
                row.k,
                *(f"{x:.3f}" for x in (row.equity, row.potential, level.equity)),
                *(f"{x:.3f}" for x in (ami.equity, ami.potential)),
            )
            for row, level, ami in zip(purity, chance, information, strict=True)
        ]
        parts.append(_markdown(f"Agreement with the main action, {where}", header, lines))
    return "\n".join(parts)


def _markdown(title: str, header: Sequence[str], lines: Sequence[Sequence[Any]]) -> str:
    table = [header, ["---"] * len(header), *lines]
    text = "\n".join("| " + " | ".join(map(str, line)) + " |" for line in table)
    return f"**{title}**\n\n{text}\n"


def paired(rows: Sequence[Row], field: str, k: int) -> list[tuple[float, float]]:
    """Return (by equity, by potential) of a field for each scenario that has both."""
    found = {(row["scenario"], row["by"]): row[field] for row in rows if row["k"] == k}
    names = dict.fromkeys(row["scenario"] for row in rows)
    pairs = [(found.get((name, "equity")), found.get((name, "potential"))) for name in names]
    return [(a, b) for a, b in pairs if a is not None and b is not None]


def html(records: Sequence[Row], rows: Sequence[Row]) -> str:
    """Return the whole report as one HTML document without outside files."""
    scenarios = [record for record in records if record["kind"] == "scenario"]
    parts = [
        "<h1>Turn lab: clusters by equity and by potential</h1>",
        f"<p>{len(rows)} rows, {len(scenarios)} scenarios. Losses in percent of the pot; "
        f"differences below {NOISE} are counted for nobody.</p>",
    ]
    for field, text in LOSSES.items():
        parts.append(f"<h2>Loss: {escape(text)}</h2>")
        header = ("k", "by equity", "by potential", "potential lower in", "equity lower in")
        lines = [
            (
                row.k,
                f"{row.equity:.3f}",
                f"{row.potential:.3f}",
                f"{row.potential_lower} of {row.scenarios}",
                f"{row.equity_lower} of {row.scenarios}",
            )
            for row in compare_by_k(rows, field)
        ]
        parts.append(_table(header, lines))
    parts += [f"<figure>{plot}</figure>" for plot in plots(rows).values()]
    parts.append("<h2>Scenarios</h2>")
    states = [
        (
            record["scenario"],
            record["status"],
            record.get("reason", ""),
            record.get("ev_oop", ""),
            record.get("exploitability_pct_pot", ""),
        )
        for record in scenarios
    ]
    parts.append(_table(("scenario", "status", "reason", "EV of OOP", "exploitability %"), states))
    parts.append("<h2>All rows</h2>")
    parts.append(_table(COLUMNS, [[row.get(name) for name in COLUMNS] for row in rows]))
    style = (
        "body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}"
        "table{border-collapse:collapse;display:block;overflow-x:auto}"
        "td,th{border:1px solid #bbb;padding:.2rem .6rem;text-align:right}"
        "td:first-child,th:first-child{text-align:left}figure{margin:1rem 0;max-width:45rem}"
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Turn lab report</title><style>{style}</style></head><body>"
        + "\n".join(parts)
        + "</body></html>\n"
    )


def _table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join(
        "<tr>"
        + "".join(f"<td>{escape('' if cell is None else str(cell))}</td>" for cell in row)
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
