"""Who shows and who takes which share when a deal ends (R25 to R32)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from games.core.poker import NO_LOW, eight_or_better, high_strength, low_strength
from games.stud.events import DealEnded, Event, Half, HandMucked, HandShown, PotAwarded
from games.stud.options import Variant
from games.stud.pots import Pot, shares, split_into_pots
from games.stud.state import State
from games.stud.transitions import apply

HALVES: dict[Variant, tuple[Half, ...]] = {
    "stud": ("all",),
    "razz": ("all",),
    "stud8": ("high", "low"),
}


def hand_strength(game: Variant, half: Half, cards: Sequence[int]) -> int:
    """Return the strength of a hand for a half of the pot; 0 if it has no claim (R29 to R31)."""
    if game == "razz":
        return int(low_strength(np.array(cards)))
    evaluate = eight_or_better if half == "low" else high_strength
    return int(evaluate(np.array(cards)))


def cards_of(state: State, seat: int) -> tuple[int, ...]:
    """Return the known cards of a seat, down, up and common."""
    common = () if state.common is None else (state.common,)
    return tuple(card for card in (*state.down[seat], *state.up[seat], *common) if card is not None)


def award_pots(state: State) -> tuple[PotAwarded, ...]:
    """Divide every pot among the live seats; needs their cards (R27 to R32)."""
    hands = {seat: cards_of(state, seat) for seat in state.live}
    halves = HALVES[state.game]
    strength = {
        half: {seat: hand_strength(state.game, half, hand) for seat, hand in hands.items()}
        for half in halves
    }
    awards: list[PotAwarded] = []
    for number, pot in enumerate(split_into_pots(state.paid, state.live)):
        for half, amount in _halves(pot, halves, strength):
            best = max(strength[half][seat] for seat in pot.seats)
            winners = [seat for seat in pot.seats if strength[half][seat] == best]
            awards += [
                PotAwarded(number, half, seat, chips, best)
                for seat, chips in shares(amount, winners).items()
                if chips
            ]
    return tuple(awards)


def _halves(
    pot: Pot, halves: tuple[Half, ...], strength: dict[Half, dict[int, int]]
) -> list[tuple[Half, int]]:
    """Return how much of a pot each half gets: nothing for a low that nobody has (R31, R32)."""
    if len(halves) == 1:
        return [(halves[0], pot.amount)]
    if all(strength["low"][seat] == NO_LOW for seat in pot.seats):
        return [("high", pot.amount)]
    low = pot.amount // 2
    return [("high", pot.amount - low), ("low", low)]


def award_uncontested(state: State) -> tuple[PotAwarded, ...]:
    """Give everything to the last live seat (R25)."""
    (winner,) = state.live
    return (PotAwarded(0, "all", winner, state.pot, None),) if state.pot else ()


def show_all(state: State) -> tuple[Event, ...]:
    """Show every live hand at once, because betting ended by all-in (R24)."""
    return tuple(_shown(state, seat) for seat in showing_order(state) if not state.shown[seat])


def show_and_muck(state: State, awards: Iterable[PotAwarded]) -> tuple[Event, ...]:
    """Show the first hand and those that take something; muck the others (R28)."""
    takers = {award.seat for award in awards}
    first, *later = showing_order(state)
    return (
        _shown(state, first),
        *(_shown(state, seat) if seat in takers else HandMucked(seat) for seat in later),
    )


def showing_order(state: State) -> tuple[int, ...]:
    """Return live seats from the last aggressor, or the first to act, to the left (R28)."""
    first = state.aggressor if state.aggressor is not None else state.opener
    start = state.order[0] if first is None else first
    turns = ((start + step) % state.seats for step in range(state.seats))
    return tuple(seat for seat in turns if seat in state.live)


def _shown(state: State, seat: int) -> HandShown:
    return HandShown(seat, tuple(card for card in state.down[seat] if card is not None))


def end_deal(state: State) -> tuple[Event, ...]:
    """Return the events that give out the pot and close the deal."""
    if len(state.live) == 1:
        return _closed(state, award_uncontested(state))
    awards = award_pots(state)
    if all(state.shown[seat] for seat in state.live):
        return _closed(state, awards)
    return _closed(state, (*show_and_muck(state, awards), *awards))


def _closed(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    after = state
    for event in events:
        after = apply(after, event)
    gained = [
        sum(award.amount for award in after.awards if award.seat == seat) - after.paid[seat]
        for seat in range(state.seats)
    ]
    return (*events, DealEnded(tuple(gained)))
