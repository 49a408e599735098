"""Building and dealing decks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import copies, cut


def test_copies_of_each_face_lie_together() -> None:
    assert copies("ab", 3) == ("a", "a", "a", "b", "b", "b")
    assert copies([], 3) == copies("ab", 0) == ()


@given(st.lists(st.integers(0, 9), max_size=6), st.integers(0, 9))
def test_piles_are_cut_from_the_top_in_order(sizes: list[int], left: int) -> None:
    deck = range(sum(sizes) + left)
    piles = cut(deck, sizes)
    assert [len(pile) for pile in piles] == sizes
    assert [card for pile in piles for card in pile] == list(range(sum(sizes)))


def test_a_deck_too_small_is_not_cut() -> None:
    with pytest.raises(ValueError, match="5 cards asked of a deck of 4"):
        cut("abcd", [3, 2])
    assert cut("abcd", [3, 1]) == (("a", "b", "c"), ("d",))
