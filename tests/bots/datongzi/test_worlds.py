"""Worlds: every one agrees with all evidence, all deals are equally likely, both samplers agree."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from bots.datongzi.compiled import search
from bots.datongzi.compiled import worlds as compiled
from bots.datongzi.evidence import Limits, allows
from bots.datongzi.possible_hands import PossibleHands, Rival, possible_hands, resolved
from bots.datongzi.worlds import Draws, deal_world, exchange_cards, faces_of
from games.core.random_stream import Chance
from games.datongzi.cards import FACES
from tests.bots.datongzi.matches import HAND_TABLES, random_match

every_table = pytest.mark.parametrize(("seats", "options"), HAND_TABLES)


@every_table
def test_worlds_agree_with_all_evidence(seats: int, options: dict[str, str]) -> None:
    drawn_worlds = 0
    for index, (state, memories) in enumerate(random_match(seats, options, b"worlds")):
        if state.active is None:
            continue
        hands = possible_hands(memories[index % seats])
        drawn = search.sample_worlds(hands, 9, Chance(b"%d" % index), 60, 200)
        assert (drawn.sum(axis=1) == np.array(hands.unseen)).all()
        for world in drawn:
            for place, rival in enumerate(hands.rivals):
                cards = np.repeat(FACES, world[place]).tolist()
                assert len(cards) == rival.size
                assert allows(rival.limits, cards)
                assert allows(memories[index % seats].limits[rival.seat], cards)
            drawn_worlds += 1
    assert drawn_worlds > 50


@pytest.mark.parametrize(("seats", "options"), [HAND_TABLES[0], HAND_TABLES[2], HAND_TABLES[8]])
def test_the_compiled_sampler_draws_what_the_reference_draws(
    seats: int, options: dict[str, str]
) -> None:
    compared = 0
    for index, (state, memories) in enumerate(random_match(seats, options, b"same")):
        if state.active is None or index % 7:
            continue
        hands = possible_hands(memories[index % seats])
        whole = resolved(hands, [index] * 40)
        assert whole is not None
        draws, rng = Draws(index + 1), np.array([index + 1], dtype=np.uint64)
        owners = deal_world(whole, draws)
        arrays = search.world_arrays(whole, Chance(b"x"))
        faces, sizes, _, ranks, cards, _, _, _ = arrays
        theirs = np.zeros(len(faces), dtype=np.int64)
        assert compiled.deal_world(faces, sizes, ranks, cards, rng, theirs)
        assert theirs.tolist() == owners
        owners = exchange_cards(hands, owners, 150, draws)
        _, _, _, ranks, cards, _, _, clauses = search.world_arrays(hands, Chance(b"x"))
        counts = np.zeros((len(ranks) + 1, 44), dtype=np.int64)
        by_rank = np.zeros((len(ranks) + 1, 11), dtype=np.int64)
        compiled.count_world(faces, theirs, counts, by_rank)
        compiled.exchange_cards(150, faces, theirs, counts, by_rank, ranks, cards, clauses, rng)
        assert theirs.tolist() == owners
        assert draws.state == int(rng[0])
        compared += 1
    assert compared > 2


def small() -> PossibleHands:
    """Return five unseen cards, two rivals, and limits with a clause: few deals are possible."""
    unseen = [0] * len(FACES)
    unseen[0], unseen[1], unseen[4] = 2, 1, 2
    free = (12,) * 11
    first = Limits((1, *free[1:]), (3,) * 44)
    second = Limits(free, (3,) * 44, (((False, 0, 1), (True, 4, 0)),))
    return PossibleHands(tuple(unseen), (Rival(1, 2, first), Rival(2, 2, second)))


def test_all_possible_deals_are_equally_likely() -> None:
    hands = small()
    faces = faces_of(hands)
    weights: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for owners in product(range(3), repeat=len(faces)):
        dealt = [tuple(f for f, o in zip(faces, owners, strict=True) if o == who) for who in (0, 1)]
        if all(
            len(mine) == rival.size and allows(rival.limits, [FACES[f] for f in mine])
            for mine, rival in zip(dealt, hands.rivals, strict=True)
        ):
            weights[tuple(dealt)] += 1
    number = 6000
    drawn = search.sample_worlds(hands, number, Chance(b"even"), 40, 40)
    seen = Counter(
        tuple(tuple(np.repeat(np.arange(44), world[who]).tolist()) for who in (0, 1))
        for world in drawn
    )
    assert set(seen) == set(weights)
    total = sum(weights.values())
    for deal, weight in weights.items():
        assert seen[deal] / number == pytest.approx(weight / total, abs=0.03)
    assert len(weights) > 3


def test_without_limits_a_dealt_world_is_an_ordinary_deal() -> None:
    unseen = [0] * len(FACES)
    unseen[0] = unseen[4] = unseen[8] = 1
    free = Limits((12,) * 11, (3,) * 44)
    hands = PossibleHands(tuple(unseen), (Rival(1, 1, free), Rival(2, 1, free)))
    draws = Draws(12345)
    seen = Counter(tuple(deal_world(hands, draws)) for _ in range(3000))
    assert len(seen) == 6
    assert all(abs(count - 500) < 100 for count in seen.values())
