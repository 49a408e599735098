"""The rules of Battleship, by the numbers of RULES.md (R13 and R14 are in test_projection.py)."""

from __future__ import annotations

import pytest

from games.battleship import GAME
from games.battleship.actions import Action, Deploy, Fire
from games.battleship.events import (
    BattleshipOptions,
    Deployed,
    Ended,
    Fired,
    FleetsDealt,
    Passed,
    Sank,
)
from games.battleship.fleet import Placement, cells
from games.battleship.rules import hit_points
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, SUSPECT, UNKNOWN, State
from games.core import codec
from games.core.contract import fold, preview_action
from games.core.random_stream import Chance
from tests.games.battleship.table import (
    CELLS,
    FAR,
    FLEET,
    after,
    alone,
    ap,
    deal_fleets,
    deploy,
    events_of,
    he,
    idle,
    place_fleets,
    refusal,
    shown,
    sinking,
    sonar,
)

CARRIER, _, _, SUBMARINE, DESTROYER = FLEET
LAST = sinking("CV") + sinking("BB") + sinking("CL") + sinking("SS") + sinking("DD")
"""Fourteen AP attacks that sink everything, at full damage."""


def sunk(state: State, seat: int, *ships: str) -> State:
    """Return the state after the other side has sunk these ships of a seat."""
    shells = [shell for ship in ships for shell in sinking(ship)]
    return alone(state, 1 - seat, *shells)


# --- placing fleets ------------------------------------------------------------------------------


def test_r3_both_sides_place_their_fleets_at_the_same_time_in_any_order() -> None:
    state = deal_fleets()
    assert [GAME.legal_actions(state, seat) for seat in range(2)] == [(Deploy(),), (Deploy(),)]
    for order in ((0, 1), (1, 0)):
        one = fold(GAME, events_of(state, deploy(*FLEET), order[0]), state)
        assert GAME.legal_actions(one, order[0]) == ()
        assert GAME.legal_actions(one, order[1]) == (Deploy(),)
        both = fold(GAME, events_of(one, deploy(*FLEET), order[1]), one)
        assert [sea.placements for sea in both.seas] == [FLEET, FLEET]


def test_r3_ships_may_touch() -> None:
    huddled = tuple(Placement(row * 10) for row in range(5))
    (placed,) = events_of(deal_fleets(), deploy(*huddled), 0)
    assert placed == Deployed(0, huddled)


def test_r3_a_single_cell_lies_one_way_only() -> None:
    turned = (*FLEET[:3], Placement(SUBMARINE.cell, down=True), DESTROYER)
    assert events_of(deal_fleets(), deploy(*turned), 0) == (Deployed(0, FLEET),)


@pytest.mark.parametrize(
    ("placements", "code"),
    [
        (None, "incomplete"),
        ((None,) * 5, "incomplete"),
        ((*FLEET[:4], None), "incomplete"),
        ((), "incomplete"),
        (FLEET[:4], "wrong_fleet"),
        ((*FLEET, Placement(99)), "wrong_fleet"),
        ((Placement(7), *FLEET[1:]), "off_board"),
        ((Placement(70, True), *FLEET[1:]), "off_board"),
        ((Placement(-1), *FLEET[1:]), "off_board"),
        ((*FLEET[:3], Placement(100), DESTROYER), "off_board"),
        ((Placement(20), *FLEET[1:]), "overlap"),
        ((Placement(3, True), Placement(20), *FLEET[2:]), "overlap"),
        ((*FLEET[:4], Placement(60)), "overlap"),
        ((Placement(7), None, None, None, None), "off_board"),
        ((Placement(20), Placement(21), None, None, None), "overlap"),
    ],
)
def test_r3_what_does_not_fit_is_refused_and_changes_nothing(
    placements: tuple[Placement | None, ...] | None, code: str
) -> None:
    state = deal_fleets()
    before = codec.dump(state)
    assert refusal(state, 0, Deploy(placements)) == code
    assert codec.dump(state) == before
    assert preview_action(GAME, state, 0, Deploy(placements))["code"] == code


