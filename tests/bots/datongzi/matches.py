"""Matches of Da Tong Zi with the memories of all seats, for tests of its bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bots.contract import Bot
from bots.datongzi.memory import Memory, begin, remember
from games.core.random_stream import Chance
from games.datongzi import rules
from games.datongzi.cards import FACES
from games.datongzi.events import DatongziOptions, Dealt, Event
from games.datongzi.judging import known_cards
from games.datongzi.projection import redact
from games.datongzi.state import State
from tests.games.datongzi.table import TABLES, events_of, fold, position, run

HAND_TABLES = tuple((seats, options | {"target": "hand"}) for seats, options in TABLES)
"""Every number of seats and option value, one hand each."""


def memories_of(seats: int, options: DatongziOptions) -> list[Memory]:
    """Return every seat's memory before the first event."""
    return [begin(seat, seats, options, Chance(b"own").fork(seat)) for seat in range(seats)]


def fold_in(memories: list[Memory], events: tuple[Event, ...]) -> list[Memory]:
    """Return the memories after events, each with its seat's own redacted ones."""
    for event in events:
        memories = [remember(memory, redact(event, memory.seat)) for memory in memories]
    return memories


def random_match(
    seats: int, options: dict[str, str], key: bytes
) -> Iterator[tuple[State, list[Memory]]]:
    """Play a match at random; yield the true state and all memories after every step."""
    table = DatongziOptions(**options)  # type: ignore[arg-type]
    memories = memories_of(seats, table)
    for state, _, events in run(seats, table, Chance(key)):
        memories = fold_in(memories, events)
        yield fold(events, state), memories


def bot_match(
    bots: list[Bot[Any, Any, Any]], options: dict[str, str], key: bytes, work: int | None = None
) -> Iterator[tuple[State, list[Any], Any]]:
    """Let bots play a match; yield the true state, the memories and the decision made on them."""
    table, chance = DatongziOptions(**options), Chance(key)  # type: ignore[arg-type]
    seats = len(bots)
    state = fold(rules.start(table, seats, chance))
    memories = [
        bot.begin(seat, seats, table, chance.fork("bot", seat)) for seat, bot in enumerate(bots)
    ]
    step = 0
    while rules.outcome(state) is None:
        step += 1
        if rules.between(state):
            events = rules.deal(state, chance.fork("deal", state.deal + 1))
        else:
            seat = state.active
            assert seat is not None
            bot = bots[seat]
            offered = rules.legal_actions(memories[seat].table, seat)
            decision = bot.decide(
                memories[seat],
                offered,
                chance.fork("move", step),
                bot.work if work is None else work,
            )
            yield state, memories, decision
            events = rules.handle_action(state, seat, decision.action)
        state = fold(events, state)
        memories = [
            _remembered(bot, memory, events) for bot, memory in zip(bots, memories, strict=True)
        ]


def _remembered(bot: Bot[Any, Any, Any], memory: Any, events: tuple[Event, ...]) -> Any:
    for event in events:
        memory = bot.remember(memory, redact(event, memory.seat))
    return memory


def memory_after(
    *hands: str, actions: tuple[Any, ...] = (), seat: int = 0, hidden: str = "", **options: Any
) -> Memory:
    """Return a seat's memory of a prepared hand after some actions (texts are plays).

    All other cards of the decks count as played before.
    """
    state = position(*hands, hidden=hidden, **options)
    dealt = Dealt(state.options, 0, (), state.active or 0, state.hands, state.hidden)
    memory = remember(begin(seat, len(hands), state.options, Chance(b"")), redact(dealt, seat))
    known = [card for cards in (*state.hands, state.hidden) for card in known_cards(cards)]
    decks = 4 if state.options.decks == "four" else 3
    played = tuple(decks - known.count(card) for card in FACES)
    memory = replace(memory, state=replace(memory.table, played=played))
    for action in actions:
        events = events_of(state, action)
        for event in events:
            memory = remember(memory, redact(event, seat))
        state = fold(events, state)
    return memory
