"""Our solutions against those of the reference program, on the small spots.

`manage.py bench turnlab --reference` makes the same comparison on all six spots.
"""

import pytest

from bots.bench.turnlab_reference import compare
from tests.games.lab.reference import references

SMALL = ["pub3_draw_narrow", "pub5_polar", "pub6_tiny"]


@pytest.mark.parametrize("name", SMALL)
def test_small_spots_agree_with_the_reference(name):
    found = compare(references()[name])
    assert found["equity_error"] <= 1e-5
    assert found["exploitability_pct"] <= 0.3
    assert abs(found["value_gap_pct"]) <= 0.3
    assert found["check_gap_points"] <= 5
    assert found["iterations_to_0.5"] <= 1.3 * found["reference_iterations_to_0.5"]
    assert found["memory_ratio"] <= 1
    judged = {line: gap for line, gap in found["hand_ev_gap_pct"].items() if gap["judged"]}
    assert bool(judged) == (name != "pub5_polar")
    for gap in judged.values():
        assert gap["gap_pct"] < 1