def test_r1_r3_the_larger_sea_has_room_where_the_smaller_has_none() -> None:
    fleet = (Placement(7), *(Placement(row * 11) for row in (2, 4, 6, 8)))
    assert preview_action(GAME, deal_fleets(size=11), 0, Deploy(fleet))["legal"]
    assert preview_action(GAME, deal_fleets(size=10), 0, Deploy(fleet))["code"] == "off_board"


def test_r3_the_refusal_names_the_ships() -> None:
    answer = preview_action(
        GAME, deal_fleets(), 0, Deploy((Placement(20), Placement(21), None, None, None))
    )
    assert answer["message"] == "The carrier and the battleship overlap."
    answer = preview_action(GAME, deal_fleets(), 0, Deploy((None, None, None, None, Placement(9))))
    assert answer["message"] == "The destroyer does not fit there."


def test_r3_a_preview_lists_the_free_placements_of_each_ship() -> None:
    partial = Deploy((CARRIER, None, None, None, None))
    free = preview_action(GAME, deal_fleets(), 0, partial)["free"]
    assert CARRIER in free["CV"]  # a ship does not block its own cells
    assert len(free["CV"]) == 140
    for code, length in (("BB", 4), ("CL", 3), ("SS", 1), ("DD", 2)):
        assert free[code]
        for placement in free[code]:
            assert set(CELLS["CV"]).isdisjoint(cells(10, length, placement))
    assert [preview_action(GAME, deal_fleets(), 0, deploy(*FLEET))["legal"]] == [True]


def test_r6_the_battle_begins_when_both_fleets_are_placed_and_they_stay() -> None:
    state = deal_fleets(first=1)
    assert refusal(state, 0, ap(0)) == "not_yet"
    one = fold(GAME, events_of(state, deploy(*FLEET), 1), state)
    assert (one.active, one.turn) == (None, 0)
    assert refusal(one, 1, deploy(*FLEET)) == "not_your_turn"
    assert refusal(one, 0, ap(0)) == "not_yet"
    events = events_of(one, deploy(*FLEET), 0)
    assert events == (Deployed(0, FLEET), Passed(1, 1))
    both = fold(GAME, events, one)
    assert refusal(both, 1, deploy(*FLEET)) == "already_deployed"
    assert refusal(both, 0, deploy(*FLEET)) == "not_your_turn"


# --- turns ---------------------------------------------------------------------------------------


def begins(key: bytes, first: int | None = None) -> int:
    (fleets_dealt,) = GAME.start(BattleshipOptions(first=first), 2, Chance(key))
    assert isinstance(fleets_dealt, FleetsDealt)
    return fleets_dealt.first


def test_r7_the_first_player_is_the_option_or_drawn() -> None:
    assert [begins(b"any", seat) for seat in range(2)] == [0, 1]
    first_seats = [begins(bytes([n])) for n in range(40)]
    assert 10 < sum(first_seats) < 30


@pytest.mark.parametrize("first", [0, 1])
def test_r7_sides_take_turns(first: int) -> None:
    state = place_fleets(first=first)
    seats = []
    for turn in range(1, 7):
        assert state.turn == turn
        seats.append(state.active)
        state = after(state, idle(state))
    assert seats == [first, 1 - first] * 3


def test_r8_every_weapon_is_legal_for_the_active_side_only() -> None:
    state = place_fleets()
    assert GAME.legal_actions(state, 0) == (Fire("AP"), Fire("HE"), Fire("SONAR"))
    assert GAME.legal_actions(state, 1) == ()
    lame = sunk(state, 1, "CV")
    lame = lame if lame.active == 1 else after(lame, idle(lame))
    assert GAME.legal_actions(lame, 1) == (Fire("AP"), Fire("SONAR"))


@pytest.mark.parametrize("action", [ap(0), he(0), sonar(0), deploy(*FLEET)])
def test_r8_the_side_that_is_not_to_move_is_refused(action: Action) -> None:
    assert refusal(place_fleets(), 1, action) == "not_your_turn"


