"""The review of a deal: what choices cost and what luck gave, apart."""

from __future__ import annotations

import pytest

from bots.contract import Review
from bots.turn.analysis import judged
from bots.turn.bots import BOTS, MESSAGES
from bots.turn.memory import situation
from bots.turn.review import CHANCE_KINDS, OWN, review
from games.core.poker import format_card
from games.lab.turn.combos import format_combo
from games.lab.turn.judging import Judge, judge_of
from games.lab.turn.panels.nodes import node_panel
from games.lab.turn.profiles import profile_of, reaches, table_of, value
from games.lab.turn.ready import whole_solve
from games.lab.turn.solver.rivers import Discounts
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.solve import best_responses
from games.lab.turn.stored_data import StoredData
from games.turn.actions import action_of
from tests.bots.turn.hands import HASH, Hand, many

LEAST_PRESENCE = 0.02
"""The share of the opponent's first range below which a node is outside what is judged."""


@pytest.fixture(scope="session")
def solution(data: StoredData) -> Solution:
    found = data[whole_solve(HASH)]
    assert isinstance(found, Solution)
    return found


@pytest.fixture(scope="session")
def reviewed(data: StoredData) -> list[tuple[Hand, int, Review]]:
    """Deals of levels and of players who do anything, reviewed from both seats."""
    found = []
    for levels, stray in ((("expert", "expert"), 0.0), (("easy", "expert"), 0.3)):
        for hand in many(60, levels, data, stray):
            for seat in (0, 1):
                found.append((hand, seat, review(hand.memories[seat], None, data, 1)))
    return found


def test_the_result_is_expectation_plus_chance_less_error(
    reviewed: list[tuple[Hand, int, Review]],
) -> None:
    kinds = set()
    for hand, seat, found in reviewed:
        assert found.score == hand.state.won[seat]
        total = found.expected + found.total(*CHANCE_KINDS) + found.total(*OWN)
        assert total == pytest.approx(found.score, abs=1e-6)
        kinds |= {step.kind for step in found.steps}
    assert kinds == {*CHANCE_KINDS, *OWN}


def test_an_error_is_never_negative_and_the_best_action_costs_nothing(
    reviewed: list[tuple[Hand, int, Review]],
) -> None:
    own = [step for *_, found in reviewed for step in found.steps if step.kind in OWN]
    assert len(own) > 200
    assert sum(step.value < -1 for step in own) > 20
    for step in own:
        assert step.value <= 0
        assert step.candidates[0].score == step.before
        assert sum(c.parts["frequency"] for c in step.candidates) == pytest.approx(1, abs=1e-6)
        assert next(c.score for c in step.candidates if c.action == step.action) == step.after


def test_the_hand_of_the_other_changes_no_own_step(
    reviewed: list[tuple[Hand, int, Review]], data: StoredData
) -> None:
    """The own steps of a review are those judged from the memory before each action."""
    checked = 0
    for hand, seat, found in reviewed[::3]:
        own = [step for step in found.steps if step.kind in OWN]
        before = [each for each in hand.decided if each.seat == seat]
        for step, each in zip(own, before, strict=True):
            alone = review(each.memory, step.action, data, 1)
            assert alone.steps == (step,)
            assert alone.score == pytest.approx(alone.expected + step.value)
            checked += 1
    assert checked > 50


def test_every_step_can_be_said_in_a_sentence(reviewed: list[tuple[Hand, int, Review]]) -> None:
    for *_, found in reviewed[:40]:
        for step in found.steps:
            assert step.reason is not None
            assert MESSAGES[step.reason.id].format(**step.reason.values)


def test_only_the_level_with_the_whole_solution_reviews() -> None:
    assert [name for name, bot in BOTS.items() if bot.review] == ["expert"]


@pytest.mark.parametrize("player", [0, 1])
def test_expected_error_of_the_solution_against_itself_is_the_gain(
    solution: Solution, player: int
) -> None:
    """Summed over every hand, line and river by the probability that the solution comes there."""
    table, profile = table_of(solution.spot), profile_of(solution)
    judge = judge_of(solution, player)
    own = reaches(table, player, profile)
    total = 0.0
    for index in range(len(table.deal.hands[player])):
        hand = judge.hand(index)
        for node in table.tree.nodes:
            if node.kind != "decision" or node.player != player:
                continue
            taken = own[node.index][..., index] * profile(node)[..., index]  # [actions] or by river
            for weight, child in zip(taken, node.children, strict=True):
                error = hand.sums[node.index] - hand.sums[child]
                total += float((weight * error).sum()) / (44 if node.street else 1)
    mean_error = total / table.weight
    earned = value(table, (profile, profile)) * (1 if player == 0 else -1)
    assert mean_error == pytest.approx(judge.expected - earned, abs=1e-9)
    gain = best_responses(solution.turn, restricted=False)[player]
    assert mean_error == pytest.approx(gain - earned, abs=1e-3)
    assert mean_error > 0


