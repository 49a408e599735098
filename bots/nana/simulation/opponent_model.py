"""Opponent model: how skilled the other players are, and what they may hold, from their failed turns.

Invariant: no deal gets weight zero. Any player may overlook a trio or flip a poor card, so a failed
turn makes a deal less likely, never impossible. Without this model, simulated opponents would often
hold cards with which the real ones would have taken a trio already.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bots.nana.belief.sampling import flat_deal
from bots.nana.memory import Failure, Memory, recalled
from bots.nana.simulation.batch import NUMBERS, GameBatch, TableShape
from bots.nana.simulation.playout import expected_gains, survey
from bots.nana.simulation.trio_value import values_of_trios, wins_with
from bots.nana.simulation.unknown_cards import Bools, Floats, Ints, UnknownCards
from games.nana.rules import COPIES

P_SKILLED = 0.8
"""Prior probability that a player is skilled."""
P_REVEALS_NOTHING = {True: 0.25, False: 0.01}
"""By whether a player is skilled: probability that a failed turn shows no new card."""
P_MISSES_TRIO = 0.1
"""Probability that a player leaves a trio that they could take for sure."""
MAX_FAILED_TURNS = 6
"""Most failed turns of opponents examined, the last ones."""
GAIN_SCALE, P_RANDOM_FIRST_CARD = 0.015, 0.3
"""Scale of the softmax over expected gains; and probability that the first card is random."""
NEVER = 1 << 30
"""Event number of a card that was not shown."""


def skill_probability(memory: Memory, seat: int, likelihood_ratio: float = 1.0) -> float:
    """Return the probability that a seat is skilled, from its failed turns.

    `likelihood_ratio` compares skilled play with random play for the cards the seat flipped.
    """
    skilled, other = P_SKILLED * likelihood_ratio, 1 - P_SKILLED
    for failure in memory.failures:
        if failure.by == seat:
            skilled *= (
                P_REVEALS_NOTHING[True] if failure.revealed_nothing else 1 - P_REVEALS_NOTHING[True]
            )
            other *= (
                P_REVEALS_NOTHING[False]
                if failure.revealed_nothing
                else 1 - P_REVEALS_NOTHING[False]
            )
    return skilled / (skilled + other)


@dataclass(frozen=True)
class TableHistory:
    """When each card was shown, and which numbers were collected when and by whom.

    Times are numbers of remembered events.
    """

    shown: Ints
    """[card]: when it was shown; `NEVER` for a card not shown."""
    number: Ints
    """[card]: its number, 0 if unknown."""
    taken: tuple[tuple[int, int, int], ...]
    """(number, seat, event)"""

    def batch(self, shape: TableShape, deals: Ints, failure: Failure) -> GameBatch:
        """Return the table as it was when a failed turn began, once for every deal."""
        count = len(deals)
        down, trios = np.ones(len(self.number), dtype=bool), np.zeros(shape.seats, dtype=np.int64)
        for number, seat, event in self.taken:
            if event <= failure.began_at_event:
                down &= self.number != number
                trios[seat] |= 1 << number
        return GameBatch(
            number=deals,
            down=np.tile(down, (count, 1)),
            public=np.tile(self.shown <= failure.began_at_event, (count, 1)),
            trios=np.tile(trios, (count, 1)),
            active=np.full(count, failure.by),
            game_id=np.arange(count),
            stream=np.arange(count),
        )


def table_history(memory: Memory, shape: TableShape) -> TableHistory:
    """Return the history in a memory; a trio counts as taken when its last card was shown."""
    state = recalled(memory)
    shown = np.full(len(shape.owner), NEVER)
    for sighting in memory.sightings:
        seat, place = sighting.card
        shown[(shape.held if seat is None else seat * shape.size) + place] = sighting.seen_at_event
    number = np.array(flat_deal(state))
    dates = (
        (trio, seat, int(shown[number == trio].max()))
        for seat, trios in enumerate(state.trios)
        for trio in trios
    )
    return TableHistory(shown, number, tuple(dates))


def infer_from_failures(
    memory: Memory, deals: Ints, shape: TableShape
) -> tuple[npt.NDArray[np.float64], tuple[float, ...]]:
    """Return a weight for each deal and the probability that each seat is skilled.

    The weight says how well the deal explains the failed turns of the other seats; its mean is 1.
    """
    history, weight, ratios = (
        table_history(memory, shape),
        np.ones(len(deals)),
        np.ones(shape.seats),
    )
    failures = [failure for failure in memory.failures if failure.by != memory.seat]
    for failure in failures[-MAX_FAILED_TURNS:]:
        batch = history.batch(shape, deals, failure)
        known = batch.public | (shape.owner == failure.by)
        no_noise = np.zeros((len(deals), len(shape.owner) + len(NUMBERS)), np.float32)
        in_reach, unknown = survey(shape, batch, known, no_noise)
        left = (in_reach >= COPIES).any(axis=1) | _missed_trio(
            history, batch, failure, shape, in_reach
        )
        value = values_of_trios(shape, batch, wins_with(shape, batch.trios[:, failure.by]))
        likelihood = _choice_likelihood(
            history, failure, shape, unknown, expected_gains(unknown, in_reach, value)
        )
        ratios[failure.by] *= float((weight * likelihood).sum() / weight.sum())
        weight *= np.where(left, P_MISSES_TRIO, likelihood)
    skilled = tuple(
        skill_probability(memory, seat, float(ratios[seat])) for seat in range(shape.seats)
    )
    return weight / float(weight.mean()), skilled


def _missed_trio(
    history: TableHistory, batch: GameBatch, failure: Failure, shape: TableShape, in_reach: Ints
) -> Bools:
    """Return the deals in which the turn's own flips showed the rest of a trio that was not taken."""
    last = failure.began_at_event + failure.flips - 1  # the flip before the last one
    fresh = (
        (history.shown > failure.began_at_event)
        & (history.shown <= last)
        & (shape.owner != failure.by)
    )
    found = (fresh & (batch.number == failure.target)).sum(axis=1)
    missed: Bools = (found > 0) & (in_reach[:, failure.target] + found >= COPIES)
    return missed


def _choice_likelihood(
    history: TableHistory, failure: Failure, shape: TableShape, unknown: UnknownCards, gain: Floats
) -> Floats:
    """[deal]: likelihood that a skilled player flips this first new card, relative to a random one."""
    (first,) = np.nonzero(history.shown == failure.began_at_event + 1)
    if not len(first) or shape.owner[first[0]] == failure.by:
        return np.ones(len(gain), np.float32)
    ends = 2 * shape.seats
    gain = np.where(unknown.exists, gain, -1.0)
    middle = gain[:, ends:].max(axis=1, keepdims=True, initial=-1.0)  # teams have none
    kinds = np.concatenate([gain[:, :ends], middle], axis=1)
    chosen = np.exp((kinds - kinds.max(axis=1, keepdims=True)) / GAIN_SCALE)
    chosen /= chosen.sum(axis=1, keepdims=True)
    if first[0] >= shape.held:
        there = chosen[:, ends]
    else:
        there = (chosen[:, :ends] * (unknown.cards[:, :ends] == first[0])).sum(axis=1)
    likely: Floats = (1 - P_RANDOM_FIRST_CARD) * there * kinds.shape[1] + P_RANDOM_FIRST_CARD
    return likely
