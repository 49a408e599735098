"""Document 004's solver: a wrapper around ours, with strategies as dictionaries.

The analysed decisions are those that both players always have: the first one of the player out of
position, and that of the other player after a check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from games.core.poker import format_cards
from games.lab.turn.errors import SolverConfigError, TurnLabError
from games.lab.turn.facade.analysis import StrategyCorrelator
from games.lab.turn.facade.cards import AnyCard, AnyRange, Hand, from_combo, to_board, to_range
from games.lab.turn.facade.histograms import PotentialHistogramCalculator
from games.lab.turn.facade.results import TurnValidationMetrics
from games.lab.turn.range_text import format_range
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.solve import Backend, solve
from games.lab.turn.solver.tree import Tree, TreeTooLargeError, build_tree
from games.lab.turn.spots import Spot, SpotError, parse_spot

Position = Literal["oop", "ip"]
FIRST_LINE = {"oop": "", "ip": "check"}
"""The line of each position's analysed decision."""
DEFAULT_SIZES = {
    "turn_bet_oop": "60%",
    "turn_bet_ip": "60%",
    "turn_raise": "2.5x",
    "river_bet_oop": "60%",
    "river_bet_ip": "60%",
    "river_raise": "2.5x",
    "force_allin_threshold": 0.15,
}


@dataclass(frozen=True)
class SolverConfig:
    """Chips, bet sizes and limits of a solve. `my_position` says who acts first."""

    pot: int = 100
    stack: int = 400
    bet_sizes: dict[str, Any] = field(default_factory=lambda: dict(DEFAULT_SIZES))
    my_position: Position = "oop"
    target: float = 0.5
    """Exploitability, in percent of the pot, at which the solve has converged."""
    time_limit: float | None = None
    threads: int = 1
    backend: Backend = "auto"


@dataclass(frozen=True)
class TurnSolverResult:
    """A solved turn, seen from my side."""

    my_strategy: dict[Hand, dict[str, float]]
    """How often each of my hands takes each action at my analysed decision."""
    opponent_strategy: dict[Hand, dict[str, float]]
    my_hand_ev: dict[Hand, float]
    """Chips that each of my hands wins at my analysed decision; the pot counts in full.

    NaN where the opponent never lets the decision happen or the hand cannot meet another.
    """
    my_ev: float
    opponent_ev: float
    exploitability: float
    """In percent of the pot."""
    iterations: int
    converged: bool
    timed_out: bool
    """Whether the time limit stopped the solve (SolverTimeoutError in the document)."""
    solution: Solution
    """Every decision of turn and river."""


@dataclass(frozen=True)
class TurnScenario:
    """A scenario of an experiment."""

    name: str
    turn_community: Sequence[AnyCard]
    my_range: AnyRange
    opponent_range: AnyRange
    solver_config: SolverConfig


@dataclass(frozen=True)
class ScenarioRecord:
    """What became of a scenario: figures and the solve, or the reason why there are none."""

    name: str
    metrics: TurnValidationMetrics | None
    result: TurnSolverResult | None
    error: str


class GameTreeBuilder:
    """Build the betting tree of a configuration."""

    def build(self, config: SolverConfig) -> Tree:
        """Return the tree; raise SolverConfigError if a setting is wrong or it is too large."""
        spot = _spot("2c3d4h5s", "AA", "AA", config)
        return _build(spot)


class StrategyExtractor:
    """Read strategies out of a solution."""

    def extract(self, solution: Solution, line: str) -> dict[Hand, dict[str, float]]:
        """Return how often each hand takes each action at a turn decision.

        Hands that no opposing hand can meet are left out: they never play. A decision that the
        opponent never lets happen has a strategy too.
        """
        node, deal = solution.turn.tree.find(line), solution.turn.deal
        opposing = deal.hands[1 - node.player].weights
        meets = deal.matchups(node.player, opposing) > 1e-12 * opposing.sum()
        shares = solution.strategy(line).T
        return {
            from_combo(int(combo)): dict(zip(node.actions, row.tolist(), strict=True))
            for combo, row in zip(deal.hands[node.player].combos[meets], shares[meets], strict=True)
        }


