"""The tests of the user's document 000, section 5, that are right as written, on legal deals.

Names carry the section. What the document got wrong is in `tests/bots/nana/test_audit.py`, and
`docs/source-documents/000.md` says for each of its tests which of the two it became, and why.
"""

from __future__ import annotations

import pytest

from bots.nana.belief.odds import probability
from bots.nana.memory import (
    excluded_numbers,
    hand_size,
    known_head,
    known_public,
    known_tail,
    number_range,
    unknown_public,
    unlocated,
)
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.actions import FlipCentre, FlipHand
from games.nana.events import NanaOptions
from tests.bots.nana.positions import BOT, BOT_2, BOT_3, FOURS, ME, PreparedGame
from tests.games.nana.table import high, low, mid

ELEVENS = high(BOT), high(BOT_3), mid(5)


def test_5_1_own_hand_is_known() -> None:
    assert PreparedGame().memory().table.hands[BOT] == (2, 4, 5, 6, 8, 9, 11)


def test_5_1_hands_of_others_are_unknown() -> None:
    table = PreparedGame().memory().table
    assert [table.hands[seat] for seat in (ME, BOT_2, BOT_3)] == [(None,) * 7] * 3


def test_5_1_centre_is_unknown() -> None:
    memory = PreparedGame().memory()
    assert memory.table.centre == (None,) * 8
    assert unknown_public(memory) == 8


def test_5_2_reveal_of_a_hand_card_is_noted_in_its_place() -> None:
    assert PreparedGame().play(low(ME)).memory().table.hands[ME] == (3, *(None,) * 6)


def test_5_2_reveal_of_a_centre_card_is_noted_in_its_slot() -> None:
    memory = PreparedGame().play(mid(3)).memory()
    assert memory.table.centre[3] == 7
    assert known_public(memory, 7) == 1


def test_5_2_update_makes_a_new_memory() -> None:
    before, after = PreparedGame().memory(), PreparedGame().play(mid(3)).memory()
    assert before != after
    assert before.table.centre != after.table.centre


def test_5_2_collect_removes_the_number_everywhere() -> None:
    memory = PreparedGame().play(*ELEVENS).memory()
    table = memory.table
    assert table.trios[ME] == (11,)
    assert all(table.hands[BOT][place] != 11 for place in table.down[BOT])
    assert 5 not in table.down_centre


def test_5_2_collect_removes_what_was_known_of_others() -> None:
    game = PreparedGame().play(high(BOT_3), mid(0))
    assert known_tail(game.memory(), BOT_3) == 11
    while game.state.active != ME:
        game.play(mid(0), mid(1))
    table = game.play(*ELEVENS).memory().table
    assert 6 not in table.down[BOT_3]


def test_5_3_own_head_and_tail_are_known() -> None:
    memory = PreparedGame().memory()
    assert (known_head(memory, BOT), known_tail(memory, BOT)) == (2, 11)


def test_5_3_head_and_tail_of_others_are_unknown() -> None:
    memory = PreparedGame().memory()
    assert known_head(memory, ME) is None
    assert known_tail(memory, ME) is None


def test_5_3_known_head_after_reveal() -> None:
    assert known_head(PreparedGame().play(low(ME), mid(0)).memory(), ME) == 3


def test_5_3_hand_size() -> None:
    memory = PreparedGame().memory()
    assert [hand_size(memory, seat) for seat in range(4)] == [7] * 4


def test_5_3_hand_size_after_collect() -> None:
    assert hand_size(PreparedGame().play(*ELEVENS).memory(), BOT) == 6


def test_5_3_unlocated_at_the_start() -> None:
    memory = PreparedGame().memory()
    assert unlocated(memory, 2) == 2
    assert unlocated(memory, 3) == 3


def test_5_3_unlocated_after_collect() -> None:
    assert unlocated(PreparedGame().play(*ELEVENS).memory(), 11) == 0


def test_5_3_known_head_excludes_smaller_numbers() -> None:
    excluded = excluded_numbers(PreparedGame(FOURS).play(low(ME), mid(0)).memory(), ME)
    assert {1, 3} <= excluded
    assert 4 not in excluded


def test_5_3_known_tail_excludes_larger_numbers() -> None:
    excluded = excluded_numbers(PreparedGame().play(high(BOT_2), mid(0)).memory(), BOT_2)
    assert {11, 12} <= excluded
    assert 10 not in excluded


def _probability(game: PreparedGame, number: int, action: FlipHand | FlipCentre) -> float:
    return probability(game.memory().table, BOT, number, action)


