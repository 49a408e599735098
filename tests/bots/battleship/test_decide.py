"""Officers play every table, every reason is a sentence, and fleets are placed in the level's style."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bots.arena.game import play_game
from bots.battleship.bots import BASELINES, BOTS
from bots.battleship.messages import MESSAGES
from bots.battleship.officers.decide import MAX_OTHER_CANDIDATES, decide
from bots.battleship.officers.deploy import spread_fleet
from bots.battleship.officers.levels import ADMIRAL, LEVELS, RANDOM, RECRUIT, Level
from bots.contract import Decision
from games.battleship import GAME
from games.battleship.actions import Deploy, Fire
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import any_fleet, gaps, occupied, ships
from games.battleship.rules import legal_actions
from games.core.random_stream import Chance
from tests.bots.battleship.positions import (
    BATTLESHIP,
    CARRIER,
    CRUISER,
    PreparedGame,
    air,
    gun,
    sonar,
)

TABLES = (
    BattleshipOptions(ruleset="v2.6", last_reply=True),
    BattleshipOptions(variant="classic"),
    BattleshipOptions(size=11, turn_cap=20),
)


def _decision(level: Level, game: PreparedGame, seed: int = 0, work: int | None = None) -> Decision:
    actions = legal_actions(game.state, 0)
    chance = Chance(b"decide").fork(seed)
    return decide(level, game.memory(), actions, chance, work or level.work)


def _decisions() -> Iterator[Decision]:
    for level in (*LEVELS, RANDOM):
        for game in (
            PreparedGame(),
            PreparedGame().shoot(*air(33, 55), *gun(21)).shoot(*gun(0, 1, 2), by=1),
            PreparedGame().shoot(*gun(*CARRIER, *BATTLESHIP), *sonar(71)),
            PreparedGame().shoot(*sonar(21)),
        ):
            yield from (_decision(level, game, seed) for seed in range(4))


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("name", [*BOTS, *BASELINES])
def test_every_table_is_played_to_its_end(name: str, options: BattleshipOptions) -> None:
    bots = [BOTS.get(name) or BASELINES[name], BASELINES["random"]]
    played = play_game(GAME, bots, options, Chance(b"table"))
    assert played.outcome.winners


def test_every_reason_is_a_sentence() -> None:
    ids = set()
    for decision in _decisions():
        sentence = MESSAGES[decision.reason.id].format(**decision.reason.values)
        assert sentence.endswith(".")
        ids.add(decision.reason.id)
    assert {"strike", "finish", "hurry", "anywhere"} <= ids


def test_candidates_have_parts_and_few_are_kept() -> None:
    decision = _decision(ADMIRAL, PreparedGame().shoot(*gun(21)).shoot(*gun(0, 1, 2), by=1))
    assert len(decision.candidates) <= MAX_OTHER_CANDIDATES + 1
    best = decision.candidates[0]
    assert best.action == decision.action
    assert set(best.parts) == {"information", "damage", "utility", "risk"}
    assert best.score == pytest.approx(best.parts["utility"] + best.parts["risk"], abs=2e-4)


def test_a_recruit_attacks_at_random_half_of_the_time_and_an_admiral_never() -> None:
    game = PreparedGame()
    random_attacks = [_decision(RECRUIT, game, seed).reason.id == "anywhere" for seed in range(200)]
    assert 70 < sum(random_attacks) < 130
    assert all(_decision(ADMIRAL, game, seed).reason.id != "anywhere" for seed in range(5))


def test_ties_between_attacks_are_broken_at_random() -> None:
    game = PreparedGame(variant="classic").shoot(
        *gun(0, 1, 2, 3, 4, *BATTLESHIP, *CRUISER, 60, 61, 62, 80)
    )
    chosen = {_decision(ADMIRAL, game, seed).action.cell for seed in range(12)}
    assert chosen == {70, 81, 90}  # the destroyer goes on to one of three sides


def test_random_attacks_are_mostly_shells_at_cells_still_open() -> None:
    game = PreparedGame().shoot(*gun(*CARRIER, 99, 98), *air(20))
    marks = game.memory().theirs.marks
    attacks = [_decision(RANDOM, game, seed).action for seed in range(300)]
    assert all(marks[attack.cell] in (0, 2, 4) for attack in attacks)
    counts = [
        sum(attack.weapon == weapon for attack in attacks) for weapon in ("AP", "HE", "SONAR")
    ]
    assert counts[0] > 210
    assert 10 < counts[1] < 50
    assert 10 < counts[2] < 50


def test_any_work_gives_an_attack() -> None:
    for work in (1, 2, 17, 701):
        decision = _decision(ADMIRAL, PreparedGame().shoot(*gun(21)), work=work)
        assert isinstance(decision.action, Fire)
        assert decision.work <= work


@pytest.mark.parametrize("level", LEVELS)
def test_a_fleet_is_a_suggested_one_or_spread(level: Level) -> None:
    state = GAME.start(BattleshipOptions(), 2, Chance(b"lay"))
    bot = BOTS[level.name]
    memory = bot.remember(bot.begin(0, 2, BattleshipOptions(), Chance(b"")), state[0])
    decision = bot.decide(memory, (Deploy(),), Chance(b"fleet"), bot.work)
    dealt = memory.table.suggestions[0]
    assert (decision.action.placements in dealt) == (level.placement_style == "suggested")


@pytest.mark.parametrize(("variant", "size"), [("arms", 10), ("classic", 10), ("arms", 11)])
def test_a_spread_fleet_is_legal_and_farther_apart_than_any(variant: str, size: int) -> None:
    classes = ships(variant)
    total = {"spread": 0, "any": 0}
    for number in range(20):
        chance = Chance(b"spread").fork(number)
        fleet = spread_fleet(size, classes, chance)
        assert len(occupied(size, classes, fleet)) == sum(ship.length for ship in classes)
        total["spread"] += gaps(size, classes, fleet)[0]
        total["any"] += gaps(size, classes, any_fleet(size, classes, chance))[0]
    assert total["spread"] > 2 * total["any"]
