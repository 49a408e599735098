"""The arena: paired deals, seats rotated, the same for a seed in any number of workers."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from bots.arena.game import paired_games, play_game, rotations, shares
from bots.arena.match import Match, MatchResult, play_match
from bots.arena.statistics import (
    ROW_FIELDS,
    figures,
    mean_by_deal,
    quantiles,
    share_interval,
    t_quantile,
    win_share_of_seat,
)
from bots.catalog import BASELINES, BOTS, every_level
from games.catalog import GAMES
from games.core.random_stream import Chance

GAME = GAMES["nana"]
LEVELS = {level: BOTS["nana", level] for level in ("easy", "normal")}


def test_a_deal_is_played_once_for_each_rotation() -> None:
    lineup = ("normal", "easy", "easy")
    played = list(paired_games(GAME, lineup, LEVELS, GAME.options(), 2, seed=1))
    assert [seated.index("normal") for seated, _ in played] == [0, 2, 1] * 2
    deals = [game.events[0] for _, game in played]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4] == deals[5]


def test_rotations_that_are_alike_are_played_once() -> None:
    assert rotations("ab") == [("a", "b"), ("b", "a")]
    assert len(rotations("abb")) == 3
    assert rotations("aaa") == [("a", "a", "a")]
    assert len(rotations("abab")) == 2


def test_a_seed_gives_the_same_games() -> None:
    bots = [LEVELS["normal"], LEVELS["easy"]]
    one, other = (play_game(GAME, bots, GAME.options(), Chance(b"same")) for _ in range(2))
    assert one == other
    assert one.decisions >= 9 and one.work <= max(bot.work for bot in bots)


def test_shares_of_a_match_add_up_to_one() -> None:
    match = paired_games(GAME, ("normal", "easy"), LEVELS, GAME.options(), 3, seed=2)
    assert sum(shares(match).values()) == 1


def _played(results: list[MatchResult]) -> list[Any]:
    return [(r.deal, r.turn, r.seated, r.winners, r.scores) for r in results]


MATCH = Match("nana", ("normal", "easy"), 5, 3)


def test_one_worker_and_two_play_the_same_match() -> None:
    alone, _ = play_match(MATCH, cores=1)
    shared, _ = play_match(MATCH, cores=2)
    assert _played(alone) == _played(shared)
    assert [result.deal for result in alone] == [0, 0, 1, 1, 2]


def test_finished_games_are_kept_and_not_played_again(tmp_path: Path) -> None:
    file = MATCH.file(tmp_path)
    first, new = play_match(MATCH, 1, file)
    assert new == 5
    lines = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join(lines[:3]) + b'\n{"deal": 1, "tu')  # interrupted while writing
    again, new = play_match(MATCH, 1, file)
    assert new == 3
    assert _played(again) == _played(first)
    assert play_match(MATCH, 1, file)[1] == 0


def test_another_seed_or_option_has_another_file(tmp_path: Path) -> None:
    other_seed = Match("nana", MATCH.lineup, 5, 4)
    other_options = Match("nana", MATCH.lineup, 5, 3, '{"win": "simple"}')
    more_games = Match("nana", MATCH.lineup, 50, 3)
    assert len({m.file(tmp_path) for m in (MATCH, other_seed, other_options)}) == 3
    assert more_games.file(tmp_path) == MATCH.file(tmp_path)


def _result(deal: int, turn: int, winner: int) -> MatchResult:
    return MatchResult(
        deal, turn, ("a", "b")[:: 1 - 2 * turn], (winner,), (1.0, 0.0), ((1.0,), (2.0,))
    )


def test_the_rotations_of_a_deal_are_one_observation() -> None:
    results = [_result(deal, turn, winner=0) for deal in range(10) for turn in (0, 1)]
    share, deals = mean_by_deal(results, lambda r: float(r.seated[r.winners[0]] == "a"))
    assert share == 0.5
    assert deals == [0.5] * 10  # who begins wins: nothing is shown about the bots
    low, high = share_interval(0.5, [1.0, 0.0] * 50)
    assert (round(low, 3), round(high, 3)) == (0.402, 0.598)


def test_a_clean_sheet_is_not_certainty() -> None:
    low, high = share_interval(1.0, [1.0] * 20)
    assert 0.8 < low < 0.85 and high == 1
    assert share_interval(0.5, [0.5]) == (0, 1)


@pytest.mark.parametrize(("freedom", "point"), [(1, 12.706), (3, 3.182), (9, 2.262), (299, 1.968)])
def test_students_point(freedom: int, point: float) -> None:
    assert t_quantile(freedom) == pytest.approx(point, rel=0.01)


def test_figures_have_quantiles_for_each_level() -> None:
    shown = figures(Match("nana", ("a", "b"), 2, 1), [_result(0, 0, 0), _result(0, 1, 1)], 2, 4.0)
    assert shown["games_per_second"] == 0.5
    assert quantiles([float(ms) for ms in range(101)]) == {"p50": 50, "p95": 95}
    assert set(shown["decision_ms"]) == {"a", "b"}


def test_among_equals_a_seat_is_counted_whoever_sits_there() -> None:
    results = [_result(0, 0, 0), _result(0, 1, 0), _result(1, 0, 0), _result(1, 1, 1)]
    won, (low, high) = win_share_of_seat(results, 0)
    assert won == 0.75
    assert 0 < low < 0.75 < high <= 1
    assert win_share_of_seat(results, 1)[0] == 0.25


def test_a_match_among_equals_tells_which_seat_won() -> None:
    out = io.StringIO()
    args = ("battleship", "--seats", "recruit,recruit", "--games", "3", "--cores", "1")
    call_command("arena", *args, "--options", '{"first": 0}', stdout=out)
    seat_lines = [line for line in out.getvalue().splitlines() if line.startswith("seat ")]
    shares = [float(line.split()[2].rstrip("%")) for line in seat_lines]
    assert len(shares) == 2 and sum(shares) == pytest.approx(100, abs=0.2)


def _command(*args: str) -> dict[str, Any]:
    """Run the command as from a shell; the database is out of reach of these tests."""
    out = io.StringIO()
    call_command("arena", *args, stdout=out)
    figures: dict[str, Any] = json.loads(out.getvalue())
    return figures


def test_the_command_prints_what_a_machine_reads() -> None:
    args = ("nana", "--seats", "normal,easy,easy", "--games", "3", "--seed", "7", "--cores", "1")
    shown = _command(*args, "--options", '{"win": "simple"}', "--json")
    assert list(shown) == [
        "game", "options", "deals", "games", "seed", "results", "games_per_second", "decision_ms"
    ]  # fmt: skip
    assert (shown["game"], shown["games"], shown["seed"]) == ("nana", 3, 7)
    assert shown["options"]["win"] == "simple"
    assert [tuple(row) for row in shown["results"]] == [ROW_FIELDS] * 2
    assert [(row["level"], row["seats"]) for row in shown["results"]] == [
        ("normal", 1),
        ("easy", 2),
    ]
    assert sum(row["win_rate"] for row in shown["results"]) == pytest.approx(1, abs=1e-3)
    assert all(set(ms) == {"p50", "p95"} for ms in shown["decision_ms"].values())


@pytest.mark.parametrize(
    "args",
    [
        ("--seats", "normal,nobody"),
        ("--seats", "normal"),
        ("--seats", "normal,easy", "--games", "0"),
        ("--seats", "normal,easy", "--options", '{"wim": 1}'),
        ("--seats", "normal,easy", "--options", '{"teams": "pairs"}'),
    ],
)
def test_the_command_refuses_what_cannot_be_played(args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        _command("nana", *args)


def test_baselines_play_in_the_arena_only() -> None:
    assert set(every_level("nana")) == {*GAME.levels, "random", "published"}
    assert not set(BASELINES) & set(BOTS)
    results, _ = play_match(Match("nana", ("normal", "published", "random"), 6, 1), cores=1)
    assert all(result.seated[result.winners[0]] == "normal" for result in results)
