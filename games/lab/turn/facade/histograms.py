"""Document 004's river enumeration, dead cards, equities and potential histograms."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

import numpy as np

from games.core.poker import high_strength
from games.lab.turn.combos import COMBO_CARDS, RIVER_BOARD, Floats, Ints, require_distinct
from games.lab.turn.equity import river_equities
from games.lab.turn.errors import EmptyRangeError, TurnLabError
from games.lab.turn.facade.cards import (
    AnyCard,
    AnyHand,
    AnyRange,
    Card,
    Hand,
    from_combo,
    from_range,
    to_board,
    to_cards,
    to_combo,
    to_hand,
    to_range,
)
from games.lab.turn.potential import (
    DEFAULT_BINS,
    UNDEFINED_REASON,
    PotentialHistograms,
    bin_edges,
    normalize,
    potential_histograms,
)
from games.lab.turn.ranges import Range
from games.lab.turn.rivers import river_cards

HANDS_PER_WORKER = 100
"""A worker thread is worth its cost from this many hands on."""


@dataclass(frozen=True)
class PotentialHistogram:
    """The histogram of one hand."""

    bins: Floats
    """The num_bins + 1 edges."""
    counts: Floats
    """The share of the rivers in each bin."""

    def is_normalized(self, tolerance: float = 1e-6) -> bool:
        """Return whether the shares add up to 1; an undefined histogram is not normalised."""
        return bool(abs(np.sum(self.counts) - 1.0) < tolerance)

    def to_vector(self) -> Floats:
        """Return the shares."""
        return self.counts

    @staticmethod
    def from_counts(counts: Floats) -> PotentialHistogram:
        """Return counts as a histogram; raise HistogramNormalizationError if their sum is 0."""
        return PotentialHistogram(bin_edges(len(counts)), normalize(np.asarray(counts, float)))


class RiverCardEnumerator:
    """List the river cards that are possible for a hand."""

    def enumerate_river_cards(
        self, hole_cards: AnyHand, turn_community: Iterable[AnyCard]
    ) -> list[Card]:
        """Return the 46 cards that are neither in the hand nor on the board, ascending."""
        cards = river_cards(to_board(turn_community), to_hand(hole_cards))
        return [Card(int(card)) for card in cards]


class DeadCardRemover:
    """Remove the hands that hold a dead card from a range."""

    def remove_dead_cards(
        self, hand_range: AnyRange, dead_cards: Iterable[AnyCard]
    ) -> dict[Hand, float]:
        """Return the hands that hold none of the cards; the dictionary may be empty."""
        return from_range(to_range(hand_range).without(to_cards(dead_cards)))


class TurnEquityCalculator:
    """Compute the equity of one hand on one river, straight from the definition."""

    def calculate_river_equity(
        self,
        hole_cards: AnyHand,
        river_community: Iterable[AnyCard],
        opponent_range: AnyRange,
    ) -> float:
        """Return the equity on a board of five; raise EmptyRangeError if nobody can oppose."""
        board, hand = to_board(river_community, RIVER_BOARD), to_hand(hole_cards)
        require_distinct([*board, *hand])
        opponent = to_range(opponent_range)
        combos = opponent.combos([*board, *hand])
        if not len(combos):
            raise EmptyRangeError(f"no opposing hand is possible beside {hand} on this river")
        mine = high_strength(np.array([*hand, *board]))
        boards = np.broadcast_to(np.array(board), (len(combos), RIVER_BOARD))
        theirs = high_strength(np.concatenate((COMBO_CARDS[combos], boards), axis=1))
        return float(np.average((np.sign(mine - theirs) + 1) / 2, weights=opponent.weights[combos]))


EquityCalculator = TurnEquityCalculator


class PotentialHistogramCalculator:
    """Compute potential histograms of hands on the turn.

    `num_workers` is the number of threads, 0 for one for each processor core. `weighted` counts
    rivers by their true probability instead of equally. A hand without any possible opponent is
    undefined: its histogram is NaN, unless `empty_range` asks for the document's uniform one.
    """

    def __init__(
        self,
        num_bins: int = DEFAULT_BINS,
        num_workers: int = 0,
        *,
        weighted: bool = False,
        empty_range: Literal["undefined", "uniform"] = "undefined",
    ) -> None:
        if num_bins < 1 or num_workers < 0:
            raise TurnLabError(
                f"num_bins must be at least 1 and num_workers at least 0; "
                f"got {num_bins} and {num_workers}"
            )
        self.num_bins = num_bins
        self.num_workers = num_workers or os.cpu_count() or 1
        self.weighted = weighted
        self.empty_range = empty_range

    def calculate_potential_histogram(
        self,
        hole_cards: AnyHand,
        turn_community: Iterable[AnyCard],
        opponent_range: AnyRange,
    ) -> Floats:
        """Return the histogram of one hand: [num_bins]."""
        board, hand = to_board(turn_community), to_hand(hole_cards)
        require_distinct([*board, *hand])
        combos = np.array([to_combo(hand)])
        found = self._compute(board, combos, to_range(opponent_range))
        return np.asarray(self._counts(found)[0])

    def calculate_range_potential_histograms(
        self,
        my_range: AnyRange,
        opponent_range: AnyRange,
        turn_community: Iterable[AnyCard],
    ) -> dict[Hand, Floats]:
        """Return the histogram of each hand of a range that holds no board card."""
        found = self.describe_range(my_range, opponent_range, turn_community)
        hands = (from_combo(int(combo)) for combo in found.combos)
        return dict(zip(hands, self._counts(found), strict=True))

    def describe_range(
        self,
        my_range: AnyRange,
        opponent_range: AnyRange,
        turn_community: Iterable[AnyCard],
    ) -> PotentialHistograms:
        """Return the histograms as arrays, with means and variances from exact equities."""
        board = to_board(turn_community)
        combos = to_range(my_range).combos(board)
        return self._compute(board, combos, to_range(opponent_range))

    def undefined_hands(self, histograms: PotentialHistograms) -> dict[Hand, str]:
        """Return the hands that have no histogram, each with the reason."""
        undefined = histograms.combos[~histograms.defined]
        return {from_combo(int(combo)): UNDEFINED_REASON for combo in undefined}

    def _compute(self, board: Sequence[int], combos: Ints, opponent: Range) -> PotentialHistograms:
        workers = min(self.num_workers, max(1, len(combos) // HANDS_PER_WORKER))
        parts = np.array_split(combos, workers)
        with ThreadPoolExecutor(workers) as pool:
            found = list(pool.map(lambda part: self._part(board, part, opponent), parts))
        return found[0] if workers == 1 else _joined(found)

    def _part(self, board: Sequence[int], combos: Ints, opponent: Range) -> PotentialHistograms:
        equities = river_equities(board, combos, opponent)
        return potential_histograms(equities, self.num_bins, weighted=self.weighted)

    def _counts(self, found: PotentialHistograms) -> Floats:
        if self.empty_range == "uniform":
            return np.where(found.defined[:, None], found.counts, 1 / self.num_bins)
        return found.counts


def _joined(parts: list[PotentialHistograms]) -> PotentialHistograms:
    return PotentialHistograms(
        np.concatenate([part.combos for part in parts]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.mean for part in parts]),
        np.concatenate([part.variance for part in parts]),
        np.concatenate([part.rivers_used for part in parts]),
        parts[0].weighted,
    )
