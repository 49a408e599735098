"""What a Da Tong Zi bot remembers, and what passes prove: never anything false, and all there is."""

from __future__ import annotations

from itertools import product

import pytest

from bots.datongzi.evidence import Limits, after_pass, after_play, allows, no_limits, settle
from bots.datongzi.memory import unseen_copies, without_proofs
from bots.datongzi.possible_hands import (
    PossibleHands,
    Rival,
    can_beat,
    can_hold,
    has_deal,
    possible_hands,
    resolved,
)
from games.core.random_stream import Chance
from games.datongzi import generation
from games.datongzi.cards import FACES, parse
from games.datongzi.events import Dealt
from games.datongzi.judging import known_cards
from games.datongzi.patterns import Pattern, readings
from games.datongzi.scoring import must_beat
from tests.bots.datongzi.matches import (
    HAND_TABLES,
    fold_in,
    memories_of,
    memory_after,
    random_match,
)
from tests.games.datongzi.table import hand, random_hand

every_table = pytest.mark.parametrize(("seats", "options"), HAND_TABLES)


def limits_after(text: str) -> Limits:
    """Return what a pass on this play proves in three decks."""
    return after_pass(no_limits(3), readings(hand(text))[0])


@pytest.mark.parametrize(
    "table", ["9", "7 7", "6 6 7 7", "8 8 8", "6 6 6 7 7 7", "9 9 9 9 9", "6S 6S 6S", "K K K K"]
)
def test_limits_allow_exactly_the_hands_that_cannot_beat(table: str) -> None:
    chance, pattern = Chance(b"limits").fork(table), readings(hand(table))[0]
    limits, beaten = limits_after(table), 0
    for _ in range(400):
        held = random_hand(chance, 1 + chance.below(9))
        beats = generation.can_beat(held, pattern)
        assert allows(limits, held) == (not beats)
        beaten += beats
    assert beaten > 0


def test_a_pass_on_a_dizha_denies_a_higher_dizha_alone() -> None:
    limits = limits_after("7D 7D 7C 7C 7H 7H 7S 7S")
    dizha = "{0}D {0}D {0}C {0}C {0}H {0}H {0}S {0}S"
    assert not allows(limits, parse(dizha.format("8")))
    assert allows(limits, parse(dizha.format("6")))
    assert allows(limits, parse("2S 2S 2S"))


def test_what_was_played_since_is_subtracted() -> None:
    limits = after_play(limits_after("9"), parse("8D 8C"))
    assert limits.ranks[3] == 1  # at most three 8s then, two of them played
    assert limits.ranks[5] == 0  # no 10


def test_a_clause_with_one_possibility_left_is_a_limit() -> None:
    limits = limits_after("K K A A")  # nothing of this kind is higher
    assert limits.clauses == ()
    limits = limits_after("Q Q K K")
    assert limits.clauses == (((False, 8, 1), (False, 9, 1)),)
    assert (
        after_play(limits, parse("AD AC")).ranks[8] == 1
    )  # the aces were two, so the kings were not
    assert settle(limits) == limits


@every_table
def test_the_truth_is_never_excluded(seats: int, options: dict[str, str]) -> None:
    proofs = 0
    for state, memories in random_match(seats, options, b"truth"):
        if not state.hands:
            continue
        for memory in memories:
            hands = possible_hands(memory)
            assert sum(hands.unseen) == hands.hidden + sum(r.size for r in hands.rivals)
            assert resolved(hands) is not None
            for rival in hands.rivals:
                true_hand = known_cards(state.hands[rival.seat])
                assert allows(memory.limits[rival.seat], true_hand)
                assert allows(rival.limits, true_hand)
                assert _within(hands.least(rival), true_hand, hands.most(rival))
            proofs += len(memory.proofs)
    free = not must_beat(memories[0].options, seats)
    assert proofs > 0 or free


def _within(least: list[int], held: tuple[int, ...], most: list[int]) -> bool:
    counts = [sum(card >> 2 == rank for card in held) for rank in range(5, 16)]
    return all(a <= b <= c for a, b, c in zip(least, counts, most, strict=True))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_free_pass_proves_nothing(seats: int) -> None:
    for state, memories in random_match(seats, {"must_beat": "no", "target": "hand"}, b"free"):
        if state.active is not None and len(state.holders) > 1:
            assert all(memory.proofs == () for memory in memories)


