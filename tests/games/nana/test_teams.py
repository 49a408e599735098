"""The team game, rule by rule (RULES.md, R23 to R28)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from games.core import codec
from games.core.contract import ALL, IllegalAction, fold, preview_action, try_action
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.actions import FlipHand, Give
from games.nana.events import Dealt, Ended, Event, Exchanged, Gave, NanaOptions
from games.nana.state import State
from games.nana.teams import allows_seat_count, opposite, rivals, side
from tests.games.nana.table import after, events_of, high, low

TEAMS = NanaOptions(teams="pairs", first=0)
HANDS = (
    (1, 2, 2, 3, 4, 5, 6, 7, 8),
    (1, 3, 4, 5, 6, 9, 10, 11, 12),
    (1, 2, 4, 5, 7, 8, 9, 10, 12),
    (3, 6, 7, 8, 9, 10, 11, 11, 12),
)
GIFTS = (2, 9, 7, 12)
"""By seat: the number it gives."""


def dealt(hands: Any = HANDS, **options: Any) -> State:
    """Return the state of a team game before anybody has given."""
    return fold(GAME, (Dealt(replace(TEAMS, **options), hands, (), 0),))


def give(state: State, seat: int, number: int) -> tuple[Event, ...]:
    """Return the events of giving a card."""
    return try_action(GAME, state, seat, Give(number))


def exchanged(state: State, gifts: tuple[int, ...] = GIFTS) -> State:
    """Return the state after everybody has given."""
    for seat, number in enumerate(gifts):
        state = fold(GAME, give(state, seat, number), state)
    return state


def state_and_events(viewer: Any, count: int = 4) -> tuple[State, list[Event]]:
    """Return a viewer's state and events after this many gifts."""
    log: tuple[Event, ...] = (Dealt(TEAMS, HANDS, (), 0),)
    for seat, number in list(enumerate(GIFTS))[:count]:
        log += give(fold(GAME, log), seat, number)
    events = [GAME.redact(event, viewer) for event in log]
    return fold(GAME, events), events


def test_r23_teams_are_for_four_and_six() -> None:
    assert [seats for seats in GAME.seats if allows_seat_count(TEAMS, seats)] == [4, 6]
    assert all(allows_seat_count(NanaOptions(), seats) for seats in GAME.seats)


