"""What the others' own turns tell about them: how careful they are, and what they do not hold.

A soft model: nobody is sure to see what could be taken, so nothing here is ever impossible.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bots.nana.looks import Bools, Ints
from bots.nana.memory import Card, Memory, recalled
from bots.nana.value import in_play
from bots.nana.weighing import reachable
from games.nana.rules import COPIES

CAREFUL = 0.6
"""How likely a player is to be careful, before anything is seen of it."""
QUIET = {True: 0.25, False: 0.01}
"""How likely a careful player, and any other, is to fail without showing anything new."""
OVERSEEN = 0.2
"""How likely a player is to leave a trio that it could take for sure."""


def care(memory: Memory, seat: int) -> float:
    """Judge how likely a seat is to be careful, from its failed turns."""
    careful, other = CAREFUL, 1 - CAREFUL
    for failure in memory.failures:
        if failure.by == seat:
            careful *= QUIET[True] if failure.quiet else 1 - QUIET[True]
            other *= QUIET[False] if failure.quiet else 1 - QUIET[False]
    return careful / (careful + other)


def doubts(memory: Memory) -> list[tuple[int, int, tuple[int, ...]]]:
    """List what seats did not take though two copies lay open: (seat, number, own ends).

    With the last copy at an end of its own hand the player would have had a sure trio.
    """
    state, found = recalled(memory), []
    since = {sighting.card: sighting.since for sighting in memory.sightings}
    open_to_all: dict[int, list[Card]] = {
        number: [card for card in reachable(state, number) if card in since]
        for number in in_play(state)
    }
    for failure in memory.failures:
        if failure.by == memory.seat:
            continue
        last = failure.since + failure.flips - 1  # what lay open when it turned its last card
        for number, cards in open_to_all.items():
            date = last if number == failure.target else failure.since
            if sum(since[card] <= date for card in cards) == COPIES - 1:
                found.append((failure.by, number, failure.ends))
    return found


def likelihood(memory: Memory, deals: Ints, size: int) -> npt.NDArray[np.float64]:
    """Weigh each deal by how well it explains what the others left."""
    weight = np.ones(len(deals))
    for seat, number, ends in set(doubts(memory)):
        cards = [seat * size + place for place in ends]
        had: Bools = (deals[:, cards] == number).any(axis=1)
        weight = np.where(had, weight * OVERSEEN, weight)
    usual = float(weight.mean())
    return weight / usual
