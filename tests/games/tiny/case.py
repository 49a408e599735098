"""What the contract properties need to know about Peak."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from games.core.contract import Viewer
from games.core.random_stream import Chance
from games.tiny import GAME
from games.tiny.actions import Action, Choose
from games.tiny.events import Chosen, Dealt, Event, HandShown, PeakOptions, Shown
from games.tiny.rules import DECK, HAND
from games.tiny.state import State
from tests.games.case import Case, Secrets
from tests.games.recorded_game import Record, Run


def fill(state: State, seat: int, offer: Action, chance: Chance) -> Action:
    """Choose any card of the hand."""
    return Choose(chance.choice(state.hands[seat])) if isinstance(offer, Choose) else offer


def skilled_move(state: State, seat: int, chance: Chance) -> Action:
    """Play the highest card."""
    return Choose(max(state.hands[seat], key=lambda card: card or 0))


def secrets(state: State) -> Secrets:
    """Return every card in a hand or face down."""
    hands = {
        ("hand", s, i): card for s, hand in enumerate(state.hands) for i, card in enumerate(hand)
    }
    return hands | {("chosen", s): card for s, cards in enumerate(state.chosen) for card in cards}


def may_know(log: tuple[Event, ...], viewer: Viewer) -> Secrets:
    """Return the own cards of all deals so far, the own choice, and every card that was shown."""
    hand: list[Any] = []
    known: Secrets = {}
    chosen: Secrets = {}
    for at, event in enumerate(log):
        if isinstance(event, Dealt) and isinstance(viewer, int):
            hand = list(event.hands[viewer])
            known["dealt", event.round] = event.hands[viewer]
        elif isinstance(event, Chosen) and event.seat == viewer:
            hand.remove(event.card)
            chosen = {("chosen", viewer): event.card}
        elif isinstance(event, Shown):
            chosen = {}
            known |= {("shown", at, seat): card for seat, card in enumerate(event.cards)}
        elif isinstance(event, HandShown):
            known["left over", at] = event.cards
    return known | chosen | {("hand", viewer, i): card for i, card in enumerate(hand)}


def swap(record: Record, viewer: Viewer, chance: Chance) -> Run | None:
    """Exchange cards of some deal that the viewer does not hold, and others' choices not yet shown."""
    index = chance.below(max(GAME.round(record.state), 0) + 1)
    others = [place for place in range(len(DECK)) if place // HAND != viewer]
    pairs = tuple((chance.choice(others), chance.choice(others)) for _ in range(2))
    moves = list(record.run.moves)
    for at in reversed(range(len(moves))):
        if any(isinstance(event, Dealt | Shown) for event in record.steps[at + 1].events):
            break
        seat, action = moves[at]
        if seat != viewer and isinstance(action, Choose) and chance.below(2):
            moves[at] = seat, Choose(chance.choice(DECK))
    return replace(record.run, moves=tuple(moves), exchange={index: pairs})


def bound(options: PeakOptions, seats: int) -> int:
    """Every seat chooses once for each showdown of each deal; a last deal may only end the match."""
    return options.rounds * (options.showdowns * seats + 1) + 1


def conserved(state: State) -> Any:
    """Return the number of chips that were not bought; check the number of every seat's cards."""
    played = state.options.showdowns - state.showdowns_left
    for seat in state.players if state.round >= 0 else ():
        held = len(state.hands[seat]) + len(state.chosen[seat]) + len(state.open[seat])
        assert held + played == HAND
    assert min(state.chips) >= 0
    return sum(state.chips) + state.pot - sum(state.bought)


def secret_of(name: str, seat: int) -> Any:
    """Return the card that an analysis calls `h`, a seat and a place, or `c` and a seat."""
    if name.startswith("c"):
        return "chosen", int(name[1:])
    owner, place = name[1:].split(".")
    return "hand", int(owner), int(place)


CASE = Case(
    game=GAME,
    fill=fill,
    skilled_move=skilled_move,
    secrets=secrets,
    may_know=may_know,
    swap=swap,
    bound=bound,
    conserved=conserved,
    tune={
        "rounds": st.sampled_from((1, 2, 3, 4, 5, 6)),
        "chips": st.integers(1, 4),
        "ante": st.sampled_from((1, 1, 2, 5)),
    },
    secret_of=secret_of,
    playthroughs={
        1: (3, PeakOptions()),
        2: (3, PeakOptions(rounds=6, chips=2, rebuy="ask")),
        3: (4, PeakOptions(rounds=2, chips=2, ante=2, rebuy="auto")),
    },
)