@pytest.mark.parametrize("player", [0, 1])
def test_values_on_the_turn_are_those_of_the_solver(solution: Solution, player: int) -> None:
    """The solver's own best response, which shares no code, gives the same at every turn node."""
    best = solution.turn.walk(player, "best", Discounts())
    judge = judge_of(solution, player)
    for index in range(len(solution.turn.deal.hands[player])):
        hand = judge.hand(index)
        for node in solution.turn.nodes:
            found = hand.sums[node.index]
            assert float(found) == pytest.approx(best[node.index][index], abs=2e-3)


def test_figures_are_those_of_the_lab_on_random_lines(data: StoredData, solution: Solution) -> None:
    """Frequencies and beliefs are those of the lab's view; no action is worth less than there.

    Where less than a fiftieth of the opponent's range comes by these beliefs, nothing is an error.
    """
    checked, kinds = 0, {True: set[str](), False: set[str]()}
    for hand in many(60, ("expert", "easy"), data, 0.5):
        for each in hand.decided:
            at = situation(each.memory)
            found = judged(solution, at)
            view = solution.view(at.node.text, each.state.river)
            place = solution.place(at.node.text, each.state.river)
            steps = [review(each.memory, action_of(n), data, 1).steps[0] for n in view.actions]
            shares = view.strategy[:, found.index]
            for step, name, share in zip(steps, view.actions, shares, strict=True):
                parts = {c.action: c.parts["frequency"] for c in step.candidates}
                assert parts[action_of(name)] == pytest.approx(share, abs=1e-6)
            reach = place.reaches[1 - at.player][at.node.index]
            allowed = found.beside if at.river is None else found.free[at.river]
            belief = reach * allowed
            assert found.belief(at.node.index, at.river) == pytest.approx(
                belief / belief.sum(), abs=1e-6
            )
            first_range = solution.turn.deal.hands[1 - at.player].weights * allowed
            share = belief.sum() / first_range.sum()
            if share != pytest.approx(LEAST_PRESENCE, abs=1e-4):
                kinds[share > LEAST_PRESENCE] |= {step.kind for step in steps}
            offset = solution.spot.pot / 2 + at.node.put[at.player]
            for step, ev in zip(steps, view.ev_by_action[:, found.index], strict=True):
                # The lab's EV continues with the solution, B with a best response.
                assert step.after + offset >= ev - 1e-3
            checked += 1
    assert kinds == {True: {"error"}, False: {"outside"}}
    assert checked > 100


def test_the_lab_shows_the_values_of_the_review(data: StoredData, solution: Solution) -> None:
    """B per action in the lab's node is the score of the review's candidate, at every node played."""
    checked = 0
    for hand in many(25, ("expert", "easy"), data, 0.5):
        for each in hand.decided:
            at = situation(each.memory)
            river = None if each.state.river is None else format_card(each.state.river)
            panel = node_panel(solution, {"line": at.node.text, "river": river})
            index = panel["hands"].index(format_combo(at.combo))
            step = review(each.memory, action_of(at.node.actions[0]), data, 1).steps[0]
            base = solution.spot.pot / 2 + at.node.put[at.player]
            values = {c.action: c.score + base for c in step.candidates}
            for name, row in zip(panel["actions"], panel["best_by_action"], strict=True):
                assert row[index] == pytest.approx(values[action_of(name)], abs=1e-5)
            checked += 1
    assert checked > 40


def test_values_on_the_river_by_plain_recursion(data: StoredData, solution: Solution) -> None:
    checked = 0
    for hand in many(60, ("expert", "easy"), data, 0.5):
        for each in hand.decided:
            at = situation(each.memory)
            if at.river is not None:
                found = judged(solution, at)
                expected = _plain_value(found.judge, found.index, at.node.index, at.river)
                assert found.value(at.node.index, at.river) == pytest.approx(expected, abs=1e-9)
                checked += 1
    assert checked > 40


def _plain_value(judge: Judge, index: int, node_index: int, river: int) -> float:
    """B on a river, hand by hand, without arrays."""
    table, other = judge.table, 1 - judge.player
    own_cards = set(table.deal.hands[judge.player].cards[index].tolist())
    card = int(table.deal.rivers[river])
    strengths = table.strengths
    hands = {
        j: float(judge.opposing[node_index][river][j])
        for j, cards in enumerate(table.deal.hands[other].cards.tolist())
        if not own_cards & set(cards) and card not in cards
    }

    def expect(at: int, reach: dict[int, float]) -> float:
        node = table.tree.nodes[at]
        amount = table.spot.pot / 2 + min(node.put)
        if node.kind == "fold":
            return sum(reach.values()) * (-amount if node.player == judge.player else amount)
        if node.kind == "showdown":
            mine = strengths[judge.player][river][index]
            theirs = strengths[other][river]
            return sum(
                weight * amount * (int(mine > theirs[j]) - int(mine < theirs[j]))
                for j, weight in reach.items()
            )
        if node.player == judge.player:
            return max(expect(child, reach) for child in node.children)
        rows = judge.profile(node)
        return sum(
            expect(child, {j: w * float(row[river][j]) for j, w in reach.items()})
            for row, child in zip(rows, node.children, strict=True)
        )

    return expect(node_index, hands) / sum(hands.values())
