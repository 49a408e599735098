"""Apply events to a stud state.

Invariant: `apply` only records the event. What depends on cards (who acts first, who wins) is in
the events; whose turn comes next follows from public figures.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.core.contract import Outcome
from games.stud.events import (
    AntePosted,
    BetMade,
    BetReturned,
    BroughtIn,
    Called,
    CardsDealt,
    Checked,
    CommonCardDealt,
    Completed,
    DealEnded,
    DealStarted,
    Event,
    Folded,
    Habits,
    HandMucked,
    HandShown,
    Kind,
    Left,
    MatchEnded,
    Opened,
    PotAwarded,
    Raised,
    RebuyAsked,
    SatIn,
    SatOut,
    Shuffled,
    Wager,
)
from games.stud.levels import STREETS, THIRD, counts_as_full, first_level, next_level
from games.stud.options import stakes_of, starting_stack, variant_of
from games.stud.state import Act, State, next_to_act, put

KINDS: dict[type[Wager] | type[Checked] | type[Folded], Kind] = {
    BroughtIn: "BRING_IN",
    Completed: "COMPLETE",
    BetMade: "BET",
    Raised: "RAISE",
    Called: "CALL",
    Checked: "CHECK",
    Folded: "FOLD",
}
HABIT_FIELDS: dict[Kind, str] = {
    "BRING_IN": "checks",
    "CHECK": "checks",
    "COMPLETE": "bets",
    "BET": "bets",
    "RAISE": "raises",
    "CALL": "calls",
    "FOLD": "folds",
}
NO_HABITS = (Habits(),) * len(STREETS)


def apply(state: State | None, event: Event) -> State:
    """Return the state after one event."""
    if isinstance(event, Opened):
        return _open(event)
    if isinstance(event, DealStarted):
        return _start_deal(event)
    assert state is not None, "a log begins with Opened, a deal with DealStarted"
    match event:
        case Shuffled():
            return replace(state, deck=event.deck)
        case AntePosted(seat, amount):
            return _pay(state, seat, amount)
        case CardsDealt():
            return _deal_cards(state, event)
        case CommonCardDealt():
            return replace(_begin_street(state, 7, event.opener), common=event.card)
        case BroughtIn() | Completed() | BetMade() | Raised() | Called():
            return _wager(state, event)
        case Checked(seat):
            return _acted(state, event, replace(state, acted=put(state.acted, seat, True)))
        case Folded(seat):
            return _acted(state, event, replace(state, folded=put(state.folded, seat, True)))
        case RebuyAsked(seat):
            return replace(state, asked=put(state.asked, seat, True))
        case SatOut(seat):
            return replace(state, away=put(state.away, seat, True))
        case SatIn(seat):
            return replace(state, away=put(state.away, seat, False))
        case Left(seat):
            return replace(state, gone=put(state.gone, seat, True))
        case _:
            return _finish(state, event)


def _finish(
    state: State,
    event: BetReturned | HandShown | HandMucked | PotAwarded | DealEnded | MatchEnded,
) -> State:
    """Return the state after an event of the end of a deal."""
    match event:
        case BetReturned(seat, amount):
            return replace(_pay(state, seat, -amount), returned=(seat, amount), active=None)
        case HandShown(seat, cards):
            shown = put(state.shown, seat, True)
            return replace(state, shown=shown, down=put(state.down, seat, cards), active=None)
        case HandMucked(seat):
            return replace(state, mucked=(*state.mucked, seat))
        case PotAwarded(_, _, seat, amount):
            stacks = put(state.stacks, seat, state.stacks[seat] + amount)
            return replace(state, stacks=stacks, awards=(*state.awards, event), active=None)
        case DealEnded(net):
            return replace(state, net=net, active=None)
        case MatchEnded():
            scores = tuple(map(float, event.scores))
            return replace(state, outcome=Outcome(event.winners, scores, event.reason), active=None)
    assert_never(event)


def _open(event: Opened) -> State:
    options, seats = event.options, event.seats
    nobody = (False,) * seats
    stacks = (starting_stack(options),) * seats
    return State(
        options,
        seats,
        variant_of(options, 0),
        stakes_of(options, 0),
        stacks,
        stacks,
        nobody,
        nobody,
        nobody,
        (NO_HABITS,) * seats,
    )


def _start_deal(event: DealStarted) -> State:
    seats = len(event.stacks)
    nobody, nothing = (False,) * seats, (0,) * seats
    return State(
        event.options,
        seats,
        event.game,
        event.stakes,
        event.stacks,
        event.bought,
        event.away,
        event.gone,
        nobody,
        event.habits,
        event.deal,
        event.marker,
        event.dealt_in,
        nobody,
        nothing,
        down=((),) * seats,
        up=((),) * seats,
        shown=nobody,
        bets=nothing,
        acted=nobody,
    )


def _pay(state: State, seat: int, amount: int) -> State:
    """Move chips from a stack to the pot."""
    return replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] - amount),
        paid=put(state.paid, seat, state.paid[seat] + amount),
    )


def _deal_cards(state: State, event: CardsDealt) -> State:
    down = tuple(old + new for old, new in zip(state.down, event.down, strict=True))
    up = tuple(old + new for old, new in zip(state.up, event.up, strict=True))
    return replace(_begin_street(state, event.street, event.opener), down=down, up=up)


def _begin_street(state: State, street: int, opener: int | None) -> State:
    level = first_level(state.stakes, street)
    return replace(
        state,
        street=street,
        bets=(0,) * state.seats,
        to_match=0,
        level=level,
        full_bets=0,
        acted=(False,) * state.seats,
        began_with=len(state.live),
        opener=opener,
        bring_in=opener if street == THIRD else state.bring_in,
        aggressor=None,
        active=opener,
    )


def _wager(state: State, event: Wager) -> State:
    """Record a bet or call; find out whether it counts as a full bet (R17, R22)."""
    seat, before = event.seat, state
    state = _pay(state, seat, event.amount)
    state = replace(
        state,
        bets=put(state.bets, seat, event.to),
        to_match=max(state.to_match, event.to),
        acted=put(state.acted, seat, True),
    )
    if isinstance(event, BroughtIn):
        state = replace(state, to_match=state.stakes.bring_in)
    elif not isinstance(event, Called):
        state = replace(state, aggressor=seat)
        if counts_as_full(state.stakes, state.street, before.level, event.to):
            state = _full_bet(state, seat)
    return _acted(before, event, state)


def _full_bet(state: State, seat: int) -> State:
    return replace(
        state,
        level=next_level(state.stakes, state.street, state.level),
        full_bets=state.full_bets + 1,
        acted=tuple(other == seat for other in range(state.seats)),
    )


def _acted(before: State, event: Wager | Checked | Folded, state: State) -> State:
    """Write an action down, count it and pass the turn on."""
    kind = KINDS[type(event)]
    match event:
        case Checked(seat):
            act = Act(before.street, seat, kind)
        case Folded(seat, left):
            act = Act(before.street, seat, kind, left=left)
        case _:
            act = Act(before.street, event.seat, kind, event.amount, event.to, event.all_in)
    habits = state.habits if act.left else _counted(state.habits, act)
    state = replace(state, acts=(*state.acts, act), habits=habits)
    return replace(state, active=next_to_act(state, act.seat))


def _counted(habits: tuple[tuple[Habits, ...], ...], act: Act) -> tuple[tuple[Habits, ...], ...]:
    street, name = act.street - THIRD, HABIT_FIELDS[act.kind]
    old = habits[act.seat][street]
    new = replace(old, **{name: getattr(old, name) + 1})
    return put(habits, act.seat, put(habits[act.seat], street, new))
