"""The solver against games with known values, an exact programme, and its own symmetries."""

import json
import subprocess
import sys

import numpy as np
import pytest

from games.core.poker import parse_card
from games.lab.turn.answer import answer, save_strategy
from games.lab.turn.combos import COMBO_CARDS, COMBO_COUNT, COMBO_IDS
from games.lab.turn.equity import river_equities
from games.lab.turn.ranges import range_from_weights
from games.lab.turn.solver.rivers import ArrayRivers, Discounts
from games.lab.turn.solver.size import measure_spot
from games.lab.turn.solver.solve import best_responses, discounts_at, make_rivers, prepare, solve
from games.lab.turn.solver.tree import TreeTooLargeError
from games.lab.turn.spots import Spot, SpotError, parse_spot
from tests.games.lab.reference import NO_BETS, reference_spot, references, small_spot
from tests.games.lab.solver.independent import best_response, exact_value

FEW = {"oop_range": "AhAd,QhJh,8s7s:0.5", "ip_range": "KhKd,TcTd,7c6c"}


@pytest.fixture(scope="module")
def solution():
    return solve(small_spot(), target=0.2)


def test_values_of_both_players_add_up_to_the_pot_at_every_node(solution):
    pot = solution.spot.pot
    for node in solution.turn.tree.decisions:
        if node.street == 0:
            view = solution.view(node.text)
            assert view.ev_oop + view.ev_ip == pytest.approx(pot + sum(node.put), abs=1e-4 * pot)


def test_strategies_sum_to_one_on_both_streets(solution):
    for line in solution.lines:
        total = solution.strategy(line).sum(axis=0)
        if "river" in line:
            held = np.array(
                [
                    [card in hand for hand in solution.turn.deal.hands[0].cards.tolist()]
                    for card in solution.turn.deal.rivers
                ]
            )
            if solution.turn.tree.find(line).player == 0:
                assert (total[held] == 0).all()
                total = total[~held]
            else:
                total = total[total > 0]
        assert total == pytest.approx(1.0, abs=1e-6)


def test_exploitability_is_never_negative_and_meets_the_target(solution):
    assert all(percent >= 0 for _, _, percent in solution.curve)
    assert solution.converged
    assert solution.exploitability_pct <= 0.2


def test_the_first_report_comes_before_the_first_iteration(solution):
    reports = []
    found = solve(small_spot(), target=0.2, early=reports.append)
    (first,) = reports
    assert (first.iteration, first.seconds) == (0, 0.0) and first.exploitability_pct > 10
    shares = np.array(first.root_frequency)
    assert shares == pytest.approx(np.full(len(shares), 1 / len(shares)))
    assert found.exploitability_pct == solution.exploitability_pct


def test_slow_iterations_are_reported_early_and_stop_no_sooner(solution, monkeypatch):
    monkeypatch.setattr("games.lab.turn.solver.solve.EARLY_REPORT_SECONDS", 0.0)
    reports = []
    found = solve(small_spot(), target=0.2, early=reports.append)
    assert [at.iteration for at in reports] == [0, 1, 2, 4]
    assert [row[::2] for row in found.curve] == [row[::2] for row in solution.curve]


def test_what_cancel_raises_ends_the_solve():
    class GivesWay(BaseException):
        pass

    def cancel():
        raise GivesWay

    with pytest.raises(GivesWay):
        solve(small_spot(), target=0.2, cancel=cancel)


def test_the_saved_strategy_has_the_exploitability_that_the_answer_states(solution, tmp_path):
    save_strategy(solution, tmp_path / "s.npz")
    stored = np.load(tmp_path / "s.npz")
    lines = {line: stored[name] for line, name in zip(solution.lines, stored.files, strict=True)}

    def strategy(node, river):
        rows = lines[node.text]
        return rows if river is None else rows[:, river]

    gains = [best_response(solution.spot, player, strategy) for player in (0, 1)]
    stated = answer(solution)["exploitability_pct_pot"]
    assert 100 * sum(gains) / 2 / solution.spot.pot == pytest.approx(stated, abs=1e-3)


def test_a_small_game_has_the_value_of_its_linear_programme():
    spot = small_spot(**FEW)
    exact = exact_value(spot) + spot.pot / 2
    found = solve(spot, target=0.02)
    assert found.view("").ev_oop == pytest.approx(exact, abs=0.0005 * spot.pot)


