"""The levels of Turn Duel: legal, reproducible, honest about what they know, and ranked exactly."""

from __future__ import annotations

import json
import pickle
from io import StringIO
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from bots.arena.game import play_game
from bots.contract import Decision, analyse, decide
from bots.turn.bots import BOTS, GAME_BOTS
from bots.turn.exact import arena_figures, exact_gain, exact_gain_on, needs
from bots.turn.levels import LEVELS
from games.core.contract import try_action
from games.core.random_stream import Chance
from games.lab.turn import store
from games.lab.turn.prepare import prepare
from games.lab.turn.profiles import table_of
from games.lab.turn.ready import clustered_solve, ready_spots, whole_solve
from games.lab.turn.stored_data import StoredData
from games.turn import GAME
from games.turn.events import Dealt, TurnOptions
from games.turn.rules import known_cards, single_deal
from tests.bots.turn.hands import HASH, many
from tests.games.lab.reference import small_spot
from tests.games.turn.case import secret_of, truths

every_level = pytest.mark.parametrize("level", list(LEVELS))


def test_the_levels_are_those_of_the_game() -> None:
    assert tuple(GAME_BOTS.bots) == GAME.levels


@every_level
def test_it_decides_legally_again_and_from_a_copy(level: str, data: StoredData) -> None:
    decided = [each for hand in many(40, (level, level), data, 0.25) for each in hand.decided]
    assert len(decided) > 80
    for each in decided:
        legal = GAME.legal_actions(each.state, each.seat)
        assert try_action(GAME, each.state, each.seat, each.decision.action)
        memory = pickle.loads(pickle.dumps(each.memory))
        assert decide(BOTS[level], memory, legal, Chance(each.key), 1, data) == each.decision
        scores = [candidate.score for candidate in each.decision.candidates]
        assert scores == sorted(scores, reverse=True)
        assert sum(scores) == pytest.approx(1)
        assert {candidate.action for candidate in each.decision.candidates} == set(legal)
        assert msgspec.json.decode(msgspec.json.encode(each.decision), type=Decision)


@every_level
def test_what_it_believes_is_possible_and_holds_the_truth(level: str, data: StoredData) -> None:
    beliefs = 0
    for hand in many(20, (level, level), data, 0.25):
        for memory, state in [(e.memory, e.state) for e in hand.decided] + [
            (memory, hand.state) for memory in hand.memories
        ]:
            found, truth = analyse(BOTS[level], memory, data), truths(state)
            for certainty in found.certain:
                assert truth[secret_of(certainty.about, memory.seat)] == certainty.value
            for about, belief in found.beliefs.items():
                assert about != f"h{memory.seat}"
                assert sum(belief.values()) == pytest.approx(1)
                assert belief[truth[secret_of(about, memory.seat)]] > 0
                assert sum(found.notes["grid"].values()) == pytest.approx(1)
                beliefs += 1
            assert 0 <= found.notes["equity"] <= 1
    assert beliefs > 50


@every_level
def test_the_hidden_hand_moves_neither_memory_nor_decision(level: str, data: StoredData) -> None:
    """Decisions are grouped by what the seat saw; within a group hidden hands differ."""
    groups: dict[bytes, set[tuple[tuple[int, ...], Decision]]] = {}
    for hand in many(150, (level, level), data, 0.5):
        for each in hand.decided:
            legal = GAME.legal_actions(each.state, each.seat)
            decision = decide(BOTS[level], each.memory, legal, Chance(b"same"), 1, data)
            hidden = known_cards(each.state, 1 - each.seat)
            key = msgspec.json.encode(each.memory)
            groups.setdefault(key, set()).add((hidden, str(decision)))  # type: ignore[arg-type]
    several = [group for group in groups.values() if len({hand for hand, _ in group}) > 1]
    assert len(several) > 10
    for group in several:
        assert len({decision for _, decision in group}) == 1


def test_needs_are_one_solution_for_each_level_and_side(data: StoredData) -> None:
    hand = next(many(1, ("expert", "expert"), data))
    for seat, memory in enumerate(hand.memories):
        player = hand.state.player_of(seat)
        assert BOTS["expert"].needs is not None
        assert LEVELS["easy"].needs(memory) == (HASH,)
        assert LEVELS["normal"].needs(memory) == (clustered_solve(HASH, player, 2),)
        assert LEVELS["hard"].needs(memory) == (clustered_solve(HASH, player, 8),)
        assert LEVELS["expert"].needs(memory) == (whole_solve(HASH),)
    for each in LEVELS.values():
        assert set(each.needs(hand.memories[0])) <= set(data)
        assert len(pickle.dumps(hand.memories[0])) < 3000


