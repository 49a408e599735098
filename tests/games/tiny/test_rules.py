"""The rules of Peak, by the numbers of its RULES.md: a law is no better than the game it judges."""

from __future__ import annotations

import pytest

from games.core.chance import Chance
from games.core.contract import IllegalAction, fold
from tests.games.tiny import GAME
from tests.games.tiny.actions import Choose
from tests.games.tiny.events import Chosen, Dealt, Finished, Opened, PeakOptions, Shown
from tests.games.tiny.rules import peak
from tests.games.tiny.state import State

NEXT = Chance(b"next round")


def lay(**options: int) -> State:
    hands = (1, 4, 5), (5, 3, 2)
    return fold(GAME, (Opened(PeakOptions(**options), 2), Dealt(0, hands)))


def test_r1_each_round_is_a_new_deal() -> None:
    state = fold(GAME, GAME.handle_action(lay(showdowns=1), 0, Choose(1), NEXT), lay(showdowns=1))
    *_, dealt = GAME.handle_action(state, 1, Choose(3), NEXT)
    assert isinstance(dealt, Dealt)
    assert dealt.round == 1
    assert [len(hand) for hand in dealt.hands] == [3, 3]


def test_r2_all_may_choose_at_once_and_each_once() -> None:
    state = lay()
    assert GAME.legal_actions(state, 0) == GAME.legal_actions(state, 1) == (Choose(None),)
    state = fold(GAME, GAME.handle_action(state, 1, Choose(5), NEXT), state)
    assert (GAME.legal_actions(state, 0), GAME.legal_actions(state, 1)) == ((Choose(None),), ())


@pytest.mark.parametrize(("card", "code"), [(None, "incomplete"), (2, "not_in_hand")])
def test_r2_choice_is_a_card_of_the_hand(card: int | None, code: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.handle_action(lay(), 0, Choose(card), NEXT)
    assert refusal.value.code == code
    assert GAME.preview(lay(), 0, Choose(card))["cards"] == (1, 4, 5)


@pytest.mark.parametrize(
    ("cards", "winner"), [((1, 5), 1), ((5, 5), None), ((5, 5, 1), 2), ((2, 4, 3), 1)]
)
def test_r3_highest_card_nobody_else_chose_wins(cards: tuple[int, ...], winner: int | None) -> None:
    assert peak(cards) == winner


def test_r3_showdown_follows_the_last_choice() -> None:
    state = fold(GAME, GAME.handle_action(lay(), 0, Choose(4), NEXT), lay())
    assert GAME.handle_action(state, 1, Choose(5), NEXT) == (Chosen(1, 5), Shown((4, 5), 1))


def test_r4_most_points_win() -> None:
    state = lay(rounds=1, showdowns=1)
    state = fold(GAME, GAME.handle_action(state, 0, Choose(4), NEXT), state)
    events = GAME.handle_action(state, 1, Choose(5), NEXT)
    assert events[-1] == Finished((1,))
    outcome = fold(GAME, events, state).outcome
    assert outcome is not None
    assert outcome.scores == (0.0, 1.0)
