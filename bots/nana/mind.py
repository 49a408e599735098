"""A NANA bot's analysis for display: what it saw, what follows, what it believes, what it forgot.

Cards are keyed as on the board: `h<seat>.<place>` in a hand, `c<slot>` in the centre. Only cards
still on the table are told of; beliefs are the exact marginals of what the bot still recalls. Where
the level itself does not reckon with them, `reckons` says so: they are what it could have known.
"""

from __future__ import annotations

from bots.contract import Certainty, Mind, Reason
from bots.nana.memory import (
    Card,
    Memory,
    bounds,
    gift_of,
    number_of,
    number_range,
    recalled,
    recalled_at,
    unlocated,
)
from bots.nana.odds import Odds
from games.nana.state import State

SURE = 1 - 1e-9
"""Above this a probability is 1 but for rounding: the rarest deal of a hand is far likelier."""


def mind(memory: Memory, reckons: bool = True) -> Mind:
    """Tell all that is in a memory, and all that follows from it."""
    if memory.state is None:
        return Mind((), (), {})
    state, cards = recalled(memory), on_table(memory.table)
    hidden = [card for card in cards if number_of(state, card) is None]
    laid = {card: _belief(Odds(state, memory.seat), card) for card in hidden}
    sure = {card for card, belief in laid.items() if max(belief.values()) > SURE}
    return Mind(
        certain=tuple(_seen(memory, state, card) for card in cards if card not in laid),
        deduced=tuple(_deduced(memory, state, card, laid[card]) for card in hidden if card in sure),
        beliefs={name(card): laid[card] for card in hidden if card not in sure},
        forgotten=tuple(name(sighting.card) for sighting in memory.sightings if sighting.lost),
        notes={
            "unlocated": {str(n): unlocated(memory, n) for n in number_range(memory)},
            "reckons": reckons,
        },
    )


def name(card: Card) -> str:
    """Name a card as the board does."""
    seat, place = card
    return f"c{place}" if seat is None else f"h{seat}.{place}"


def on_table(state: State) -> list[Card]:
    """List the cards nobody has collected, face down or up."""
    cards: set[Card] = {(flip.seat, flip.place) for flip in state.chain}
    cards |= {(seat, place) for seat, down in enumerate(state.down) for place in down}
    cards |= {(None, slot) for slot in state.down_centre}
    return sorted(cards, key=lambda card: (card[0] is None, card))


def _belief(odds: Odds, card: Card) -> dict[str, float]:
    row = odds.distribution(card)
    return {str(number): float(p) for number, p in enumerate(row, start=1) if p > 0}


def _seen(memory: Memory, state: State, card: Card) -> Certainty:
    """State what was seen; one's own cards are known from the start."""
    since = {sighting.card: sighting.since for sighting in memory.sightings}
    date = None if card[0] == memory.seat else since[card]
    return Certainty(name(card), number_of(state, card), date)


def _deduced(memory: Memory, state: State, card: Card, belief: dict[str, float]) -> Certainty:
    """State what follows, with the argument for it."""
    number = int(max(belief, key=lambda n: belief[n]))
    seat, place = card
    squeezed = seat is not None and bounds(state, seat, place) == (number, number)
    gift = (seat, number) == gift_of(state, memory.seat)
    why = Reason("squeezed" if squeezed else "given" if gift else "counted", {"number": number})
    return Certainty(name(card), number, _deduced_since(memory, card, number), why)


def _deduced_since(memory: Memory, card: Card, number: int) -> int | None:
    """Return the first sighting after which the events up to then were enough."""
    dates = sorted({sighting.since for sighting in memory.sightings if not sighting.lost})
    early, late = 0, len(dates)  # knowing more never undoes a deduction: bisect
    while early < late:
        middle = (early + late) // 2
        date = dates[middle - 1] if middle else 0
        if Odds(recalled_at(memory, date), memory.seat).chance(card, number) > SURE:
            late = middle
        else:
            early = middle + 1
    return dates[early - 1] if early else None