@pytest.mark.parametrize(
    ("lost", "action", "code"),
    [
        ((), ap(), "incomplete"),
        ((), he(), "incomplete"),
        ((), sonar(), "incomplete"),
        ((), ap(-1), "off_board"),
        ((), ap(100), "off_board"),
        ((), he(100), "off_board"),
        ((), sonar(-3), "off_board"),
        (("CV",), he(50), "no_weapon"),
        (("CV",), he(), "no_weapon"),
        (("DD", "SS"), sonar(50), "no_weapon"),
        (("DD",), sonar(50), ""),
        (("SS",), sonar(50), ""),
    ],
)
def test_r8_refusals_of_an_attack(lost: tuple[str, ...], action: Action, code: str) -> None:
    state = sunk(place_fleets(first=1), 0, *lost)
    state = state if state.active == 0 else after(state, idle(state))
    before = codec.dump(state)
    assert refusal(state, 0, action) == code
    assert codec.dump(state) == before  # still the same turn
    assert preview_action(GAME, state, 0, action).get("code", "") == code


# --- the main gun --------------------------------------------------------------------------------


def test_r9_the_gun_hits_one_cell() -> None:
    assert shown(place_fleets(), ap(55)) == {55: "miss"}
    assert shown(place_fleets(), ap(0)) == {0: "destroyed"}
    fired = events_of(place_fleets(), ap(20))[0]
    assert isinstance(fired, Fired)
    assert (fired.damage, fired.turn, fired.by, fired.signal) == (3, 1, 0, None)


@pytest.mark.parametrize(
    ("lost", "damage", "carrier", "battleship"),
    [
        ((), 3, "destroyed", "destroyed"),
        (("BB",), 2, "destroyed", "hit"),
        (("BB", "CL"), 2, "destroyed", "hit"),
        (("BB", "SS"), 2, "destroyed", "hit"),
        (("BB", "CL", "SS"), 1, "hit", "hit"),
    ],
)
def test_r5_r9_losses_weaken_the_gun(
    lost: tuple[str, ...], damage: int, carrier: str, battleship: str
) -> None:
    state = sunk(place_fleets(first=1), 0, *lost)
    state = state if state.active == 0 else after(state, idle(state))
    fired = events_of(state, ap(0))[0]
    assert isinstance(fired, Fired)
    assert fired.damage == damage
    assert shown(state, ap(0)) == {0: carrier}
    assert shown(state, ap(20)) == {20: battleship}
    assert shown(state, ap(40)) == {40: "destroyed"}


def test_r9_the_gun_does_not_aim_at_known_water_or_wreck() -> None:
    state = alone(
        place_fleets(), 0, ap(55), ap(0), *sinking("SS"), he(20), sonar(43), idle(place_fleets())
    )
    state = state if state.active == 0 else after(state, idle(state))
    marks = state.seas[1].marks
    codes = {MISS: "known_miss", DESTROYED: "destroyed", SUNK: "destroyed"}
    assert set(codes) | {UNKNOWN, HIT, SUSPECT} == set(marks)
    for cell, mark in enumerate(marks):
        assert refusal(state, 0, ap(cell)) == codes.get(mark, "")
        assert refusal(state, 0, he(cell)) == ""
        assert refusal(state, 0, sonar(cell)) == ""


# --- aircraft ------------------------------------------------------------------------------------


def test_r10_aircraft_hit_five_cells_with_one_damage_each() -> None:
    fleet = (Placement(44), Placement(23), Placement(66), Placement(64), Placement(0))
    state = place_fleets(FLEET, fleet)
    assert shown(state, he(55)) == {
        55: "miss",
        44: "hit",  # the carrier
        46: "hit",
        64: "hit",  # the submarine
        66: "destroyed",  # the cruiser
    }
    fired = events_of(state, he(55))[0]
    assert isinstance(fired, Fired)
    assert fired.damage == 1


def test_r10_aircraft_at_the_corner() -> None:
    assert shown(place_fleets(), he(0)) == {0: "hit", 11: "miss"}


