"""Chips are conserved to the unit, whatever the stacks: random deals by hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.random_stream import Chance
from games.stud import rules
from games.stud.match import opening_events
from games.stud.options import Stakes
from games.stud.pots import split_into_pots, unmatched
from games.stud.state import State
from games.stud.transitions import apply
from tests.games.stud.table import any_move, keyframe


@st.composite
def deals(draw: st.DrawFn) -> tuple[Any, bytes]:
    """Draw a deal with short stacks: amounts that divide evenly and amounts that do not."""
    ante = draw(st.integers(0, 3))
    bring_in = draw(st.integers(ante + 1, 6))
    small = draw(st.integers(bring_in + 1, 12))
    stakes = Stakes(ante, bring_in, small, draw(st.integers(small + 1, 30)))
    seats = draw(st.integers(2, 8))
    stacks = draw(st.lists(st.integers(1, 120), min_size=seats, max_size=seats))
    started = keyframe(
        seats,
        draw(st.sampled_from(("stud", "razz", "stud8"))),
        stacks,
        stakes,
        marker=draw(st.integers(0, seats - 1)),
        match=draw(st.sampled_from(("cash", "deals", "freezeout"))),
        cap=draw(st.sampled_from(("4", "5"))),
        heads_up=draw(st.sampled_from(("capped", "uncapped"))),
        rebuy=draw(st.sampled_from(("auto", "ask", "never"))),
    )
    return started, draw(st.binary(min_size=4, max_size=4))


@given(deals())
@settings(max_examples=300)
def test_chips_are_conserved_at_every_event(drawn: tuple[Any, bytes]) -> None:
    started, key = drawn
    chance = Chance(key)
    state: State = apply(None, started)
    total = sum(started.stacks)
    events = rules.advance(state, *opening_events(started, chance.shuffled(range(52))))
    for _ in range(300):
        for event in events:
            state = apply(state, event)
            assert sum(state.stacks) + state.pot == total
            assert min(state.stacks) >= 0
        if not state.deal_is_on:
            break
        check_betting(state)
        events = rules.handle_action(state, *any_move(state, chance))
    assert not state.deal_is_on
    check_division(state)


def check_betting(state: State) -> None:
    """The seat to act is live, has chips, and has something to do."""
    seat = state.active
    assert seat is not None
    assert seat in state.live
    assert state.stacks[seat] > 0
    assert len(rules.legal_actions(state, seat)) >= 1
    others = [s for s in state.live if s != seat]
    assert any(state.stacks[s] or state.paid[s] for s in others)


def check_division(state: State) -> None:
    """Every pot was given out whole, to seats that contest it; results add up to nothing."""
    assert state.pot == 0
    assert sum(state.net) == 0
    if len(state.live) < 2:
        return
    pots = split_into_pots(state.paid, state.live)
    for number, pot in enumerate(pots):
        shares = [award for award in state.awards if award.pot == number]
        assert sum(award.amount for award in shares) == pot.amount
        assert {award.seat for award in shares} <= set(pot.seats)
    assert unmatched(state.paid) is None
    assert max(state.paid) == max(state.paid[seat] for seat in state.live)
    for award in state.awards:
        assert state.shown[award.seat]


@given(st.lists(st.integers(0, 60), min_size=2, max_size=8), st.data())
def test_pots_hold_all_chips_and_each_seat_contests_what_it_paid(
    paid: list[int], data: st.DataObject
) -> None:
    drawn = data.draw(st.sets(st.integers(0, len(paid) - 1)))
    live = sorted({*drawn, paid.index(max(paid))})
    pots = split_into_pots(paid, live)
    assert sum(pot.amount for pot in pots) == sum(paid)
    for seat in live:
        contested = sum(pot.amount for pot in pots if seat in pot.seats)
        assert contested == sum(min(chips, paid[seat]) for chips in paid)
