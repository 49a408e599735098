"""Turn Duel has every property of the contract, and the properties find what its deals could leak."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.turn import GAME
from games.turn.events import Dealt, Event
from games.turn.rules import deal
from tests.games.contract_properties import PROPERTIES, Property, check, properties
from tests.games.turn.case import CASE


@pytest.mark.parametrize("property_", properties(CASE.game).values(), ids=properties(CASE.game))
def test_property(property_: Property) -> None:
    check(property_, CASE)


def _leaking(title: Callable[[Dealt], str]) -> Callable[..., tuple[Event, ...]]:
    """Return a `deal` whose public title depends on what is hidden."""

    def leak(state: Any, chance: Any, data: Any) -> tuple[Event, ...]:
        (event,) = deal(state, chance, data)
        assert isinstance(event, Dealt)
        return (msgspec.structs.replace(event, title=title(event)),)

    return leak


@pytest.mark.parametrize(
    "title",
    [
        lambda event: f"a good hand for {int(sum(event.hands[0]) > sum(event.hands[1]))}",
        lambda event: "a red card comes" if event.river % 4 in (1, 2) else "a black card comes",
    ],
    ids=["hands", "river"],
)
def test_exchanged_draws_reveal_a_deal_that_says_too_much(title: Callable[[Dealt], str]) -> None:
    """Only the exchange of weighted choices can find this: every event is redacted correctly."""
    case = replace(CASE, game=replace(GAME, deal=_leaking(title)))
    check(PROPERTIES["4-knowledge"], case, shrink=False)
    with pytest.raises(AssertionError):
        check(PROPERTIES["4-secrecy"], case, shrink=False)
