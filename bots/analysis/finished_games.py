"""What a replay shows of bots: the steps of a game, its analyses, its decisions, its turning point.

Only finished games are analysed; the analyst's process computes, a request only waits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from itertools import pairwise
from threading import BoundedSemaphore
from typing import Any

import msgspec
from django.db import connection

from bots.analysis.compute import AnalysisKey, BotAnalyser, RecordedBot, RecordedGame, format_reason
from bots.analysis.process import Failed as Failed
from bots.analysis.process import analysis_process
from bots.catalog import BOTS, EXPLANATIONS
from bots.contract import Decision
from bots.models import DecisionRecord
from bots.runtime.session import begin_memory, needed_data
from games.core import codec
from games.core.contract import NO_DATA
from games.tables.eventlog import revealing
from games.tables.eventlog.live_table import DealLog, LiveTable
from games.tables.events import fairness, table_info
from games.tables.services.scheduler import NotReady

WAIT_SECONDS = 2.0
"""Seconds a request waits for an analysis."""
WAITING_REQUESTS = BoundedSemaphore(32)
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


def steps(deal: DealLog) -> list[Step]:
    """List the steps of a deal as the replay counts them: every event from the deal on."""
    info, shown, found = deal.info, 0, list[Step]()
    played = {row.seq for row in deal.played_rows()}
    for row in deal.rows:
        game = row.is_game
        for event in () if game else row.events:
            info = table_info.apply(info, event, row.seq)
        if row.seq not in played:
            continue
        levels = tuple(seat_info.bot for seat_info in info.seats)
        for place in range(len(row.events)):
            shown += game
            last = place == len(row.events) - 1
            found.append(Step(row.seq, shown, game, place == 0, last, levels))
    return found


def recorded_game(live: LiveTable, deal: DealLog) -> RecordedGame:
    """Put together all that the analyses of a deal look at."""
    wanted: dict[tuple[int, str], dict[int, None]] = {}
    for step in steps(deal):
        for seat, level in enumerate(step.levels):
            if level is not None and (live.game.slug, level) in BOTS:
                wanted.setdefault((seat, level), {})[step.events] = None
    events = {seat: tuple(_events(live, deal, seat)) for seat, _ in wanted}
    parts = [
        RecordedBot(
            seat,
            level,
            BOTS[live.game.slug, level].version,
            fairness.bot_chance(live.seed(deal.index), seat).key,
            events[seat],
            tuple(numbers),
        )
        for (seat, level), numbers in sorted(wanted.items())
    ]
    options = codec.stored_options(live.game, live.info.options)
    names = tuple(seat_info.name or f"Seat {seat_info.seat + 1}" for seat_info in live.info.seats)
    name = deal_name(live, deal)
    data = _needed_data(live, deal, parts)
    return RecordedGame(name, live.game.slug, options, names, tuple(parts), data)


def _needed_data(live: LiveTable, deal: DealLog, parts: list[RecordedBot]) -> Mapping[str, Any]:
    """Return what the bots of a deal look up; ask for what is missing and raise `NotReady`."""
    data: Mapping[str, Any] = NO_DATA
    for part in parts:
        bot = BOTS[live.game.slug, part.level]
        if bot.needs is None:
            continue
        memory = begin_memory(live, bot, part.seat, deal.index)
        for event in part.events:
            memory = bot.remember(memory, event)
        data = needed_data(live, bot, memory)
    return data


def _events(live: LiveTable, deal: DealLog, seat: int) -> Iterator[Any]:
    for row in deal.played_rows():
        for event in row.events if row.is_game else ():
            yield live.game.redact(event, seat)


def deal_name(live: LiveTable, deal: DealLog) -> str:
    """Return the name under which the analyses of a deal are kept."""
    return f"{live.info.code}.{deal.index}"


def prepare(live: LiveTable, deal: DealLog, **signal: Any) -> None:
    """Have the analyses of a finished deal computed ahead of time."""
    if revealing.revealed_seats(live, deal.index) and live.info.nonces:
        with suppress(NotReady):  # what is missing is asked for, and the page asks again
            analysis_process.open(deal_name(live, deal), lambda: recorded_game(live, deal))


def analysed(live: LiveTable, deal: DealLog, seat: int, step: Step) -> dict[str, Any] | None:
    """Wait a little for an analysis; `None` if no bot plays the seat then. Raises `Pending`."""
    level = step.levels[seat]
    if level is None or (live.game.slug, level) not in BOTS:
        return None
    version = BOTS[live.game.slug, level].version
    key = AnalysisKey(deal_name(live, deal), seat, level, version, step.events)
    try:
        future = analysis_process.ask(key, lambda: recorded_game(live, deal))
    except NotReady:
        raise Pending from None
    if not future.done():
        _wait(future)
    analysis: dict[str, Any] = msgspec.json.decode(future.result(0))
    return analysis if step.game else analysis | {"learned": []}


def analysed_now(live: LiveTable, deal: DealLog, seat: int, row: int) -> dict[str, Any] | None:
    """Compute an analysis after a row of any deal, for the staff; `None` if no bot plays the seat."""
    found = [step for step in steps(deal) if step.row <= row]
    if not found or (level := found[-1].levels[seat]) is None:
        return None
    step, game = found[-1], recorded_game(live, deal)
    part = next(part for part in game.parts if (part.seat, part.level) == (seat, level))
    analysis: dict[str, Any] = msgspec.json.decode(
        BotAnalyser(game, part).analysis_bytes(step.events)
    )
    decision = decision_at(live, deal, seat, step)
    summary = decision["reason"] if decision else analysis["summary"]
    return analysis | {"step": row, "thought": decision, "summary": summary}


def _wait(future: Future[bytes]) -> None:
    """Wait for an answer, holding no connection to the database."""
    if not WAITING_REQUESTS.acquire(blocking=False):
        raise Pending
    try:
        if not connection.in_atomic_block:
            connection.close()
        future.exception(WAIT_SECONDS)
    except TimeoutError:
        raise Pending from None
    finally:
        WAITING_REQUESTS.release()


def decision_at(live: LiveTable, deal: DealLog, seat: int, step: Step) -> dict[str, Any] | None:
    """Find the decision that led to a step's row, or else the one made on it in the same deal."""
    of_seat = DecisionRecord.objects.filter(table=live.table_id, seat=seat)
    row = of_seat.filter(seq=step.row).first()
    if row is None and step.last:
        later = of_seat.filter(seq__gt=step.row, seq__lte=deal.rows[-1].seq)
        row = later.filter(at=step.row).order_by("-seq").first()
    if row is None:
        return None
    decision = msgspec.json.decode(row.decision, type=Decision)
    return decision_json(live.game.slug, decision, made=row.seq == step.row)


