"""The random stream is the one that its file describes, uniform and reproducible."""

from __future__ import annotations

import hashlib
import pickle
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.random_stream import Chance, derive

KEY = b"glass table"
# printf 'glass table\0\0\0\0\0\0\0\0' | sha256sum, and the same with the counter at 1
BLOCKS = (
    "e35054c1083d7387eb0ccfd10180a50fe40de677b76c2cf46af13a1e8eaf346b"
    "6fb7675155bb5d952f5b31b7b6d238a076032bde28f7fce08f7fd7b6efd407b2"
)
WORDS = [int(BLOCKS[at : at + 16], 16) for at in range(0, 128, 16)]


class Paper:
    """An independent, slow implementation of the description in `chance.py`."""

    def __init__(self, key: bytes) -> None:
        self.key, self.used = key, 0

    def word(self) -> int:
        block, at = divmod(self.used, 4)
        self.used += 1
        digest = hashlib.sha256(self.key + bytes.fromhex(f"{block:016x}")).hexdigest()
        return int(digest[16 * at : 16 * at + 16], 16)

    def below(self, n: int) -> int:
        while True:
            word = self.word()
            if word < 2**64 - 2**64 % n:
                return word % n

    def shuffled(self, things: list[int]) -> tuple[int, ...]:
        pile = list(things)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)

    def weighted(self, weights: list[int]) -> int:
        drawn = self.below(sum(weights))
        for index, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0:
                return index
        raise AssertionError


def test_words_are_those_of_sha256() -> None:
    chance = Chance(KEY)
    assert [chance.below(2**64) for _ in range(8)] == WORDS


def test_known_draws() -> None:
    chance = Chance(KEY)
    assert [chance.below(10) for _ in range(8)] == [word % 10 for word in WORDS]
    assert Chance(KEY).shuffled(range(10)) == (2, 7, 1, 6, 8, 5, 0, 4, 9, 3)
    assert Chance(KEY).unit() == WORDS[0] // 2**11 / 2**53


def test_known_fork() -> None:
    # printf 'rules/0' | openssl dgst -sha256 -hmac 'glass table'
    known = "69cdec8bee12b49e4abb52e98342092654513b9f146146ef51df4a741d7b4418"
    assert derive(KEY, "rules", 0).hex() == known
    assert Chance(KEY).fork("rules", 0).key.hex() == known


@given(st.binary(max_size=40), st.lists(st.integers(1, 2**64), min_size=1, max_size=12))
def test_integers_follow_the_description(key: bytes, limits: list[int]) -> None:
    chance, paper = Chance(key), Paper(key)
    assert [chance.below(n) for n in limits] == [paper.below(n) for n in limits]


@given(st.binary(max_size=40), st.integers(0, 60))
def test_shuffles_follow_the_description(key: bytes, size: int) -> None:
    chance, paper = Chance(key), Paper(key)
    for _ in range(2):
        assert chance.shuffled(range(size)) == paper.shuffled(list(range(size)))


def test_words_above_the_last_multiple_are_skipped() -> None:
    n = 2**63 + 1  # nearly every second word is too large
    chance = Chance(KEY)
    kept = [word for word in WORDS if word < n]
    assert 0 < len(kept) < len(WORDS)
    assert [chance.below(n) for _ in kept] == kept


@given(st.binary(max_size=40), st.integers(1, 2**64))
def test_draws_are_in_range(key: bytes, n: int) -> None:
    chance = Chance(key)
    assert 0 <= chance.below(n) < n
    assert 0 <= chance.unit() < 1


@given(st.binary(max_size=40), st.lists(st.integers()))
def test_a_shuffle_keeps_every_thing(key: bytes, things: list[int]) -> None:
    before = list(things)
    assert Counter(Chance(key).shuffled(things)) == Counter(things)
    assert things == before


@pytest.mark.parametrize("n", [2, 3, 7, 10, 52])
def test_integers_are_even(n: int) -> None:
    chance = Chance(KEY)
    assert _chi_square(Counter(chance.below(n) for _ in range(n * 400)), n) < n + 5 * (2 * n) ** 0.5


def test_orders_are_even() -> None:
    chance = Chance(KEY)
    orders = Counter(chance.shuffled("abcd") for _ in range(24 * 400))
    assert set(orders) == set(permutations("abcd"))
    assert _chi_square(orders, 24) < 24 + 5 * 48**0.5


def test_every_place_is_even_for_every_card() -> None:
    chance = Chance(KEY)
    decks = [chance.shuffled(range(12)) for _ in range(3000)]
    for card in range(12):
        assert _chi_square(Counter(deck.index(card) for deck in decks), 12) < 12 + 5 * 24**0.5


@given(st.binary(max_size=9), st.lists(st.integers(0, 10**12), min_size=1, max_size=9))
def test_weighted_choices_are_those_of_the_description(key: bytes, weights: list[int]) -> None:
    weights = [*weights, 1]
    chance, paper = Chance(key), Paper(key)
    for _ in range(5):
        assert chance.weighted(weights) == paper.weighted(weights)


def test_weighted_choices_follow_the_weights_and_never_take_a_weight_of_zero() -> None:
    chance = Chance(KEY)
    drawn = Counter(chance.weighted([0, 1, 0, 3, 6, 0]) for _ in range(10_000))
    assert set(drawn) == {1, 3, 4}
    expected = {1: 1000, 3: 3000, 4: 6000}
    assert sum((drawn[i] - n) ** 2 / n for i, n in expected.items()) < 2 + 5 * 4**0.5


@pytest.mark.parametrize("weights", [[], [0, 0], [3, -1, 2], [2**64, 1]])
def test_weights_that_mean_nothing_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weights"):
        Chance(KEY).weighted(weights)


def _chi_square(counts: Counter[Any], cells: int) -> float:
    mean = counts.total() / cells
    missing = cells - len(counts)
    return sum((seen - mean) ** 2 / mean for seen in counts.values()) + missing * mean


def test_choice_draws_one_of_the_values() -> None:
    chance = Chance(KEY)
    assert Counter(chance.choice("abc") for _ in range(300)).keys() == set("abc")
    assert Chance(KEY).choice(range(10)) == Chance(KEY).below(10)


def test_forks_do_not_touch_each_other() -> None:
    parent, other = Chance(KEY), Chance(KEY)
    parent.fork("bot", 1).below(100)
    assert parent.below(2**64) == other.below(2**64)
    assert (
        parent.fork("rules", 0).key == Chance(KEY).fork("rules", 0).key
    )  # whether or not the parent was drawn from
    labels = [("rules", 0), ("rules", 1), ("bot", 0), ("bot", 0, 1), ("bot", 1, 0), ()]
    assert len({Chance(KEY).fork(*label).key for label in labels}) == len(labels)
    assert len({Chance(bytes([k])).fork("rules").key for k in range(9)}) == 9


def test_a_pickled_stream_starts_from_its_beginning() -> None:
    chance = Chance(KEY)
    first = chance.below(2**64)
    assert pickle.loads(pickle.dumps(chance)).below(2**64) == first
