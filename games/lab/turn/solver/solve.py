"""Solve a spot with discounted counterfactual regret minimisation.

Method: vector-form CFR with alternating updates and the discounts of Brown and Sandholm (2019),
"Solving Imperfect-Information Games via Discounted Regret Minimization": positive regrets times
t^1.5 / (t^1.5 + 1), negative regrets times 0.5, the average weighted by (t / (t + 1))^3. The
average starts anew at the iterations 1, 4, 16, 64, ...

Every tenth iteration the exploitability is measured by best responses; the solver stops when it
meets the target, when the time is up or when it is told to stop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from games.lab.turn.combos import COMBO_COUNT
from games.lab.turn.solver.cache import choose_cache_directory
from games.lab.turn.solver.hands import Deal, Floats, Ints, deal_hands, select_hands
from games.lab.turn.solver.layout import lay_out_river
from games.lab.turn.solver.rivers import ArrayRivers, Discounts, Rivers
from games.lab.turn.solver.size import require_size
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.tree import Tree, build_tree
from games.lab.turn.solver.turn import Turn
from games.lab.turn.spots import Spot, SpotError

Labels = tuple[Ints | None, Ints | None]
Backend = Literal["auto", "numba", "numpy"]

CHECK_EVERY = 10
EARLY_REPORTS = (1, 2, 4)
"""Iterations after which `early` is called if the first check takes long to come."""
EARLY_REPORT_SECONDS = 1.0
"""Seconds to the first check that are long."""
MAX_ITERATIONS = 100_000
NO_DISCOUNT = Discounts()


@dataclass(frozen=True)
class Progress:
    """A measurement while solving."""

    iteration: int
    seconds: float
    exploitability_pct: float
    target_pct: float
    root_frequency: tuple[float, ...]


def solve(
    spot: Spot,
    target: float = 0.5,
    threads: int = 1,
    clusters: Labels | None = None,
    locked: Mapping[str, Floats] | None = None,
    progress: Callable[[Progress], None] | None = None,
    early: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    time_limit: float | None = None,
    max_iterations: int = MAX_ITERATIONS,
    backend: Backend = "auto",
    memory_limit: int | None = None,
) -> Solution:
    """Solve a spot until the exploitability is at most `target` percent of the pot.

    `clusters` holds for each player the label of each hand, or None: on the turn the player knows
    the label only. `locked` maps lines of the turn to fixed strategies [actions, hands]. With
    either, the exploitability is measured against best responses within the same limits. A solve
    that is cancelled or runs out of time returns what it has, marked as not converged; what `cancel`
    raises ends the solve without a result. `progress` is called with each check of the target, `early`
    before the first iteration and, where iterations are slow, after EARLY_REPORTS.
    """
    turn = prepare(spot, threads, clusters, locked, backend, memory_limit)
    try:
        return _iterate(
            spot, turn, target, threads, progress, early, cancel, time_limit, max_iterations
        )
    finally:
        turn.rivers.close()


def prepare(
    spot: Spot,
    threads: int = 1,
    clusters: Labels | None = None,
    locked: Mapping[str, Floats] | None = None,
    backend: Backend = "auto",
    memory_limit: int | None = None,
) -> Turn:
    """Build everything that a solve needs; refuse a spot that is too large."""
    tree = build_tree(spot.pot, spot.stack, spot.sizes)
    labels = clusters or (None, None)
    weights = (spot.ranges[0].weights, spot.ranges[1].weights)
    invariant = _invariant(spot, tree, labels, locked or {})
    deal = deal_hands(spot.board, weights, invariant)
    require_deals(deal)
    chosen = choose_backend(backend)
    require_size(tree, deal, chosen, memory_limit)
    turn = Turn(tree, deal, make_rivers(tree, deal, threads, chosen), labels)
    for line, strategy in (locked or {}).items():
        turn.decisions[tree.find(line).index].locked = np.asarray(strategy, dtype=np.float64)
    return turn


def require_deals(deal: Deal) -> None:
    """Refuse two ranges of which no two hands can be dealt together."""
    if not deal.matchups(0, deal.hands[1].weights).max(initial=0) > 0:
        raise SpotError("ip_range", "every hand shares a card with every hand of oop_range")


def choose_backend(backend: Backend) -> Literal["numba", "numpy"]:
    """Return the implementation to use: numba if it can be imported, unless told otherwise."""
    if backend != "auto":
        return backend
    choose_cache_directory()
    try:
        import numba  # noqa: F401
    except ImportError:  # not installed, or not for this version of numpy or Python
        return "numpy"
    return "numba"


def make_rivers(tree: Tree, deal: Deal, threads: int, backend: Literal["numba", "numpy"]) -> Rivers:
    """Return the river part with compiled loops or with numpy."""
    river = lay_out_river(tree)
    if backend == "numpy":
        return ArrayRivers(deal, river)
    choose_cache_directory()
    from games.lab.turn.solver.compiled import CompiledRivers

    return CompiledRivers(deal, river, threads)


def discounts_at(iteration: int) -> Discounts:
    """Return the discounts of an iteration, counted from 0."""
    regret_age = max(iteration - 1, 0) ** 1.5
    restart = 1
    while restart * 4 <= iteration:
        restart *= 4
    average_age = max(iteration - restart, 0)
    return Discounts(
        positive=regret_age / (regret_age + 1),
        negative=0.5,
        average=(average_age / (average_age + 1)) ** 3,
    )


def best_responses(turn: Turn, restricted: bool) -> tuple[float, float]:
    """Return what a best response earns for each player, in chips around zero."""
    dealt = deal_weight(turn.deal)
    first, second = (
        float(turn.walk(player, "best", NO_DISCOUNT, restricted)[0] @ hands.weights) / dealt
        for player, hands in enumerate(turn.deal.hands)
    )
    return first, second


def deal_weight(deal: Deal) -> float:
    """Return the total weight of the pairs of hands that can be dealt together."""
    return float(deal.matchups(0, deal.hands[1].weights) @ deal.hands[0].weights)


def _invariant(
    spot: Spot, tree: Tree, labels: Labels, locked: Mapping[str, Floats]
) -> list[Floats]:
    """Return labels and fixed strategies as rows of one number for each combo, checked."""
    hands = select_hands(spot.board, (spot.ranges[0].weights, spot.ranges[1].weights))
    rows: list[Floats] = []
    for player, given in enumerate(labels):
        if given is not None:
            if given.shape != (len(hands[player]),) or given.min() < 0:
                raise ValueError("labels: one number from 0 on is needed for each hand")
            rows.append(_spread(given.astype(np.float64) + 1, hands[player].combos))
    for line, strategy in locked.items():
        node = tree.find(line)
        if node.street != 0 or strategy.shape != (len(node.actions), len(hands[node.player])):
            raise ValueError(f"locked {line!r}: a turn strategy [actions, hands] is needed")
        rows += [_spread(np.asarray(row), hands[node.player].combos) for row in strategy]
    return rows


def _spread(values: Floats, combos: Ints) -> Floats:
    row = np.zeros(COMBO_COUNT)
    row[combos] = values
    return row


def _iterate(
    spot: Spot,
    turn: Turn,
    target: float,
    threads: int,
    progress: Callable[[Progress], None] | None,
    early: Callable[[Progress], None] | None,
    cancel: Callable[[], bool] | None,
    time_limit: float | None,
    max_iterations: int,
) -> Solution:
    """Iterate and measure until a reason to stop."""

    def measure() -> float:
        return 100 * sum(best_responses(turn, restricted=True)) / 2 / spot.pot

    def state(percent: float, seconds: float) -> Progress:
        return Progress(iteration, seconds, percent, target, _root_frequency(turn))

    iteration, stopped = 0, ""
    percent = measure()  # this also loads compiled code before the clock starts
    if early is not None:
        early(state(percent, 0.0))
    started, cpu_started = time.perf_counter(), time.process_time()
    curve: list[tuple[int, float, float]] = []
    while not stopped:
        for player in (0, 1):
            turn.walk(player, "update", discounts_at(iteration))
        iteration += 1
        seconds = time.perf_counter() - started
        if cancel is not None and cancel():
            stopped = "cancelled"
        elif time_limit is not None and seconds > time_limit:
            stopped = "time limit"
        elif iteration >= max_iterations:
            stopped = "iteration limit"
        if not stopped and iteration % CHECK_EVERY:
            if early is not None and _reports_early(iteration, seconds):
                early(state(measure(), seconds))
            continue
        percent = measure()
        seconds = time.perf_counter() - started
        curve.append((iteration, seconds, percent))
        if percent <= target:
            stopped = "target"
        if progress is not None:
            progress(state(percent, seconds))
    return Solution(
        spot=spot,
        turn=turn,
        target_pct=target,
        exploitability_pct=curve[-1][2],
        stopped=stopped,
        iterations=iteration,
        seconds=time.perf_counter() - started,
        cpu_seconds=time.process_time() - cpu_started,
        curve=tuple(curve),
        threads=threads,
    )


def _reports_early(iteration: int, seconds: float) -> bool:
    """Return whether to report after an iteration because the first check takes long to come."""
    return iteration in EARLY_REPORTS and seconds / iteration * CHECK_EVERY > EARLY_REPORT_SECONDS


def _root_frequency(turn: Turn) -> tuple[float, ...]:
    weights = turn.deal.hands[0].weights * turn.deal.matchups(0, turn.deal.hands[1].weights)
    return tuple((turn.strategy(0, average=True) @ weights / weights.sum()).tolist())