def test_r23_partners_sit_opposite() -> None:
    assert [side(TEAMS, seat, 4) for seat in range(4)] == [(0, 2), (1, 3), (0, 2), (1, 3)]
    assert [opposite(seat, 6) for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    assert rivals(TEAMS, 1, 6) == (0, 2, 3, 5)
    assert side(NanaOptions(), 1, 4) == (1,)


@pytest.mark.parametrize(("seats", "size"), [(4, 9), (6, 6)])
@pytest.mark.parametrize("edition", ["nana", "trio"])
def test_r23_all_cards_are_dealt_and_there_is_no_centre(
    seats: int, size: int, edition: Any
) -> None:
    (event,) = GAME.start(replace(TEAMS, edition=edition), seats, Chance(b"deal"))
    assert isinstance(event, Dealt)
    assert event.centre == ()
    assert [len(hand) for hand in event.hands] == [size] * seats
    assert Counter(n for hand in event.hands for n in hand) == dict.fromkeys(range(1, 13), 3)


def test_r24_everyone_gives_at_the_same_time_one_offer_for_each_number() -> None:
    state = dealt()
    legal_actions = [GAME.legal_actions(state, seat) for seat in range(4)]
    assert legal_actions[0] == tuple(Give(n) for n in (1, 2, 3, 4, 5, 6, 7, 8))
    assert all(legal_actions)


def test_r24_who_has_given_waits_for_the_others() -> None:
    state = dealt()
    state = fold(GAME, give(state, 2, 7), state)
    assert state.giving == (0, 1, 3)
    assert GAME.legal_actions(state, 2) == ()
    with pytest.raises(IllegalAction) as refused:
        give(state, 2, 1)
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [(0, Give(9), "not_yours"), (0, Give(0), "not_yours"), (0, low(1), "give_first")],
)
def test_r24_nothing_else_can_be_asked_for_first(seat: int, action: Any, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        try_action(GAME, dealt(), seat, action)
    assert refused.value.code == code
    assert preview_action(GAME, state_and_events(seat, 0)[0], seat, action)["code"] == code


def test_r24_nothing_is_given_twice() -> None:
    state = exchanged(dealt())
    with pytest.raises(IllegalAction) as refused:
        give(state, 0, 1)
    assert refused.value.code == "given"


def test_r24_others_see_that_a_card_was_given_and_not_which() -> None:
    for viewer in (1, 2, 3, None):  # the partner too: nobody takes up a card before all have chosen
        state, events = state_and_events(viewer, 1)
        assert events[-1] == Gave(0, None)
        assert state.given == (None,) * 4
    assert state_and_events(0, 1)[1][-1] == Gave(0, 2)


def test_r25_partners_exchange_and_sort() -> None:
    state = exchanged(dealt())
    assert state.hands == (
        (1, 2, 3, 4, 5, 6, 7, 7, 8),
        (1, 3, 4, 5, 6, 10, 11, 12, 12),
        (1, 2, 2, 4, 5, 8, 9, 10, 12),
        (3, 6, 7, 8, 9, 9, 10, 11, 11),
    )
    assert state.giving == ()
    assert state.active == 0
    assert GAME.legal_actions(state, 0) and not any(
        GAME.legal_actions(state, seat) for seat in (1, 2, 3)
    )


def test_r25_the_last_gift_brings_the_exchange_and_the_order_of_giving_none() -> None:
    state = dealt()
    for seat in (3, 1, 0):
        state = fold(GAME, give(state, seat, GIFTS[seat]), state)
    events = give(state, 2, GIFTS[2])
    assert [type(event) for event in events] == [Gave, Exchanged]
    assert fold(GAME, events, state) == exchanged(dealt())


def test_r25_each_knows_the_own_new_hand_and_both_gifts_of_the_team() -> None:
    truth = exchanged(dealt())
    for viewer in range(4):
        state, _ = state_and_events(viewer)
        mate = opposite(viewer, 4)
        assert state.hands[viewer] == truth.hands[viewer]
        assert [hand.count(None) for s, hand in enumerate(state.hands) if s != viewer] == [9] * 3
        assert [s for s, number in enumerate(state.given) if number is not None] == sorted(
            (viewer, mate)
        )
    assert state_and_events(None)[0].given == (None,) * 4
    assert state_and_events(ALL)[0] == truth


def test_r25_a_place_before_the_exchange_names_no_card_after_it() -> None:
    """If the same gifts come from other places, the giver is sent the same."""
    other = (HANDS[0], (1, 1, 2, 5, 6, 9, 10, 11, 12), (3, 4, 4, 5, 7, 8, 9, 10, 12), HANDS[3])
    streams = []
    for hands in (HANDS, other):
        log: tuple[Event, ...] = (Dealt(TEAMS, hands, (), 0),)
        for seat, number in enumerate(GIFTS):
            log += give(fold(GAME, log), seat, number)
        streams.append(codec.dump([GAME.redact(event, 0) for event in log]))
    assert streams[0] == streams[1]


def test_r26_a_trio_is_the_teams() -> None:
    state = exchanged(dealt())
    state = after(state, low(0), low(1), low(2))
    assert state.trios == ((1,), (), (1,), ())
    assert state.active == 1


def test_r26_a_linked_pair_may_come_from_both_partners() -> None:
    state = replace(exchanged(dealt()), trios=((8,), (), (8,), ()), active=2)
    state = after(state, low(0), low(1))
    *_, ended = events_of(state, low(2))
    assert isinstance(ended, Ended)
    assert (ended.winners, ended.reason) == ((0, 2), "linked")
    outcome = GAME.outcome(after(state, low(2)))
    assert outcome is not None
    assert outcome.scores == (2, 0, 2, 0)


def test_r26_trios_of_rivals_do_not_count() -> None:
    state = replace(exchanged(dealt()), trios=((8,), (), (8,), ()), active=1)
    state = after(state, low(0), low(1), low(2))
    assert state.outcome is None
    assert state.trios == ((8,), (1,), (8,), (1,))


def test_r26_at_the_cap_the_team_with_most_trios_wins() -> None:
    state = replace(exchanged(dealt(turn_cap=1)), trios=((8,), (), (8,), ()), turn=4, active=3)
    *_, ended = events_of(after(state, low(0)), high(0))
    assert isinstance(ended, Ended)
    assert (ended.winners, ended.reason) == ((0, 2), "turn_cap")
    shared = replace(state, trios=((8,), (9,), (8,), (9,)))
    *_, ended = events_of(after(shared, low(0)), high(0))
    assert ended.winners == (0, 1, 2, 3)


def test_r27_the_partner_may_be_asked_and_turns_go_round() -> None:
    state = exchanged(dealt())
    assert FlipHand(2, "high") in GAME.legal_actions(state, 0)
    state = after(state, low(0), high(2))
    assert state.active == 1


def test_r28_gifts_are_hidden_together_with_the_first_turn() -> None:
    log: tuple[Event, ...] = (Dealt(TEAMS, HANDS, (), 0),)
    for seat, number in enumerate(GIFTS):
        log += give(fold(GAME, log), seat, number)
    given = len(log)
    for _ in range(2):
        state = fold(GAME, [GAME.redact(event, 0) for event in log])
        again = [GAME.redact_past(GAME.redact(event, 0), state) for event in log]
        assert again[1] == Gave(0, 2)
        assert GAME.view(state, 0)["given"] == (2, None, 7, None)
        true = fold(GAME, log)
        log += try_action(GAME, true, true.active, low(0))
        true = fold(GAME, log)
        log += try_action(GAME, true, true.active, high(0))
    state = fold(GAME, [GAME.redact(event, 0) for event in log])
    again = [GAME.redact_past(GAME.redact(event, 0), state) for event in log]
    first, gave, last = again[0], again[1], again[given - 1]
    assert isinstance(first, Dealt) and set(first.hands[0]) == {None}
    assert gave == Gave(0, None)
    assert isinstance(last, Exchanged) and last.given == (None,) * 4
    assert last.hands[0] == (1, 2, 3, 4, 5, 6, 7, 7, 8)  # the own hand is visible
    assert GAME.view(state, 0)["given"] == (None,) * 4


def test_the_view_holds_the_teams_and_the_seats_that_have_yet_to_give() -> None:
    view = GAME.view(state_and_events(0, 1)[0], 0)
    assert view["sides"] == [0, 1, 0, 1]
    assert view["giving"] == (1, 2, 3)
    assert view["active"] is None
    assert view["centre"] == []
    assert all(card["end"] is None for hand in view["hands"] for card in hand)
    later = GAME.view(state_and_events(0)[0], 0)
    assert later["active"] == 0 and later["giving"] == ()
    assert [card["end"] for card in later["hands"][1]] == ["low", *[None] * 7, "high"]
    assert GAME.view(fold(GAME, GAME.start(NanaOptions(), 4, Chance(b""))), 0)["sides"] == []


def test_an_old_deal_without_the_option_is_a_game_without_teams() -> None:
    row = b'[{"type":"Dealt","options":{"win":"nana"},"hands":[[1],[1],[1],[2]],"centre":[],"first":0}]'
    state = fold(GAME, codec.read_events(GAME, row))
    assert state.giving == () == state.given
    assert GAME.legal_actions(state, 0)
