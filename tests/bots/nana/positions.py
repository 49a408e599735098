"""Prepared NANA games with chosen deals, for tests of the bots."""

from __future__ import annotations

from typing import Any

from bots.catalog import BOTS
from bots.contract import Decision
from bots.nana.memory import Memory
from games.core.contract import fold, try_action
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.actions import Action, Give
from games.nana.events import Dealt, Event, NanaOptions
from games.nana.state import State

ME, BOT, BOT_2, BOT_3 = range(4)
"""The seats of document 000: a person and three bots; most tests look at BOT."""

SPREAD = (
    (
        (3, 4, 6, 7, 8, 9, 12),
        (2, 4, 5, 6, 8, 9, 11),
        (1, 2, 3, 5, 8, 10, 10),
        (1, 1, 2, 3, 7, 10, 11),
    ),
    (4, 5, 6, 7, 9, 11, 12, 12),
)
"""The 11s can all be flipped: high end of BOT, high end of BOT_3, centre slot 5."""
FOURS = (
    (
        (4, 5, 6, 7, 8, 9, 12),
        (4, 5, 6, 8, 9, 10, 11),
        (4, 5, 6, 7, 8, 9, 10),
        (1, 1, 1, 7, 10, 11, 12),
    ),
    (2, 2, 2, 3, 3, 3, 11, 12),
)
"""The 4s are the lowest cards of ME, BOT and BOT_2."""
BURIED = (
    (
        (3, 4, 6, 7, 8, 9, 12),
        (2, 4, 5, 6, 8, 9, 11),
        (1, 2, 3, 8, 10, 10, 12),
        (1, 1, 2, 3, 7, 10, 11),
    ),
    (4, 5, 6, 7, 9, 11, 12, 5),
)
"""BOT's own 5 is in the middle of its hand, the others are slots 1 and 7."""


class PreparedGame:
    """A game that tests play by hand: its true state and its log."""

    def __init__(self, deal: Any = SPREAD, first: int = ME, **options: Any) -> None:
        hands, centre = deal
        self.log: tuple[Event, ...] = (Dealt(NanaOptions(**options), hands, centre, first),)
        self.state: State = fold(GAME, self.log)

    def play(self, *actions: Action) -> PreparedGame:
        """Make these flips, each for the seat that is active then."""
        for action in actions:
            new_events = try_action(GAME, self.state, self.state.active, action)
            self.log, self.state = self.log + new_events, fold(GAME, new_events, self.state)
        return self

    def give(self, *numbers: int) -> PreparedGame:
        """Let every seat give its partner a card."""
        for seat, number in enumerate(numbers):
            new_events = try_action(GAME, self.state, seat, Give(number))
            self.log, self.state = self.log + new_events, fold(GAME, new_events, self.state)
        return self

    def memory(self, seat: int = BOT, level: str = "hard") -> Memory:
        """Return the memory of a seat after its redacted events."""
        bot = BOTS["nana", level]
        memory: Memory = bot.begin(
            seat, len(self.state.hands), self.state.options, Chance(b"own").fork(seat)
        )
        for event in self.log:
            memory = bot.remember(memory, GAME.redact(event, seat))
        return memory

    def decide(self, level: str = "hard") -> Decision:
        """Let the active seat decide."""
        seat, bot = self.state.active, BOTS["nana", level]
        memory = self.memory(seat, level)
        legal_actions = GAME.legal_actions(memory.table, seat)
        return bot.decide(memory, legal_actions, Chance(b"luck"), bot.work)

    def turn(self, level: str = "hard") -> list[Action]:
        """Let the active seat decide until its turn, or the game, is over."""
        seat, turn, flips = self.state.active, self.state.turn, []
        while (self.state.active, self.state.turn) == (seat, turn) and not self.state.outcome:
            flips.append(self.decide(level).action)
            self.play(flips[-1])
        return flips
