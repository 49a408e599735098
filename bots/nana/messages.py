"""Message templates of the NANA bots in English, by message id. The browser translates them."""

from __future__ import annotations

MESSAGES = {
    "take": "I know where all three {number}s are.",
    "sure": "I know that this card is a {number}.",
    "look": "I have nothing sure, so I turn a card I do not know, at random.",
    "hope": "I do not know where the next {number} is, so I try a card at random.",
    "plan": "With this card I get the {number}s with a chance of {chance:.0%}.",
    "open": "This card gives me the best chance of a trio: {chance:.0%}.",
    "need": "This card is a {number} with a chance of {chance:.0%}, and then the trio with {then:.0%}.",
    "lost": "This chain can no longer become a trio, so I show as little as I can.",
    "lot": "I turn any card, at random.",
    "published": "This is what the document's flow turns.",
    "give_any": "I give my partner any card, at random.",
    "give_end": "A {number} lies at the end of a hand, or near it: my partner and I will both find it.",
    "given": "I gave this hand a {number}, and it can only lie here.",
    "squeezed": "Its neighbours in the sorted hand leave only {number}.",
    "counted": "By the copies that are left, only a {number} can lie here.",
    "my_hand": "I was dealt {numbers}.",
    "gave": "I gave {name} a {number}.",
    "got": "{name} gave me a {number}.",
    "saw": "I saw that {card} is a {number}; I had given that {chance:.0%}.",
    "saw_expected": "{card} is a {number}, as I had worked out.",
    "showed": "The others have seen {card}, a {number}.",
    "so": "So {card} must be a {number}.",
    "so_more": "Hidden cards that are certain besides: {count}.",
    "likelier": "{card} is now a {number} with {chance:.0%} (before: {before:.0%}).",
    "lost_sight": "I forgot {card}.",
    "lost_more": "I forgot {count} cards, one of them {card}.",
    "failed": "{name} was after the {number}s and took nothing.",
    "i_failed": "I was after the {number}s and took nothing.",
    "took": "{name} took the {number}s and now has {count}.",
    "i_took": "I took the {number}s and now have {count}.",
    "ended": "The game is over: {names} won. All cards lie open.",
    "knows_trio": "I know {known} of {total} cards on the table, all three {number}s among them.",
    "knows": "I know {known} of {total} cards on the table.",
    "knows_turn": "I know {known} of {total} cards on the table, and it is my turn.",
    "knows_wait": "I know {known} of {total} cards on the table and wait for my turn.",
}

RANDOM_REASONS = frozenset({"look", "hope", "lot", "give_any"})
"""The reasons of decisions made at random."""