def test_a_river_game_has_the_value_of_its_linear_programme():
    sizes = {**NO_BETS, "river_bet_oop": "75%", "river_bet_ip": "50%", "river_raise": "3x"}
    spot = small_spot(**FEW, bet_sizes=sizes)
    found = solve(spot, target=0.02)
    exact = exact_value(spot) + spot.pot / 2
    assert found.view("").ev_oop == pytest.approx(exact, abs=0.0005 * spot.pot)


def test_a_polar_range_bets_and_bluffs_as_the_textbook_says():
    """Quads or nothing against a bluff-catcher, with a bet of the pot on the river.

    Of the 44 rivers beside AhKc and the queens, 42 leave both hands possible: quads earn 150,
    nothing earns 0. On 7c and 6d OOP can only have quads: IP folds and quads earn the pot.
    """
    spot = parse_spot(
        {
            "board": "KsKdKh2c",
            "pot": 100,
            "effective_stack": 100,
            "oop_range": "KcAh,7c6d",
            "ip_range": "QsQd",
            "bet_sizes": {**NO_BETS, "river_bet_oop": "100%"},
        }
    )
    found = solve(spot, target=0.01)
    assert found.view("").ev_oop == pytest.approx((42 * 150 + 2 * 100) / 44 / 2, abs=0.02)
    card = parse_card("3s")
    bet = found.view("check / check / river", card)
    bluff, nuts = bet.strategy[1]  # 7c6d stands before AhKc
    assert nuts == pytest.approx(1, abs=0.02)
    assert bluff == pytest.approx(0.5, abs=0.05)
    call = found.view("check / check / river / allin 100", card)
    assert call.strategy[1][0] == pytest.approx(0.5, abs=0.05)


def test_without_bets_every_hand_earns_its_equity():
    spot = reference_spot("pub3_draw_narrow", bet_sizes=NO_BETS)
    found = solve(spot, target=0.01)
    assert found.iterations == 10
    for player in (0, 1):
        combos = found.turn.deal.hands[player].combos
        equity = river_equities(spot.board, combos, spot.ranges[1 - player]).turn_equity
        met = found.turn.deal.matchups(player, found.turn.deal.hands[1 - player].weights)
        ev = found.values[player][0] / met + spot.pot / 2
        assert ev == pytest.approx(equity * spot.pot, abs=1e-3)


def test_identical_ranges_have_the_same_equities_and_swapping_them_changes_nothing():
    text = "AA,KQs,T9s,76s:0.5"
    spot = small_spot(oop_range=text, ip_range=text)
    swapped = Spot(spot.board, spot.pot, spot.stack, (spot.ranges[1], spot.ranges[0]), spot.sizes)
    first, second = answer(solve(spot, target=1)), answer(solve(swapped, target=1))
    assert first["oop"]["equity"] == first["ip"]["equity"] == 0.5
    assert first["oop"]["hand_equity"] == first["ip"]["hand_equity"]
    assert first["root"] == second["root"]


def relabelled(spot: Spot, suits: list[int]) -> Spot:
    """The same spot with its suits renamed."""

    def rename(cards):
        return (np.asarray(cards) & ~3) | np.array(suits)[np.asarray(cards) & 3]

    renamed = rename(COMBO_CARDS)
    ids = COMBO_IDS[renamed[:, 0], renamed[:, 1]]
    weights = [np.zeros(COMBO_COUNT), np.zeros(COMBO_COUNT)]
    for side in (0, 1):
        weights[side][ids] = spot.ranges[side].weights
    ranges = (range_from_weights(weights[0]), range_from_weights(weights[1]))
    return Spot(tuple(rename(spot.board).tolist()), spot.pot, spot.stack, ranges, spot.sizes)


def test_renaming_suits_changes_no_value():
    spot = reference_spot("pub3_draw_narrow")
    first = solve(spot, target=0.3)
    second = solve(relabelled(spot, [2, 0, 3, 1]), target=0.3)
    assert first.view("").ev_oop == pytest.approx(second.view("").ev_oop, abs=0.003 * spot.pot)
    equity = [answer(found)["oop"]["equity"] for found in (first, second)]
    assert equity[0] == equity[1]


