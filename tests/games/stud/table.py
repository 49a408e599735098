"""Stud positions with known cards and stacks, and whole matches of random play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.core.poker import DECK_SIZE, parse_cards
from games.core.random_stream import Chance
from games.stud import rules
from games.stud.actions import (
    Action,
    Bet,
    BringIn,
    Call,
    Check,
    Complete,
    Fold,
    Leave,
    Raise,
    ShowHand,
)
from games.stud.betting import legal_actions
from games.stud.events import DealStarted, Event
from games.stud.match import between, opening_events, outcome, start
from games.stud.options import Stakes, StudOptions, Variant
from games.stud.state import State
from games.stud.transitions import NO_HABITS, apply

SMALL = Stakes(1, 2, 4, 8)
WORDS: dict[str, Action] = {
    "bring": BringIn(),
    "complete": Complete(),
    "bet": Bet(),
    "raise": Raise(),
    "call": Call(),
    "check": Check(),
    "fold": Fold(),
}
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {"sequence": ("razz",), "stakes": "mid", "cap": "4", "rebuy": "never"}),
    (4, {"match": "freezeout", "deals_per_game": 2, "stack": 2}),
    (5, {"sequence": ("stud8", "razz"), "stakes": "high", "stack": 1}),
    (6, {"match": "cash", "rebuy": "ask", "stack": 2}),
    (7, {"stakes": "free", "ante": 0, "bring_in": 3, "small_bet": 7, "big_bet": 12, "stack": 1}),
    (8, {"deals_per_game": 1, "stack": 3, "rebuy": "never"}),
    (8, {"stack": 50}),
    (2, {"heads_up": "uncapped", "match": "cash", "sequence": ("stud8",)}),
)
"""Every number of seats and, between them, every value of every option."""


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """Return the state after the events."""
    for event in events:
        state = apply(state, event)
    assert state is not None
    return state


def deck_for(hands: Sequence[str], rest: str = "") -> tuple[int, ...]:
    """Return a deck that deals these hands, each in the order its cards are dealt.

    Cards that are not named come from `rest` first, then from the deck in order.
    """
    seats = len(hands)
    named = [parse_cards(hand) for hand in hands]
    placed = {
        i * seats + seat: card for seat, hand in enumerate(named) for i, card in enumerate(hand)
    }
    free = [*parse_cards(rest)]
    free += [card for card in range(DECK_SIZE) if card not in {*placed.values(), *free}]
    deck = [placed.get(i) for i in range(DECK_SIZE)]
    return tuple(free.pop(0) if card is None else card for card in deck)


def keyframe(
    seats: int,
    game: Variant = "stud",
    stacks: Sequence[int] | None = None,
    stakes: Stakes = SMALL,
    marker: int = -1,
    out: Sequence[int] = (),
    deal: int = 0,
    **options: Any,
) -> DealStarted:
    """Return the first event of a deal."""
    chips = tuple(stacks or (200,) * seats)
    nobody = (False,) * seats
    table = StudOptions(**{"sequence": (game,), **options})
    dealt_in = tuple(seat not in out for seat in range(seats))
    habits = (NO_HABITS,) * seats
    return DealStarted(
        table, deal, game, stakes, marker % seats, chips, chips, dealt_in, nobody, nobody, habits
    )


def position(*hands: str, rest: str = "", **deal: Any) -> State:
    """Return the state after third street is dealt, deal order from seat 0 unless a marker is given."""
    return fold(deal_events(*hands, rest=rest, **deal))


def deal_events(*hands: str, rest: str = "", **deal: Any) -> tuple[Event, ...]:
    """Return the events of a deal up to its first decision."""
    started = keyframe(len(hands), **deal)
    return rules.advance(apply(None, started), *opening_events(started, deck_for(hands, rest)))


def take(state: State, actions: str) -> State:
    """Return the state after these actions, each by the active seat; a number repeats (`3 check`)."""
    return fold(events_of(state, actions), state)


def events_of(state: State, actions: str) -> tuple[Event, ...]:
    """Return the events of these actions."""
    done: list[Event] = []
    times = 1
    for word in actions.split():
        if word.isdigit():
            times = int(word)
            continue
        for _ in range(times):
            assert state.active is not None, f"nobody can {word}"
            events = rules.handle_action(state, state.active, WORDS[word])
            done += events
            state = fold(events, state)
        times = 1
    return tuple(done)


def names(state: State) -> str:
    """Return what the active seat may do, as words of `take`."""
    assert state.active is not None
    offered = legal_actions(state, state.active)
    return " ".join(word for word, action in WORDS.items() if action in offered)


def any_move(state: State, chance: Chance) -> tuple[int, Action]:
    """Choose a move at random, now and then an aside."""
    asides = [
        (seat, action)
        for seat in range(state.seats)
        for action in rules.aside(state, seat)
        if not isinstance(action, Leave | ShowHand) or chance.below(8) == 0
    ]
    if asides and chance.below(10) == 0:
        return chance.choice(asides)
    assert state.active is not None
    offered = legal_actions(state, state.active)
    kept = [action for action in offered if not isinstance(action, Fold)]
    return state.active, chance.choice(offered if chance.below(3) == 0 else kept)


def run(
    seats: int, options: StudOptions, chance: Chance, deals: int = 6
) -> Iterator[tuple[State, tuple[int, Action] | None, tuple[Event, ...]]]:
    """Play deals at random: yield (state before, move, events); deals have no move."""
    state = fold(start(options, seats, chance))
    draws = chance.fork("moves")
    while outcome(state) is None and (state.deal < deals - 1 or state.deal_is_on):
        move: tuple[int, Action] | None = None
        if between(state):
            events = rules.deal(state, chance.fork("deal", state.deal + 1))
        else:
            move = any_move(state, draws)
            events = rules.handle_action(state, *move)
        yield state, move, events
        state = fold(events, state)
