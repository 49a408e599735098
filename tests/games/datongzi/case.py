"""What the contract properties need to know about Da Tong Zi."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from games.core.contract import Viewer
from games.core.random_stream import Chance
from games.datongzi import GAME
from games.datongzi.actions import Action, Pass, Play
from games.datongzi.cards import FACES, RANKS, points_in, rank_of
from games.datongzi.events import DatongziOptions, Dealt, Event, HandEnded, Played
from games.datongzi.generation import choose_cards, kicker_choices, plays
from games.datongzi.judging import known_cards
from games.datongzi.scoring import MAX_HANDS, deal_sizes, kickers_allowed
from games.datongzi.state import State, captured_points, trick_points
from tests.games.case import Case, Secrets
from tests.games.datongzi.table import any_play
from tests.games.recorded_game import Record, Run


def fill(state: State, seat: int, offer: Action, chance: Chance) -> Action:
    """Choose any pattern, kickers and copies for a play."""
    return offer if isinstance(offer, Pass) else any_play(state, seat, chance)


def skilled_move(state: State, seat: int, chance: Chance) -> Action:
    """Play as many cards as possible, with the lowest kickers; pass if nothing else is offered."""
    if Play() not in GAME.legal_actions(state, seat):
        return Pass()
    hand = known_cards(state.hands[seat])
    found = plays(hand, state.table, kickers_allowed(state.options))
    pattern = max(found, key=lambda play: play.total)
    kickers = next(kicker_choices(hand, pattern))
    return Play(choose_cards(hand, pattern, kickers), pattern)


def secrets(state: State) -> Secrets:
    """Return every card in a hand and every hidden one."""
    return _by_place(state.hands, state.hidden)


def truths(state: State) -> Secrets:
    """Return how many cards of each rank each hand and the hidden pile hold, as analyses name them."""
    piles = {**{f"h{seat}": hand for seat, hand in enumerate(state.hands)}, "x": state.hidden}
    return {
        f"{pile}.{rank}": sum(card is not None and rank_of(card) == rank for card in cards)
        for pile, cards in piles.items()
        for rank in RANKS
    }


def _by_place(hands: Any, hidden: Any) -> Secrets:
    piles = {**dict(enumerate(hands)), "hidden": hidden}
    return {(name, i): card for name, pile in piles.items() for i, card in enumerate(pile)}


def may_know(log: tuple[Event, ...], viewer: Viewer) -> Secrets:
    """Return the own hand, and everything once the hand is over (R28).

    Every event except the deal is public, forced passes too (R5, R22).
    """
    known: Secrets = {}
    hand: list[Any] = []
    for at, event in enumerate(log):
        if isinstance(event, Dealt):
            known = {name: value for name, value in known.items() if name[0] == "event"}
            hand = list(event.hands[viewer]) if isinstance(viewer, int) else []
            known["event", at] = event.leader, tuple(hand)
            continue
        known["event", at] = event
        if isinstance(event, HandEnded):
            known |= _by_place(event.hands, event.hidden)
            hand = []
        elif isinstance(event, Played) and event.seat == viewer:
            for card in event.cards:
                hand.remove(card)
    return known | {(viewer, i): card for i, card in enumerate(hand)}


def swap(record: Record, viewer: Viewer, chance: Chance) -> Run | None:
    """Exchange two cards of the present deal that the viewer does not hold."""
    options, seats = record.run.options, record.run.seats
    assert isinstance(options, DatongziOptions)
    decks, size, _ = deal_sizes(options, seats)
    own = range(viewer * size, (viewer + 1) * size) if isinstance(viewer, int) else range(0)
    places = [place for place in range(decks * len(FACES)) if place not in own]
    pair = chance.choice(places), chance.choice(places)
    return replace(record.run, exchange={max(GAME.round(record.state), 0): (pair,)})


def bound(options: DatongziOptions, seats: int) -> int:
    """Every play has a card, and at most all other seats pass before the next."""
    decks, _, _ = deal_sizes(options, seats)
    hands = 1 if options.target == "hand" else MAX_HANDS
    return hands * (decks * len(FACES) * seats + 1)


def conserved(state: State) -> Any:
    """Return the number of cards, and of points that can be captured (R3, R29)."""
    decks, _, _ = deal_sizes(state.options, state.seats)
    if state.deal < 0:
        return decks * len(FACES), decks * points_in(FACES)
    left = known_cards((*state.hidden, *(card for hand in state.hands for card in hand)))
    captured = sum(captured_points(counts) for counts in state.captured)
    points = captured + trick_points(state.trick) + points_in(left)
    return len(left) + sum(state.played), points


CASE = Case(
    game=GAME,
    fill=fill,
    skilled_move=skilled_move,
    secrets=secrets,
    truths=truths,
    may_know=may_know,
    swap=swap,
    bound=bound,
    conserved=conserved,
    tune={
        "target": st.sampled_from(("hand", "600", "1000")),
        "teams": st.sampled_from(("none", "none", "none", "pairs")),  # pairs and four decks are
        "decks": st.sampled_from(("three", "three", "three", "four")),  # for four seats only
    },
    pace=3,
    playthroughs={
        2: (2, DatongziOptions(two_seats="33", must_beat="no")),
        3: (3, DatongziOptions(target="hand")),
        4: (4, DatongziOptions(target="hand", decks="four", teams="pairs")),
    },
)
