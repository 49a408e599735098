"""Hashes, links and stored solutions."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.lab.turn import store
from games.lab.turn.canonical import (
    Clustering,
    LinkError,
    SolveInput,
    link_code,
    parse_solve_input,
    plain_spot,
    read_link_code,
    solve_hash,
    spot_hash,
)
from games.lab.turn.solver.solve import best_responses, solve
from games.lab.turn.spots import SpotError, parse_spot
from tests.games.lab.jobs.lab_rows import SPOT


def spot(**changes: Any) -> Any:
    return parse_spot({**SPOT, **changes})


def test_what_does_not_matter_does_not_change_the_hash() -> None:
    same = spot(board="4h2cKs7d", oop_range="76s,KK,AA,Ks7h:0", name="a name")
    assert spot_hash(same) == spot_hash(spot())
    assert spot_hash(spot(oop_range="AA,KK,76s,7d6d")) == spot_hash(spot()), "7d is on the board"
    assert plain_spot(parse_spot(plain_spot(same))) == plain_spot(same)


@pytest.mark.parametrize(
    "changes",
    [{"board": "Ks7d2c5h"}, {"pot": 101}, {"effective_stack": 201}, {"oop_range": "AA,KK:0.5,76s"},
     {"bet_sizes": {"turn_bet_oop": "61%"}}],
)  # fmt: skip
def test_what_matters_changes_the_hash(changes: dict[str, Any]) -> None:
    assert spot_hash(spot(**changes)) != spot_hash(spot())


def test_a_solve_is_named_by_spot_target_and_clustering() -> None:
    inputs = [
        SolveInput(spot()),
        SolveInput(spot(), 0.4),
        SolveInput(spot(), clustering=Clustering("oop", "potential", 8)),
        SolveInput(spot(), clustering=Clustering("ip", "potential", 8)),
        SolveInput(spot(), clustering=Clustering("oop", "equity", 8)),
    ]
    assert len({solve_hash(given) for given in inputs}) == len(inputs)
    for given in inputs:
        assert solve_hash(parse_solve_input(given.plain())) == solve_hash(given)


@pytest.mark.parametrize(
    ("field", "value"),
    [("target", "0.5"), ("target", 0.01), ("target", float("nan")), ("target", True),
     ("clustering", []), ("clustering", {"side": "x", "by": "equity", "k": 2}),
     ("clustering", {"side": "ip", "by": "equity", "k": 10**9})],
)  # fmt: skip
def test_a_wrong_target_or_clustering_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(SpotError) as refusal:
        parse_solve_input({"spot": SPOT, field: value})
    assert refusal.value.field.startswith(field)


def test_a_link_holds_the_whole_spot() -> None:
    given = spot(oop_range="AhKh:0.333,QQ+", name="späte Runde")
    assert plain_spot(read_link_code(link_code(given))) == plain_spot(given)


def test_damaged_links_and_bombs_are_refused() -> None:
    code = link_code(spot())
    bomb = zlib.compress(b" " * 50_000_000, 9)
    for text in (
        "",
        "x",
        code[:-9],
        "!" + code,
        "A" * 70_000,
        _code(bomb),
        _code(zlib.compress(b"[")),
    ):
        with pytest.raises((LinkError, SpotError)):
            read_link_code(text)
    with pytest.raises(SpotError, match="pot"):
        read_link_code(_code(zlib.compress(json.dumps({**SPOT, "pot": -1}).encode())))


def _code(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("store")
    given = SolveInput(spot(), clustering=Clustering("ip", "equity", 3))
    solution = solve(
        given.spot,
        given.target,
        clusters=store.labels_of(given),
        backend="numpy",
        max_iterations=60,
    )
    before = solution.view("check").strategy.copy()
    return folder, given, solution, before, store.write(folder, given, solution)


def test_a_stored_solution_reads_as_it_was_written(solved: Any) -> None:
    folder, given, solution, before, summary = solved
    found = store.read(folder, solve_hash(given))
    assert found.given.clustering == given.clustering and found.summary == summary
    assert np.abs(found.solution.view("check").strategy - before).max() <= 2 * store.FLOOR
    solution = replace(solution)  # without values from before the floor
    for line, river in (("", None), ("check", None), ("check / check / river", 51)):
        fresh, stored = solution.view(line, river), found.solution.view(line, river)
        np.testing.assert_allclose(stored.strategy, fresh.strategy, atol=1e-7)
        np.testing.assert_allclose(stored.ev, fresh.ev, atol=1e-4)


def test_every_stored_share_is_above_the_floor_and_rows_sum_to_one(solved: Any) -> None:
    folder, given, *_ = solved
    found = store.read(folder, solve_hash(given)).solution
    for decision in found.turn.decisions.values():
        assert decision.sums.min() >= 0.99 * store.FLOOR
        np.testing.assert_allclose(decision.sums.sum(axis=0), 1, atol=1e-6)
    for sums in found.turn.rivers.sums:
        assert sums.min() >= 0.99 * store.FLOOR
        assert not sums.flags.writeable, "results are mapped read-only"


def test_the_exploitability_is_that_of_what_is_stored(solved: Any) -> None:
    folder, given, _solution, _before, summary = solved
    turn = store.read(folder, solve_hash(given)).solution.turn
    gains = best_responses(turn, restricted=False)
    assert summary["exploitability_pct"] == pytest.approx(100 * sum(gains) / 2 / 100, abs=1e-4)
    assert summary["gains"] == pytest.approx(gains, abs=1e-4)


def test_what_is_missing_damaged_or_misnamed_is_not_stored(solved: Any, tmp_path: Path) -> None:
    folder, given, *_ = solved
    name = solve_hash(given)
    whole = store.path_of(folder, name).read_bytes()
    for text in ("../etc/passwd", "", "A" * 64, 5, "f" * 64):
        with pytest.raises(store.NotStored):
            store.read(tmp_path, text)  # type: ignore[arg-type]
    for content in (b"", whole[:100], whole[: len(whole) // 2], b"x" * 5000):
        store.path_of(tmp_path, name).write_bytes(content)
        with pytest.raises(store.NotStored):
            store.read(tmp_path, name)
    store.path_of(tmp_path, "f" * 64).write_bytes(whole)
    with pytest.raises(store.NotStored):
        store.read(tmp_path, "f" * 64)
