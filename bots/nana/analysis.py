"""A NANA bot's analysis for display: what it saw, what follows, what it believes, what it forgot.

Cards are keyed as on the board: `h<seat>.<place>` in a hand, `c<slot>` in the centre. Only cards
still on the table are listed. Beliefs are the exact marginals of what the bot still remembers. The
note `reckons` is false for levels that do not use them: they show what the bot could have known.
"""

from __future__ import annotations

from bots.contract import BotAnalysis, Certainty, Reason
from bots.nana.belief.odds import Odds
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
from games.nana.state import State

ALMOST_ONE = 1 - 1e-9
"""Above this a probability is 1 with a rounding error: the rarest deal of a hand is far likelier."""


def analyse(memory: Memory, uses_beliefs: bool = True) -> BotAnalysis:
    """Return what a memory contains and what follows from it."""
    if memory.state is None:
        return BotAnalysis((), (), {})
    state, cards = recalled(memory), on_table(memory.table)
    hidden = [card for card in cards if number_of(state, card) is None]
    beliefs = {card: _belief(Odds(state, memory.seat), card) for card in hidden}
    sure = {card for card, belief in beliefs.items() if max(belief.values()) > ALMOST_ONE}
    return BotAnalysis(
        certain=tuple(_seen(memory, state, card) for card in cards if card not in beliefs),
        deduced=tuple(
            _deduced(memory, state, card, beliefs[card]) for card in hidden if card in sure
        ),
        beliefs={name(card): beliefs[card] for card in hidden if card not in sure},
        forgotten=tuple(name(sighting.card) for sighting in memory.sightings if sighting.forgotten),
        notes={
            "unlocated": {str(n): unlocated(memory, n) for n in number_range(memory)},
            "reckons": uses_beliefs,
        },
    )


def name(card: Card) -> str:
    """Return the board's key of a card."""
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
    """Return a card that was seen; the bot's own cards are known from the start."""
    since = {sighting.card: sighting.seen_at_event for sighting in memory.sightings}
    event = None if card[0] == memory.seat else since[card]
    return Certainty(name(card), number_of(state, card), event)


def _deduced(memory: Memory, state: State, card: Card, belief: dict[str, float]) -> Certainty:
    """Return a card whose number follows from others, with the argument for it."""
    number = int(max(belief, key=lambda n: belief[n]))
    seat, place = card
    squeezed = seat is not None and bounds(state, seat, place) == (number, number)
    gift = (seat, number) == gift_of(state, memory.seat)
    why = Reason("squeezed" if squeezed else "given" if gift else "counted", {"number": number})
    return Certainty(name(card), number, _deduced_since(memory, card, number), why)


def _deduced_since(memory: Memory, card: Card, number: int) -> int | None:
    """Return the event after which the number followed, or `None` if it did from the start."""
    events = sorted(
        {sighting.seen_at_event for sighting in memory.sightings if not sighting.forgotten}
    )
    early, late = (
        0,
        len(events),
    )  # bisection is right because more knowledge never undoes a deduction
    while early < late:
        middle = (early + late) // 2
        event = events[middle - 1] if middle else 0
        if Odds(recalled_at(memory, event), memory.seat).chance(card, number) > ALMOST_ONE:
            late = middle
        else:
            early = middle + 1
    return events[early - 1] if early else None
