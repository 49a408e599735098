"""What a replay tells of bots: the steps of a game, its analyses, its decisions, its turning point.

Only finished games are analysed; the analyst's process computes, a request only waits.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from itertools import pairwise
from threading import BoundedSemaphore
from typing import Any

import msgspec
from django.db import connection

from bots.analysis import Key, Part, Reader, Story, sentence
from bots.analyst import Failed as Failed
from bots.analyst import analyst
from bots.catalog import BOTS, TELLING
from bots.contract import Decision
from bots.models import Thought
from games.core import wire
from games.tables import log, luck, table_events
from games.tables.log import LiveTable

PATIENCE = 2.0
"""Seconds a request waits for an analysis."""
WAITING = BoundedSemaphore(32)
"""How many requests may wait at once; others are answered at once that they have to ask again."""


class Pending(Exception):
    """An analysis takes longer than a request waits."""


class Step(msgspec.Struct, frozen=True):
    """One step of a replay."""

    row: int
    events: int
    """How many events of the game have been shown."""
    game: bool
    """Whether the last event is one of the game, not one of the table."""
    first: bool
    """Whether the row begins here."""
    last: bool
    """Whether the row ends here."""
    levels: tuple[str | None, ...]
    """By seat: the level of the bot that plays it."""


def steps(live: LiveTable) -> list[Step]:
    """List the steps of a game as the replay counts them: every event from the first deal on."""
    info, told, found = table_events.EMPTY_TABLE, 0, list[Step]()
    with live.lock:
        rows = list(live.rows)
    for row in rows:
        game = row.kind == "game"
        for event in () if game else row.events:
            info = table_events.apply(info, event, row.seq)
        if not game and not found:
            continue
        levels = tuple(seat_info.bot for seat_info in info.seats)
        for place in range(len(row.events)):
            told += game
            last = place == len(row.events) - 1
            found.append(Step(row.seq, told, game, place == 0, last, levels))
    return found


def story(live: LiveTable) -> Story:
    """Put together all that the analyses of a game look at."""
    wanted: dict[tuple[int, str], dict[int, None]] = {}
    for step in steps(live):
        for seat, level in enumerate(step.levels):
            if level is not None and (live.game.slug, level) in BOTS:
                wanted.setdefault((seat, level), {})[step.events] = None
    with live.lock:
        events = {seat: tuple(live.game_events(seat)) for seat, _ in wanted}
    parts = [
        Part(
            seat,
            level,
            BOTS[live.game.slug, level].version,
            luck.bot_chance(live.seeds[0], seat).key,
            events[seat],
            tuple(numbers),
        )
        for (seat, level), numbers in sorted(wanted.items())
    ]
    options = wire.stored_options(live.game, live.info.options)
    names = tuple(seat_info.name or f"Seat {seat_info.seat + 1}" for seat_info in live.info.seats)
    return Story(live.info.code, live.game.slug, options, names, tuple(parts))


def prepare(live: LiveTable, **signal: Any) -> None:
    """Have the analyses of a finished game computed ahead of time."""
    if log.is_revealed(live) and live.seeds:
        analyst.open(live.info.code, lambda: story(live))


def analysed(live: LiveTable, seat: int, step: Step) -> dict[str, Any] | None:
    """Wait a little for an analysis; `None` if no bot plays the seat then. Raises `Pending`."""
    level = step.levels[seat]
    if level is None or (live.game.slug, level) not in BOTS:
        return None
    version = BOTS[live.game.slug, level].version
    key = Key(live.info.code, seat, level, version, step.events)
    future = analyst.ask(key, lambda: story(live))
    if not future.done():
        _wait(future)
    told: dict[str, Any] = msgspec.json.decode(future.result(0))
    return told if step.game else told | {"learned": []}


def analysed_now(live: LiveTable, seat: int, row: int) -> dict[str, Any] | None:
    """Compute an analysis after a row of any game, for the staff; `None` if no bot plays the seat."""
    found = [step for step in steps(live) if step.row <= row]
    if not found or (level := found[-1].levels[seat]) is None:
        return None
    step, told = found[-1], story(live)
    part = next(part for part in told.parts if (part.seat, part.level) == (seat, level))
    analysis: dict[str, Any] = msgspec.json.decode(Reader(told, part).analysis(step.events))
    decision = thought(live, seat, step)
    summary = decision["reason"] if decision else analysis["summary"]
    return analysis | {"step": row, "thought": decision, "summary": summary}


def _wait(future: Future[bytes]) -> None:
    """Wait for an answer, holding no connection to the database."""
    if not WAITING.acquire(blocking=False):
        raise Pending
    try:
        if not connection.in_atomic_block:
            connection.close()
        future.exception(PATIENCE)
    except TimeoutError:
        raise Pending from None
    finally:
        WAITING.release()


def thought(live: LiveTable, seat: int, step: Step) -> dict[str, Any] | None:
    """Find the decision that led to a step's row, or else the one made on it."""
    of_seat = Thought.objects.filter(table=live.table_id, seat=seat)
    row = of_seat.filter(seq=step.row).first()
    if row is None and step.last:
        row = of_seat.filter(at=step.row).order_by("-seq").first()
    if row is None:
        return None
    decision = msgspec.json.decode(row.decision, type=Decision)
    return weighed(live.game.slug, decision, made=row.seq == step.row)


