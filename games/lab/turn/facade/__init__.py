"""The classes of document 004 under its own names, thin wrappers around the turn lab's library."""

from games.lab.turn.facade.analysis import PotentialAnalyzer, StrategyCorrelator
from games.lab.turn.facade.cards import Card
from games.lab.turn.facade.distance import EMDCalculator, HistogramDistance
from games.lab.turn.facade.histograms import (
    DeadCardRemover,
    EquityCalculator,
    PotentialHistogram,
    PotentialHistogramCalculator,
    RiverCardEnumerator,
    TurnEquityCalculator,
)
from games.lab.turn.facade.results import (
    ClusteringComparisonResult,
    CorrelationResult,
    TurnValidationMetrics,
)
from games.lab.turn.facade.solving import (
    GameTreeBuilder,
    ScenarioRecord,
    ScenarioRunner,
    SolverConfig,
    StrategyExtractor,
    TurnScenario,
    TurnSolverResult,
    TurnSolverWrapper,
)
from games.lab.turn.facade.visualizer import Visualizer

__all__ = [
    "Card",
    "ClusteringComparisonResult",
    "CorrelationResult",
    "DeadCardRemover",
    "EMDCalculator",
    "EquityCalculator",
    "GameTreeBuilder",
    "HistogramDistance",
    "PotentialAnalyzer",
    "PotentialHistogram",
    "PotentialHistogramCalculator",
    "RiverCardEnumerator",
    "ScenarioRecord",
    "ScenarioRunner",
    "SolverConfig",
    "StrategyCorrelator",
    "StrategyExtractor",
    "TurnEquityCalculator",
    "TurnScenario",
    "TurnSolverResult",
    "TurnSolverWrapper",
    "TurnValidationMetrics",
    "Visualizer",
]
