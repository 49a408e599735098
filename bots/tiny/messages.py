"""Message templates of the Peak bots in English, by message id."""

from __future__ import annotations

MESSAGES = {
    "any": "I choose any card, at random.",
    "counted": "A {card} takes the point with a chance of {chance:.0%}.",
    "dealt": "I was dealt {cards}.",
    "took": "{name} took the point with a {card}.",
    "nobody": "No card was alone, so nobody took the point.",
    "ended": "The game is over: {names} won.",
    "holds": "I hold {cards}. Of {unseen} cards I have not seen, {higher} are higher than my best.",
    "empty": "I have no card left in this round.",
}

RANDOM_REASONS = frozenset({"any"})
"""The reasons of decisions made at random."""
