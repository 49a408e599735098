"""Generator, validator and preview agree; on small hands both equal brute force over all subsets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from msgspec.structs import replace

from games.core.contract import IllegalAction
from games.core.random_stream import Chance
from games.datongzi import generation, rules
from games.datongzi.actions import Play
from games.datongzi.cards import RANKS, card_name, rank_of
from games.datongzi.events import DatongziOptions, Played
from games.datongzi.generation import (
    Holding,
    can_beat,
    choose_cards,
    kicker_choices,
    plays,
)
from games.datongzi.patterns import Pattern, beats, readings
from games.datongzi.preview import preview
from games.datongzi.state import State, apply
from games.datongzi.suits import loss
from tests.games.datongzi.table import any_cards, hand, position, random_hand

SMALL_HANDS = [
    "5 5 5 6 6 6 7 7 7 8 8 K",
    "5 5 5 5 6 6 6 6 7 7 7 7",
    "5D 5D 5D 6D 6D 6D 7D 7C 7H 8S 8S 8S",
    "9D 9D 9C 9C 9H 9H 9S 9S 10D 10D 10D JH",
    "AD AD AC 2D 2D 2D 2C KD KC KH QD QD",
    "KD KD KD KC AD AC AH 2S 2S 2S 10D 10C",
    "5 5 6 6 7 7 8 8 9 9 10 10",
    "2D 2D 2D 2C 2C 2C 2H 2H 2H 2S 2S 2S",
    "AD AD AD AD 5C 5C 5C 5C 6D 6C",
    "7D 7D 7D",
    "J",
]
Choice = tuple[Pattern, tuple[int, ...]]


def every_subset(cards: tuple[int, ...]) -> set[tuple[int, ...]]:
    """List the different sets of cards that can be taken from a hand."""
    found: set[tuple[int, ...]] = {()}
    for card in cards:
        found |= {(*chosen, card) for chosen in found}
    return found - {()}


def of_ranks(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(map(rank_of, cards)))


def brute(cards: tuple[int, ...], kickers: bool) -> set[Choice]:
    """Read every subset of a hand: what it is, and which ranks it has."""
    return {
        (reading, of_ranks(chosen))
        for chosen in every_subset(cards)
        for reading in readings(chosen, kickers)
    }


def generated(cards: tuple[int, ...], table: Pattern | None, kickers: bool) -> list[Choice]:
    """List what the generator offers, with every choice of kickers."""
    return [
        (pattern, of_ranks(choose_cards(cards, pattern, chosen)))
        for pattern in plays(cards, table, kickers)
        for chosen in kicker_choices(cards, pattern)
    ]


@cache
def every_table() -> tuple[Pattern, ...]:
    """List every pattern that can be the one to beat, once for each that compares differently."""
    found: list[Pattern] = []
    for rank in RANKS:
        found += [
            Pattern("single", rank),
            Pattern("pair", rank, 1, 2),
            Pattern("triple", rank, 1, 3),
        ]
        found += [Pattern("pairs", rank, n, 2 * n) for n in range(2, rank - 3) if rank < 15]
        found += [Pattern("airplane", rank, n, 3 * n) for n in range(2, rank - 3) if rank < 15]
        found += [Pattern("bomb", rank, 1, size) for size in range(4, 17)]
        found += [Pattern("tongzi", rank, 1, 3, 0, suit) for suit in range(4)]
        found.append(Pattern("dizha", rank, 1, 8))
    return tuple(found)


def agree_with_brute_force(cards: tuple[int, ...], kickers: bool) -> int:
    """Compare with every table play; return how many plays were compared."""
    everything = brute(cards, kickers)
    leading = generated(cards, None, kickers)
    assert len(leading) == len(set(leading)), "nothing is listed twice"
    assert set(leading) == everything
    for table in every_table():
        higher = {choice for choice in everything if beats(choice[0], table)}
        following = plays(cards, table, kickers)
        assert set(following) == {pattern for pattern, _ in higher}
        assert len(following) == len(set(following))
        assert can_beat(cards, table) == bool(higher)
    return len(everything)


@pytest.mark.parametrize("kickers", [True, False])
@pytest.mark.parametrize("text", SMALL_HANDS)
def test_generator_equals_brute_force_on_chosen_hands(text: str, kickers: bool) -> None:
    assert agree_with_brute_force(hand(text), kickers) > 0


@pytest.mark.parametrize("number", range(24))
def test_generator_equals_brute_force_on_drawn_hands(number: int) -> None:
    """Few ranks are drawn from, so that bombs, tongzi and airplanes are common."""
    chance = Chance(b"small").fork(number)
    lowest = chance.below(9)
    pool = [4 * (5 + lowest + rank) + suit for rank in range(3) for suit in range(4)]
    cards = tuple(sorted(chance.shuffled(pool * (3 + number % 2))[: 9 + number % 4]))
    assert agree_with_brute_force(cards, kickers=number % 3 > 0) > 10


def test_every_kind_is_met_on_small_hands() -> None:
    kinds = Counter(reading.kind for text in SMALL_HANDS for reading, _ in brute(hand(text), True))
    assert len(kinds) == 8


def table_for(cards: tuple[int, ...], table: Pattern | None, **options: str) -> State:
    """Return the state in which a seat with this hand leads, or has to beat this pattern."""
    names = " ".join(map(card_name, cards))
    state = position(names, "5D 5D", "5D 5D", **options)
    if table is None:
        return state
    ghost = position(names, "5D 5D", "5D 5D", leader=2, **options)
    return apply(ghost, Played(2, (20,), table))


def accepted(state: State, action: Play) -> Pattern | str:
    """Return how the rules answer a play, and check that the preview agrees."""
    answer = preview(state, 0, action)
    try:
        event = rules.handle_action(state, 0, action)[0]
    except IllegalAction as refusal:
        assert answer["legal"] is False
        assert (answer["code"], answer["message"]) == (refusal.code, refusal.message)
        return refusal.code
    assert answer["legal"] is True
    pattern: Pattern = event.pattern  # type: ignore[union-attr]
    assert answer["pattern"]["rank"] == pattern.rank
    return pattern


@pytest.mark.parametrize("part", range(10))
def test_generator_validator_and_preview_agree_on_full_hands(part: int) -> None:
    """2,000 hands of 41 cards: sampled plays are accepted as that pattern, their losers refused."""
    chance = Chance(b"full").fork(part)
    tables = every_table()
    options = DatongziOptions()
    for _ in range(200):
        cards = random_hand(chance, 41)
        table = None if chance.below(3) == 0 else chance.choice(tables)
        state = table_for(cards, table)
        found = plays(cards, table)
        assert bool(found) == (table is None or can_beat(cards, table))
        assert state.options == options
        for pattern in chance.shuffled(found)[:6]:
            kickers = chance.choice(list(islice(kicker_choices(cards, pattern), 50)))
            for chosen in (
                choose_cards(cards, pattern, kickers),
                any_cards(cards, pattern, chance),
            ):
                assert accepted(state, Play(chosen, pattern)) == pattern
        if table is not None:
            low = [p for p in plays(cards) if p not in set(found)]
            for pattern in chance.shuffled(low)[:4]:
                chosen = any_cards(cards, pattern, chance)
                assert accepted(state, Play(chosen, pattern)) in ("too_low", "wrong_kind")


@pytest.mark.parametrize("part", range(4))
def test_what_the_validator_accepts_the_generator_lists(part: int) -> None:
    """Random sets of cards of a full hand: a reading of them is among the rank-level plays."""
    chance = Chance(b"sets").fork(part)
    seen: Counter[str] = Counter()
    for _ in range(300):
        cards = random_hand(chance, 41)
        listed = set(plays(cards))
        ranks = chance.shuffled(RANKS)[: 1 + chance.below(3)]
        pool = [card for card in cards if rank_of(card) in ranks]
        for _ in range(10):
            chosen = chance.shuffled(pool)[: 1 + chance.below(12)]
            found = readings(chosen)
            assert set(found) <= listed
            seen.update(reading.kind for reading in found)
    assert len(seen) >= 6


def test_choosing_suits_breaks_nothing_where_another_copy_serves() -> None:
    chance = Chance(b"suits")
    spared = 0
    for _ in range(300):
        cards = random_hand(chance, 41)
        held = Holding(cards)
        for pattern in plays(cards):
            if pattern.kickers or pattern.kind in ("tongzi", "dizha"):
                continue
            left = Holding([*(Counter(cards) - Counter(choose_cards(cards, pattern))).elements()])
            for rank in pattern.ranks:
                whole = sum(copies >= 3 for copies in held.suits(rank))
                others = sum(copies for copies in held.suits(rank) if copies < 3)
                if whole and others >= pattern.size // pattern.length and min(held.suits(rank)) < 2:
                    spared += 1
                    assert loss(held.suits(rank), left.suits(rank), rank) == 0
    assert spared > 100


def test_a_dizha_is_kept_when_other_copies_serve() -> None:
    cards = hand("9D 9D 9D 9C 9C 9H 9H 9S 9S")
    assert choose_cards(cards, Pattern("single", 9)) == (36,)
    assert choose_cards(cards, Pattern("bomb", 9, 1, 8)).count(36) == 3
    assert choose_cards(cards, Pattern("dizha", 9, 1, 8)) == hand("9D 9D 9C 9C 9H 9H 9S 9S")


def test_the_cheaper_of_two_tongzi_is_broken() -> None:
    cards = hand("KD KD KD 5D 5D 5D")
    airplane = Pattern("triple", 13, 1, 3, 2)
    assert choose_cards(cards, airplane, (5, 5)) == hand("KD KD KD 5D 5D")
    mixed = hand("2S 2S 2S 2D 2D 2C")
    assert choose_cards(mixed, Pattern("triple", 15, 1, 3)) == hand("2D 2D 2C")


def test_choices_of_kickers_are_lazy() -> None:
    """A long airplane has millions of choices; the first ones come at once."""
    cards = hand(" ".join(f"{rank} {rank} {rank}" for rank in "5 6 7 8 9 10 J Q K A 2".split()))
    pattern = replace(Pattern("airplane", 9, 5, 15), kickers=10)
    assert pattern in plays(cards)
    first = next(kicker_choices(cards, pattern))
    assert first == (10, 10, 10, 11, 11, 11, 12, 12, 12, 13)


def test_choices_of_kickers_search_no_dead_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nearly as many wings as spare cards, each choice is reached in as many steps as it has."""
    steps: list[int] = []
    choose = generation._choose

    def counted(spare: list[int], number: int, lowest: int) -> Iterator[tuple[int, ...]]:
        steps.append(number)
        return choose(spare, number, lowest)

    monkeypatch.setattr(generation, "_choose", counted)
    cards = hand("5 5 5 6 6 6 7 7 7 8 8 8 9 9 9 10 10 J J Q Q K K A A 2 2")
    pattern = replace(Pattern("airplane", 9, 5, 15), kickers=10)
    assert len(list(islice(kicker_choices(cards, pattern), 20))) == 20
    assert len(steps) <= 21 * 10
