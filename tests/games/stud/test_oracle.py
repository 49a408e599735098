"""Random deals played in step with PokerKit, an independent implementation of the three games.

Where PokerKit departs from our rules, deals are drawn so that the departure cannot arise, or the
step is left out; `tests/games/stud/test_deviations.py` tests by hand what is right there.
"""

from __future__ import annotations

import pytest

from games.core.random_stream import Chance
from games.stud import rules
from games.stud.actions import BringIn, Call, Check, Fold, Turn
from games.stud.betting import legal_actions, price
from games.stud.levels import next_level
from games.stud.match import opening_events
from games.stud.options import Stakes, Variant
from games.stud.state import State
from games.stud.transitions import apply
from tests.games.stud.oracle import Oracle, our_step
from tests.games.stud.table import fold, keyframe

DEALS, MANY_DEALS = 2_000, 20_000
GAMES: tuple[Variant, ...] = ("stud", "razz", "stud8")


def dealt_beside_oracle(number: int) -> tuple[State, Oracle]:
    """Deal by chance: two to seven seats, each game, deep stacks or (every other deal) short ones."""
    chance = Chance(b"oracle").fork(number)
    seats = 2 + number % 6
    stakes = Stakes(chance.below(4), 4 + chance.below(6), 10 + chance.below(8), 36)
    deep = number // 18 % 2 == 0
    stacks = [2000 if deep else 1 + chance.below(400) for _ in range(seats)]
    started = keyframe(
        seats,
        GAMES[number // 6 % 3],
        stacks,
        stakes,
        marker=chance.below(seats),
        cap="5" if chance.below(2) else "4",
        deals=1,
    )
    state = apply(None, started)
    events = rules.advance(state, *opening_events(started, chance.shuffled(range(52))))
    oracle = Oracle(state, started.stacks)
    oracle.follow(events)
    return fold(events, state), oracle


def play_beside_oracle(number: int) -> int:
    """Play one deal at random beside PokerKit and compare; return the number of decisions."""
    state, oracle = dealt_beside_oracle(number)
    chance = Chance(b"moves").fork(number)
    calls = 1 + chance.below(6)
    decisions = 0
    while state.deal_is_on:
        seat = state.active
        assert seat is not None
        ours, theirs = our_step(state), oracle.step()
        if complete_without_chips(state):
            theirs["raise_to"] = None
        assert ours == theirs
        legal = [action for action in legal_actions(state, seat) if not is_short(state, action)]
        if not legal:
            return decisions  # only a short bring-in is left
        stays = [action for action in legal if not isinstance(action, Fold)]
        action = chance.choice(legal if chance.below(calls) == 0 else stays)
        events = rules.handle_action(state, seat, action)
        oracle.act(action)
        oracle.follow(events)
        state = fold(events, state)
        decisions += 1
    assert not oracle.state.status
    if not has_odd_remainder(state) and not has_pot_without_low(state):
        gaps = [abs(a - b) for a, b in zip(state.stacks, oracle.stacks(), strict=True)]
        assert max(gaps) <= odd_side_pots(state)
    return decisions


def is_short(state: State, action: Turn) -> bool:
    """Tell wagers for less, after which PokerKit counts otherwise; calls for less agree."""
    assert state.active is not None
    if isinstance(action, Call | Check | Fold):
        return False
    bring_in = isinstance(action, BringIn)
    full = (
        state.stakes.bring_in if bring_in else next_level(state.stakes, state.street, state.level)
    )
    return price(state, state.active, action).to < full


def complete_without_chips(state: State) -> bool:
    """Tell whether PokerKit offers a completion to a bring-in seat with no more than the bring-in."""
    assert state.active is not None
    brings_in = state.street == 3 and state.to_match == 0
    return brings_in and state.stacks[state.active] <= state.stakes.bring_in


def parts(state: State) -> dict[int, dict[str, list[int]]]:
    """Return the shares by pot and half."""
    found: dict[int, dict[str, list[int]]] = {}
    for award in state.awards:
        found.setdefault(award.pot, {}).setdefault(award.half, []).append(award.amount)
    return found


def has_odd_remainder(state: State) -> bool:
    """Tell whether two chips or more were left over: PokerKit gives all of them to one winner."""
    halves = [shares for pot in parts(state).values() for shares in pot.values()]
    return any(sum(shares) % len(shares) > 1 for shares in halves)


def has_pot_without_low(state: State) -> bool:
    """Tell whether one pot has a low and another has none: PokerKit divides the latter's low half."""
    return len({"low" in pot for pot in parts(state).values()}) > 1


def odd_side_pots(state: State) -> int:
    """Count the pots with an odd chip if there are several: PokerKit divides them together."""
    pots = parts(state).values()
    odd = [
        len({sum(shares) for shares in pot.values()}) > 1
        or any(len(set(shares)) > 1 for shares in pot.values())
        for pot in pots
    ]
    return sum(odd) if len(odd) > 1 else 0


def test_pokerkit_agrees_at_every_step() -> None:
    decisions = sum(play_beside_oracle(number) for number in range(DEALS))
    assert decisions > 10 * DEALS


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_pokerkit_agrees_at_every_step_of_many_deals() -> None:
    decisions = sum(play_beside_oracle(DEALS + number) for number in range(MANY_DEALS))
    assert decisions > 10 * MANY_DEALS
