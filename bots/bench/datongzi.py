"""What the pure parts of Da Tong Zi cost: recognising, generating, whether anything beats, kickers.

The same hands each time. CPU time; each figure is the time of one call, in milliseconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from bots.datongzi.kickers import DOCUMENT, HOUSE, KickerConfig, dfs_recursive, select_kickers
from bots.figures import quantiles
from games.core.chance import Chance
from games.datongzi.cards import FACES
from games.datongzi.generation import can_beat, choose_cards, kicker_choices, plays
from games.datongzi.patterns import Pattern, readings

HANDS = 400
REPEATS = 5
"""The clock is read around so many calls: one alone is too short for it."""
KICKER_HANDS = (10, 23, 41)
"""The document's hand sizes (5.1)."""


def hands(size: int, number: int = HANDS) -> list[tuple[int, ...]]:
    """Deal hands of three decks."""
    chance = Chance(b"bench").fork("datongzi", size)
    return [tuple(sorted(chance.shuffled(FACES * 3)[:size])) for _ in range(number)]


def measure(number: int = HANDS) -> dict[str, dict[str, Any]]:
    """Time every subject on hands of 41 cards, kickers on the document's sizes."""
    full = hands(41, number)
    listed = [plays(hand) for hand in full]
    chance = Chance(b"bench").fork("tables")
    tables = [chance.choice(found) for found in listed]
    rows = {
        "recognise": timed(partial(readings, cards) for cards in _sets(full, listed)),
        "generate, leading": timed(partial(plays, hand) for hand in full),
        "generate, following": timed(map(_following, full, reversed(tables))),
        "whether anything beats": timed(map(_whether, full, reversed(tables))),
        "first 20 kicker choices": timed(map(_kickers, full, listed)),
    }
    rows["generate, leading"] |= _counts([len(found) for found in listed])
    for size in KICKER_HANDS:
        for name, config in (("DOCUMENT", DOCUMENT), ("HOUSE", HOUSE)):
            rows[f"kickers, {size} cards, {name}"] = timed(selections(size, number, config))
    searches = selections(KICKER_HANDS[-1], number, DOCUMENT, solve=dfs_recursive)
    rows["kickers, 41 cards, the document's search"] = timed(searches)
    return rows


def selections(
    size: int, number: int, config: KickerConfig, **solver: Any
) -> list[Callable[[], object]]:
    """List selections of kickers for the longest body of each hand that has one."""
    found: list[Callable[[], object]] = []
    for hand in hands(size, number):
        bodies = [p for p in plays(hand, kickers=False) if p.kind in ("triple", "airplane")]
        if bodies:
            body = max(bodies, key=lambda pattern: pattern.length)
            main = choose_cards(hand, body)
            found.append(
                partial(select_kickers, hand, main, 2 * body.length, None, config, **solver)
            )
    return found


def timed(calls: Iterable[Callable[[], object]]) -> dict[str, Any]:
    """Call each a few times and sum up how long one call took."""
    spent = []
    for call in calls:
        began = time.process_time()
        for _ in range(REPEATS):
            call()
        spent.append(1000 * (time.process_time() - began) / REPEATS)
    of = quantiles(spent)
    return {
        "calls": len(spent),
        "p50_ms": round(of["p50"] or 0.0, 4),
        "p95_ms": round(of["p95"] or 0.0, 4),
        "max_ms": round(max(spent, default=0.0), 4),
    }


def _sets(
    full: Sequence[tuple[int, ...]], listed: Sequence[list[Pattern]]
) -> list[tuple[int, ...]]:
    """Take one play of each hand, as cards."""
    chance = Chance(b"bench").fork("sets")
    chosen = []
    for hand, found in zip(full, listed, strict=True):
        pattern = chance.choice(found)
        chosen.append(choose_cards(hand, pattern, next(kicker_choices(hand, pattern))))
    return chosen


def _following(hand: tuple[int, ...], table: Pattern) -> Callable[[], object]:
    return partial(plays, hand, table)


def _whether(hand: tuple[int, ...], table: Pattern) -> Callable[[], object]:
    return partial(can_beat, hand, table)


def _kickers(hand: tuple[int, ...], found: list[Pattern]) -> Callable[[], object]:
    pattern = max(found, key=lambda play: play.kickers)
    return lambda: list(islice(kicker_choices(hand, pattern), 20))


def _counts(numbers: list[int]) -> dict[str, int]:
    ordered = sorted(numbers)
    return {"plays_median": ordered[len(ordered) // 2], "plays_max": ordered[-1]}
