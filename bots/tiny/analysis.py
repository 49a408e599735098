"""What a Peak bot knows and believes, for display. A card is `h<seat>.<place>` or, chosen, `c<seat>`."""

from __future__ import annotations

from collections import Counter

from bots.contract import BotAnalysis, Certainty
from bots.tiny.memory import Memory, unseen_cards


def analyse(memory: Memory) -> BotAnalysis:
    """Return the own cards, and for every hidden card how likely it is each number.

    The bot does not know how others choose: every unseen card is as likely in every place.
    """
    if memory.table is None or not memory.dealt_at_event:
        return BotAnalysis((), (), {})
    table, unseen = memory.table, unseen_cards(memory)
    places = [(f"h{s}.{i}", s, c) for s, hand in enumerate(table.hands) for i, c in enumerate(hand)]
    places += [
        (f"c{seat}", seat, card) for seat, cards in enumerate(table.chosen) for card in cards
    ]
    chances = {str(card): count / len(unseen) for card, count in Counter(unseen).items()}
    return BotAnalysis(
        certain=tuple(
            Certainty(name, card, memory.dealt_at_event)
            for name, seat, card in places
            if seat == memory.seat
        ),
        deduced=(),
        beliefs={name: chances for name, seat, _ in places if seat != memory.seat},
    )
