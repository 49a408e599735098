"""Exact probabilities of single cards, and of whole plans for one number, from a seat's state.

A plan says where all missing copies of a number lie; a chain succeeds if and only if its plan is
true, so a plan's probability is a joint one (audit 18).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from bots.nana.belief.exact import Belief, Group, Problem, Table, solve
from bots.nana.memory import Card, gift_of, number_of, unlocated_in
from bots.nana.scoring.scored_action import card_of
from games.nana.actions import Action
from games.nana.state import State

Choice: TypeAlias = tuple[Group, tuple[int, ...]]
"""Copies among a hand's hidden cards, and all places of the hand that then hold the number."""
NONE: Group = (0, 0)


class Plan(msgspec.Struct, frozen=True):
    """All cards still to be flipped for a trio of one number."""

    number: int
    probability: float
    hands: tuple[tuple[int, ...], ...]
    """By seat: places to flip."""
    known: tuple[int, ...]
    """Known centre slots to flip."""
    hidden: int
    """How many hidden centre slots to flip, whichever they are."""


class Odds:
    """Exact probabilities for one seat."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.others = tuple(s for s in range(len(state.hands)) if s != seat)
        self.hidden = tuple(
            tuple(place for place, number in enumerate(state.hands[s]) if number is None)
            for s in self.others
        )
        self.belief: Belief = solve(problem(state, seat))

    def distribution(self, card: Card) -> Table:
        """Return the distribution of a hidden card over 1, 2, ..."""
        seat, place = card
        if seat is None:
            return self.belief.slot()
        hand = self.others.index(seat)
        return self.belief.place(hand, self.hidden[hand].index(place))

    def chance(self, card: Card, number: int) -> float:
        """Return the probability that a card is a number; 1 or 0 if it is known (audit 4, 5)."""
        known = number_of(self.state, card)
        if known is not None:
            return float(known == number)
        return float(self.distribution(card)[number - 1])

    def plans(self, number: int) -> Iterator[Plan]:
        """List the plans for a number that the rules allow and the known cards do not exclude."""
        state, copies = self.state, unlocated_in(self.state, number)
        known = tuple(slot for slot in state.down_centre if state.centre[slot] == number)
        choices = [self._choices(seat, number, copies) for seat in range(len(state.hands))]
        for chosen in _combinations(choices, copies):
            groups = [chosen[seat][0] for seat in self.others]
            chance = self.belief.joint(number, groups)
            if chance > 0:
                left = copies - sum(count for _, count in groups)
                yield Plan(number, chance, tuple(places for _, places in chosen), known, left)

    def _choices(self, seat: int, number: int, copies: int) -> list[Choice]:
        """List the ways a hand may hold copies of a number so that all can be flipped.

        Equal cards lie side by side in a sorted hand; they can be flipped if they reach an end.
        """
        down, hand = self.state.down[seat], self.state.hands[seat]
        held = [place for place in down if hand[place] == number]
        hidden = self.hidden[self.others.index(seat)] if seat in self.others else ()
        found: list[Choice] = [(NONE, tuple(held))] if _in_reach(down, held) else []
        for count in range(1, min(copies, len(hidden)) + 1):
            for first in range(len(hidden) - count + 1):
                places = sorted((*held, *hidden[first : first + count]))
                if _in_reach(down, places):
                    found.append(((first, count), tuple(places)))
        return found


def _in_reach(down: tuple[int, ...], places: list[int]) -> bool:
    """Return whether these places, and no others, can be flipped from an end of the hand."""
    count = len(places)
    return not places or tuple(places) in (down[:count], down[-count:])


def _combinations(choices: list[list[Choice]], copies: int) -> Iterator[list[Choice]]:
    """Yield one choice for each hand, in all combinations that use no more copies than there are."""
    if not choices:
        yield []
        return
    for choice in choices[0]:
        used = choice[0][1]
        if used <= copies:
            for rest in _combinations(choices[1:], copies - used):
                yield [choice, *rest]


def problem(state: State, seat: int) -> Problem:
    """Reduce a seat's state to what the count needs.

    Hands are taken as dealt: a collected card still bounds its neighbours.
    """
    hands = tuple(hand for s, hand in enumerate(state.hands) if s != seat)
    copies = tuple(unlocated_in(state, number) for number in range(1, state.top + 1))
    return Problem(hands, state.centre.count(None), copies, _handed(state, seat, copies))


def _handed(state: State, seat: int, copies: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the card this seat gave to its partner, unless all its copies are located (R25)."""
    gift = gift_of(state, seat)
    if gift is None or not copies[gift[1] - 1]:
        return ()
    partner, number = gift
    return ((partner - (partner > seat), number),)


def probability(state: State, seat: int, number: int, action: Action) -> float:
    """Return the probability that a flip shows a number, as this seat knows it."""
    return Odds(state, seat).chance(card_of(state, action), number)
