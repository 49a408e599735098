"""Every figure of docs/probability.md, computed again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.nana.belief.odds import Odds, probability
from bots.nana.memory import unlocated
from bots.nana.scoring.baselines import published
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.events import Dealt, NanaOptions
from tests.bots.nana.positions import BOT, BOT_2, FOURS, ME, PreparedGame
from tests.games.nana.table import high, low, mid

PAGE = Path(__file__).parents[3] / "docs" / "probability.md"


def _rows(section: str) -> Iterator[list[str]]:
    """Read the rows of a section's table."""
    text = PAGE.read_text(encoding="utf-8").split(f"## {section}\n")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    yield from ([cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:])


def _figure(cell: str) -> float:
    return float(re.split(r"[ =]+", cell)[-1])


def test_the_ends_of_a_hand() -> None:
    game, rows = PreparedGame(), list(_rows("The ends of a hand"))
    table = game.memory().table
    assert [int(row[0]) for row in rows] == list(range(1, 8))
    for number, document, exact in ((int(row[0]), *map(_figure, row[1:])) for row in rows):
        assert published(table, number, (BOT_2, "low")) == pytest.approx(document, abs=5e-4)
        found = probability(table, BOT, number, low(BOT_2))
        assert found == pytest.approx(exact, abs=5e-4)
    everything = sum(published(table, number, (BOT_2, "low")) for number in range(1, 13))
    assert f"up to {everything:.1f} over" in PAGE.read_text(encoding="utf-8").replace("\n", " ")
    assert probability(table, BOT, 7, high(BOT_2)) == pytest.approx(0.010, abs=5e-4)
    assert published(table, 7, (BOT_2, "high")) == 0.25


SEVENS = [(4, "nana"), (3, "trio"), (3, "nana")]


@pytest.mark.parametrize(("row", "seats", "edition"), [(i, *kind) for i, kind in enumerate(SEVENS)])
def test_a_centre_card(row: int, seats: int, edition: str) -> None:
    _, document, exact = list(_rows("A centre card"))[row]
    game, slot = _one_seven_seen(seats, edition)
    table = game.memory().table
    assert published(table, 7, None) == pytest.approx(_figure(document), abs=5e-4)
    assert probability(table, BOT, 7, mid((slot + 1) % 5)) == pytest.approx(
        _figure(exact), abs=5e-4
    )


def _one_seven_seen(seats: int, edition: str) -> tuple[PreparedGame, int]:
    options = NanaOptions(edition=edition, first=0)  # type: ignore[arg-type]
    for key in range(200):
        (dealt,) = GAME.start(options, seats, Chance(b"%d" % key))
        assert isinstance(dealt, Dealt)
        if 7 in dealt.centre[:5] and 7 not in dealt.hands[BOT]:
            slot = dealt.centre.index(7)
            return PreparedGame((dealt.hands, dealt.centre), edition=edition).play(mid(slot)), slot
    raise AssertionError("no such deal")


def test_what_is_known() -> None:
    rows = [tuple(map(float, row[1:])) for row in _rows("What is known")]
    located = PreparedGame(FOURS, first=3).play(low(ME), low(BOT_2), mid(0)).memory().table
    turned = PreparedGame(first=BOT).play(low(BOT)).memory().table
    known = PreparedGame().play(mid(6), mid(0)).memory().table
    found = [
        (published(located, 4, (ME, "low")), probability(located, BOT, 4, low(ME))),
        (published(turned, 2, (BOT, "low")), probability(turned, BOT, 2, low(BOT))),
        (published(known, 12, None), probability(known, BOT, 12, mid(6))),
    ]
    assert [pytest.approx(pair, abs=5e-4) for pair in found] == rows


def test_two_finds_are_not_independent() -> None:
    ((_, product, joint),) = _rows("Two finds are not independent")
    memory = PreparedGame().memory()
    odds = Odds(memory.table, BOT)
    assert unlocated(memory, 2) == 2
    singles = odds.chance((BOT_2, 0), 2) * odds.chance((BOT_2, 1), 2)
    exact = odds.belief.joint(2, [(0, 2) if seat == BOT_2 else (0, 0) for seat in odds.others])
    assert (round(singles, 3), round(exact, 3)) == (float(product), float(joint))