class TurnSolverWrapper:
    """Solve a turn for two ranges."""

    def solve_turn(
        self,
        turn_community: Iterable[AnyCard],
        my_range: AnyRange,
        opponent_range: AnyRange,
        config: SolverConfig,
        iterations: int = 1000,
    ) -> TurnSolverResult:
        """Return the solved turn; `iterations` is the most that are made."""
        if iterations < 1 or config.target <= 0 or config.threads < 1:
            raise SolverConfigError("iterations, target and threads must be above 0")
        board = to_board(turn_community)
        mine, theirs = to_range(my_range), to_range(opponent_range)
        for hands in (mine, theirs):
            hands.require_combos(board)
        oop, ip = (mine, theirs) if config.my_position == "oop" else (theirs, mine)
        spot = _spot(format_cards(board), format_range(oop), format_range(ip), config)
        _build(spot)
        solution = solve(
            spot,
            target=config.target,
            threads=config.threads,
            time_limit=config.time_limit,
            max_iterations=iterations,
            backend=config.backend,
        )
        return _result(solution, config.my_position)


class ScenarioRunner:
    """Run scenarios one after the other; a failure is recorded and stops nothing."""

    def __init__(self, iterations: int = 1000) -> None:
        self.iterations = iterations

    def run(self, scenarios: Iterable[TurnScenario]) -> list[ScenarioRecord]:
        """Return one record for each scenario, in their order."""
        return [self._record(scenario) for scenario in scenarios]

    def _record(self, scenario: TurnScenario) -> ScenarioRecord:
        try:
            result, metrics = self._measure(scenario)
        except (TurnLabError, TreeTooLargeError) as error:
            return ScenarioRecord(scenario.name, None, None, f"{type(error).__name__}: {error}")
        return ScenarioRecord(scenario.name, metrics, result, "")

    def _measure(self, scenario: TurnScenario) -> tuple[TurnSolverResult, TurnValidationMetrics]:
        result = TurnSolverWrapper().solve_turn(
            scenario.turn_community,
            scenario.my_range,
            scenario.opponent_range,
            scenario.solver_config,
            self.iterations,
        )
        calculator = PotentialHistogramCalculator()
        ranges = (scenario.my_range, scenario.opponent_range)
        features = calculator.describe_range(*ranges, scenario.turn_community)
        hands = [from_combo(int(combo)) for combo in features.combos]
        weights = to_range(scenario.my_range).weights[features.combos]
        metrics = StrategyCorrelator().validate(
            dict(zip(hands, features.counts, strict=True)),
            result.my_strategy,
            result.my_hand_ev,
            dict(zip(hands, weights.tolist(), strict=True)),
            features,
        )
        return result, metrics


def _spot(board: str, oop_range: str, ip_range: str, config: SolverConfig) -> Spot:
    try:
        return parse_spot(
            {
                "board": board,
                "pot": config.pot,
                "effective_stack": config.stack,
                "oop_range": oop_range,
                "ip_range": ip_range,
                "bet_sizes": config.bet_sizes,
            }
        )
    except SpotError as error:
        raise SolverConfigError(str(error)) from None


def _build(spot: Spot) -> Tree:
    try:
        return build_tree(spot.pot, spot.stack, spot.sizes)
    except TreeTooLargeError as error:
        raise SolverConfigError(str(error)) from None


def _result(solution: Solution, position: Position) -> TurnSolverResult:
    extract = StrategyExtractor().extract
    other: Position = "ip" if position == "oop" else "oop"
    view = solution.view(FIRST_LINE[position])
    root = solution.view("")
    evs = {"oop": root.ev_oop, "ip": root.ev_ip}
    combos = solution.turn.deal.hands[view.player].combos
    return TurnSolverResult(
        extract(solution, FIRST_LINE[position]),
        extract(solution, FIRST_LINE[other]),
        {from_combo(int(combo)): float(ev) for combo, ev in zip(combos, view.ev, strict=True)},
        evs[position],
        evs[other],
        solution.exploitability_pct,
        solution.iterations,
        solution.converged,
        solution.stopped == "time limit",
        solution,
    )
