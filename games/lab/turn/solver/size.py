"""How large a solve is before it starts: nodes, memory, estimated time; the limit on memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.lab.turn.solver.hands import Deal, deal_hands
from games.lab.turn.solver.layout import River, lay_out_river
from games.lab.turn.solver.tree import Tree, TreeTooLargeError, build_tree
from games.lab.turn.spots import Spot

MEMORY_LIMIT = 1 << 30  # bytes, unless the caller says otherwise
SECONDS_PER_VISIT = {"numba": 2.5e-9, "numpy": 25e-9}  # of one hand at one river node
SECONDS_PER_TURN_NODE = 25e-6
CHECK_SHARE = 1.1  # best responses every tenth iteration


@dataclass(frozen=True)
class SolveSize:
    """The size of a solve."""

    turn_nodes: int
    river_nodes: int  # for each river card
    rivers: int  # river cards that differ by more than suits
    hands: tuple[int, int]
    memory_bytes: int
    seconds_per_iteration: float

    def seconds(self, target: float) -> float:
        """Estimate the seconds to a target in percent of the pot, from the reference spots."""
        iterations: float = 80 * (0.5 / max(target, 1e-3)) ** 0.6
        return self.seconds_per_iteration * max(iterations, 20)


def measure(tree: Tree, deal: Deal, backend: Literal["numba", "numpy"] = "numba") -> SolveSize:
    """Return the size of a solve."""
    river = lay_out_river(tree)
    classes = len(deal.classes)
    widths = [order.hand.shape[1] for order in deal.order]
    visits = 2 * len(river.kind) * classes * sum(widths) / 2
    turn_nodes = sum(node.street == 0 for node in tree.nodes)
    return SolveSize(
        turn_nodes=sum(node.street == 0 for node in tree.decisions),
        river_nodes=sum(node.street == 1 for node in tree.decisions),
        rivers=classes,
        hands=(len(deal.hands[0]), len(deal.hands[1])),
        memory_bytes=_memory(river, classes, widths, backend),
        seconds_per_iteration=CHECK_SHARE
        * (visits * SECONDS_PER_VISIT[backend] + 2 * turn_nodes * SECONDS_PER_TURN_NODE),
    )


def measure_spot(spot: Spot, backend: Literal["numba", "numpy"] = "numba") -> SolveSize:
    """Return the size of a spot's solve; raise TreeTooLargeError if its tree is too large."""
    tree = build_tree(spot.pot, spot.stack, spot.sizes)
    weights = (spot.ranges[0].weights, spot.ranges[1].weights)
    return measure(tree, deal_hands(spot.board, weights), backend)


def require_size(
    tree: Tree, deal: Deal, backend: Literal["numba", "numpy"], limit: int | None = None
) -> SolveSize:
    """Return the size of a solve; raise TreeTooLargeError above the limit on memory."""
    size = measure(tree, deal, backend)
    allowed = MEMORY_LIMIT if limit is None else limit
    if size.memory_bytes > allowed:
        raise TreeTooLargeError(
            f"the solve needs {size.memory_bytes / 1e6:.0f} MB and the limit is "
            f"{allowed / 1e6:.0f} MB; use fewer bet sizes or narrower ranges"
        )
    return size


def _memory(river: River, classes: int, widths: list[int], backend: str) -> int:
    """Return the bytes of the large arrays: regrets and averages, and what a walk writes to."""
    stored = sum(8 * classes * rows * width for rows, width in zip(river.rows, widths, strict=True))
    nodes = len(river.kind)
    if backend == "numba":
        scratch = sum(4 * (nodes + rows) * max(widths) for rows in river.rows)
        return stored + scratch + 4 * classes * len(river.roots) * sum(widths)
    matrices = 8 * classes * widths[0] * widths[1]
    return stored + matrices + 8 * classes * nodes * max(widths)
