"""Deals of Turn Duel played in tests, with everything each seat remembers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bots.contract import Decision, decide
from bots.turn.bots import BOTS
from bots.turn.memory import Memory
from games.core.contract import deal_next, fold, try_action
from games.core.random_stream import Chance
from games.lab.turn.canonical import spot_hash
from games.turn import GAME
from games.turn.events import Event, TurnOptions
from games.turn.state import State
from tests.games.lab.reference import small_spot

HASH = spot_hash(small_spot())


@dataclass
class Decided:
    """A decision, and what was so when it was made."""

    seat: int
    state: State
    memory: Memory
    key: bytes
    decision: Decision


@dataclass
class Hand:
    """One deal from its first event to its end."""

    state: State
    memories: list[Memory]
    decided: list[Decided]
    events: list[Event]


def play(
    key: bytes, levels: tuple[str, str], data: Mapping[str, Any], stray: float = 0.0, first: int = 0
) -> Hand:
    """Play one deal; the share `stray` of all actions is any legal one."""
    chance = Chance(key)
    options = TurnOptions(deals=1, lab_spot=HASH, first=first)
    state = fold(GAME, GAME.start(options, 2, chance))
    bots = [BOTS[level] for level in levels]
    memories = [bot.begin(seat, 2, options, chance) for seat, bot in enumerate(bots)]
    hand = Hand(state, memories, [], [])
    _add(hand, deal_next(GAME, state, chance.fork("deal"), data))
    while (seat := hand.state.active) is not None:
        fork = chance.fork("seat", seat, len(hand.decided))
        legal = GAME.legal_actions(hand.state, seat)
        decision = decide(bots[seat], hand.memories[seat], legal, Chance(fork.key), 1, data)
        hand.decided.append(Decided(seat, hand.state, hand.memories[seat], fork.key, decision))
        any_action = fork.fork("stray")
        strays = any_action.unit() < stray
        action = any_action.choice(legal) if strays else decision.action
        _add(hand, try_action(GAME, hand.state, seat, action))
    return hand


def _add(hand: Hand, events: tuple[Event, ...]) -> None:
    hand.events += events
    hand.state = fold(GAME, events, hand.state)
    for seat in (0, 1):
        for event in events:
            seen = GAME.redact(event, seat)
            hand.memories[seat] = BOTS["easy"].remember(hand.memories[seat], seen)


def many(
    count: int, levels: tuple[str, str], data: Mapping[str, Any], stray: float = 0.0
) -> Iterator[Hand]:
    """Play several deals, positions alternating."""
    for index in range(count):
        yield play(b"hand %d" % index, levels, data, stray, index % 2)
