"""The plays a bot considers: every body, bare and with the kickers a selection gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bots.datongzi.kickers import Situation
from bots.datongzi.memory import Memory, unseen_copies, unseen_ranks
from games.datongzi.actions import Action, Pass, Play
from games.datongzi.cards import LOWEST, Cards
from games.datongzi.generation import choose_cards, plays
from games.datongzi.patterns import KICKERS_PER_TRIPLE, Pattern
from games.datongzi.scoring import deal_sizes, kickers_allowed

KickerChoice = Callable[[Pattern, Cards, int], Cards]
"""(bare body, its cards, capacity): the kickers to play with it."""


class Option(NamedTuple):
    """A play with its cards; `pattern` is `None` for a pass."""

    pattern: Pattern | None
    cards: Cards

    @property
    def action(self) -> Action:
        """The action that makes this play."""
        return Pass() if self.pattern is None else Play(self.cards, self.pattern)


def options_of(memory: Memory, offered: tuple[Action, ...], choose: KickerChoice) -> list[Option]:
    """List the plays to consider, and a pass if it is offered; never empty."""
    found = list(_plays(memory, choose)) if any(isinstance(a, Play) for a in offered) else []
    if Pass() in offered:
        found.append(Option(None, ()))
    return found


def _plays(memory: Memory, choose: KickerChoice) -> Iterator[Option]:
    hand, table = memory.hand, memory.table.table
    kickers = kickers_allowed(memory.options)
    for pattern in plays(hand, table, kickers=False):
        yield Option(pattern, choose_cards(hand, pattern))
    if not kickers:
        return
    bodies = {
        (p.rank, p.length): Pattern(p.kind, p.rank, p.length, p.size)
        for p in plays(hand, table)
        if p.kickers
    }
    for bare in bodies.values():
        yield from _with_kickers(hand, bare, choose)


def _with_kickers(hand: Cards, bare: Pattern, choose: KickerChoice) -> Iterator[Option]:
    body = body_cards(hand, bare)
    chosen = choose(bare, body, KICKERS_PER_TRIPLE * bare.length)
    if chosen:
        pattern = Pattern(bare.kind, bare.rank, bare.length, bare.size, len(chosen))
        yield Option(pattern, tuple(sorted((*body, *chosen))))


def body_cards(hand: Cards, bare: Pattern) -> Cards:
    """Return the cards of a body that will carry kickers: three identical ones are allowed."""
    padded = Pattern(bare.kind, bare.rank, bare.length, bare.size, 1)
    return choose_cards(hand, padded)


def situation_of(memory: Memory) -> Situation:
    """Return what the selection of kickers uses beside the hand: progress and unseen cards."""
    decks, size, _ = deal_sizes(memory.options, memory.seats)
    progress = sum(memory.table.played) / (size * memory.seats)
    return Situation(progress, (0,) * LOWEST + tuple(unseen_ranks(unseen_copies(memory))))
