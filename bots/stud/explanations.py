"""Sentences for analyses: what a stud bot learned from an event, and what it believes after it."""

from __future__ import annotations

from collections.abc import Iterable

from bots.contract import Explanations, ObservedEvent, Reason
from bots.stud.memory import Memory
from bots.stud.messages import RANDOM_REASONS
from games.core.poker import format_card
from games.stud.events import CardsDealt, Event, HandShown, PotAwarded

MIN_RISE = 0.12
"""A holding that became likelier by less gets no sentence."""

StudChange = ObservedEvent[Memory, Event]


def learned(change: StudChange) -> list[Reason]:
    """List what the bot learned: cards that appeared, chips won, holdings that became likelier."""
    me, names = change.memory.seat, change.names
    match change.event:
        case CardsDealt():
            return [*_dealt(change, change.event), *_likelier(change)]
        case HandShown(seat, cards) if seat != me:
            return [Reason("shown", {"name": names[seat], "cards": _text(cards)})]
        case PotAwarded(_, _, seat, amount):
            if seat == me:
                return [Reason("i_won", {"amount": amount})]
            return [Reason("won", {"name": names[seat], "amount": amount})]
        case _:
            return _likelier(change)


def summary(change: StudChange) -> Reason:
    """Return a sentence on the opponent the bot is surest of, and its own equity."""
    analysis, table = change.after, change.memory.table
    if not table.deal_is_on:
        return Reason("waits")
    equity = analysis.notes.get("equity")
    if equity is None or not analysis.beliefs:
        return Reason("folded" if table.folded[change.memory.seat] else "waits")
    key, row = max(analysis.beliefs.items(), key=lambda item: max(item[1].values()))
    holding = max(row, key=lambda name: row[name])
    values = {"name": change.names[int(key[1:])], "holding": holding, "chance": row[holding]}
    return Reason("believes", {**values, "equity": equity})


def _dealt(change: StudChange, event: CardsDealt) -> list[Reason]:
    me = change.memory.seat
    found = []
    own = [card for card in event.down[me] if card is not None]
    if own:
        found.append(Reason("dealt", {"cards": _text(own)}))
    for seat, cards in enumerate(event.up):
        for card in cards:
            values = {"name": change.names[seat], "card": format_card(card)}
            found.append(Reason("up_cards" if seat == me else "up_card_of", values))
    return found


def _likelier(change: StudChange) -> list[Reason]:
    """Return the holding that became likelier most, if it became much likelier."""
    if not change.after.beliefs:
        return []
    rises = [
        (chance - earlier.get(holding, 0.0), key, holding)
        for key, row in change.after.beliefs.items()
        if (earlier := change.before.beliefs.get(key))
        for holding, chance in row.items()
    ]
    rise, key, holding = max(rises, default=(0.0, "", ""))
    if rise < MIN_RISE:
        return []
    values = {
        "name": change.names[int(key[1:])],
        "holding": holding,
        "chance": change.after.beliefs[key][holding],
        "before": change.before.beliefs[key].get(holding, 0.0),
    }
    return [Reason("likelier", values)]


def _text(cards: Iterable[int]) -> str:
    return " ".join(format_card(card) for card in cards)


EXPLANATIONS = Explanations(learned, summary, RANDOM_REASONS)
