"""Officers: every table can be played, every reason is a sentence, fleets are laid as the level says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bots.arena import play_game
from bots.battleship.bots import BASELINES, BOTS
from bots.battleship.decide import KEPT, decide
from bots.battleship.deploy import spread_fleet
from bots.battleship.levels import ADMIRAL, LEVELS, RANDOM, RECRUIT, Level
from bots.battleship.words import WORDS
from bots.contract import Decision
from games.battleship import GAME
from games.battleship.actions import Deploy, Fire
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import any_fleet, gaps, occupied, ships
from games.battleship.rules import legal_actions
from games.core.chance import Chance
from tests.bots.battleship.scenes import BATTLESHIP, CARRIER, CRUISER, Scene, air, gun, sonar

TABLES = (
    BattleshipOptions(ruleset="v2.6", last_reply=True),
    BattleshipOptions(variant="classic"),
    BattleshipOptions(size=11, turn_cap=20),
)


def _decision(level: Level, scene: Scene, luck: int = 0, work: int | None = None) -> Decision:
    actions = legal_actions(scene.state, 0)
    chance = Chance(b"decide").fork(luck)
    return decide(level, scene.memory(), actions, chance, work or level.work)


def _decisions() -> Iterator[Decision]:
    for level in (*LEVELS, RANDOM):
        for scene in (
            Scene(),
            Scene().shoot(*air(33, 55), *gun(21)).shoot(*gun(0, 1, 2), by=1),
            Scene().shoot(*gun(*CARRIER, *BATTLESHIP), *sonar(71)),
            Scene().shoot(*sonar(21)),
        ):
            yield from (_decision(level, scene, luck) for luck in range(4))


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("name", [*BOTS, *BASELINES])
def test_every_table_is_played_to_its_end(name: str, options: BattleshipOptions) -> None:
    bots = [BOTS.get(name) or BASELINES[name], BASELINES["random"]]
    played = play_game(GAME, bots, options, Chance(b"table"))
    assert played.outcome.winners


def test_every_reason_is_a_sentence() -> None:
    ids = set()
    for decision in _decisions():
        sentence = WORDS[decision.reason.id].format(**decision.reason.values)
        assert sentence.endswith(".")
        ids.add(decision.reason.id)
    assert {"strike", "finish", "hurry", "anywhere"} <= ids


def test_candidates_tell_their_parts_and_few_are_kept() -> None:
    decision = _decision(ADMIRAL, Scene().shoot(*gun(21)).shoot(*gun(0, 1, 2), by=1))
    assert len(decision.candidates) <= KEPT + 1
    best = decision.candidates[0]
    assert best.action == decision.action
    assert set(best.parts) == {"information", "damage", "utility", "risk"}
    assert best.score == pytest.approx(best.parts["utility"] + best.parts["risk"], abs=2e-4)


def test_a_recruit_strays_half_of_the_time_and_an_admiral_never() -> None:
    scene = Scene()
    strays = [_decision(RECRUIT, scene, luck).reason.id == "anywhere" for luck in range(200)]
    assert 70 < sum(strays) < 130
    assert all(_decision(ADMIRAL, scene, luck).reason.id != "anywhere" for luck in range(5))


def test_of_attacks_of_the_same_worth_any_is_made() -> None:
    scene = Scene(variant="classic").shoot(
        *gun(0, 1, 2, 3, 4, *BATTLESHIP, *CRUISER, 60, 61, 62, 80)
    )
    chosen = {_decision(ADMIRAL, scene, luck).action.cell for luck in range(12)}
    assert chosen == {70, 81, 90}  # the destroyer goes on to one of three sides


def test_random_attacks_are_mostly_shells_at_cells_still_open() -> None:
    scene = Scene().shoot(*gun(*CARRIER, 99, 98), *air(20))
    marks = scene.memory().theirs.marks
    attacks = [_decision(RANDOM, scene, luck).action for luck in range(300)]
    assert all(marks[attack.cell] in (0, 2, 4) for attack in attacks)
    counts = [
        sum(attack.weapon == weapon for attack in attacks) for weapon in ("AP", "HE", "SONAR")
    ]
    assert counts[0] > 210
    assert 10 < counts[1] < 50
    assert 10 < counts[2] < 50


def test_any_work_gives_an_attack() -> None:
    for work in (1, 2, 17, 701):
        decision = _decision(ADMIRAL, Scene().shoot(*gun(21)), work=work)
        assert isinstance(decision.action, Fire)
        assert decision.work <= work


@pytest.mark.parametrize("level", LEVELS)
def test_a_fleet_is_laid_dealt_or_spread(level: Level) -> None:
    state = GAME.start(BattleshipOptions(), 2, Chance(b"lay"))
    bot = BOTS[level.name]
    memory = bot.remember(bot.begin(0, 2, BattleshipOptions(), Chance(b"")), state[0])
    decision = bot.decide(memory, (Deploy(),), Chance(b"fleet"), bot.work)
    dealt = memory.table.suggestions[0]
    assert (decision.action.berths in dealt) == (level.lays == "suggested")


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