@every_table
def test_who_can_beat_is_never_missed(seats: int, options: dict[str, str]) -> None:
    asked = 0
    for state, memories in random_match(seats, options, b"beat"):
        if state.table is None or not state.hands:
            continue
        for memory in memories:
            hands = possible_hands(memory)
            for rival in hands.rivals:
                held = known_cards(state.hands[rival.seat])
                if generation.can_beat(held, state.table):
                    asked += 1
                    assert can_beat(hands, rival, state.table)
    assert asked > 0


def test_who_can_beat_uses_what_passes_proved() -> None:
    memory = memory_after("5 9 2", "6 J J", "7 8 8", hidden="5 5", actions=("9",))
    memory_blind = memory_after("5 9 2", "6 J J", "7 8 8", hidden="5 5")
    for known in (memory, memory_blind):
        hands = possible_hands(known)
        assert can_beat(hands, hands.rivals[0], Pattern("single", 10))
    after = memory_after(
        "5 9 2", "6 8 8", "7 J J", hidden="5 5", actions=("9", "J")
    )  # seat 1 passed on the 9, seat 0 has to beat the jack
    hands = possible_hands(after)
    passed = next(rival for rival in hands.rivals if rival.seat == 1)
    assert not can_beat(hands, passed, Pattern("single", 9))
    assert not can_hold(hands, passed, parse("10D"))
    assert can_hold(hands, passed, parse("8D 8C 6D"))


def test_whether_a_deal_exists_agrees_with_trying_them_all() -> None:
    chance, answers = Chance(b"deals"), set()
    for _ in range(300):
        hands = _small_deal(chance)
        exists = _tries(hands)
        assert (resolved(hands) is not None) == exists
        answers.add(exists)
    assert answers == {True, False}


def _small_deal(chance: Chance) -> PossibleHands:
    """Return a few unseen cards of two ranks, two rivals, and limits that may allow no deal."""
    unseen = [0] * len(FACES)
    for index in (0, 1, 4, 5):
        unseen[index] = chance.below(3)
    sizes = chance.below(4), chance.below(4)
    rivals = []
    for seat, size in enumerate(sizes):
        ranks = tuple(chance.below(4) for _ in range(11))
        cards = tuple(chance.below(3) for _ in FACES)
        clause = ((False, 0, chance.below(3)), (True, 4, chance.below(2)))
        rivals.append(Rival(seat, size, settle(Limits(ranks, cards, (clause,)))))
    return PossibleHands(tuple(unseen), tuple(rivals))


def _tries(hands: PossibleHands) -> bool:
    """Deal every card to every owner and look whether one deal is within the limits."""
    cards = [FACES[i] for i, copies in enumerate(hands.unseen) for _ in range(copies)]
    for owners in product(range(3), repeat=len(cards)):
        dealt = [[c for c, o in zip(cards, owners, strict=True) if o == who] for who in (0, 1)]
        if all(
            len(mine) == rival.size and allows(rival.limits, mine)
            for mine, rival in zip(dealt, hands.rivals, strict=True)
        ):
            return True
    return False


def test_memory_begins_anew_with_each_deal() -> None:
    options = {"target": "1000"}
    deals = 0
    for state, memories in random_match(3, options, b"anew"):
        if state.hands and not state.trick and not any(state.played):
            deals += 1
            events = (
                Dealt(
                    state.options,
                    state.deal,
                    state.history,
                    state.active or 0,
                    state.hands,
                    state.hidden,
                ),
            )
            assert fold_in(memories_of(3, state.options), events) == memories
    assert deals > 1


def test_memory_equals_the_fold_of_its_events_and_counts_unseen_cards() -> None:
    seats, options = HAND_TABLES[0]
    for state, memories in random_match(seats, options, b"fold"):
        if not state.hands:
            continue
        for memory in memories:
            others = [
                c for s, h in enumerate(state.hands) if s != memory.seat for c in known_cards(h)
            ]
            unseen = (*others, *known_cards(state.hidden))
            assert unseen_copies(memory) == [unseen.count(card) for card in FACES]


def test_without_proofs_passes_prove_nothing() -> None:
    after = memory_after("5 9 2", "6 8 8", "7 J J", hidden="5 5", actions=("9", "J"))
    blind = without_proofs(after)
    assert blind.proofs == () and blind.table is after.table
    hands = possible_hands(blind)
    passed = next(rival for rival in hands.rivals if rival.seat == 1)
    assert can_beat(hands, passed, Pattern("single", 9))
    assert has_deal(hands)
