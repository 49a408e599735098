"""What the preview offers a player who chooses cards: useful cards, taps, suggestions, kickers."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from games.datongzi.actions import Play
from games.datongzi.cards import FACES, card_name, rank_of
from games.datongzi.generation import kicker_choices, plays
from games.datongzi.judging import judge, known_cards
from games.datongzi.patterns import beats, readings
from games.datongzi.preview import preview
from games.datongzi.rules import handle_action
from games.datongzi.state import State, apply
from tests.games.datongzi.table import hand, position


def following(mine: str, led: str, **options: str) -> State:
    """Return the state in which seat 1 with these cards has to beat what seat 0 led."""
    state = position(f"{led} 5D", f"{mine}", "5C", **options)
    for event in handle_action(state, 0, Play(hand(led))):
        state = apply(state, event)
    assert state.active == 1
    return state


def test_without_cards_the_preview_refuses_and_helps() -> None:
    answer = preview(following("6D 6C 9D KH", "7S"), 1, Play())
    assert (answer["legal"], answer["code"]) == (False, "incomplete")
    assert [card_name(card) for card in answer["useful"]] == ["9D", "KH"]
    assert answer["steps"]["9"] == [hand("9D")]


def test_a_card_is_useful_if_and_only_if_some_play_contains_it() -> None:
    for seed in range(30):
        random = Random(seed)
        deck = random.sample([face for face in FACES for _ in range(3)], 30)
        table = readings(deck[:1])[0] if seed % 3 else None
        mine = sorted(deck[1:14])
        state = position(
            " ".join(map(card_name, deck[:1])) + " 5D", " ".join(map(card_name, mine)), "5C"
        )
        if table is None:
            state = position(" ".join(map(card_name, mine)), "5D", "5C")
        else:
            for event in handle_action(state, 0, Play(tuple(deck[:1]))):
                state = apply(state, event)
        if state.active is None or not state.hands[state.active] or (table and state.active != 1):
            continue
        seat = state.active
        found = preview(state, seat, Play())["useful"]
        ranks = {rank_of(card) for card in found}
        for play in plays(mine, table):
            assert set(play.ranks) <= ranks
        for card in set(mine) - set(found):
            assert not any(
                rank_of(card) in (*play.ranks, *choice) and play.kind != "tongzi"
                for play in plays(mine, table)
                for choice in islice(kicker_choices(mine, play), 50)
            )


@pytest.mark.parametrize("led", ["7S", "7S 7H", "7S 7H 7D", ""])
def test_every_suggestion_may_be_played_and_the_first_breaks_nothing(led: str) -> None:
    mine = "8D 9D 9C JD JC JH QD QC QH QS KS KS KS AD AC 2D"
    state = following(mine, led) if led else position(mine, "5D", "5C")
    seat = 1 if led else 0
    offered = preview(state, seat, Play())["suggestions"]
    assert offered
    for suggestion in offered:
        pattern = judge(state, seat, Play(tuple(suggestion["cards"])))
        assert state.table is None or beats(pattern, state.table)
    first = Counter(map(rank_of, offered[0]["cards"]))
    assert 12 not in first, "the bomb of queens stays whole"
    assert 13 not in first, "the tongzi of kings stays whole"
    names = [suggestion["name"] for suggestion in offered]
    assert len(set(names)) == len(names)


def test_taps_on_a_rank_take_what_the_table_asks_for_then_more() -> None:
    state = following("9D 9C 9H 9S 9D", "7S 7H")
    taken = [len(cards) for cards in preview(state, 1, Play())["steps"]["9"]]
    assert taken == [2, 4, 5]
    leading = position("9D 9C 9H 9S 9D 8D 8C", "5D", "5C")
    steps = preview(leading, 0, Play())["steps"]
    assert [len(cards) for cards in steps["9"]] == [3, 4, 5, 1, 2]
    assert [len(cards) for cards in steps["8"]] == [2, 1]


def test_a_tap_takes_a_triple_and_the_tongzi_is_a_step_of_its_own() -> None:
    state = position("9D 9D 9D 9C 5D", "5D", "5C")
    steps = preview(state, 0, Play())["steps"]["9"]
    assert readings(steps[0])[0].kind == "triple"
    assert hand("9D 9D 9D") in steps


def test_the_preview_counts_the_kickers_that_still_fit() -> None:
    state = position("9D 9C 9H 8D 8C 7D 6D", "5D", "5C")
    bare = preview(state, 0, Play(hand("9D 9C 9H")))
    assert (bare["spare_kickers"], bare["body"]) == (2, hand("9D 9C 9H"))
    one = preview(state, 0, Play(hand("9D 9C 9H 8D")))
    assert (one["spare_kickers"], one["body"]) == (1, hand("9D 9C 9H"))
    assert preview(state, 0, Play(hand("8D 8C")))["spare_kickers"] == 0
    closed = position("9D 9C 9H 8D 8C 7D 6D", "5D", "5C", kickers="no")
    assert preview(closed, 0, Play(hand("9D 9C 9H")))["spare_kickers"] == 0


def test_help_names_the_own_cards_only() -> None:
    state = position("9D 9C 9H 8D", "KS KS KS", "AH AH AH")
    answer = preview(state, 0, Play())
    own = Counter(known_cards(state.hands[0]))
    lists = [*answer["steps"].values(), *answer["spare"].values()]
    for cards in [*(one for steps in lists for one in steps), answer["useful"]]:
        assert Counter(cards) <= own