def decision_json(game: str, decision: Decision, made: bool) -> dict[str, Any]:
    """Put a decision into words, its candidates with what they are made of."""
    candidates = [
        codec.plain(one) | {"note": format_reason(game, one.note)} for one in decision.candidates
    ]
    return {
        "action": codec.plain(decision.action),
        "confidence": decision.confidence,
        "reason": format_reason(game, decision.reason),
        "random": decision.reason.id in EXPLANATIONS[game].random,
        "candidates": candidates,
        "made": made,
    }


class DecisionStep(msgspec.Struct, frozen=True):
    """A decision of a bot, and the first step of the row it led to."""

    seat: int
    step: int
    win: float | None
    confidence: float


def decisions(live: LiveTable, deal: DealLog) -> list[DecisionStep]:
    """List the decisions of a deal's bots in the order of their steps."""
    first: dict[int, tuple[int, Step]] = {}
    for number, step in enumerate(steps(deal), start=1):
        first.setdefault(step.row, (number, step))
    made: list[DecisionStep] = []
    if not first:
        return made
    stored = DecisionRecord.objects.filter(
        table=live.table_id, seq__gte=min(first), seq__lte=max(first)
    ).order_by("seq")
    for seq, seat, raw in stored.values_list("seq", "seat", "decision"):
        if seq in first and first[seq][1].levels[seat] is not None:
            decision = msgspec.json.decode(raw, type=Decision)
            made.append(DecisionStep(seat, first[seq][0], decision.win, decision.confidence))
    return made


def turning_point(live: LiveTable, made: Iterable[DecisionStep]) -> DecisionStep | None:
    """Find where the best-placed bot's estimate of its own game rose most, else its last decision.

    The estimate is the chance to win where the level computes one, else how sure the bot was that the
    action succeeds. Of several winners the one with the largest rise counts.
    """
    outcome = live.info.result or (live.game.outcome(live.state) if live.state else None)
    by_seat: dict[int, list[DecisionStep]] = {}
    for one in made:
        by_seat.setdefault(one.seat, []).append(one)
    if outcome is None or not by_seat:
        return None
    place = {seat: (seat in outcome.winners, outcome.scores[seat]) for seat in by_seat}
    best = [seat for seat in by_seat if place[seat] == max(place.values())]
    rises = [rise for seat in best for rise in _rises(by_seat[seat])]
    rise, found = max(rises, key=lambda pair: pair[0], default=(0.0, None))
    return found if rise > 0 else by_seat[best[0]][-1]


def _rises(made: list[DecisionStep]) -> list[tuple[float, DecisionStep]]:
    """Pair each decision with how much its estimate is above the one before."""
    reckoned = [(one.win, one) for one in made if one.win is not None]
    known = reckoned or [(one.confidence, one) for one in made]
    return [(now[0] - earlier[0], now[1]) for earlier, now in pairwise(known)]
