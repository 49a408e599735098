"""Errors of document 003 by number: each is corrected, except four that are kept as settings.

8 to 11 are how these officers value attacks (`levels.EvaluationVariant`); the tests show what the
defaults do and that they can be changed.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace

import bots.battleship.officers.decide
import bots.battleship.officers.threats
from bots.battleship.geometry import placements
from bots.battleship.officers import levels
from bots.battleship.officers.belief import BeliefState
from bots.battleship.officers.decide import Context, decide, make_random_decision
from bots.battleship.officers.evaluate import (
    calculate_expected_damage,
    check_ai_abilities,
    enumerate_all_actions,
    evaluate_action,
    evaluate_action_simplified,
    get_weapon_coverage,
)
from bots.battleship.officers.levels import (
    ADMIRAL,
    CAPTAIN,
    EvaluationVariant,
    LookaheadConfig,
    Loss,
)
from bots.battleship.officers.risk import calculate_ability_loss, calculate_risk_bonus_multi_step
from bots.battleship.officers.threats import (
    Forecast,
    Threat,
    get_player_view_grid,
    get_ship_cells,
    simulate_multi_step_threats,
    update_simulated_state,
)
from bots.battleship.sampling import sampler
from bots.rng import generator
from games.battleship.actions import Fire
from games.battleship.fleet import ARMED, Arms, Placement, Weapon
from games.battleship.rules import legal_actions
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, SUSPECT, UNKNOWN, State
from games.core.random_stream import Chance
from tests.bots.battleship.positions import (
    BATTLESHIP,
    CARRIER,
    CRUISER,
    DESTROYER,
    FLEET,
    SUBMARINE,
    PreparedGame,
    air,
    gun,
    sonar,
)

SHIPS = {ship.code: ship for ship in ARMED}
FULL = Arms(3, he=True, sonar=True)


def _forecast(game: PreparedGame, key: bytes = b"audit", **lookahead: float) -> Forecast:
    """Return the forecast of seat 0."""
    how = replace(LookaheadConfig(alpha=0.7), **lookahead)
    table = game.memory().table
    return simulate_multi_step_threats(table, 0, how, EvaluationVariant(), generator(Chance(key)))


def _belief(game: PreparedGame, count: int = 300) -> BeliefState:
    """Return the belief of seat 0 about the other sea."""
    sea = game.memory().theirs
    return BeliefState.of(
        sea, game.state.classes, game.options.size, count, generator(Chance(b"belief"))
    )


def _theirs(game: PreparedGame) -> State:
    """The state as seat 0 knows it, with the other side to move."""
    return replace(game.memory().table, active=1)


def test_audit_01_numbers_stand_in_one_place() -> None:
    expected = levels.SAMPLE_COUNT, levels.OPPONENT_SAMPLE_COUNT, levels.LOOKAHEAD_STEPS
    assert expected == (700, 100, 3)
    for level in levels.LEVELS:
        assert (level.samples, level.lookahead.samples, level.lookahead.steps) == expected


def test_audit_02_several_steps_are_looked_ahead() -> None:
    game = PreparedGame().shoot(*gun(0, 1), by=1)
    one, three = (_forecast(game, alpha=0.1, steps=steps) for steps in (1, 3))
    assert one.threats["CV"].sink_probability == 0
    assert three.threats["CV"].sink_probability > 0


def test_audit_03_a_threat_is_what_the_attacks_do_to_the_true_fleet() -> None:
    game = PreparedGame().shoot(*gun(20), *air(11), by=1)
    forecast = _forecast(game, steps=1)
    done = Counter[str]()
    for coming in forecast.attacks:
        after = update_simulated_state(_theirs(game), 1, Fire(coming.weapon, coming.cell))
        for code, ship in SHIPS.items():
            spots = get_ship_cells(after, 0, ship)
            lost = [
                min(ship.hp, after.seas[0].damage_received[cell]) - min(ship.hp, dealt)
                for cell, dealt in ((c, game.state.seas[0].damage_received[c]) for c in spots)
            ]
            done[code] += coming.share * sum(lost)
    for code, threat in forecast.threats.items():
        assert threat.expected_damage == pytest.approx(done[code])


def test_audit_04_the_chance_of_sinking_is_a_share_of_games_not_damage_over_hit_points() -> None:
    fresh, damaged = (
        _forecast(PreparedGame()),
        _forecast(PreparedGame().shoot(*gun(20, 21, 22), by=1)),
    )
    assert fresh.threats["BB"].sink_probability == 0
    assert damaged.threats["BB"].sink_probability == 1
    for threat in (*fresh.threats.values(), *damaged.threats.values()):
        assert threat.expected_damage <= threat.remaining_hp
        games = threat.sink_probability * levels.OPPONENT_GAMES
        assert games == pytest.approx(round(games))


def test_audit_04_a_cell_loses_no_more_than_it_has() -> None:
    carrier = _forecast(PreparedGame().shoot(*gun(0), by=1)).threats[
        "CV"
    ]  # a shell too strong for it
    assert carrier.remaining_hp == 6
    assert 0 <= carrier.expected_damage <= 6


def test_audit_05_simulated_attacks_are_resolved_by_the_rules() -> None:
    state = _theirs(PreparedGame())
    weak = update_simulated_state(state, 1, Fire("HE", 20))
    assert weak.seas[0].marks[20] == HIT
    assert update_simulated_state(weak, 1, Fire("AP", 20)).seas[0].marks[20] == DESTROYED
    assert update_simulated_state(state, 1, Fire("AP", 60)).seas[0].marks[60] == SUNK
    assert update_simulated_state(state, 1, Fire("AP", 99)).seas[0].marks[99] == MISS


def test_audit_06_damage_is_recorded_by_sea_and_random_attacks_count() -> None:
    game = PreparedGame().shoot(*air(20)).shoot(*gun(0), by=1)
    table = game.memory().table
    ours, theirs = (sampler(sea, table.classes, 10).evidence.damage_received for sea in table.seas)
    assert (ours[0], ours[20], theirs[0], theirs[20]) == (3, 0, 0, 1)
    for seed in range(100):
        stray = make_random_decision(
            Context(PreparedGame().memory(), Chance(b"stray").fork(seed), 1)
        )
        if stray.action.weapon == "AP" and stray.action.cell in BATTLESHIP:
            break
    assert _belief(PreparedGame().shoot(stray.action)).damage_received[stray.action.cell] == 3


def test_audit_07_a_sonar_scan_covers_nine_cells_and_does_no_damage() -> None:
    assert len(get_weapon_coverage(10, "SONAR", 55)) == 9
    game = PreparedGame()
    after = update_simulated_state(_theirs(game), 1, Fire("SONAR", 11))
    marks, dealt = after.seas[0].marks, after.seas[0].damage_received
    assert [marks[cell] for cell in (0, 1, 2, 11, 20, 33)] == [SUSPECT] * 3 + [
        MISS,
        SUSPECT,
        UNKNOWN,
    ]
    assert not any(dealt)
    assert calculate_expected_damage(_belief(game), Fire("SONAR", 55), FULL) == 0


def test_audit_08_a_sonar_scan_is_credited_by_its_centre_alone() -> None:
    belief = _belief(PreparedGame())
    one = evaluate_action(belief, Fire("SONAR", 55), FULL, 1.0)
    whole = evaluate_action(belief, Fire("SONAR", 55), FULL, 1.0, EvaluationVariant(clears="area"))
    assert one.information > 1.5 * whole.information


def test_audit_09_entropies_of_cells_are_added() -> None:
    belief = _belief(PreparedGame())
    cells = get_weapon_coverage(10, "HE", 55)
    added = sum(belief.entropy_grid[list(cells)]) / belief.entropy[0]
    assert evaluate_action(belief, Fire("HE", 55), FULL, 1.0).information == pytest.approx(added)


@pytest.mark.parametrize("weapon", ["AP", "HE", "SONAR"])
def test_audit_09_joint_entropy_can_be_configured(weapon: Weapon) -> None:
    belief = _belief(PreparedGame().shoot(*gun(21), *sonar(77)))
    spots = [cell for cell in get_weapon_coverage(10, weapon, 33) if belief.hidden[cell]]
    shown = Counter[tuple[bool, ...]]()
    for column in belief.samples.chosen.T:
        taken = {
            cell
            for place, chosen in zip(belief.samples.ships, column, strict=True)
            for cell in placements(10, belief.fleet_sampler.ships[place].length)
            .cells[chosen]
            .tolist()
        }
        found = tuple(cell in taken for cell in spots)
        shown[(any(found), found[0]) if weapon == "SONAR" else found] += 1
    shares = np.array(list(shown.values())) / shown.total()
    bits = -(shares * np.log2(shares)).sum() / belief.entropy[0]
    way = EvaluationVariant(cells="together")
    value = evaluate_action(belief, Fire(weapon, 33), FULL, 1.0, way)
    assert value.information == pytest.approx(bits)
    alone = evaluate_action(belief, Fire(weapon, 33), FULL, 1.0)
    assert value.information <= alone.information + 1e-9


def test_audit_09_the_simulated_opponent_can_use_joint_entropy_too() -> None:
    table, seed = PreparedGame().memory().table, generator(Chance(b"09"))
    way = EvaluationVariant(cells="together")
    assert simulate_multi_step_threats(table, 0, LookaheadConfig(alpha=0.7), way, seed).attacks


def test_audit_10_damage_is_measured_by_the_weapon_itself() -> None:
    belief = _belief(PreparedGame().shoot(*gun(*CARRIER, *BATTLESHIP, *SUBMARINE)))
    weak, strong = Arms(1, he=False, sonar=False), FULL
    shot = Fire("AP", 44)
    assert calculate_expected_damage(belief, shot, weak) > calculate_expected_damage(
        belief, shot, strong
    )
    common = EvaluationVariant(scale="gun")
    assert calculate_expected_damage(belief, shot, weak, common) == pytest.approx(
        calculate_expected_damage(belief, shot, strong, common)
    )


def test_audit_11_overkill_is_judged_by_the_strongest_ship() -> None:
    belief = _belief(
        PreparedGame().shoot(*gun(60, 40))
    )  # the cruiser is hit; the battleship is afloat
    around = Fire("AP", 41)
    own = calculate_expected_damage(belief, around, FULL)
    assert own == pytest.approx(belief.probability_grid[41])
    assert calculate_expected_damage(belief, around, FULL, EvaluationVariant(overkill="cell")) < own


def _layouts(game: PreparedGame) -> list[dict[str, set[int]]]:
    """Draw what seat 0 may believe: by ship afloat its cells."""
    fleet_sampler = sampler(game.memory().theirs, game.state.classes, 10)
    drawn = fleet_sampler.draw(500, generator(Chance(b"12")))
    ships = [fleet_sampler.ships[place] for place in drawn.ships]
    return [
        {
            ship.code: set(placements(10, ship.length).cells[chosen].tolist())
            for ship, chosen in zip(ships, column, strict=True)
        }
        for column in drawn.chosen.T
    ]


def test_audit_12_a_signal_means_at_least_one() -> None:
    game = PreparedGame().shoot(*sonar(71))
    sea = game.memory().theirs
    for layout in _layouts(game):
        taken = set().union(*layout.values())
        assert taken & set(sea.sonar_signals[0])
        assert not any(sea.marks[cell] == MISS for cell in taken)


def test_audit_12_no_ship_afloat_is_all_wreck_and_every_wreck_is_some_ships() -> None:
    for layout in _layouts(PreparedGame().shoot(*gun(80, 41))):
        assert {80, 41} <= set().union(*layout.values())
        assert layout["SS"].isdisjoint({80, 41})


def test_audit_12_what_survived_a_bomb_is_no_thin_ship() -> None:
    for layout in _layouts(PreparedGame().shoot(*air(20), *air(80))):
        assert 20 in layout["CV"] | layout["BB"] | layout["SS"]
        assert 80 in layout["CL"] | layout["DD"]


def test_audit_12_all_layouts_are_equally_likely() -> None:
    """A lone ship is drawn as often in every place: no hit or suspect mark draws it nearer."""
    game = PreparedGame().shoot(*gun(*CARRIER, *BATTLESHIP, *CRUISER, *SUBMARINE), *sonar(71))
    fleet_sampler = sampler(game.memory().theirs, game.state.classes, 10)
    every = fleet_sampler.draw(1000, generator(Chance(b"12")))
    assert every.exact
    fleet_sampler.ways = np.inf  # as if there were too many to list
    drawn = fleet_sampler.draw(200 * len(every), generator(Chance(b"12")))
    counts = Counter(drawn.chosen[0].tolist())
    assert set(counts) == set(every.chosen[0].tolist())
    assert max(counts.values()) < 1.5 * min(counts.values())


def test_audit_13_a_fresh_carrier_or_battleship_outlives_three_steps() -> None:
    for key in (b"one", b"two", b"three"):
        threats = _forecast(PreparedGame(), key).threats
        assert threats["CV"].sink_probability == threats["BB"].sink_probability == 0
    assert SHIPS["BB"].length == SHIPS["CV"].length > levels.LOOKAHEAD_STEPS


def test_audit_14_thresholds_and_weights_have_names() -> None:
    game = PreparedGame()
    threats = {"CV": Threat(4.0, 8, 0.25)}

    def bonus(threatened: float, loss: Loss) -> float:
        return calculate_risk_bonus_multi_step("HE", threats, FULL, game.state, 0, threatened, loss)

    assert bonus(levels.THREATENED, Loss()) == pytest.approx(0.25 / 3)
    assert bonus(0.3, Loss()) == 0
    assert bonus(levels.THREATENED, Loss(aircraft=0.5)) == pytest.approx(0.125)
    assert calculate_ability_loss(FULL, Arms(1, he=False, sonar=False), Loss()) == pytest.approx(1)
    assert calculate_ability_loss(FULL, replace(FULL, ap=2), Loss()) == pytest.approx(1 / 6)


def test_a_hit_is_sure_and_water_and_wrecks_are_not_to_be_hit() -> None:
    grid = _belief(PreparedGame().shoot(*air(20), *gun(40, 99))).probability_grid
    assert [grid[cell] for cell in (20, 40, 99)] == [1, 0, 0]
    assert 0 < grid[21] < 1


@pytest.mark.parametrize("alpha", [0.0, 0.1, 0.7, 1.0])
def test_a_value_is_alpha_of_information_and_the_rest_of_damage(alpha: float) -> None:
    belief = _belief(PreparedGame().shoot(*air(11, 55)))
    for action in (Fire("AP", 33), Fire("HE", 33), Fire("SONAR", 33)):
        value = evaluate_action(belief, action, FULL, alpha)
        mixed = alpha * value.information + (1 - alpha) * value.damage
        assert value.utility == pytest.approx(mixed)
        assert 0 < value.information < 1
        assert (0 < value.damage < 1) == (action.weapon != "SONAR")


def test_audit_14_a_level_decides_by_its_own_threshold_and_weights() -> None:
    game = PreparedGame().shoot(*gun(0, 1, 2), by=1).shoot(*gun(21))

    def risk(level: levels.Level) -> float:
        decision = decide(
            level, game.memory(), legal_actions(game.state, 0), Chance(b""), level.work
        )
        return max(one.parts["risk"] for one in decision.candidates)

    assert risk(ADMIRAL) == pytest.approx(0.6 * 1 / 3, abs=1e-4)
    assert risk(replace(ADMIRAL, threatened=1.1)) == 0
    assert risk(replace(ADMIRAL, loss=Loss(aircraft=0.5))) == pytest.approx(0.3, abs=1e-4)


def test_audit_15_the_simplified_evaluation_is_in_use_and_agrees_with_the_full_one() -> None:
    game = PreparedGame().shoot(*air(11, 55), *sonar(77))
    belief, arms = _belief(game), check_ai_abilities(game.state, 0)
    quick = {
        weapon: evaluate_action_simplified(belief, weapon, arms, 0.7)
        for weapon in ("AP", "HE", "SONAR")
    }
    for action in enumerate_all_actions(game.memory().theirs.marks, arms):
        value = evaluate_action(belief, action, arms, 0.7)
        assert quick[action.weapon][action.cell] == pytest.approx(value.utility)


def test_audit_15_decisions_and_simulated_attacks_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []
    for info in (bots.battleship.officers.decide, bots.battleship.officers.threats):
        monkeypatch.setattr(
            info,
            "evaluate_action_simplified",
            lambda *values, info=info: (
                used.append(info.__name__) or evaluate_action_simplified(*values)
            ),
        )
    game = PreparedGame()
    decide(ADMIRAL, game.memory(), legal_actions(game.state, 0), Chance(b""), ADMIRAL.work)
    assert set(used) == {"bots.battleship.officers.decide", "bots.battleship.officers.threats"}


def test_audit_16_one_view_contains_every_kind_of_mark() -> None:
    game = PreparedGame().shoot(*gun(99, 40, *DESTROYER), *air(20), *sonar(11), by=1)
    grid = get_player_view_grid(game.memory(0).table, 0)
    assert [grid[c] for c in (50, 99, 20, 40, 10, 80)] == [
        UNKNOWN,
        MISS,
        HIT,
        DESTROYED,
        SUSPECT,
        SUNK,
    ]
    assert grid == get_player_view_grid(game.memory(1).table, 0)


def test_audit_16_a_wreck_keeps_the_direction_of_the_ship() -> None:
    down = (*FLEET[:4], Placement(79, down=True))
    game = PreparedGame(mine=down).shoot(*gun(79, 89), by=1)
    grid = get_player_view_grid(game.memory().table, 0)
    assert [grid[79], grid[89], grid[78]] == [SUNK, SUNK, UNKNOWN]


def test_audit_17_the_size_of_the_sea_is_asked_for() -> None:
    fleet = tuple(Placement(row * 11) for row in (0, 2, 4, 6, 8))
    game = PreparedGame(fleet, fleet, size=11).shoot(*gun(0, 1), by=1)
    belief = _belief(game)
    assert belief.probability_grid[115] > 0
    assert get_weapon_coverage(11, "HE", 120) == (120, 108)
    assert get_ship_cells(game.memory().table, 0, SHIPS["DD"]) == (88, 89)
    aimed = {action.cell for action in enumerate_all_actions((UNKNOWN,) * 121, FULL)}
    assert aimed == set(range(121))
    decision = decide(
        ADMIRAL, game.memory(), legal_actions(game.state, 0), Chance(b""), ADMIRAL.work
    )
    assert 0 <= decision.action.cell < 121


@pytest.mark.parametrize(
    ("ruleset", "sunk", "expected"),
    [
        ("head", (), (3, True, True)),
        ("head", BATTLESHIP, (2, True, True)),
        ("head", (*BATTLESHIP, *CRUISER, *SUBMARINE), (1, True, True)),
        ("head", CARRIER, (3, False, True)),
        ("head", DESTROYER, (3, True, True)),
        ("head", (*DESTROYER, *SUBMARINE), (3, True, False)),
        ("v2.6", BATTLESHIP, (3, True, True)),
        ("v2.6", DESTROYER, (3, True, False)),
    ],
)
def test_audit_18_abilities_follow_from_the_ships_afloat(
    ruleset: str, sunk: tuple[int, ...], expected: tuple[int, bool, bool]
) -> None:
    game = PreparedGame(ruleset=ruleset).shoot(*gun(*sunk), by=1)
    arms = check_ai_abilities(game.memory().table, 0)
    assert (arms.ap, arms.he, arms.sonar) == expected


@pytest.mark.parametrize("level", [CAPTAIN, ADMIRAL])
def test_audit_19_a_decisions_cost_is_counted_and_bounded(level: levels.Level) -> None:
    assert level.work == 700 + 6 * 3 * 100  # tuned to the document's milliseconds by the bench
    bold = replace(level, difficulty=replace(level.difficulty, randomness=0.0))
    game = PreparedGame().shoot(*air(44, 66)).shoot(*air(44, 66), by=1)
    for work in (1, 700, 999, 1000, 2000, level.work, 10**6):
        done = decide(bold, game.memory(), legal_actions(game.state, 0), Chance(b""), work).work
        assert done <= min(work, level.work)
    assert done == level.work


def test_audit_20_the_weights_of_the_opponent_are_its_own_parameter() -> None:
    assert all(level.lookahead.alpha == level.difficulty.alpha for level in levels.LEVELS)
    game = PreparedGame()
    hunters, scouts = (_forecast(game, alpha=alpha, steps=1) for alpha in (0.0, 0.95))
    assert {one.weapon for one in hunters.attacks} != {one.weapon for one in scouts.attacks}


def test_the_simulated_opponent_knows_no_more_than_the_real_one() -> None:
    elsewhere = tuple(Placement(row * 10 + 5) for row in (1, 3, 5, 7, 9))
    here, there = PreparedGame(), PreparedGame(mine=elsewhere)
    for game in (here, there):
        game.shoot(*gun(94), by=1)
    assert _forecast(here, steps=1).attacks == _forecast(there, steps=1).attacks


def test_a_sonar_scan_is_never_repeated_where_it_shows_nothing_new() -> None:
    game = PreparedGame().shoot(*sonar(33))
    marks = game.memory().theirs.marks
    scanned = {a.cell for a in enumerate_all_actions(marks, FULL) if a.weapon == "SONAR"}
    assert scanned == set(np.flatnonzero(np.isin(marks, (UNKNOWN, SUSPECT))).tolist())
