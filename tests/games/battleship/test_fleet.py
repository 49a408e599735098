"""Ships, placements, what a loss costs, and drawn fleets (R1 to R5, R20, R21)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.battleship import GAME
from games.battleship.events import BattleshipOptions, FleetsDealt
from games.battleship.fleet import (
    ARMED,
    CLASSIC,
    WEAPONS,
    Arms,
    Fleet,
    Placement,
    Ruleset,
    Ship,
    Variant,
    Weapon,
    all_placements,
    any_fleet,
    arms,
    cells,
    covered,
    gaps,
    occupied,
    ships,
    suggested,
)
from games.battleship.rules import SUGGESTIONS
from games.core import codec
from games.core.random_stream import Chance
from tests.games.battleship.oracle import Oracle
from tests.games.battleship.table import FLEET

keys = st.binary(min_size=1, max_size=8)
variants = st.sampled_from(("arms", "classic"))
sizes = st.sampled_from((10, 11))


def legal_actions(size: int, variant: Variant, fleet: Fleet) -> bool:
    """Return whether a fleet is legal (R3), checked cell by cell."""
    spots = []
    for ship, placement in zip(ships(variant), fleet, strict=True):
        row, column = divmod(placement.cell, size)
        for step in range(ship.length):
            spots.append((row + step * placement.down, column + step * (not placement.down)))
    on_board = all(0 <= row < size and 0 <= column < size for row, column in spots)
    return on_board and len(set(spots)) == len(spots)


@pytest.mark.parametrize(("size", "fine"), [(9, False), (10, True), (11, True), (12, False)])
def test_r1_the_sea_has_ten_or_eleven_rows(size: int, fine: bool) -> None:
    raw = b'{"size": %d}' % size
    if fine:
        assert codec.read_options(GAME, raw) == BattleshipOptions(size=size)
    else:
        with pytest.raises(codec.BadMessage):
            codec.read_options(GAME, raw)


def test_r1_two_sides() -> None:
    assert list(GAME.seats) == [2]


def test_r2_the_fleet() -> None:
    table = {ship.code: (ship.length, ship.hp) for ship in ARMED}
    assert table == {"CV": (4, 2), "BB": (4, 3), "CL": (3, 1), "SS": (1, 2), "DD": (2, 1)}
    assert sum(length for length, _ in table.values()) == 14
    assert sum(length * hp for length, hp in table.values()) == 27


def test_r21_the_classic_fleet() -> None:
    table = {ship.code: (ship.length, ship.hp) for ship in CLASSIC}
    assert table == {"CV": (5, 1), "BB": (4, 1), "CL": (3, 1), "SS": (3, 1), "DD": (2, 1)}


@pytest.mark.parametrize(
    ("placement", "length", "spots"),
    [
        (Placement(0), 4, (0, 1, 2, 3)),
        (Placement(0, True), 4, (0, 10, 20, 30)),
        (Placement(16), 4, (16, 17, 18, 19)),
        (Placement(17), 4, ()),  # would continue in the next row
        (Placement(69, True), 4, (69, 79, 89, 99)),
        (Placement(79, True), 4, ()),
        (Placement(99), 1, (99,)),
        (Placement(99, True), 2, ()),
        (Placement(-1), 1, ()),
        (Placement(100), 1, ()),
    ],
)
def test_r3_where_a_ship_lies(placement: Placement, length: int, spots: tuple[int, ...]) -> None:
    assert cells(10, length, placement) == spots


@pytest.mark.parametrize(
    ("size", "length", "count"),
    [(10, 4, 140), (10, 3, 160), (10, 1, 100), (10, 2, 180), (11, 5, 154)],
)
def test_r3_how_many_placements_there_are(size: int, length: int, count: int) -> None:
    every = all_placements(size, length)
    assert len(every) == count == len({cells(size, length, placement) for placement in every})


CURRENT_RULES = [
    ("", Arms(3, he=True, sonar=True)),
    ("CV", Arms(3, he=False, sonar=True)),
    ("BB", Arms(2, he=True, sonar=True)),
    ("BB CL", Arms(2, he=True, sonar=True)),
    ("BB SS", Arms(2, he=True, sonar=True)),
    ("BB SS CL", Arms(1, he=True, sonar=True)),
    ("DD", Arms(3, he=True, sonar=True)),
    ("SS", Arms(3, he=True, sonar=True)),
    ("DD SS", Arms(3, he=True, sonar=False)),
    ("CV BB CL DD", Arms(2, he=False, sonar=True)),
    ("CV BB SS DD", Arms(2, he=False, sonar=False)),
    ("BB CL SS DD", Arms(1, he=True, sonar=False)),
    ("CV BB CL SS", Arms(1, he=False, sonar=True)),
]
FIRST_BUILD = [
    ("", Arms(3, he=True, sonar=True)),
    ("CV", Arms(3, he=False, sonar=True)),
    ("BB", Arms(3, he=True, sonar=True)),
    ("SS", Arms(3, he=True, sonar=True)),
    ("BB SS", Arms(2, he=True, sonar=True)),
    ("BB SS CL", Arms(1, he=True, sonar=True)),
    ("DD", Arms(3, he=True, sonar=False)),
    ("CV BB CL DD", Arms(3, he=False, sonar=False)),
]


@pytest.mark.parametrize(
    ("ruleset", "lost", "left"),
    [("head", *row) for row in CURRENT_RULES] + [("v2.6", *row) for row in FIRST_BUILD],
)
def test_r5_r20_what_is_left_after_losses(ruleset: Ruleset, lost: str, left: Arms) -> None:
    assert arms("arms", ruleset, frozenset(lost.split())) == left


@pytest.mark.parametrize("ruleset", ["head", "v2.6"])
@pytest.mark.parametrize("variant", ["arms", "classic"])
def test_r5_every_loss_costs_what_the_oracle_says(variant: Variant, ruleset: Ruleset) -> None:
    codes = [ship.code for ship in ARMED]
    for count in range(5):
        for lost in combinations(codes, count):
            oracle = Oracle(10, variant == "classic", ruleset == "v2.6", False, 200, 0)
            oracle.sides[0].sunk = list(lost)
            own = arms(variant, ruleset, frozenset(lost))
            assert (own.ap, own.he, own.sonar) == oracle.weapons(0)
            assert [own.has(weapon) for weapon in WEAPONS] == [True, own.he, own.sonar]
            assert [own.damage(weapon) for weapon in WEAPONS] == [own.ap, 1, 0]


@pytest.mark.parametrize(
    ("weapon", "cell", "spots"),
    [
        ("AP", 55, {55}),
        ("HE", 55, {55, 44, 46, 64, 66}),
        ("HE", 0, {0, 11}),
        ("HE", 9, {9, 18}),
        ("HE", 50, {50, 41, 61}),
        ("HE", 99, {99, 88}),
        ("SONAR", 55, {44, 45, 46, 54, 55, 56, 64, 65, 66}),
        ("SONAR", 0, {0, 1, 10, 11}),
        ("SONAR", 59, {48, 49, 58, 59, 68, 69}),
        ("SONAR", 99, {88, 89, 98, 99}),
    ],
)
def test_r9_r10_r11_what_a_weapon_covers(weapon: Weapon, cell: int, spots: set[int]) -> None:
    found = covered(10, weapon, cell)
    assert set(found) == spots
    assert len(found) == len(spots)
    assert found[0] == cell


@given(keys, sizes, variants)
def test_a_drawn_fleet_is_legal(key: bytes, size: int, variant: Variant) -> None:
    fleet = any_fleet(size, ships(variant), Chance(key))
    assert legal_actions(size, variant, fleet)


def test_every_legal_fleet_is_drawn_alike() -> None:
    """All fleets of a cruiser, a destroyer and a submarine on 4x4 are listed, and drawn often."""
    classes = (Ship("CL", 3, 1), Ship("DD", 2, 1), Ship("SS", 1, 2))
    every = [
        fleet
        for fleet in product(*(all_placements(4, ship.length) for ship in classes))
        if len(occupied(4, classes, fleet)) == 6
    ]
    chance, times = Chance(b"alike"), 12
    drawn = Counter(any_fleet(4, classes, chance) for _ in range(times * len(every)))
    assert set(drawn) <= set(every)
    squares = sum((drawn[fleet] - times) ** 2 / times for fleet in every)
    freedom = len(every) - 1
    assert abs(squares - freedom) < 4 * (2 * freedom) ** 0.5


@settings(max_examples=25)
@given(keys, sizes, variants)
def test_r4_twenty_legal_fleets_are_suggested_to_each_side(
    key: bytes, size: int, variant: Variant
) -> None:
    (fleets_dealt,) = GAME.start(BattleshipOptions(size=size, variant=variant), 2, Chance(key))
    assert isinstance(fleets_dealt, FleetsDealt)
    one, other = fleets_dealt.suggestions
    assert one is not None and other is not None
    assert len(one) == len(other) == SUGGESTIONS == 20
    assert len({*one, *other}) > 38  # equal fleets are very unlikely
    assert all(legal_actions(size, variant, fleet) for fleet in (*one, *other))


def test_r4_suggestions_differ_in_style() -> None:
    """Some are spread wider, some are closer together than fleets placed at random."""
    chance = Chance(b"moods")
    drawn = [gaps(10, ARMED, suggested(10, ARMED, chance)) for _ in range(400)]
    uniform = [gaps(10, ARMED, any_fleet(10, ARMED, chance)) for _ in range(400)]
    closest, usual = (sorted(map(sum, some))[20] for some in (drawn, uniform))
    assert closest < usual
    assert sum(near[0] > 4 for near in drawn) > 2 * sum(near[0] > 4 for near in uniform)
    assert gaps(10, ARMED, FLEET) == [4, 4, 4, 4, 16, 16, 16, 36, 36, 64]
