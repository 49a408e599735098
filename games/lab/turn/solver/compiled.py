"""The river part with compiled loops. Only a process that solves may import this module."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from games.lab.turn.solver import kernels
from games.lab.turn.solver.hands import Deal, Floats, Ints
from games.lab.turn.solver.layout import FOLD, River
from games.lab.turn.solver.rivers import RIVERS_OF_A_PAIR, Discounts, Mode, Rivers

MODES = {"update": kernels.UPDATE, "best": kernels.BEST, "average": kernels.AVERAGE}


class CompiledRivers(Rivers):
    """Rivers with compiled loops, shared among threads."""

    def __init__(self, deal: Deal, river: River, threads: int = 1) -> None:
        super().__init__(deal, river)
        self.threads = max(1, min(threads, len(deal.classes)))
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.forest = (
            river.kind, river.player, river.first, river.width, river.children, river.row,
            river.roots,
        )  # fmt: skip
        self.ends = [self._ends(player) for player in (0, 1)]
        self.theirs = [self._opposing_tables(player) for player in (0, 1)]
        self.own = [self._own_tables(player) for player in (0, 1)]
        self.scratch = [[self._scratch(player) for player in (0, 1)] for _ in range(self.threads)]
        lines = len(river.roots)
        self.out = [
            np.zeros((len(deal.classes), lines, order.hand.shape[1]), dtype=np.float32)
            for order in deal.order
        ]
        self.total = [np.zeros((lines, len(hands))) for hands in deal.hands]

    def _ends(self, player: int) -> tuple[Any, ...]:
        """Return showdowns, folds, amounts, and -1 for the ends at which the player folded."""
        river = self.river
        lost = (river.kind == FOLD) & (river.player == player)
        signs = np.where(lost, -1, 1).astype(np.float32)
        return (river.showdowns, river.folds, river.amount, signs)

    def _opposing_tables(self, player: int) -> tuple[Any, ...]:
        order = self.deal.order[1 - player]
        return (order.count, order.hand.astype(np.int32), _lane_places(order.cards))

    def _own_tables(self, player: int) -> tuple[Any, ...]:
        order = self.deal.order[player]
        places = (table.astype(np.int32) for table in (order.below, order.upto, order.same))
        return (order.count, _lane_places(order.cards), *places)

    def _scratch(self, player: int) -> tuple[Any, ...]:
        """Return the arrays that one thread writes to while it walks for one player."""
        river = self.river
        own, theirs = (self.deal.order[side].hand.shape[1] for side in (player, 1 - player))
        wide = max(own, theirs)
        rows = len(river.roots) + river.rows[1 - player] + 1  # the last one stays zero
        work = (
            np.zeros(theirs * 8, dtype=np.float32),
            np.zeros(own * 8, dtype=np.float32),
            np.zeros(53 * 8, dtype=np.float32),
            np.zeros(8, dtype=np.int64),
        )
        return (
            np.zeros((rows, theirs), dtype=np.float32),
            np.zeros((len(river.kind), own), dtype=np.float32),
            np.zeros((int(river.width.max(initial=1)), wide), dtype=np.float32),
            np.zeros(wide, dtype=np.float32),
            work,
        )

    def walk(self, player: int, mode: Mode, reach: Floats, discounts: Discounts) -> Floats:
        singles = reach.astype(np.float32)
        factors = (
            np.float32(discounts.positive),
            np.float32(discounts.negative),
            np.float32(discounts.average),
        )
        source = self.regrets if mode == "update" else self.sums

        def run(thread: int) -> None:
            kernels.walk_rivers(
                thread, self.threads, player, MODES[mode], factors, singles,
                self.regrets[player], self.sums[player], source[1 - player],
                self.forest, self.ends[player], self.river.reach[player],
                self.theirs[player], self.own[player],
                self.scratch[thread][player], self.out[player],
            )  # fmt: skip

        list((self.pool.map if self.pool else map)(run, range(self.threads)))
        order, total = self.deal.order[player], self.total[player]
        kernels.collect_rivers(
            self.deal.river_class, order.count, order.target, self.out[player], total
        )
        return np.asarray(total / RIVERS_OF_A_PAIR)

    def close(self) -> None:
        """End the threads; later walks run in the calling thread and give the same results."""
        if self.pool is not None:
            self.pool.shutdown()
            self.pool = None


def _lane_places(cards: Ints) -> Any:
    """Return where the eight sums of each card start."""
    return np.ascontiguousarray(cards * 8).astype(np.uintp)
