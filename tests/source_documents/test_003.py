"""The checks of the user's document 003, sections 6 and 7. Names carry the section.

What the document got wrong is in `tests/bots/battleship/test_audit.py`; `docs/source-documents/003.md`
says for each of its parts where it is answered. Its targets in milliseconds are measured by the bench.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

import bots.battleship.officers.decide as decide_module
from bots.battleship.bots import BOTS
from bots.battleship.officers import belief, evaluate, levels, risk, threats
from bots.battleship.officers.decide import (
    Context,
    decide,
    find_fallback_target,
    forecast_threats,
    make_ai_decision,
)
from bots.battleship.officers.levels import ADMIRAL, CAPTAIN, DIFFICULTY_SETTINGS, RECRUIT, Level
from bots.battleship.officers.threats import get_player_view_grid, simulate_multi_step_threats
from bots.contract import Decision
from bots.rng import generator
from games.battleship.actions import Fire
from games.battleship.rules import legal_actions
from games.core.random_stream import Chance
from tests.bots.battleship.positions import (
    BATTLESHIP,
    CARRIER,
    CRUISER,
    DESTROYER,
    SUBMARINE,
    PreparedGame,
    air,
    gun,
    sonar,
)

ROOT = Path(__file__).parents[2]
LEVELS = (RECRUIT, CAPTAIN, ADMIRAL)
EVERY_SHIP = (*CARRIER, *BATTLESHIP, *CRUISER, *SUBMARINE, *DESTROYER)


NAMES = """
BeliefState evaluateAction calculateExpectedDamage checkAIAbilities getPlayerViewGrid
simulateMultiStepThreats accumulateThreat updateSimulatedState getWeaponCoverage getShipCells
makeAIDecision enumerateAllActions findFallbackTarget makeRandomDecision recordDamageDealt
calculateRiskBonusMultiStep calculateAbilityLoss checkUsesEndangeredAbility
simulateAbilitiesAfterLoss evaluateActionSimplified SAMPLE_COUNT OPPONENT_SAMPLE_COUNT
LOOKAHEAD_STEPS DIFFICULTY_SETTINGS
""".split()
"""What the document defines or calls."""
MODULES = (belief, decide_module, evaluate, levels, risk, threats)


def _bold(level: Level) -> Level:
    return replace(level, difficulty=replace(level.difficulty, risk_awareness=0.0))


def _choice(level: Level, game: PreparedGame, seed: int = 0) -> Decision:
    memory = game.memory()
    actions = legal_actions(game.state, 0)
    return decide(level, memory, actions, Chance(b"003").fork(seed), level.work)


def _weapons(level: Level, game: PreparedGame, times: int = 8) -> Counter[str]:
    return Counter(_choice(level, game, seed).action.weapon for seed in range(times))


def _ours(name: str) -> str:
    """Write a name of the document as this project writes names."""
    plain = name.replace("AI", "Ai")
    return name if name[0].isupper() else re.sub("([A-Z])", r"_\1", plain).lower()


@pytest.mark.parametrize("name", NAMES)
def test_3_every_name_of_the_document_is_in_the_code_and_has_its_row(name: str) -> None:
    assert [module for module in MODULES if hasattr(module, _ours(name))]
    assert name in (ROOT / "docs" / "source-documents" / "003.md").read_text(encoding="utf-8")


def test_3_every_function_of_the_document_is_at_work() -> None:
    """Each of these functions is really used."""
    used: set[str] = set()
    threatened = PreparedGame().shoot(*gun(0, 1, 2), by=1).shoot(*gun(21))
    sys.setprofile(lambda frame, event, arg: used.add(frame.f_code.co_name))
    try:
        for level in (RECRUIT, ADMIRAL):
            for seed in range(3):
                _choice(level, threatened, seed)
        _choice(ADMIRAL, PreparedGame().shoot(*gun(*EVERY_SHIP)))
    finally:
        sys.setprofile(None)
    functions = {_ours(name) for name in NAMES if name[0].islower()}
    assert functions - used == set()


def test_4_2_the_presets_are_the_documents() -> None:
    rows = {
        name: (one.alpha, one.randomness, one.risk_awareness)
        for name, one in DIFFICULTY_SETTINGS.items()
    }
    assert rows == {"EASY": (0.1, 0.5, 0), "NORMAL": (0.4, 0.25, 0.3), "HARD": (0.7, 0, 0.6)}
    assert [level.difficulty for level in LEVELS] == list(DIFFICULTY_SETTINGS.values())


def test_6_1_the_belief_takes_its_number_of_samples() -> None:
    game = PreparedGame()
    for work in (1, 40, 700):
        decision = make_ai_decision(_bold(ADMIRAL), Context(game.memory(), Chance(b""), work))
        assert decision.work == work


def test_6_1_the_opponents_view_of_the_own_sea_is_given() -> None:
    game = PreparedGame().shoot(*gun(0, 40, 99), *sonar(86), by=1)
    grid = get_player_view_grid(game.memory().table, 0)
    assert (grid[0], grid[40], grid[99], grid[50]) == (3, 3, 1, 0)


@pytest.mark.parametrize("level", [CAPTAIN, ADMIRAL])
@pytest.mark.parametrize(
    "game",
    [
        PreparedGame(),
        PreparedGame().shoot(*gun(0, 1, 2), by=1).shoot(*gun(21)),
        PreparedGame().shoot(*gun(60, 80), by=1).shoot(*air(55, 77), *sonar(33)),
    ],
)
def test_7_1_without_risk_awareness_it_decides_as_it_would_without_risk(
    level: Level, game: PreparedGame
) -> None:
    never = replace(level, lookahead=replace(level.lookahead, games=0))
    for seed in range(4):
        assert _choice(_bold(level), game, seed) == _choice(never, game, seed)


def test_7_1_a_carrier_under_threat_sends_more_aircraft() -> None:
    game = PreparedGame().shoot(*gun(0, 1, 2), by=1).shoot(*gun(21))
    bold, careful = _weapons(_bold(ADMIRAL), game), _weapons(ADMIRAL, game)
    assert careful["HE"] > bold["HE"]
    assert _choice(ADMIRAL, game).reason.id == "hurry"


@pytest.mark.parametrize(("ruleset", "damage"), [("v2.6", gun(80)), ("head", gun(*SUBMARINE, 80))])
def test_7_1_a_destroyer_under_threat_listens_more(ruleset: str, damage: tuple[Fire, ...]) -> None:
    game = PreparedGame(ruleset=ruleset).shoot(*damage, by=1)
    bold, careful = _weapons(_bold(ADMIRAL), game), _weapons(ADMIRAL, game)
    assert careful["SONAR"] > bold["SONAR"]


def test_7_1_a_destroyer_under_threat_costs_nothing_while_the_submarine_listens_too() -> None:
    game = PreparedGame(ruleset="head").shoot(*gun(80), by=1)
    assert _weapons(ADMIRAL, game) == _weapons(_bold(ADMIRAL), game)


@pytest.mark.parametrize("level", LEVELS)
def test_7_1_several_attacks_that_together_sink_a_damaged_carrier_are_seen(level: Level) -> None:
    game = PreparedGame().shoot(*gun(0, 1), by=1)
    chance = []
    for steps in (1, 2, 3):
        seed = generator(Chance(b"steps"))
        lookahead = replace(level.lookahead, steps=steps)
        seen = simulate_multi_step_threats(
            game.memory().table, 0, lookahead, level.evaluation, seed
        )
        chance.append(seen.threats["CV"].sink_probability)
    assert chance[0] == 0
    assert chance[2] > 0.2
    assert chance == sorted(chance)


def test_7_3_no_error_when_all_ships_of_the_other_side_are_sunk() -> None:
    game = PreparedGame().shoot(*gun(*EVERY_SHIP))
    context = Context(game.memory(), Chance(b""), 100)
    assert make_ai_decision(ADMIRAL, context) == find_fallback_target(context)


def test_7_3_no_error_when_all_own_ships_are_sunk() -> None:
    game = PreparedGame(last_reply=True).shoot(*gun(*EVERY_SHIP), by=1)
    forecast = forecast_threats(ADMIRAL, Context(game.memory(), Chance(b""), ADMIRAL.work), 0)
    assert forecast.threats == {}
    for level in LEVELS:
        assert _choice(level, game).action.cell is not None


@pytest.mark.parametrize("level", LEVELS)
def test_7_3_the_opening_is_decided_like_any_other_turn(level: Level) -> None:
    decision = _choice(level, PreparedGame())
    assert 0 <= decision.action.cell < 100
    assert BOTS[level.name].analyse(PreparedGame().memory()).notes["layouts"]["count"] > 10**10


def test_7_3_without_the_means_to_look_ahead_risk_is_left_out() -> None:
    game = PreparedGame().shoot(*gun(0, 1, 2), by=1)
    short = decide(
        ADMIRAL, game.memory(), legal_actions(game.state, 0), Chance(b""), ADMIRAL.samples
    )
    assert all(candidate.parts["risk"] == 0 for candidate in short.candidates)
