"""What NANA bots say, in English: message id -> template. The shell translates."""

from __future__ import annotations

WORDS = {
    "take": "I know where all three {number}s are.",
    "sure": "I know that this card is a {number}.",
    "look": "I have nothing sure, so I turn a card I do not know.",
    "hope": "I do not know where the next {number} is; this card may be one.",
    "plan": "With this card I get the {number}s with a chance of {chance:.0%}.",
    "open": "This card gives me the best chance of a trio: {chance:.0%}.",
    "need": "This card is a {number} with a chance of {chance:.0%}, and then the trio with {then:.0%}.",
    "lost": "This chain can no longer become a trio, so I show as little as I can.",
    "lot": "I turn any card.",
    "published": "This is what the document's flow turns.",
    "give_any": "I give my partner any card.",
    "give_end": "A {number} lies at the end of a hand, or near it: my partner and I will both find it.",
    "given": "I gave this hand a {number}, and it can only lie here.",
    "squeezed": "Its neighbours in the sorted hand leave only {number}.",
    "counted": "By the copies that are left, only a {number} can lie here.",
}
