"""Which card a bot gives its partner before the team game begins (R24).

A card near an end of the deck lies at an end of whichever hand takes it up: its giver then knows
where it is, its taker sees it, and the rivals know nothing of it. So two players can count on it
instead of one. Equal cards are kept together: side by side they are two thirds of a trio.
docs/arena.md has what that is worth against giving any card.
"""

from __future__ import annotations

from bots.contract import Reason
from bots.nana.memory import Memory
from bots.nana.weighing import Weighed
from games.core.chance import Chance
from games.nana.actions import Action, Give

TIE = 1e-6


def weigh_any(memory: Memory, legal_actions: tuple[Action, ...], chance: Chance) -> list[Weighed]:
    """Weigh every card alike."""
    return [Weighed(offer, chance.unit(), 1.0, Reason("give_any")) for offer in legal_actions]


def weigh_ends(memory: Memory, legal_actions: tuple[Action, ...], chance: Chance) -> list[Weighed]:
    """Weigh cards by how near they are to an end of the deck; equal ones only after all others."""
    middle = (1 + memory.table.top) / 2
    hand = memory.table.hands[memory.seat]
    weighed = []
    for offer in legal_actions:
        assert isinstance(offer, Give)
        reach = abs(offer.number - middle) / middle
        torn = float(hand.count(offer.number) - 1)
        note = Reason("give_end", {"number": offer.number})
        score = reach - torn + TIE * chance.unit()
        weighed.append(Weighed(offer, score, 1.0, note, {"reach": reach, "torn": torn}))
    return weighed