def test_rivers_that_differ_by_suit_only_are_solved_once_and_give_the_same_game():
    spot = reference_spot("pub3_draw_narrow")
    whole = prepare(spot)
    assert len(whole.deal.classes) < 48
    marked = np.zeros((2, len(whole.deal.hands[0])))
    marked[0, 0] = marked[1, 1:] = 1.0  # a strategy that treats one suit differently
    apart = prepare(spot, locked={"": marked})
    apart.decisions[0].locked = None
    assert len(apart.deal.classes) == 48
    for iteration in range(10):
        for player in (0, 1):
            values = [
                turn.walk(player, "update", discounts_at(iteration)) for turn in (whole, apart)
            ]
            if iteration == 0:
                assert values[0][0] == pytest.approx(values[1][0], rel=1e-4, abs=1e-3)
    gaps = [sum(best_responses(turn, restricted=False)) for turn in (whole, apart)]
    assert gaps[0] == pytest.approx(gaps[1], rel=0.3)


@pytest.mark.parametrize("mode", ["update", "best", "average"])
@pytest.mark.parametrize("name", ["pub3_draw_narrow", "pub6_tiny"])
def test_compiled_loops_and_numpy_agree_to_rounding(name, mode):
    turn = prepare(reference_spot(name), backend="numpy")
    plain = turn.rivers
    compiled = make_rivers(turn.tree, turn.deal, 1, "numba")
    assert isinstance(plain, ArrayRivers)
    rng = np.random.default_rng(3)
    for player in (0, 1):
        for side in (0, 1):
            shape = plain.regrets[side].shape
            regrets = rng.normal(size=shape).astype(np.float32)
            sums = rng.random(shape).astype(np.float32)
            for rivers in (plain, compiled):
                rivers.regrets[side][:], rivers.sums[side][:] = regrets, sums
        reach = rng.random((len(plain.river.roots), len(turn.deal.hands[1 - player])))
        discounts = Discounts(0.9, 0.5, 0.7)
        values = [rivers.walk(player, mode, reach, discounts) for rivers in (plain, compiled)]
        assert values[0] == pytest.approx(values[1], rel=1e-4, abs=1e-3)
        for side in (0, 1):
            possible = (turn.deal.order[side].strength >= 0)[:, None]
            for first, second in (
                (plain.regrets[side], compiled.regrets[side]),
                (plain.sums[side], compiled.sums[side]),
            ):
                np.testing.assert_allclose(first * possible, second * possible, 1e-4, 2e-2)


def test_both_paths_solve_the_same_game():
    spot = small_spot()
    values = [solve(spot, 0.2, backend=backend).view("").ev_oop for backend in ("numba", "numpy")]
    assert values[0] == pytest.approx(values[1], abs=0.003 * spot.pot)


def test_results_are_bit_identical_for_any_number_of_threads():
    spot = reference_spot("pub3_draw_narrow")
    found = [solve(spot, 1.0, threads=threads) for threads in (1, 2, 3)]
    for other in found[1:]:
        assert other.curve[-1][2] == found[0].curve[-1][2]
        for line in other.lines:
            assert np.array_equal(other.strategy(line), found[0].strategy(line))


def test_one_hand_ranges_give_numbers():
    found = solve(small_spot(oop_range="AhAd", ip_range="KhKd"), target=0.1)
    text = json.dumps(answer(found), allow_nan=False)
    assert "null" not in json.dumps(answer(found)["root"])
    assert found.view("").ev_oop + found.view("").ev_ip == pytest.approx(found.spot.pot)
    assert text


def test_partial_weights_and_dead_cards():
    found = answer(solve(small_spot(oop_range="AA,87s:0.25,TsTc"), target=2))
    weights = dict(zip(found["oop"]["hands"], found["oop"]["raw_weight"], strict=True))
    assert weights["8c7c"] == 0.25
    assert "TsTc" not in weights  # Ts is on the board
    assert not any("Ts" in (hand[:2], hand[2:]) for hand in weights)


def test_a_river_card_takes_its_hands_out_of_every_view(solution):
    card = parse_card("Ah")
    for line in solution.lines:
        if "river" not in line:
            continue
        view = solution.view(line, card)
        cards = solution.turn.deal.hands[view.player].cards
        held = (cards == card).any(axis=1)
        assert (view.normalized_weight[held] == 0).all()
        assert np.isnan(view.ev[held]).all()
        assert np.isfinite(view.frequency).all()


