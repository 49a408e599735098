"""Which card a bot gives its partner before the team game begins (R24).

A card near an end of the deck lies at or near an end of the hand that receives it: the giver then
knows where it is, the receiver sees it, and the rivals know nothing of it. So two players can use it
instead of one. Equal cards are kept together: side by side they are two thirds of a trio.
docs/arena.md compares this with giving any card.
"""

from __future__ import annotations

from bots.contract import Reason
from bots.nana.memory import Memory
from bots.nana.scoring.scored_action import ScoredAction
from games.core.random_stream import Chance
from games.nana.actions import Action, Give

TIE_NOISE = 1e-6


def score_any_gift(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance
) -> list[ScoredAction]:
    """Score every card at random."""
    return [
        ScoredAction(action, chance.unit(), 1.0, Reason("give_any")) for action in legal_actions
    ]


def score_end_gifts(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance
) -> list[ScoredAction]:
    """Score cards by how near they are to an end of the deck; a card of a pair comes last."""
    middle = (1 + memory.table.top) / 2
    hand = memory.table.hands[memory.seat]
    scored = []
    for action in legal_actions:
        assert isinstance(action, Give)
        reach = abs(action.number - middle) / middle
        pairs_split = float(hand.count(action.number) - 1)
        note = Reason("give_end", {"number": action.number})
        score = reach - pairs_split + TIE_NOISE * chance.unit()
        scored.append(ScoredAction(action, score, 1.0, note, {"reach": reach, "torn": pairs_split}))
    return scored
