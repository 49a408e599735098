"""The state of a stud match as far as its viewer may know it: unknown cards are `None`."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from games.core.contract import Outcome
from games.stud.events import Cards, Habits, Kind, PotAwarded
from games.stud.options import Stakes, StudOptions, Variant

T = TypeVar("T")


class Act(msgspec.Struct, frozen=True):
    """One action of this deal."""

    street: int
    seat: int
    kind: Kind
    amount: int = 0
    to: int = 0
    all_in: bool = False
    left: bool = False


class State(msgspec.Struct, frozen=True):
    """The state of a match as one viewer knows it. Tuples are by seat unless they say otherwise."""

    options: StudOptions
    seats: int
    game: Variant
    stakes: Stakes
    stacks: tuple[int, ...]
    bought: tuple[int, ...]
    away: tuple[bool, ...]
    gone: tuple[bool, ...]
    asked: tuple[bool, ...]
    """Who is filled up with the next deal (R38)."""
    habits: tuple[tuple[Habits, ...], ...]
    """By seat and street: this deal's actions included."""
    deal: int = -1
    """Index of the deal; -1 before the first."""
    marker: int = 0
    dealt_in: tuple[bool, ...] = ()
    folded: tuple[bool, ...] = ()
    paid: tuple[int, ...] = ()
    """What each seat has put into the pot in this deal."""
    deck: Cards = ()
    down: tuple[Cards, ...] = ()
    up: tuple[tuple[int, ...], ...] = ()
    common: int | None = None
    shown: tuple[bool, ...] = ()
    mucked: tuple[int, ...] = ()
    street: int = 0
    bets: tuple[int, ...] = ()
    """What each seat has bet on this street; antes do not count."""
    to_match: int = 0
    """What every seat that stays has to have bet on this street."""
    level: int = 0
    """The last full level of the bets."""
    full_bets: int = 0
    """Full bets and raises of this street, the completion included (R21)."""
    acted: tuple[bool, ...] = ()
    """Who has acted since the last full bet."""
    began_with: int = 0
    """How many seats were live when the street began."""
    opener: int | None = None
    """Who acted first on this street; on third street the bring-in seat."""
    bring_in: int | None = None
    aggressor: int | None = None
    """Who bet or raised last on this street."""
    active: int | None = None
    """Whose turn it is; `None` between deals and after the match."""
    acts: tuple[Act, ...] = ()
    returned: tuple[int, int] | None = None
    """Seat and chips of a bet that nobody matched."""
    awards: tuple[PotAwarded, ...] = ()
    net: tuple[int, ...] = ()
    """The result of the deal, once it is over."""
    outcome: Outcome | None = None

    @property
    def order(self) -> tuple[int, ...]:
        """All seats in deal order (R3)."""
        return tuple((self.marker + 1 + step) % self.seats for step in range(self.seats))

    @property
    def live(self) -> tuple[int, ...]:
        """Seats with cards that have not folded, in deal order."""
        return tuple(s for s in self.order if self.dealt_in[s] and not self.folded[s])

    @property
    def pot(self) -> int:
        """All chips put in during this deal and not yet given out."""
        given = sum(award.amount for award in self.awards)
        return sum(self.paid) - given

    @property
    def stacks_before_awards(self) -> tuple[int, ...]:
        """Stacks without what was won in this deal: 0 means all-in."""
        won = [0] * self.seats
        for award in self.awards:
            won[award.seat] += award.amount
        return tuple(stack - gain for stack, gain in zip(self.stacks, won, strict=True))

    @property
    def deal_is_on(self) -> bool:
        """Whether a deal is under way."""
        return self.deal >= 0 and not self.net and self.outcome is None

    @property
    def scores(self) -> tuple[int, ...]:
        """Stack minus all that was bought (R34)."""
        return tuple(s - b for s, b in zip(self.stacks, self.bought, strict=True))


def may_still_act(state: State, seat: int) -> bool:
    """Return whether a seat has to act before the street ends (R20)."""
    live = state.dealt_in[seat] and not state.folded[seat] and state.stacks[seat] > 0
    return live and (not state.acted[seat] or state.bets[seat] < state.to_match)


def with_chips(state: State) -> tuple[int, ...]:
    """Return the live seats that have chips left."""
    return tuple(seat for seat in state.live if state.stacks[seat] > 0)


def betting_is_over(state: State) -> bool:
    """Return whether at most one live seat has chips, and owes nothing (R24)."""
    able = with_chips(state)
    return len(able) < 2 and all(state.bets[seat] >= state.to_match for seat in able)


def next_to_act(state: State, seat: int) -> int | None:
    """Return the next seat to the left that has to act; `None`: the street is over."""
    if len(state.live) < 2 or betting_is_over(state):
        return None
    turns = ((seat + step) % state.seats for step in range(1, state.seats + 1))
    return next((turn for turn in turns if may_still_act(state, turn)), None)


def put(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    """Return the tuple with one thing exchanged."""
    return (*things[:index], thing, *things[index + 1 :])
