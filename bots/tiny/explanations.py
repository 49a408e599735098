"""Sentences for analyses: what a Peak bot learned from an event, and what it knows after it."""

from __future__ import annotations

from bots.contract import Explanations, ObservedEvent, Reason
from bots.tiny.memory import Memory, own_cards, unseen_cards
from bots.tiny.messages import RANDOM_REASONS
from games.tiny.events import Dealt, Event, Finished, Shown

PeakChange = ObservedEvent[Memory, Event]


def learned(change: PeakChange) -> list[Reason]:
    """List what the event taught the bot."""
    match change.event:
        case Dealt():
            return [Reason("dealt", {"cards": _comma_list(own_cards(change.memory))})]
        case Shown(cards, winner):
            if winner is None:
                return [Reason("nobody")]
            return [Reason("took", {"name": change.names[winner], "card": cards[winner]})]
        case Finished():
            return [_ended(change)]
        case _:
            return []


def summary(change: PeakChange) -> Reason:
    """Say what the bot holds, and how good that is."""
    memory = change.memory
    if memory.table is None or not memory.dealt_at_event:
        return Reason("empty")
    if memory.table.outcome is not None:
        return _ended(change)
    cards, unseen = own_cards(memory), unseen_cards(memory)
    if not cards:
        return Reason("empty")
    higher = sum(card > max(cards) for card in unseen)
    values = {"cards": _comma_list(cards), "unseen": len(unseen), "higher": higher}
    return Reason("holds", values)


def _ended(change: PeakChange) -> Reason:
    assert change.memory.table is not None
    assert change.memory.table.outcome is not None
    winners = change.memory.table.outcome.winners
    return Reason("ended", {"names": " and ".join(change.names[seat] for seat in winners)})


def _comma_list(cards: tuple[int, ...]) -> str:
    return ", ".join(map(str, cards))


EXPLANATIONS = Explanations(learned, summary, RANDOM_REASONS)
