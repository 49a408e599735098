"""The kicker panel: for selected cards with room for kickers, what each tactic would take, and why.

Everything is computed from the seat's own state, so it reveals nothing that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bots.datongzi.candidates import situation_of
from bots.datongzi.kickers import (
    DOCUMENT,
    Cost,
    KickerConfig,
    Situation,
    Tactic,
    automatic_tactic,
    available_cards,
    cost_parts,
    group_by_rank,
    select_kickers,
)
from bots.datongzi.memory import Memory
from games.core.contract import IllegalAction
from games.datongzi.actions import Play
from games.datongzi.cards import Cards, rank_of, without
from games.datongzi.judging import held_cards, known_cards, possible
from games.datongzi.patterns import KICKERS_PER_TRIPLE, Pattern, beats, describe, readings
from games.datongzi.scoring import kickers_allowed
from games.datongzi.state import State

NAMES = {
    Tactic.Efficiency: "Efficiency",
    Tactic.SaveHigh: "Save high cards",
    Tactic.DumpScore: "Play points",
    Tactic.HoardScore: "Hold points back",
    Tactic.Aggressive: "As many as possible",
}


MAX_CARDS = 66
"""No hand has more cards."""


class Offer(msgspec.Struct, frozen=True):
    """What one tactic would take with the selected cards."""

    tactic: str
    name: str
    automatic: bool
    """Whether the automatic choice is this tactic."""
    cards: Cards
    """The kickers; the selection is not among them."""
    reading: Pattern
    """How the whole play is read."""
    play: str
    """The play's name: `triple 7 with 2 kickers`."""
    cost: dict[str, float]
    """In parts: base, integrity, tactic, power, unfilled, and their sum, total."""


def advice_on_kickers(state: State, seat: int, query: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the selections for the cards of a query, written as numbers with commas."""
    numbers = query.get("cards", "").split(",")
    if len(numbers) > MAX_CARDS or not all(one.isascii() and one.isdigit() for one in numbers):
        raise IllegalAction("bad_message", "These are no cards.")
    return kicker_offers(state, seat, tuple(map(int, numbers)))


def kicker_offers(
    state: State, seat: int, cards: Sequence[int], config: KickerConfig = DOCUMENT
) -> list[dict[str, Any]]:
    """Return what each of the five tactics selects, as JSON; empty if no kicker fits.

    `cards` are a triple or an airplane, alone: kickers are chosen by the tactics. Cards that are not
    in the hand, or that cannot carry kickers or beat the table, get no offer.
    """
    body = _body(state, seat, tuple(cards))
    if body is None:
        return []
    hand, capacity = known_cards(state.hands[seat]), KICKERS_PER_TRIPLE * body.length
    situation = situation_of(Memory(seat, state.seats, state.options, state))
    chosen = automatic_tactic(without(hand, cards), capacity, config, situation)
    selections = [
        _offer(hand, tuple(cards), body, tactic, chosen, config, situation) for tactic in Tactic
    ]
    return [msgspec.to_builtins(offer) for offer in selections]


def _body(state: State, seat: int, cards: Cards) -> Pattern | None:
    """Return how the selection is read as a body that may carry kickers, or `None`."""
    if not kickers_allowed(state.options):
        return None
    try:
        held_cards(state, seat, Play(cards))
    except IllegalAction:
        return None
    ranks = sorted({rank_of(card) for card in cards})
    if len(cards) == 3 and len(ranks) == 1:  # three identical cards too: with kickers, a triple
        found = [Pattern("triple", ranks[0], 1, 3)]
    else:
        found = [r for r in _readings(state, cards) if r.kind == "airplane" and not r.kickers]
    table = state.table
    fitting = [body for body in found if table is None or beats(body, table)]
    return fitting[0] if fitting else None


def _readings(state: State, cards: Cards) -> tuple[Pattern, ...]:
    try:
        return possible(state, cards)
    except IllegalAction:
        return ()


def _offer(
    hand: Cards,
    body: Cards,
    bare: Pattern,
    tactic: Tactic,
    chosen: Tactic,
    config: KickerConfig,
    situation: Situation,
) -> Offer:
    capacity = KICKERS_PER_TRIPLE * bare.length
    kickers = select_kickers(hand, body, capacity, tactic, config, situation)
    reading = Pattern(bare.kind, bare.rank, bare.length, bare.size, len(kickers))
    if not kickers:  # three identical cards alone are a tongzi
        reading = readings(body)[0]
    cost = _cost(hand, body, kickers, tactic, config, situation)
    unfilled = (capacity - len(kickers)) * config.unfilled_penalty
    parts = msgspec.structs.asdict(cost) | {"unfilled": unfilled, "total": cost.total + unfilled}
    return Offer(
        tactic.value, NAMES[tactic], tactic is chosen, kickers, reading, describe(reading), parts
    )


def _cost(
    hand: Cards,
    body: Cards,
    kickers: Cards,
    tactic: Tactic,
    config: KickerConfig,
    situation: Situation,
) -> Cost:
    """Add up the cost of the kickers, part by part."""
    remaining = without(hand, body)
    ranks = [rank_of(card) for card in kickers]
    total = Cost()
    for block in group_by_rank(available_cards(remaining, body, config), config, situation):
        part = cost_parts(block, ranks.count(block.rank), tactic, config, situation)
        total = Cost(
            total.base + part.base,
            total.integrity + part.integrity,
            total.tactic + part.tactic,
            total.power + part.power,
        )
    return total