def weighed(game: str, decision: Decision, made: bool) -> dict[str, Any]:
    """Put a decision into words, its candidates with what they are made of."""
    candidates = [
        wire.plain(one) | {"note": sentence(game, one.note)} for one in decision.candidates
    ]
    return {
        "action": wire.plain(decision.action),
        "confidence": decision.confidence,
        "reason": sentence(game, decision.reason),
        "random": decision.reason.id in TELLING[game].random,
        "candidates": candidates,
        "made": made,
    }


class Made(msgspec.Struct, frozen=True):
    """A decision of a bot, and the first step of the row it led to."""

    seat: int
    step: int
    win: float | None
    confidence: float


def decisions(live: LiveTable) -> list[Made]:
    """List the decisions of a game's bots in the order of their steps."""
    first: dict[int, tuple[int, Step]] = {}
    for number, step in enumerate(steps(live), start=1):
        first.setdefault(step.row, (number, step))
    made = []
    stored = Thought.objects.filter(table=live.table_id).order_by("seq")
    for seq, seat, raw in stored.values_list("seq", "seat", "decision"):
        if seq in first and first[seq][1].levels[seat] is not None:
            decision = msgspec.json.decode(raw, type=Decision)
            made.append(Made(seat, first[seq][0], decision.win, decision.confidence))
    return made


def turning_point(live: LiveTable, made: Iterable[Made]) -> Made | None:
    """Find where the best-placed bot's estimate of its own game rose most, else its last decision.

    The estimate is the chance to win where the level computes one, else how sure the bot was that the
    action succeeds. Of several winners the one with the largest rise counts.
    """
    outcome = live.info.result or (live.game.outcome(live.state) if live.state else None)
    by_seat: dict[int, list[Made]] = {}
    for one in made:
        by_seat.setdefault(one.seat, []).append(one)
    if outcome is None or not by_seat:
        return None
    place = {seat: (seat in outcome.winners, outcome.scores[seat]) for seat in by_seat}
    best = [seat for seat in by_seat if place[seat] == max(place.values())]
    rises = [rise for seat in best for rise in _rises(by_seat[seat])]
    rise, found = max(rises, key=lambda pair: pair[0], default=(0.0, None))
    return found if rise > 0 else by_seat[best[0]][-1]


def _rises(made: list[Made]) -> list[tuple[float, Made]]:
    """Pair each decision with how much its estimate is above the one before."""
    reckoned = [(one.win, one) for one in made if one.win is not None]
    known = reckoned or [(one.confidence, one) for one in made]
    return [(now[0] - earlier[0], now[1]) for earlier, now in pairwise(known)]
