"""A batch of simulated games: the table shape they share, and the state of each game."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from bots.nana.simulation.unknown_cards import Bools, Ints

NUMBERS = np.arange(13)
NUMBER_BITS = 1 << NUMBERS


@dataclass(frozen=True)
class TableShape:
    """What all games of a batch share: the sizes of the deal and the rules for winning."""

    seats: int
    size: int
    """Cards dealt to each hand."""
    centre: int
    """Cards dealt to the centre."""
    top: int
    """The largest number of the deck."""
    win: str
    continues_after_trio: bool
    """Whether a player who takes a trio moves again."""
    teams: bool = False
    """Partners sit opposite and have their trios in common."""

    @property
    def held(self) -> int:
        """The number of cards dealt to hands; the centre's cards come after them."""
        return self.seats * self.size

    def partner(self, seat: Ints) -> Ints:
        """Return the partner of each of these seats; without teams the seat itself."""
        return (seat + self.seats // 2) % self.seats if self.teams else seat

    @cached_property
    def owner(self) -> Ints:
        """[card]: the seat that was dealt it, -1 for the centre."""
        hands = np.repeat(np.arange(self.seats), self.size)
        return np.concatenate([hands, np.full(self.centre, -1)])


@dataclass
class GameBatch:
    """Simulated games between two turns; the first index of every array is the game."""

    number: Ints
    """[game, card]: the card's number."""
    down: Bools
    """[game, card]: whether the card still lies on the table."""
    public: Bools
    """[game, card]: whether the card was shown to everybody."""
    trios: Ints
    """[game, seat]: bits of the numbers collected."""
    active: Ints
    game_id: Ints
    """Number of the game, kept when other games leave the batch."""
    stream: Ints
    """Which random stream each game uses."""

    def select(self, selected: Bools) -> GameBatch:
        """Return the selected games."""
        return GameBatch(*(getattr(self, field.name)[selected] for field in fields(self)))
