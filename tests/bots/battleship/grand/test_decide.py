"""Decisions of the Grand Admiral: legal, repeatable, within the work, independent of hidden data."""

from __future__ import annotations

import pickle

import pytest
from msgspec.structs import replace

from bots.analysis.compute import format_reason
from bots.battleship.grand.bot import GRAND, build
from bots.battleship.grand.decide import MAX_CANDIDATES, SearchParams
from bots.battleship.grand.messages import MESSAGES
from bots.battleship.memory import Memory
from bots.contract import Decision, Reason
from games.battleship import GAME
from games.battleship.actions import Deploy, Fire
from games.battleship.events import BattleshipOptions
from games.battleship.rules import handle_action
from games.core.random_stream import Chance
from tests.bots.battleship.grand.positions import PreparedGame, prepared_game

QUICK = build(SearchParams(layouts=60, two_turn_candidates=3))
TABLES = [
    BattleshipOptions(),
    BattleshipOptions(size=11),
    BattleshipOptions(ruleset="v2.6"),
    BattleshipOptions(last_reply=True),
    BattleshipOptions(variant="classic"),
    BattleshipOptions(variant="classic", size=11),
]
CHANCE = Chance(b"decide")


def decided(battle: PreparedGame, work: int = QUICK.work) -> Decision:
    return QUICK.decide(battle.memory, GAME.legal_actions(battle.table, 0), CHANCE, work)


@pytest.mark.parametrize("options", TABLES)
def test_it_sinks_every_fleet_at_every_table(options: BattleshipOptions) -> None:
    battle = prepared_game(1, options)
    for _ in range(options.size**2):
        if len(battle.memory.theirs.sunk) == 5:
            break
        decision = decided(battle)
        assert decision.work <= QUICK.work
        battle.fire(decision.action)
    assert len(battle.memory.theirs.sunk) == 5


@pytest.mark.parametrize("seed", range(4))
def test_in_the_classic_game_it_takes_the_best_odds(seed: int) -> None:
    decision = decided(
        prepared_game(seed, BattleshipOptions(variant="classic")).stray(6 * seed, seed)
    )
    best, *others = decision.candidates
    assert decision.action == best.action
    assert best.parts["turns"] == max(one.parts["turns"] for one in (best, *others)) > 0


@pytest.mark.parametrize("work", [1, 2, 50, 150, 400])
@pytest.mark.parametrize("seed", range(3))
def test_any_work_gives_a_legal_attack_within_it(work: int, seed: int) -> None:
    battle = prepared_game(seed).stray(4 * seed, seed)
    decision = decided(battle, work)
    assert 0 < decision.work <= work
    assert handle_action(battle.table, 0, decision.action)


def test_the_same_events_and_chance_give_the_same_decision() -> None:
    battle = prepared_game(3).stray(9, 3)
    first = decided(battle)
    again = pickle.loads(pickle.dumps(battle.memory))
    assert QUICK.decide(again, GAME.legal_actions(battle.table, 0), CHANCE, QUICK.work) == first


def test_what_is_hidden_moves_no_decision() -> None:
    battle = prepared_game(0).stray(16, 0).sink("CV", "CL", "DD").stray(6, 1)
    others = [fleet for fleet, _ in zip(battle.every_fleet(), range(3), strict=False)]
    assert len(others) == 3
    first = decided(battle)
    for fleet in others:
        other = PreparedGame(battle.options, fleet, 0).fire(*battle.shots)
        assert other.memory == battle.memory
        assert decided(other) == first


def test_candidates_are_ranked_and_have_parts() -> None:
    decision = decided(prepared_game(4).stray(6, 4))
    scores = [one.score for one in decision.candidates]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == MAX_CANDIDATES
    assert decision.action == decision.candidates[0].action
    assert all({"turns", "information", "win"} <= set(one.parts) for one in decision.candidates)
    assert all(0 <= one.parts["win"] <= 1 for one in decision.candidates)
    assert 0 <= decision.confidence <= 1


@pytest.mark.parametrize("seed", range(3))
def test_the_best_attacks_are_scored_two_turns_ahead(seed: int) -> None:
    first, *others = decided(prepared_game(seed).stray(4 + 3 * seed, seed)).candidates
    for one in (first, *others[:2]):
        assert one.score > one.parts["turns"]
    assert any(one.score <= one.parts["turns"] for one in others)


def test_every_reason_has_a_message() -> None:
    battle = prepared_game(6)
    used = {decided(battle).reason.id}
    while battle.table.outcome is None:
        decision = decided(battle)
        used |= {one.note.id for one in decision.candidates if one.note}
        battle.fire(decision.action)
    assert used <= set(MESSAGES)


def test_figures_are_written_as_what_they_are() -> None:
    message = format_reason("battleship", Reason("grand_strike", {"bits": 3.6}))
    assert message == "An air strike here saves most turns: it gives 3.6 bits."
    message = format_reason("battleship", Reason("grand_shoot", {"chance": 0.273}))
    assert message == "There is a ship here with a chance of 27%; a shell saves most turns."


def test_a_beaten_side_makes_its_last_reply() -> None:
    options = BattleshipOptions(last_reply=True)
    battle = prepared_game(2, options).stray(3)
    own = battle.memory.mine
    lost = tuple(ship.code for ship in battle.table.classes)
    memory = _with_sunk(battle.memory, lost, own.placements)
    decision = QUICK.decide(memory, (Fire("AP"),), CHANCE, QUICK.work)
    assert isinstance(decision.action, Fire)


@pytest.mark.parametrize(
    "options", [TABLES[3], BattleshipOptions(variant="classic", last_reply=True)]
)
def test_no_ship_left_to_find_is_no_error(options: BattleshipOptions) -> None:
    battle = prepared_game(2, options).sink("CV", "BB", "CL", "SS", "DD")
    assert len(battle.memory.theirs.sunk) == 5
    assert isinstance(decided(battle).action, Fire)


def _with_sunk(memory: Memory, lost: tuple[str, ...], placements: object) -> Memory:
    seas = list(memory.table.seas)
    seas[0] = replace(seas[0], sunk=lost, latest=lost, placements=placements)
    return replace(memory, state=replace(memory.table, seas=tuple(seas)))


def test_it_places_a_fleet_when_asked_to() -> None:
    battle = prepared_game(0)
    decision = GRAND.decide(battle.memory, (Deploy(),), CHANCE, 1)
    assert isinstance(decision.action, Deploy)
    assert decision.work <= 1
