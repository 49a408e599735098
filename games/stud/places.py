"""Where each seat's cards lie in the deck, so that a deal is the same whoever is in it (R4, R12)."""

from __future__ import annotations

from games.core.poker import DECK_SIZE
from games.stud.events import Cards
from games.stud.levels import SEVENTH
from games.stud.state import State

HAND_CARDS = 7


def third_street_cards(deck: Cards, seats: int, seat: int) -> tuple[int, int, int]:
    """Return the two cards dealt down and the one dealt up."""
    first, second, door = (known(deck[index * seats + seat]) for index in range(3))
    return first, second, door


def street_card(deck: Cards, seats: int, street: int, seat: int) -> int:
    """Return the card of a street from fourth on."""
    return known(deck[(street - 1) * seats + seat])


def seventh_street_cards(state: State) -> dict[int, int] | int:
    """Return the last card of each live seat, or the one common card if there are too few (R12)."""
    seats, live = state.seats, state.live
    if HAND_CARDS * seats <= DECK_SIZE:
        return {seat: street_card(state.deck, seats, SEVENTH, seat) for seat in live}
    dealt = {card for cards in (*state.down, *state.up) for card in cards}
    stub = [known(card) for card in state.deck if card not in dealt]
    if len(stub) < len(live):
        return stub[0]
    return dict(zip(live, stub, strict=False))


def known(card: int | None) -> int:
    """Return a card of the true deck."""
    assert card is not None, "only the true state can deal"
    return card
