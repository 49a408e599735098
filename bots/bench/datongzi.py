"""What the pure parts of Da Tong Zi cost: recognising, generating, beating, kickers, decisions.

The same hands each time. CPU time; each figure is the time of one call, in milliseconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from bots.arena.statistics import quantiles
from bots.contract import Bot
from bots.datongzi.bots import BOTS
from bots.datongzi.kickers import DOCUMENT, HOUSE, KickerConfig, dfs_recursive, select_kickers
from bots.datongzi.warm import warm
from games.core.random_stream import Chance
from games.datongzi import rules
from games.datongzi.cards import FACES
from games.datongzi.events import DatongziOptions
from games.datongzi.generation import can_beat, choose_cards, kicker_choices, plays
from games.datongzi.patterns import Pattern, readings
from games.datongzi.projection import redact
from games.datongzi.state import apply

HANDS = 400
REPEATS = 5
"""The clock is read around so many calls: one alone is too short for it."""
TABLES = (
    (2, DatongziOptions(target="hand", first=0)),
    (3, DatongziOptions(target="hand", first=0)),
    (4, DatongziOptions(target="hand", first=0, teams="pairs")),
)
"""Where decisions are timed."""
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
    return rows | decisions(max(1, number // 100)) | playouts()


def decisions(deals: int) -> dict[str, dict[str, Any]]:
    """Time every decision of whole hands, each level against itself, at tables of all sizes."""
    warm()
    rows = {}
    for level, bot in BOTS.items():
        spent = [ms for deal in range(deals) for table in TABLES for ms in _hand(bot, deal, *table)]
        of = quantiles(spent)
        rows[f"decide, {level}"] = {
            "calls": len(spent),
            "p50_ms": round(of["p50"] or 0.0, 4),
            "p95_ms": round(of["p95"] or 0.0, 4),
            "max_ms": round(max(spent), 4),
        }
    return rows


def _hand(bot: Bot[Any, Any, Any], deal: int, seats: int, options: DatongziOptions) -> list[float]:
    """Let a bot play one hand against itself; return the milliseconds of its decisions."""
    chance = Chance(b"bench").fork("decide", deal, seats)
    events = rules.start(options, seats, chance)
    memories = [bot.begin(seat, seats, options, chance) for seat in range(seats)]
    state, spent = None, list[float]()
    while True:
        for event in events:
            state = apply(state, event)
            memories = [bot.remember(m, redact(event, seat)) for seat, m in enumerate(memories)]
        assert state is not None
        if state.outcome is not None:
            return spent
        if state.active is None:
            events = rules.deal(state, chance)
            continue
        seat, offered = state.active, rules.legal_actions(state, state.active)
        stream = chance.fork(len(spent))
        began = time.process_time()
        decision = bot.decide(memories[seat], offered, stream, bot.work)
        spent.append(1000 * (time.process_time() - began))
        events = rules.handle_action(state, seat, decision.action)


def playouts(number: int = 2000) -> dict[str, dict[str, Any]]:
    """Count the expert's playouts a second, from the first lead of a hand at each table."""
    rows = {}
    for seats, options in TABLES:
        chance = Chance(b"bench").fork("playouts", seats)
        (opened,) = rules.start(options, seats, chance)
        (dealt,) = rules.deal(apply(None, opened), chance)
        bot = BOTS["expert"]
        memory = bot.remember(bot.begin(0, seats, options, chance), redact(dealt, 0))
        offered = rules.legal_actions(memory.table, 0)
        began = time.process_time()
        done = bot.decide(memory, offered, chance, number).work
        per_second = round(done / (time.process_time() - began))
        rows[f"playouts, {seats} seats"] = {"playouts": done, "per_second": per_second}
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
