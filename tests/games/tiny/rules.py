"""The rules of Peak: turn actions into events. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Any

from games.core.cards import copies, cut
from games.core.chance import Chance
from games.core.contract import IllegalAction, Outcome
from tests.games.tiny.actions import Action, Choose
from tests.games.tiny.events import Chosen, Dealt, Event, Finished, Opened, PeakOptions, Shown
from tests.games.tiny.state import State, apply

DECK = copies(range(1, 6), 3)
HAND = 3


def start(options: PeakOptions, seats: int, chance: Chance) -> tuple[Event, ...]:
    """Set the table and deal the first round."""
    return Opened(options, seats), deal(0, seats, chance)


def deal(index: int, seats: int, chance: Chance) -> Dealt:
    """Deal a round from a new shuffle (R1)."""
    return Dealt(index, cut(chance.shuffled(DECK), [HAND] * seats))


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Offer a choice to every seat that has not made it (R2)."""
    return () if state.outcome is not None or state.chosen[seat] else (Choose(),)


def handle_action(state: State, seat: int, action: Action, chance: Chance) -> tuple[Event, ...]:
    """Lay the card down and tell all that follows (R2 to R4)."""
    facts: list[Event] = [Chosen(seat, check(state, seat, action))]
    after = apply(state, facts[0])
    if not all(after.chosen):
        return tuple(facts)
    cards = tuple(card for (card,) in after.chosen if card is not None)
    facts.append(Shown(cards, peak(cards)))
    after = apply(after, facts[-1])
    if after.left == 0:
        facts.append(_next(after, chance))
    return tuple(facts)


def _next(state: State, chance: Chance) -> Event:
    """Deal another round, or count the points (R4)."""
    if state.round + 1 < state.options.rounds:
        return deal(state.round + 1, len(state.points), chance)
    most = max(state.points)
    return Finished(tuple(seat for seat, points in enumerate(state.points) if points == most))


def peak(cards: tuple[int, ...]) -> int | None:
    """Find the seat with the highest card nobody else chose (R3)."""
    alone = [card for card in cards if cards.count(card) == 1]
    return cards.index(max(alone)) if alone else None


def check(state: State, seat: int, action: Action) -> int:
    """Return the card a wish names, or refuse."""
    if action.card is None:
        raise IllegalAction("incomplete", "Name a card.")
    if action.card not in state.hands[seat]:
        raise IllegalAction("not_in_hand", "You do not hold that card.")
    return action.card


def preview(state: State, seat: int, action: Action) -> dict[str, Any]:
    """Tell whether a choice would be accepted, and which cards there are to choose from."""
    try:
        check(state, seat, action)
    except IllegalAction as refusal:
        verdict = {"legal": False, "code": refusal.code, "message": refusal.message}
    else:
        verdict = {"legal": True}
    return {**verdict, "cards": state.hands[seat]}


def outcome(state: State) -> Outcome | None:
    """Tell how it ended, or `None` while it goes on."""
    return state.outcome


def round_index(state: State) -> int:
    """Tell which deal is being played."""
    return state.round