def test_r10_known_water_and_wreck_are_passed_over() -> None:
    state = alone(place_fleets(), 0, he(11))  # 0 and 2 of the carrier, 20 and 22 of the battleship
    assert shown(after(state, idle(state)), he(11)) == {
        0: "destroyed",
        2: "destroyed",
        20: "hit",
        22: "hit",
    }
    state = alone(state, 0, he(11))
    assert shown(after(state, idle(state)), he(11)) == {20: "destroyed", 22: "destroyed"}
    state = alone(state, 0, he(11))
    again = events_of(after(state, idle(state)), he(11))[0]
    assert isinstance(again, Fired)
    assert again.marks == ()  # nothing left there, and still a turn


# --- sonar ---------------------------------------------------------------------------------------


def test_r11_all_clear_shows_water_in_every_cell() -> None:
    assert shown(place_fleets(), sonar(55)) == dict.fromkeys(
        (44, 45, 46, 54, 55, 56, 64, 65, 66), "miss"
    )
    fired = events_of(place_fleets(), sonar(55))[0]
    assert isinstance(fired, Fired)
    assert (fired.signal, fired.damage) == (False, 0)


def test_r11_a_signal_shows_the_centre_and_suspects_the_rest() -> None:
    assert shown(place_fleets(), sonar(70)) == {
        70: "miss",
        **dict.fromkeys((60, 61, 71, 80, 81), "suspect"),
    }
    assert shown(place_fleets(), sonar(60)) == {
        60: "hit",
        **dict.fromkeys((50, 51, 61, 70, 71), "suspect"),
    }
    fired = events_of(place_fleets(), sonar(70))[0]
    assert isinstance(fired, Fired)
    assert fired.signal is True


def test_r11_the_centre_hit_by_sonar_takes_no_damage() -> None:
    state = alone(place_fleets(), 0, sonar(60), he(60))
    assert state.seas[1].marks[60] == HIT
    assert state.seas[1].damage_received[60] == 1
    assert alone(state, 0, he(60)).seas[1].marks[60] == SUNK


def test_r11_cells_already_revealed_are_not_counted() -> None:
    """A known submarine gives no signal: only cells not yet revealed count."""
    state = alone(place_fleets(), 0, sonar(60), sonar(60))
    assert state.seas[1].marks[60] == HIT
    clear = dict.fromkeys((50, 51, 61, 70, 71), MISS)
    assert {cell: state.seas[1].marks[cell] for cell in clear} == clear
    state = alone(state, 0, sonar(60))
    assert state.last is not None
    assert (state.last.marks, state.last.signal) == ((), False)


def test_r11_a_suspect_is_still_counted_until_it_is_revealed() -> None:
    state = alone(place_fleets(), 0, sonar(70), sonar(71))
    assert state.last is not None and state.last.signal
    assert [state.seas[1].marks[cell] for cell in (60, 61, 80, 81)] == [SUSPECT] * 4
    assert [state.seas[1].marks[cell] for cell in (70, 71)] == [MISS] * 2
    state = alone(state, 0, ap(80), ap(61))
    assert [state.seas[1].marks[cell] for cell in (80, 61)] == [DESTROYED, MISS]


def test_r11_a_signal_is_remembered_as_cells_of_which_one_holds_a_ship() -> None:
    state = alone(place_fleets(), 0, ap(60), sonar(70))
    assert state.seas[1].sonar_signals == ((61, 70, 71, 80, 81),)


def test_r11_a_revealed_centre_keeps_its_mark() -> None:
    state = alone(place_fleets(), 0, ap(70), sonar(70))
    assert state.seas[1].marks[70] == MISS
    assert state.last is not None and state.last.signal
    assert 70 not in [mark.cell for mark in state.last.marks]


# --- damage --------------------------------------------------------------------------------------


def test_r12_damage_beyond_the_cells_own_is_lost() -> None:
    state = alone(place_fleets(), 0, ap(0))
    assert state.seas[1].marks[:4] == (DESTROYED, UNKNOWN, UNKNOWN, UNKNOWN)
    assert hit_points(state, 1) == 27 - 2


