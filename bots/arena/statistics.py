"""Statistics of a match: win shares and scores by level, with confidence intervals.

A level's `score` is what its seats scored above the mean of the table, `mean_score` what they scored.
Invariant: the rotations of one deal are not independent games, so a deal with all its rotations
counts as one observation in every interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from bots.arena.match import Match, Result
from bots.catalog import ARENA_FIGURES
from games.core.contract import NO_DATA

Z_95 = 1.959964
ROW_FIELDS = (
    "level", "seats", "win_rate", "ci95", "score", "score_ci95", "mean_score", "mean_score_ci95"
)  # fmt: skip
"""The fields of a level's row in every game."""


def figures(
    match: Match,
    results: Sequence[Result],
    new: int,
    seconds: float,
    data: Mapping[str, Any] = NO_DATA,
) -> dict[str, Any]:
    """Sum a match up."""
    levels = list(dict.fromkeys(match.lineup))
    return {
        "results": [_level(match, results, level, data) for level in levels],
        "games_per_second": round(new / seconds, 3) if new else None,
        "decision_ms": {level: quantiles(_times(results, level)) for level in levels},
    }


def _level(
    match: Match, results: Sequence[Result], level: str, data: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the row of a level, with what its game adds."""
    won, wins = mean_by_deal(results, lambda result: _won(result, level))
    row = {
        "level": level,
        "seats": match.lineup.count(level),
        "win_rate": round(won, 4),
        "ci95": [round(end, 4) for end in share_interval(won, wins)],
        **_mean_and_interval("score", results, lambda result: _relative_score(result, level)),
        **_mean_and_interval("mean_score", results, lambda result: _score(result, level)),
    }
    add = ARENA_FIGURES.get(match.game)
    return row if add is None else row | add(match.options_played(), match.lineup, row, data)


def _mean_and_interval(
    name: str, results: Sequence[Result], measure: Callable[[Result], float]
) -> dict[str, Any]:
    """Return a mean under its name and its interval; one deal alone gives no interval."""
    mean, deals = mean_by_deal(results, measure)
    margin = t_quantile(len(deals) - 1) * standard_error(deals)
    interval = [round(mean - margin, 4), round(mean + margin, 4)] if len(deals) > 1 else None
    return {name: round(mean, 4), f"{name}_ci95": interval}


def win_share_of_seat(results: Sequence[Result], seat: int) -> tuple[float, tuple[float, float]]:
    """Return what a seat won, whoever sat there, and its interval."""
    won, deals = mean_by_deal(
        results, lambda result: (seat in result.winners) / len(result.winners)
    )
    return won, share_interval(won, deals)


def _won(result: Result, level: str) -> float:
    """Count what the seats of a level won of a game, a shared win in parts."""
    return sum(result.seated[seat] == level for seat in result.winners) / len(result.winners)


def _score(result: Result, level: str) -> float:
    """Average the score over the seats of a level."""
    mine = [score for who, score in zip(result.seated, result.scores, strict=True) if who == level]
    return sum(mine) / len(mine)


def _relative_score(result: Result, level: str) -> float:
    """Return by how much the seats of a level scored more than the mean of the table."""
    return _score(result, level) - sum(result.scores) / len(result.scores)


def _times(results: Iterable[Result], level: str) -> list[float]:
    return [
        ms
        for result in results
        for who, row in zip(result.seated, result.ms, strict=True)
        if who == level
        for ms in row
    ]


def mean_by_deal(
    results: Sequence[Result], measure: Callable[[Result], float]
) -> tuple[float, list[float]]:
    """Return the mean over games, and the mean of each deal."""
    deals: dict[int, list[float]] = {}
    for result in results:
        deals.setdefault(result.deal, []).append(measure(result))
    mean = sum(map(sum, deals.values())) / len(results)
    return mean, [sum(row) / len(row) for row in deals.values()]


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of independent values."""
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    return sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def share_interval(share: float, deals: Sequence[float]) -> tuple[float, float]:
    """Return Wilson's interval for a share, with as many trials as the deals' spread is worth.

    Where the deals do not differ (a share of 0 or 1) each counts as one trial.
    """
    if len(deals) < 2:
        return 0.0, 1.0
    error = standard_error(deals)
    trials = share * (1 - share) / error**2 if error > 0 else float(len(deals))
    z = t_quantile(len(deals) - 1)
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * sqrt(share * (1 - share) / trials + (z / trials) ** 2 / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def t_quantile(freedom: int) -> float:
    """Return the 97.5 % point of Student's t, by its expansion (exact to 1 % from 3 on)."""
    if freedom < 3:
        return {2: 4.303, 1: 12.706}.get(freedom, 0.0)
    v = float(freedom)
    first = (Z_95**3 + Z_95) / 4
    second = (5 * Z_95**5 + 16 * Z_95**3 + 3 * Z_95) / 96
    third = (3 * Z_95**7 + 19 * Z_95**5 + 17 * Z_95**3 - 15 * Z_95) / 384
    return Z_95 + first / v + second / v**2 + third / v**3


def quantiles(times: list[float]) -> dict[str, float | None]:
    """Return the median and the 95th percentile."""
    ordered = sorted(times)
    if not ordered:
        return {"p50": None, "p95": None}
    last = len(ordered) - 1
    return {"p50": ordered[round(0.5 * last)], "p95": ordered[round(0.95 * last)]}