def test_river_values_average_to_the_value_of_the_line(solution):
    """The browser's own evaluation of each river adds up to the solver's value of the deal."""
    tree, deal = solution.turn.tree, solution.turn.deal
    top = tree.deals[0]
    total = np.zeros(len(deal.hands[0]))
    for index in range(len(deal.rivers)):
        values, _ = solution._on_river(tree.nodes[top.children[0]], index)
        total += values[0][top.children[0]] / 44
    assert total == pytest.approx(solution.values[0][top.index], rel=1e-3, abs=1e-2)


def test_a_locked_strategy_stays_and_a_locked_solution_loses_nothing():
    spot = small_spot()
    whole = solve(spot, target=0.05)
    locked = {
        node.text: whole.strategy(node.text)
        for node in whole.turn.tree.decisions
        if node.street == 0 and node.player == 0
    }
    again = solve(spot, target=0.05, locked=locked)
    for line, strategy in locked.items():
        assert np.array_equal(again.strategy(line), strategy)
    against = best_responses(again.turn, restricted=False)[1]
    assert 100 * (whole.view("").ev_oop - spot.pot / 2 + against) / spot.pot < 0.2


def test_a_bad_lock_loses_and_only_free_players_are_measured():
    spot = small_spot()
    hands = len(solve(spot, target=50).turn.deal.hands[0])
    always_check = np.array([np.ones(hands), np.zeros(hands)])
    found = solve(spot, target=0.1, locked={"": always_check})
    assert found.converged
    assert found.view("").frequency[0] == pytest.approx(1)
    assert sum(best_responses(found.turn, restricted=False)) / 2 <= 0.001 * spot.pot + 1e-6


def test_a_time_limit_or_a_cancel_gives_a_partial_result():
    spot = small_spot()
    late = solve(spot, target=1e-9, time_limit=0.0)
    assert (late.converged, late.stopped, late.iterations) == (False, "time limit", 1)
    assert late.exploitability_pct > 0
    calls = []
    stopped = solve(spot, target=1e-9, cancel=lambda: len(calls) > 3 or calls.append(1))
    assert (stopped.converged, stopped.stopped, stopped.iterations) == (False, "cancelled", 5)
    assert stopped.view("").frequency.sum() == pytest.approx(1)


def test_progress_reports_every_tenth_iteration():
    seen = []
    solve(small_spot(), target=0.5, progress=seen.append)
    assert [item.iteration for item in seen] == list(range(10, 10 * len(seen) + 10, 10))
    assert seen[-1].exploitability_pct <= 0.5
    assert sum(seen[-1].root_frequency) == pytest.approx(1)


def test_size_is_known_before_and_too_large_is_refused_with_the_figure():
    spot = reference_spot("pub1_dry_wide")
    size = measure_spot(spot)
    assert (size.turn_nodes, size.river_nodes, size.hands) == (8, 28, (386, 485))
    assert size.memory_bytes < 1.5 * references()["pub1_dry_wide"]["memory_bytes_f32"]
    with pytest.raises(TreeTooLargeError, match=r"needs 1\d MB and the limit is 5 MB"):
        solve(spot, memory_limit=5_000_000)


def test_the_widest_ranges_fit():
    everything = ",".join(f"{rank}{rank}" for rank in "23456789TJQKA") + ",32+,42+,52+,62+,72+"
    everything += ",82+,92+,T2+,J2+,Q2+,K2+,A2+"
    spot = reference_spot("pub1_dry_wide", oop_range=everything, ip_range=everything)
    size = measure_spot(spot)
    assert size.hands == (1128, 1128)
    for backend in ("numba", "numpy"):
        assert measure_spot(spot, backend).memory_bytes < 1 << 30


def test_ranges_that_cannot_be_dealt_together_are_refused():
    with pytest.raises(SpotError, match="ip_range"):
        solve(small_spot(oop_range="AhAd", ip_range="AhAd"))


def test_neither_the_site_nor_the_lab_imports_numba():
    code = (
        "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'project.settings';"
        "import django; django.setup();"
        "import games.lab.turn.experiment, games.lab.turn.answer, games.lab.turn.labels;"
        "import games.lab.management.commands.turnlab, project.asgi;"
        "sys.exit('numba' in sys.modules or 'llvmlite' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