def test_r12_hits_add_up_on_a_cell() -> None:
    state = place_fleets()
    for expected, left in ((HIT, 26), (HIT, 25), (DESTROYED, 24)):
        state = alone(state, 0, he(20))
        assert state.seas[1].marks[20] == expected
        assert hit_points(state, 1) == left


def test_r12_r14_a_ship_sinks_when_all_its_cells_are_destroyed() -> None:
    state = alone(place_fleets(), 0, ap(80))
    assert state.seas[1].sunk == ()
    events = events_of(after(state, idle(state)), ap(81))
    assert events[1] == Sank(0, 3, "DD", DESTROYER)
    state = alone(state, 0, ap(81))
    assert [state.seas[1].marks[cell] for cell in (80, 81)] == [SUNK, SUNK]


def test_r12_one_attack_sinks_two_ships() -> None:
    fleet = (Placement(0), Placement(20), Placement(53, True), Placement(64), Placement(75))
    state = alone(place_fleets(FLEET, fleet), 0, ap(63), ap(73), ap(76))
    events = events_of(
        after(state, idle(state)), he(64)
    )  # 53 the cruiser's last, 75 the destroyer's
    assert [event.ship for event in events if isinstance(event, Sank)] == ["CL", "DD"]


# --- the end -------------------------------------------------------------------------------------


def test_r15_r16_r17_the_side_that_sinks_the_last_ship_wins_at_once() -> None:
    state = alone(place_fleets(), 0, *LAST[:-1])
    events = events_of(after(state, idle(state)), LAST[-1])
    assert [type(event) for event in events] == [Fired, Sank, Ended]
    assert events[-1] == Ended((0,), "fleet_sunk", (FLEET, FLEET))
    state = alone(state, 0, LAST[-1])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (5.0, 0.0), "fleet_sunk")
    assert [GAME.legal_actions(state, seat) for seat in range(2)] == [(), ()]
    assert refusal(state, 1, ap(0)) == "finished"


def test_r17_everybody_sees_both_fleets_at_the_end() -> None:
    other = tuple(Placement(row * 10 + 5) for row in (0, 2, 4, 6, 8))
    log = [FleetsDealt(BattleshipOptions(turn_cap=1), ((), ()), 0)]
    log += [Deployed(0, FLEET), Deployed(1, other), Passed(0, 1)]
    state = fold(GAME, log)
    for shell in (99, 99):
        events = events_of(state, ap(shell))
        log += events
        state = fold(GAME, events, state)
    for viewer in (0, 1, None):
        seen = fold(GAME, [GAME.redact(event, viewer) for event in log])
        assert [sea.placements for sea in seen.seas] == [FLEET, other]


@pytest.mark.parametrize(
    ("shots", "winners"),
    [
        ((ap(99), ap(99)), (0, 1)),
        ((ap(0), ap(99)), (0,)),
        ((ap(99), ap(0)), (1,)),
        ((ap(0), ap(60)), (0, 1)),  # two hit points each
        ((ap(0), ap(20)), (1,)),
    ],
)
def test_r18_at_the_cap_the_side_that_has_lost_less_wins(
    shots: tuple[Action, Action], winners: tuple[int, ...]
) -> None:
    state = after(place_fleets(turn_cap=1), *shots)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, "turn_cap")


@pytest.mark.parametrize("first", [0, 1])
def test_r18_each_side_has_its_turns(first: int) -> None:
    state = place_fleets(first=first, turn_cap=3)
    for turn in range(1, 7):
        assert GAME.outcome(state) is None
        assert state.turn == turn
        state = after(state, idle(state))
    assert GAME.outcome(state) is not None


def test_r18_the_last_turn_may_still_sink_the_last_ship() -> None:
    state = alone(place_fleets(first=1, turn_cap=14), 0, *LAST)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "fleet_sunk")


# --- the last reply ------------------------------------------------------------------------------


