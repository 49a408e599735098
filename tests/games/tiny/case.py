"""What the laws must be told about Peak."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.chance import Chance
from games.core.contract import Viewer
from tests.games.case import Case, Secrets
from tests.games.run import Record, Run
from tests.games.tiny import GAME
from tests.games.tiny.actions import Choose
from tests.games.tiny.events import Chosen, Dealt, Event, PeakOptions, Shown
from tests.games.tiny.rules import DECK
from tests.games.tiny.state import State


def fill(state: State, seat: int, offer: Choose, chance: Chance) -> Choose:
    """Name any card of the hand."""
    return Choose(chance.choice(state.hands[seat]))


def steer(state: State, seat: int, chance: Chance) -> Choose:
    """Play the highest card."""
    return Choose(max(state.hands[seat], key=lambda card: card or 0))


def secrets(state: State) -> Secrets:
    """Name every card in a hand or face down."""
    hands = {
        ("hand", s, i): card for s, hand in enumerate(state.hands) for i, card in enumerate(hand)
    }
    return hands | {("chosen", s): card for s, cards in enumerate(state.chosen) for card in cards}


def may_know(log: tuple[Event, ...], viewer: Viewer) -> Secrets:
    """Own cards of this round and the earlier ones, own choice, and every card that was shown."""
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
    return known | chosen | {("hand", viewer, i): card for i, card in enumerate(hand)}


def swap(record: Record, viewer: Viewer, chance: Chance) -> Run | None:
    """Exchange cards in the deck of some round, and let others have chosen otherwise just now."""
    index = chance.below(GAME.round(record.state) + 1)
    pairs = tuple((chance.below(len(DECK)), chance.below(len(DECK))) for _ in range(2))
    moves = list(record.run.moves)
    pending = sum(map(len, record.state.chosen))
    for at in range(len(moves) - pending, len(moves)):
        seat, _ = moves[at]
        if seat != viewer and chance.below(2):
            moves[at] = seat, Choose(1 + chance.below(5))
    return replace(record.run, moves=tuple(moves), exchange={index: pairs})


def bound(options: PeakOptions, seats: int) -> int:
    """Every seat chooses once for each showdown."""
    return options.rounds * options.showdowns * seats


def conserved(state: State) -> Any:
    """A seat's cards: in hand, face down, and already shown in this round."""
    if state.outcome is not None or state.left == 0:
        assert sum(state.points) <= state.options.rounds * state.options.showdowns
    played = state.options.showdowns - state.left
    return [
        len(hand) + len(card) + played for hand, card in zip(state.hands, state.chosen, strict=True)
    ]


CASE = Case(
    game=GAME,
    fill=fill,
    steer=steer,
    secrets=secrets,
    may_know=may_know,
    swap=swap,
    bound=bound,
    conserved=conserved,
    playthroughs={1: (3, PeakOptions())},
)