def test_easy_needs_nothing_for_a_ready_made_spot() -> None:
    options = TurnOptions(deals=2)
    bots = [BOTS["easy"], BOTS["easy"]]
    played = play_game(GAME, bots, options, Chance(b"easy"))
    assert sum(isinstance(event, Dealt) for event in played.events) == 2
    assert played.outcome.scores[0] == -played.outcome.scores[1]


@every_level
def test_a_level_plays_its_profile(level: str, data: StoredData) -> None:
    """The mix of a decision is the profile's row, which the exact value is computed from."""
    table = table_of(small_spot())
    profiles = [LEVELS[level].profile(table, HASH, player, data) for player in (0, 1)]
    for hand in many(20, (level, level), data, 0.5):
        for each in hand.decided:
            player, node = each.state.player_of(each.seat), each.state.node
            row = profiles[player](node)
            if each.state.river is not None:
                row = row[:, list(table.deal.rivers).index(each.state.river)]
            held = sorted(known_cards(each.state, each.seat))
            index = table.deal.hands[player].cards.tolist().index(held)
            shares = sorted(candidate.score for candidate in each.decision.candidates)
            assert shares == pytest.approx(sorted(row[:, index].tolist()), abs=1e-6)


def test_the_exact_ladder_of_the_small_spot(data: StoredData) -> None:
    spots = {HASH: small_spot()}
    gains = {(a, b): exact_gain(a, b, spots, data) for a in LEVELS for b in LEVELS if a != b}
    for (a, b), gain in gains.items():
        assert gain == pytest.approx(-gains[b, a])
    assert gains["expert", "easy"] > 1
    assert gains["expert", "normal"] > 0
    assert exact_gain_on("expert", "expert", HASH, small_spot(), data) == pytest.approx(0)


def test_the_ladder_of_the_ready_made_spots_is_exact(tmp_path: Path) -> None:
    assert prepare(tmp_path) == 5 * len(ready_spots())
    assert prepare(tmp_path, cancel=lambda: True) == 5 * len(ready_spots())  # nothing is left to do
    data = StoredData(tmp_path)
    options = tuple(single_deal(TurnOptions(), i) for i in range(len(ready_spots())))
    assert set(needs(LEVELS, TurnOptions())) <= set(data)
    for weaker, stronger in pairwise(LEVELS):
        row = arena_figures(options, (stronger, weaker), {"level": stronger}, data)
        assert row["exact"] > 0.1, (stronger, weaker)
        back = arena_figures(options, (stronger, weaker), {"level": weaker}, data)
        assert back["exact"] == -row["exact"]


@pytest.mark.parametrize("pair", [("expert", "easy"), ("hard", "normal"), ("easy", "normal")])
def test_simulated_and_exact_gains_agree(pair: tuple[str, str], data: StoredData) -> None:
    spot = small_spot()
    options = TurnOptions(deals=1, lab_spot=HASH)
    pairs = []
    for index in range(400):
        scores = []
        for seat, seated in enumerate((pair, pair[::-1])):
            bots = [BOTS[level] for level in seated]
            played = play_game(GAME, bots, options, Chance(b"pair %d" % index), data=data)
            scores.append(played.outcome.scores[seat])
        pairs.append(100 * mean(scores) / spot.pot)
    half_width = 1.96 * stdev(pairs) / sqrt(len(pairs))
    exact = exact_gain(*pair, {HASH: spot}, data)
    assert abs(mean(pairs) - exact) < 2 * half_width


def test_the_arena_solves_what_is_missing_and_gives_both_values(
    settings: Any, tmp_path: Path
) -> None:
    settings.GLASS_LAB_DIR = tmp_path
    out, said = StringIO(), StringIO()
    args = ["turn", "--seats", "hard,easy", "--deals", "4", "--cores", "1", "--json"]
    options = json.dumps({"spot": "polar-dry"})
    call_command("arena", *args, "--options", options, stdout=out, stderr=said)
    name = ready_spots()["polar-dry"].hash
    solved = {clustered_solve(name, player, 8) for player in (0, 1)}
    assert {file.hash for file in store.stored_files(tmp_path)} == solved
    assert "prepare 2/2" in said.getvalue()
    rows = {row["level"]: row for row in json.loads(out.getvalue())["results"]}
    assert rows["hard"]["exact"] == -rows["easy"]["exact"] > 1
    low, high = rows["hard"]["score_ci95"]
    assert low <= rows["hard"]["score"] <= high
    assert rows["hard"]["score"] == pytest.approx(-rows["easy"]["score"])


def test_ready_made_spots_can_be_played_by_name() -> None:
    assert set(ready_spots()) | {"all"} == set(
        msgspec.json.schema(TurnOptions)["$defs"]["TurnOptions"]["properties"]["spot"]["enum"]
    )