def strike(state: State, cell: int) -> State:
    """Return the state after a cell is destroyed by AP; the other side fires at water."""
    seat = state.active
    assert seat is not None
    while state.outcome is None and state.seas[1 - seat].marks[cell] not in (DESTROYED, SUNK):
        if state.active != seat:
            state = after(state, idle(state))
        state = after(state, ap(cell))
    return state


def test_r19_the_second_side_answers_once_and_both_win() -> None:
    state = place_fleets(last_reply=True)
    for cell in (0, 1, 2, 3, 20, 21, 22, 23, 60, 80, 81, 40, 41):
        state = strike(strike(state, cell), cell)
    state = strike(state, 42)
    assert GAME.outcome(state) is None
    assert (state.active, state.is_reply(1)) == (1, True)
    assert GAME.legal_actions(state, 1) == (Fire("AP"),)
    state = after(state, ap(42))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1), "both_sunk")
    assert outcome.scores == (5.0, 5.0)


def test_r19_a_reply_that_does_not_sink_the_last_ship_loses() -> None:
    state = alone(place_fleets(last_reply=True), 0, *LAST)
    assert (GAME.outcome(state), state.active) == (None, 1)
    events = events_of(state, ap(0))
    assert [type(event) for event in events] == [Fired, Ended]
    outcome = GAME.outcome(after(state, ap(0)))
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "fleet_sunk")


def test_r19_the_reply_has_the_weapons_from_before_the_final_blow() -> None:
    """The last reply has the weapons of ships sunk by the last attack, not of earlier losses."""
    early = [shell for ship in ("SS", "DD", "CL", "CV") for shell in sinking(ship)]
    state = alone(place_fleets(last_reply=True), 0, *early, *sinking("BB"))
    assert state.is_reply(1)
    own = state.arms(1)
    assert (own.ap, own.he, own.sonar) == (3, False, False)
    early = [shell for ship in ("SS", "DD", "CL", "BB") for shell in sinking(ship)]
    state = alone(place_fleets(last_reply=True), 0, *early, *sinking("CV"))
    own = state.arms(1)
    assert (own.ap, own.he, own.sonar) == (1, True, False)
    assert GAME.legal_actions(state, 1) == (Fire("AP"), Fire("HE"))


def test_r19_two_ships_lost_in_the_final_blow_are_both_spared() -> None:
    fleet = (Placement(0), Placement(20), Placement(53, True), Placement(64), Placement(75))
    state = place_fleets(FLEET, fleet, last_reply=True)
    early = [0, 1, 2, 3, 20, 21, 22, 23, 64, 63, 73, 76]
    state = alone(state, 0, *(ap(cell) for cell in early), he(64))
    assert state.seas[1].latest == ("CL", "DD")
    own = state.arms(1)
    assert (own.ap, own.he, own.sonar) == (2, False, True)


def test_r19_the_side_that_went_second_wins_at_once() -> None:
    state = alone(place_fleets(first=1, last_reply=True), 0, *LAST)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "fleet_sunk")


def test_r19_without_the_option_there_is_no_reply() -> None:
    state = alone(place_fleets(), 0, *LAST)
    assert GAME.outcome(state) is not None


# --- the classic game ----------------------------------------------------------------------------


def test_r21_classic_has_one_gun_and_every_hit_destroys() -> None:
    state = place_fleets(variant="classic")
    assert GAME.legal_actions(state, 0) == (Fire("AP"),)
    assert [refusal(state, 0, action) for action in (he(0), sonar(0))] == ["no_weapon"] * 2
    assert (
        preview_action(GAME, state, 0, he(0))["message"] == "You have no aircraft."
    )  # and never had them
    for cell in (0, 4, 20, 40, 62, 80):
        assert shown(state, ap(cell)) == {cell: "destroyed"}
    assert shown(state, ap(5)) == {5: "miss"}
    assert shown(state, ap(FAR)) == {FAR: "miss"}
    state = alone(state, 0, *(ap(cell) for cell in (60, 61, 62)))
    assert state.seas[1].sunk == ("SS",)
    assert state.arms(1) == state.arms(0)
