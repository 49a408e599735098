"""Opponent model: how careful the others are, and what they may hold, from their own turns.

A soft model: nobody is sure to see what could be taken or where a look promises most, so nothing
here is ever impossible. Without it imagined rivals would hold what they would long have taken.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bots.nana.deals import flat
from bots.nana.looks import Bools, Floats, Ints, Looks
from bots.nana.memory import Failure, Memory, recalled
from bots.nana.playout import promises, survey
from bots.nana.rows import NUMBERS, Frame, Rows
from bots.nana.stakes import wins_with, worths
from games.nana.rules import COPIES

CAREFUL = 0.8
"""How likely a player is to be careful, before anything is seen of it."""
QUIET = {True: 0.25, False: 0.01}
"""How likely a careful player, and any other, is to fail without showing anything new."""
OVERSEEN = 0.1
"""How likely a player is to leave a trio that it could take for sure."""
LATELY = 6
"""How many failed turns of rivals are gone back over, at most."""
NEAR, ANYWHERE = 0.015, 0.3
"""Expected gains this close are chosen between at random; and how often the first card is random."""
NEVER = 1 << 30


def care(memory: Memory, seat: int, asked: float = 1.0) -> float:
    """Return the probability that a seat plays carefully, from its failed turns.

    `asked` is the likelihood ratio of the cards it flipped: careful play against random play.
    """
    careful, other = CAREFUL * asked, 1 - CAREFUL
    for failure in memory.failures:
        if failure.by == seat:
            careful *= QUIET[True] if failure.quiet else 1 - QUIET[True]
            other *= QUIET[False] if failure.quiet else 1 - QUIET[False]
    return careful / (careful + other)


@dataclass(frozen=True)
class Past:
    """When each card was shown, and which numbers were collected when and by whom."""

    shown: Ints
    """[card]: how many events had been remembered then; `NEVER` for a card not shown."""
    number: Ints
    taken: tuple[tuple[int, int, int], ...]
    """(number, seat, date)"""

    def rows(self, frame: Frame, deals: Ints, failure: Failure) -> Rows:
        """Lay the table again on every deal, as it was when a failed turn began."""
        count = len(deals)
        down, trios = np.ones(len(self.number), dtype=bool), np.zeros(frame.seats, dtype=np.int64)
        for number, seat, date in self.taken:
            if date <= failure.since:
                down &= self.number != number
                trios[seat] |= 1 << number
        return Rows(
            number=deals,
            down=np.tile(down, (count, 1)),
            public=np.tile(self.shown <= failure.since, (count, 1)),
            trios=np.tile(trios, (count, 1)),
            active=np.full(count, failure.by),
            origin=np.arange(count),
            sample=np.arange(count),
        )


def recollect(memory: Memory, frame: Frame) -> Past:
    """Date what was shown and taken; a trio counts as taken when its last card was shown."""
    state = recalled(memory)
    shown = np.full(len(frame.owner), NEVER)
    for sighting in memory.sightings:
        seat, place = sighting.card
        shown[(frame.held if seat is None else seat * frame.size) + place] = sighting.since
    number = np.array(flat(state))
    dates = (
        (trio, seat, int(shown[number == trio].max()))
        for seat, trios in enumerate(state.trios)
        for trio in trios
    )
    return Past(shown, number, tuple(dates))


def read(
    memory: Memory, deals: Ints, frame: Frame
) -> tuple[npt.NDArray[np.float64], tuple[float, ...]]:
    """Weigh each deal by how well it explains what the others did, and each seat by its care."""
    past, weight, looked = recollect(memory, frame), np.ones(len(deals)), np.ones(frame.seats)
    failures = [failure for failure in memory.failures if failure.by != memory.seat]
    for failure in failures[-LATELY:]:
        rows = past.rows(frame, deals, failure)
        known = rows.public | (frame.owner == failure.by)
        still = np.zeros((len(deals), len(frame.owner) + len(NUMBERS)), np.float32)
        ready, looks = survey(frame, rows, known, still)
        left = (ready >= COPIES).any(axis=1) | _missed(past, rows, failure, frame, ready)
        value = worths(frame, rows, wins_with(frame, rows.trios[:, failure.by]))
        asked = _asked(past, failure, frame, looks, promises(looks, ready, value))
        looked[failure.by] *= float((weight * asked).sum() / weight.sum())
        weight *= np.where(left, OVERSEEN, asked)
    careful = tuple(care(memory, seat, float(looked[seat])) for seat in range(frame.seats))
    return weight / float(weight.mean()), careful


def _missed(past: Past, rows: Rows, failure: Failure, frame: Frame, ready: Ints) -> Bools:
    """Tell where the turn's own flips laid the rest of a trio open, and it was not taken."""
    last = failure.since + failure.flips - 1  # what lay open when it turned its last card
    fresh = (past.shown > failure.since) & (past.shown <= last) & (frame.owner != failure.by)
    found = (fresh & (rows.number == failure.target)).sum(axis=1)
    missed: Bools = (found > 0) & (ready[:, failure.target] + found >= COPIES)
    return missed


def _asked(past: Past, failure: Failure, frame: Frame, looks: Looks, promise: Floats) -> Floats:
    """[deal]: how likely the first new card turned was to be looked at, by what each promised."""
    (first,) = np.nonzero(past.shown == failure.since + 1)
    if not len(first) or frame.owner[first[0]] == failure.by:
        return np.ones(len(promise), np.float32)
    ends = 2 * frame.seats
    promise = np.where(looks.free, promise, -1.0)
    middle = promise[:, ends:].max(axis=1, keepdims=True, initial=-1.0)  # teams have none
    kinds = np.concatenate([promise[:, :ends], middle], axis=1)
    chosen = np.exp((kinds - kinds.max(axis=1, keepdims=True)) / NEAR)
    chosen /= chosen.sum(axis=1, keepdims=True)
    if first[0] >= frame.held:
        there = chosen[:, ends]
    else:
        there = (chosen[:, :ends] * (looks.cards[:, :ends] == first[0])).sum(axis=1)
    likely: Floats = (1 - ANYWHERE) * there * kinds.shape[1] + ANYWHERE
    return likely
