"""Message templates of the Da Tong Zi bots in English, by message id. The browser translates them."""

from __future__ import annotations

MESSAGES = {
    "at_random": "I play anything I may, at random.",
    "lowest": "My lowest play is {play}.",
    "let_stand": "I let this play stand.",
    "turns": "After {play} my hand needs {turns} turns, the fewest I can have.",
    "empties": "With {play} my hand is empty.",
    "sure_exit": "After {play} nobody can stop me: every play I have left stands, or is my last.",
    "stands": "Nobody can beat {play}.",
    "leads": "Leading {play} leaves me the best hand for its points and control.",
    "follows": "Beating the table with {play} costs me the least.",
    "only": "I can play {play} only.",
    "searched": "{play} did best in the hands I played out in my head: {result:+d} points on average.",
    "searched_pass": "Passing did best in the hands I played out in my head: {result:+d} points on average.",
    "counted": "The cards that are left allow no other number.",
    "my_hand": "I was dealt {count} cards: {bombs} ranks with four or more, {tongzi} tongzi, {dizha} dizha.",
    "proved": "{name} could not beat {play}, so they have {proves}.",
    "passed_free": "{name} let {play} stand; passing is free here, so that proves nothing.",
    "played": "{name} played {play} and has {count} cards left.",
    "finished": "{name} has played all their cards, in place {place}.",
    "took": "{name} took the trick with {points} points.",
    "took_bonus": "{name} took the trick with {points} points and a bonus of {bonus}.",
    "sure_now": "I now know how many {rank}s {name} holds: {count}.",
    "sure_more": "I now know {count} more numbers of cards for certain.",
    "likelier": "{name} holds {count} of the {rank}s with {chance:.0%} (before: {before:.0%}).",
    "ended": "The hand is over: {names} finished first. All cards are shown.",
    "match_ended": "The match is over: {names} won.",
    "waits": "The next hand has not been dealt yet.",
    "expects": "A trump is possible in {count} of {rivals} other hands; {unseen} cards are unseen.",
    "expects_none": "No other hand can hold a trump; {unseen} cards are unseen.",
}

RANDOM_REASONS = frozenset({"at_random"})
"""The reasons of decisions made at random."""
