"""docs/turnlab.md shows the tables and plots of the results in docs/turnlab.csv."""

import csv
from pathlib import Path

import pytest

from games.lab.turn.report import COLUMNS, csv_text, markdown_tables, plots

DOCS = Path(__file__).parents[3] / "docs"
TEXT_COLUMNS = ("scenario", "by")


@pytest.fixture(scope="module")
def rows():
    with (DOCS / "turnlab.csv").open() as file:
        listed = list(csv.DictReader(file))
    for row in listed:
        for name in COLUMNS:
            if name == "converged":
                row[name] = row[name] == "True"
            elif name not in TEXT_COLUMNS:
                value = float(row[name]) if row[name] else None
                row[name] = int(value) if name == "k" else value
    return listed


def test_the_page_holds_the_tables_of_the_results(rows):
    page = (DOCS / "turnlab.md").read_text()
    for table in markdown_tables(rows).split("\n\n**"):
        assert table.strip("*\n") in page


def test_all_fifteen_scenarios_are_in_and_every_solve_converged(rows):
    assert len(rows) == 15 * 2 * 5
    assert all(row["converged"] for row in rows)
    assert csv_text(rows).splitlines()[0] == ",".join(COLUMNS)


def test_the_plots_are_those_of_the_results(rows):
    drawn = plots(rows)
    shown = list((DOCS / "img").glob("turnlab-*.svg"))
    assert len(shown) == 4
    for path in shown:
        assert drawn[path.stem] == path.read_text()
        assert f"img/{path.name}" in (DOCS / "turnlab.md").read_text()