def test_5_4_known_head_equal_to_the_target_is_certain() -> None:
    assert _probability(PreparedGame().play(low(ME), mid(0)), 3, low(ME)) == 1.0


def test_5_4_known_head_unlike_the_target_is_impossible() -> None:
    assert _probability(PreparedGame().play(low(ME), mid(0)), 5, low(ME)) == 0.0


def test_5_4_a_collected_number_is_impossible() -> None:
    assert _probability(PreparedGame().play(*ELEVENS), 11, low(ME)) == 0


def test_5_4_a_number_below_the_known_head_is_impossible() -> None:
    assert _probability(PreparedGame(FOURS).play(low(ME), mid(0)), 3, high(ME)) == 0


def test_5_5_two_known_equal_heads_are_used() -> None:
    game = (
        PreparedGame(FOURS, first=BOT_3).play(low(ME), low(BOT_2), mid(0)).play(low(BOT_3), mid(1))
    )
    decision = game.decide()
    assert decision.action in (low(ME), low(BOT_2))
    assert decision.confidence == 1.0


def test_5_5_second_flip_takes_the_certain_source() -> None:
    game = PreparedGame(first=BOT_3).play(high(BOT_3), mid(0)).play(low(ME), mid(0)).play(mid(5))
    decision = game.decide()
    assert decision.action == high(BOT_3)
    assert decision.confidence == 1.0


def test_5_5_second_flip_without_certainty_takes_the_likeliest() -> None:
    game = PreparedGame(first=BOT).play(mid(3))
    decision = game.decide()
    assert 0 < decision.confidence < 1
    gains = [candidate.parts["gain"] for candidate in decision.candidates]
    assert gains[0] == max(gains)


def test_5_5_third_flip_takes_the_certain_card() -> None:
    decision = PreparedGame(first=BOT).play(mid(5), high(BOT_3)).decide()
    assert decision.action == high(BOT)
    assert decision.confidence == 1.0


def test_5_5_third_flip_avoids_a_card_known_to_miss() -> None:
    game = PreparedGame().play(low(ME), mid(0)).play(mid(6), mid(7))
    assert game.decide().action != low(ME)


def test_5_6_every_bot_remembers_a_persons_flip() -> None:
    game = PreparedGame().play(low(ME), mid(0))
    for bot in (BOT, BOT_2, BOT_3):
        assert known_head(game.memory(bot), ME) == 3


def test_5_6_a_bot_that_takes_a_trio_goes_on_where_the_table_says_so() -> None:
    game = PreparedGame(first=BOT, turn_after_trio="continue").play(mid(5), high(BOT_3))
    game.play(game.decide().action)
    assert game.state.trios[BOT] == (11,)
    assert game.state.active == BOT
    assert game.state.chain == ()


def test_5_7_equal_cards_in_hand() -> None:
    deal = ((3, 3, 5), (1, 2, 4)), (1, 1, 2, 2, 3, 4, 4, 5, 5)
    memory = PreparedGame(deal).memory(ME)
    assert memory.table.hands[ME] == (3, 3, 5)
    assert (known_head(memory, ME), known_tail(memory, ME)) == (3, 5)


def test_5_7_with_empty_hands_only_the_centre_is_turned() -> None:
    game = PreparedGame((((), ()), (1, 1, 1, 2, 2, 2, 3, 3, 3)), first=BOT)
    assert isinstance(game.decide().action, FlipCentre)


def test_5_7_with_an_empty_centre_only_hands_are_turned() -> None:
    game = PreparedGame((((1, 1, 2, 3, 3), (1, 2, 2, 3)), ()), first=BOT)
    assert isinstance(game.decide().action, FlipHand)


def test_5_7_after_the_head_is_taken_the_next_card_is_head() -> None:
    game = PreparedGame(FOURS).play(low(ME), mid(0))
    assert known_head(game.memory(), ME) == 4
    game.play(low(ME), low(BOT), low(BOT_2))
    assert known_head(game.memory(), ME) is None


@pytest.mark.parametrize(("seats", "top"), [(2, 10), (3, 11), (4, 12), (5, 12), (6, 12)])
def test_4_3_number_range_for_each_count_of_players(seats: int, top: int) -> None:
    (dealt,) = GAME.start(NanaOptions(), seats, Chance(b"any"))
    game = PreparedGame((dealt.hands, dealt.centre))
    assert number_range(game.memory()) == range(1, top + 1)
