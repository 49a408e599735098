"""The bench of Da Tong Zi: the same hands each time, and a row for every subject."""

from __future__ import annotations

from bots.bench import datongzi


def test_hands_are_the_same_each_time_and_differ_among_themselves() -> None:
    assert datongzi.hands(41, 3) == datongzi.hands(41, 3)
    assert len(set(datongzi.hands(41, 3))) == 3
    assert {len(hand) for hand in datongzi.hands(23, 3)} == {23}


def test_every_subject_has_its_row() -> None:
    rows = datongzi.measure(number=4)
    subjects = ("recognise", "generate, leading", "whether anything beats")
    kickers = [f"kickers, {n} cards, {c}" for n in (10, 23, 41) for c in ("DOCUMENT", "HOUSE")]
    levels = [f"decide, {level}" for level in ("easy", "normal", "hard", "expert")]
    playouts = [f"playouts, {seats} seats" for seats in (2, 3, 4)]
    assert {*subjects, *kickers, *levels, *playouts} <= set(rows)
    assert all(rows[subject]["calls"] == 4 for subject in subjects)
    assert all(row["p50_ms"] <= row["max_ms"] for row in rows.values() if "p50_ms" in row)
    assert all(rows[name]["per_second"] > 0 for name in playouts)


def test_selections_are_made_for_hands_that_have_a_body() -> None:
    calls = datongzi.selections(41, 4, datongzi.HOUSE)
    assert len(calls) == 4
    assert any(call() for call in calls)
