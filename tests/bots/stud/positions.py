"""Memories of stud bots in positions with known cards, and whole deals between bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bots.contract import Bot
from bots.stud.memory import Memory, begin, remember
from bots.stud.situation import Situation
from games.core.random_stream import Chance
from games.stud import rules
from games.stud.events import Event
from games.stud.match import between, opening_events, outcome, start
from games.stud.options import StudOptions
from games.stud.projection import redact
from games.stud.state import State
from games.stud.transitions import apply
from tests.games.stud.table import deck_for, events_of, fold, keyframe


def log_of(*hands: str, actions: str = "", **deal: Any) -> tuple[Event, ...]:
    """Return the events of a deal with these hands after these actions."""
    started = keyframe(len(hands), **deal)
    events = rules.advance(apply(None, started), *opening_events(started, deck_for(hands)))
    return events + events_of(fold(events), actions)


def memory_of(seat: int, log: Sequence[Event]) -> Memory:
    """Return what a seat remembers of a log."""
    first = log[0]
    memory = begin(seat, len(first.stacks), first.options, Chance(b""))  # type: ignore[union-attr]
    for event in log:
        memory = remember(memory, redact(event, seat))
    return memory


def acting(*hands: str, actions: str = "", **deal: Any) -> Memory:
    """Return the memory of the seat that has to act."""
    log = log_of(*hands, actions=actions, **deal)
    active = fold(log).active
    assert active is not None
    return memory_of(active, log)


def situation(*hands: str, actions: str = "", **deal: Any) -> Situation:
    """Return the situation of the seat that has to act."""
    memory = acting(*hands, actions=actions, **deal)
    return Situation.of(memory, rules.legal_actions(memory.table, memory.seat))


def play_deal(
    bots: Sequence[Bot[Any, Any, Any]], options: StudOptions, key: bytes
) -> tuple[State, list[tuple[Memory, Any]]]:
    """Play a match between bots; return its last state and every decision with its memory."""
    chance, seats = Chance(key), range(len(bots))
    log = start(options, len(bots), chance)
    state = fold(log)
    memories = [bot.begin(s, len(bots), options, chance.fork(s)) for s, bot in enumerate(bots)]
    memories = [remember(memory, log[0]) for memory in memories]
    decided = []
    while outcome(state) is None:
        if between(state):
            events = rules.deal(state, chance.fork("deal", state.deal))
        else:
            seat = state.active
            assert seat is not None
            legal = rules.legal_actions(state, seat)
            stream = chance.fork("bot", len(decided))
            decision = bots[seat].decide(memories[seat], legal, stream, bots[seat].work)
            decided.append((memories[seat], decision))
            events = rules.handle_action(state, seat, decision.action)
        for event in events:
            state = apply(state, event)
            memories = [remember(memories[s], redact(event, s)) for s in seats]
    return state, decided
