"""Spot files: what is read, and the field and reason of every refusal."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lab.turn.errors import TurnLabError
from games.lab.turn.ranges import parse_range
from games.lab.turn.solver.size import measure_spot
from games.lab.turn.spots import SpotError, parse_spot, read_spot
from tests.games.lab.reference import NAMES, references

GOOD = {
    "board": "Ts6h2d9s",
    "pot": 100,
    "effective_stack": 150,
    "oop_range": "AA,T9s",
    "ip_range": "KK,TT",
    "bet_sizes": {"turn_bet_oop": "75%", "turn_raise": "2.5x", "force_allin_threshold": 0.2},
}


@pytest.mark.parametrize("name", NAMES)
def test_whole_entries_of_the_reference_file_are_read(name):
    spot = parse_spot(references()[name])
    hands = [len(side.combos(spot.board)) for side in spot.ranges]
    assert hands == [len(references()[name][side]["hands"]) for side in ("oop", "ip")]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("board", "Ts6h2d", "4 board cards"),
        ("board", "Ts6h2d9s3c", "4 board cards"),
        ("board", "Ts6hTs9s", "Ts"),
        ("board", "Xs6h2d9s", "position 0"),
        ("board", 7, "text"),
        ("board", None, "missing"),
        ("pot", 0, "whole number"),
        ("pot", -5, "whole number"),
        ("pot", 1.5, "whole number"),
        ("pot", True, "whole number"),
        ("pot", 10**9, "whole number"),
        ("effective_stack", "150", "whole number"),
        ("effective_stack", None, "missing"),
        ("oop_range", "", "no hand"),
        ("oop_range", "TsTs", "twice"),
        ("oop_range", "AA,KK:-0.5", "position 6"),
        ("oop_range", "AA,XX", "position 3"),
        ("ip_range", "Ts9s", "no hand"),
        ("ip_range", ["AA"], "text"),
        ("rake", 0.05, "not supported"),
        ("donk", "50%", "not supported"),
        ("bet_sizes", None, "object"),
        ("bet_sizes", {"turn_bet_oop": "2.5x"}, "no size"),
        ("bet_sizes", {"turn_bet_oop": "0%"}, "more than 0%"),
        ("bet_sizes", {"turn_raise": "1x"}, "more than 1x"),
        ("bet_sizes", {"turn_raise": "-50%"}, "no size"),
        ("bet_sizes", {"turn_raise": 50}, "text"),
        ("bet_sizes", {"turn_bet_oop": ",".join(["50%"] * 1000)}, "more than 10"),
        ("bet_sizes", {"turn_donk": "50%"}, "donk"),
        ("bet_sizes", {"donk": "50%"}, "not supported"),
        ("bet_sizes", {"rake": 0.05}, "not supported"),
        ("bet_sizes", {"turn_bets": "50%"}, "not a known field"),
        ("bet_sizes", {"force_allin_threshold": -1}, "0 to 100"),
        ("bet_sizes", {"merging_threshold": "a"}, "0 to 100"),
    ],
)
def test_a_bad_field_is_refused_by_name_and_reason(field, value, reason):
    with pytest.raises(SpotError) as refused:
        parse_spot({**GOOD, field: value})
    assert refused.value.field.startswith(field)
    assert reason in refused.value.reason


def test_what_is_no_object_is_refused():
    for text in ("", "[]", "null", "{", '"x"', "NaN", '{"pot": Infinity}', "[" * 100_000):
        with pytest.raises(SpotError) as refused:
            read_spot(text)
        assert refused.value.field == "file"
    with pytest.raises(SpotError, match="longer"):
        read_spot(" " * 2_000_000)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
range_text = st.text(alphabet="23456789TJQKAakqcdhs+-:,.o 01é", max_size=30)


@given(text=st.one_of(range_text, st.text(max_size=40)))
def test_any_range_text_is_read_or_refused_by_name(text):
    try:
        weights = parse_range(text).weights
    except TurnLabError:
        return
    assert weights.max() <= 1
    assert weights.min() >= 0


@given(
    changes=st.dictionaries(
        st.sampled_from([*GOOD, "rake", "donk", "name"]), json_values | range_text, max_size=3
    ),
    sizes=st.dictionaries(
        st.sampled_from(
            ["turn_bet_oop", "turn_bet_ip", "turn_raise", "river_raise", "merging_threshold", "x"]
        ),
        json_values | st.text(alphabet="0123456789.%xa, -", max_size=12),
        max_size=3,
    ),
)
def test_any_spot_file_is_read_or_refused_by_name(changes, sizes):
    data = {**GOOD, "bet_sizes": {**GOOD["bet_sizes"], **sizes}, **changes}
    try:
        measure_spot(parse_spot(data))
    except TurnLabError as refused:
        assert str(refused)


@given(text=st.text(max_size=60) | json_values.map(lambda value: json.dumps(value)))
def test_any_text_is_read_or_refused_by_name(text):
    try:
        read_spot(text)
    except SpotError as refused:
        assert refused.field


@pytest.mark.parametrize(
    "changes",
    [
        {"effective_stack": 10_000_000, "bet_sizes": {
            "turn_bet_oop": "1%", "turn_bet_ip": "1%", "turn_raise": "1%",
            "river_bet_oop": "1%", "river_bet_ip": "1%", "river_raise": "1%"}},
        {"effective_stack": 100_000, "bet_sizes": {
            key: ",".join(f"{size}%" for size in range(10, 110, 10))
            for key in ("turn_bet_oop", "turn_bet_ip", "turn_raise", "river_bet_oop",
                        "river_bet_ip", "river_raise")}},
    ],
)  # fmt: skip
def test_a_hostile_tree_is_refused_before_it_costs_anything(changes):
    begun = time.process_time()
    with pytest.raises(TurnLabError, match="decisions"):
        measure_spot(parse_spot({**GOOD, **changes}))
    print(f"refused after {time.process_time() - begun:.2f} s")
