"""Sentences for analyses: what a Turn Duel bot learned from an event, and what it knows after it."""

from __future__ import annotations

from bots.contract import Explanations, ObservedEvent, Reason
from bots.turn.memory import Memory, hand_text
from bots.turn.messages import RANDOM_REASONS
from games.core.poker import format_card
from games.turn.events import Acted, DealEnded, Dealt, Event, HandShown, RiverDealt

TurnChange = ObservedEvent[Memory, Event]


def learned(change: TurnChange) -> list[Reason]:
    """List what the event taught the bot."""
    memory, event = change.memory, change.event
    match event:
        case Dealt() if memory.table is not None:
            return [Reason("dealt", {"hand": hand_text(memory.table, memory.seat)})]
        case Acted(seat, action) if seat != memory.seat:
            return [Reason("acted", {"name": change.names[seat], "action": action})]
        case RiverDealt(card):
            return [Reason("river", {"card": format_card(card)})]
        case HandShown(seat, cards) if seat != memory.seat:
            hand = "".join(map(format_card, cards))
            return [Reason("shown", {"name": change.names[seat], "hand": hand})]
        case DealEnded():
            return [Reason("won", {"chips": event.won[memory.seat]})]
        case _:
            return []


def summary(change: TurnChange) -> Reason:
    """Say what the bot holds, and how good that is."""
    memory = change.memory
    if memory.table is None or memory.table.round < 0:
        return Reason("empty")
    if not memory.table.running:
        return Reason("won", {"chips": memory.table.won[memory.seat]})
    hand = hand_text(memory.table, memory.seat)
    return Reason("holds", {"hand": hand, "equity": change.after.notes["equity"]})


EXPLANATIONS = Explanations(learned, summary, RANDOM_REASONS)
