"""The simple styles: any play at random, the lowest play, the play that leaves the fewest turns."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from bots.contract import Reason
from bots.datongzi.candidates import Option, options_of, situation_of
from bots.datongzi.kickers import DOCUMENT, dfs_recursive, select_kickers, solve_knapsack
from bots.datongzi.levels import Level
from bots.datongzi.memory import Memory
from bots.datongzi.scoring.scored_action import ScoredAction, play_name
from bots.datongzi.turns import counts_of, fewest_turns
from games.core.random_stream import Chance
from games.datongzi.actions import Action, Pass, Play
from games.datongzi.cards import Cards, without
from games.datongzi.generation import choose_cards, kicker_choices, plays
from games.datongzi.patterns import STRENGTH, Pattern
from games.datongzi.scoring import kickers_allowed
from games.datongzi.state import trick_points

MAX_KICKER_CHOICES = 40
FEW_POINTS = 10
"""Points in a trick that are not worth a trump, where passing is free."""


def score_at_random(
    level: Level, memory: Memory, offered: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Choose any pattern and any of its kickers at random, or a pass if it is offered."""
    note = Reason("at_random")
    if Pass() in offered and chance.below(2):
        return [ScoredAction(Pass(), 0.0, note)], 1
    hand = memory.hand
    found = plays(hand, memory.table.table, kickers_allowed(memory.options))
    if not found:
        return [ScoredAction(Pass(), 0.0, note)], 1
    pattern = chance.choice(found)
    chosen = chance.choice(list(islice(kicker_choices(hand, pattern), MAX_KICKER_CHOICES)))
    action = Play(choose_cards(hand, pattern, chosen), pattern)
    return [ScoredAction(action, 0.0, note, {}, 1 / len(found))], 1


def score_lowest(
    level: Level, memory: Memory, offered: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Prefer the lowest play: no trump, low rank, few cards; a free pass before any trump."""
    options = options_of(memory, offered, _no_kickers)[:work]
    return [_lowest(option) for option in options], len(options)


def _no_kickers(bare: Pattern, body: Cards, capacity: int) -> Cards:
    return ()


def _lowest(option: Option) -> ScoredAction:
    pattern = option.pattern
    if pattern is None:
        return ScoredAction(option.action, -900.0, Reason("let_stand"))
    parts = {
        "trump": -1000.0 * STRENGTH.get(pattern.kind, 0),
        "rank": -20.0 * (pattern.rank - 5),
        "cards": -1.0 * pattern.total - 0.1 * (pattern.suit or 0),
    }
    note = Reason("lowest", {"play": play_name(pattern)})
    return ScoredAction(option.action, sum(parts.values()), note, parts)


def score_turns(
    level: Level, memory: Memory, offered: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Prefer the play after which the hand has the fewest turns, then the lowest one."""
    situation = situation_of(memory)
    solve = solve_knapsack if level.exact else dfs_recursive

    def choose(bare: Pattern, body: Cards, capacity: int) -> Cards:
        return select_kickers(memory.hand, body, capacity, None, DOCUMENT, situation, solve)

    options = options_of(memory, offered, choose)[:work]
    return [_by_turns(memory, option) for option in options], len(options)


def _by_turns(memory: Memory, option: Option) -> ScoredAction:
    kickers = kickers_allowed(memory.options)
    before = fewest_turns(counts_of(memory.hand), kickers)
    pattern = option.pattern
    if pattern is None:
        worth = trick_points(memory.table.trick)
        parts = {"turns": -100.0 * before, "trump": -60.0 - max(0, worth - FEW_POINTS)}
        return ScoredAction(option.action, sum(parts.values()), Reason("let_stand"), parts)
    left = without(memory.hand, option.cards)
    turns = fewest_turns(counts_of(left), kickers)
    parts = {
        "turns": -100.0 * turns,
        "trump": -40.0 * STRENGTH.get(pattern.kind, 0) - 120.0 * broken(memory.hand, left),
        "rank": -2.0 * (pattern.rank - 5) - 0.1 * (pattern.suit or 0),
        "cards": 0.5 * len(option.cards),
    }
    note = Reason("turns", {"play": play_name(pattern), "turns": turns})
    if not left:
        note = Reason("empties", {"play": play_name(pattern)})
    return ScoredAction(option.action, sum(parts.values()), note, parts, 1 / (1 + turns))


def broken(before: Cards, after: list[int]) -> int:
    """Count the ranks of which a bomb was split but not played whole."""
    had, has = Counter(card >> 2 for card in before), Counter(card >> 2 for card in after)
    return sum(number >= 4 and 0 < has[rank] < 4 for rank, number in had.items())
