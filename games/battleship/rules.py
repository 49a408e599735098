"""The rules of Battleship: turn actions into events. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Any

from games.battleship.actions import Action, Deploy, Fire
from games.battleship.events import (
    BattleshipOptions,
    Deployed,
    Ended,
    Event,
    Finding,
    Fired,
    FleetsDealt,
    Mark,
    Passed,
    Sank,
)
from games.battleship.fleet import (
    NAMES,
    WEAPONS,
    Fleet,
    Placement,
    all_placements,
    cells,
    covered,
    occupied,
    ships,
    suggested,
)
from games.battleship.state import DESTROYED, MISS, SUNK, SUSPECT, UNKNOWN, Sea, State, apply
from games.core.contract import IllegalAction, Outcome
from games.core.random_stream import Chance

SUGGESTIONS = 20


def start(options: BattleshipOptions, seats: int, chance: Chance) -> tuple[Event, ...]:
    """Deal each side fleets it may use, and draw the first player (R4, R7)."""
    classes = ships(options.variant)
    fleets = [suggested(options.size, classes, chance) for _ in range(seats * SUGGESTIONS)]
    dealt = chance.shuffled(fleets)
    sides = tuple(dealt[seat * SUGGESTIONS :][:SUGGESTIONS] for seat in range(seats))
    drawn = chance.below(seats)  # drawn also if the host has chosen the first player
    return (FleetsDealt(options, sides, drawn if options.first is None else options.first),)


def first_player(event: Event) -> int | None:
    """Return the seat that moves first, if the event decides it (R7)."""
    return event.first if isinstance(event, FleetsDealt) else None


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return the actions of a seat: first to place its fleet, then each weapon it has (R3, R8)."""
    if state.outcome is not None:
        return ()
    if not state.seas[seat].ready:
        return (Deploy(),)
    if state.active != seat:
        return ()
    arms = state.arms(seat)
    return tuple(Fire(weapon) for weapon in WEAPONS if arms.has(weapon))


def handle_action(state: State, seat: int, action: Action) -> tuple[Event, ...]:
    """Return the events of placing a fleet or of an attack, up to the next decision."""
    if isinstance(action, Deploy):
        return _deploy(state, seat, action)
    return _fire(state, seat, action)


# --- placing fleets ------------------------------------------------------------------------------


def _deploy(state: State, seat: int, action: Deploy) -> tuple[Event, ...]:
    deployed = Deployed(seat, judged_fleet(state, seat, action))
    if not state.seas[1 - seat].ready:
        return (deployed,)
    return (deployed, Passed(state.first, 1))  # R6, R7


def judged_fleet(state: State, seat: int, action: Deploy) -> Fleet:
    """Return the fleet of a `Deploy` action; raise `IllegalAction` if it is not allowed (R3, R6)."""
    if state.seas[seat].ready:
        raise IllegalAction("already_deployed", "Your fleet is placed; now comes the battle.")
    classes, size = state.classes, state.options.size
    given = action.placements or (None,) * len(classes)
    if len(given) != len(classes):
        raise IllegalAction("wrong_fleet", f"A fleet has {len(classes)} ships.")
    taken: dict[int, str] = {}
    fleet: list[Placement] = []
    for ship, placement in zip(classes, given, strict=True):
        if placement is None:
            continue
        spots = cells(size, ship.length, placement)
        if not spots:
            raise IllegalAction("off_board", f"The {NAMES[ship.code]} does not fit there.")
        for spot in spots:
            if spot in taken:
                both = f"{NAMES[taken[spot]]} and the {NAMES[ship.code]}"
                raise IllegalAction("overlap", f"The {both} overlap.")
            taken[spot] = ship.code
        fleet.append(Placement(placement.cell, placement.down and ship.length > 1))
    if len(fleet) < len(classes):
        raise IllegalAction("incomplete", "Some ships are not placed yet.")
    return tuple(fleet)


def _free(state: State, action: Deploy) -> dict[str, list[Placement]]:
    """Return for each ship the placements that do not overlap the other ships of the action."""
    classes, size = state.classes, state.options.size
    given = action.placements or ()
    given = (*given[: len(classes)], *(None,) * (len(classes) - len(given)))
    taken = [
        set(cells(size, ship.length, placement)) if placement else set()
        for ship, placement in zip(classes, given, strict=True)
    ]
    free: dict[str, list[Placement]] = {}
    for index, ship in enumerate(classes):
        others = set().union(*taken[:index], *taken[index + 1 :])
        free[ship.code] = [
            placement
            for placement in all_placements(size, ship.length)
            if others.isdisjoint(cells(size, ship.length, placement))
        ]
    return free


# --- attacks -------------------------------------------------------------------------------------


def judged_cell(state: State, seat: int, action: Fire) -> int:
    """Return the target cell of an attack; raise `IllegalAction` if it is not allowed (R8, R9)."""
    if state.active != seat:
        raise IllegalAction("not_yet", "First both fleets are placed.")
    if not state.arms(seat).has(action.weapon):
        lost = "aircraft" if action.weapon == "HE" else "sonar"
        raise IllegalAction("no_weapon", f"You have no {lost}.")
    if action.cell is None:
        raise IllegalAction("incomplete", "Aim at a cell.")
    if not 0 <= action.cell < state.options.size**2:
        raise IllegalAction("off_board", "There is no such cell.")
    mark = state.seas[1 - seat].marks[action.cell]
    if action.weapon == "AP" and mark == MISS:
        raise IllegalAction("known_miss", "There is only water.")
    if action.weapon == "AP" and mark in (DESTROYED, SUNK):
        raise IllegalAction("destroyed", "Nothing is left to hit there.")
    return action.cell


def _fire(state: State, seat: int, action: Fire) -> tuple[Event, ...]:
    events = attack(state, seat, action)
    after = state
    for event in events:
        after = apply(after, event)
    return (*events, *_end_or_pass(after, seat))


def attack(state: State, seat: int, action: Fire) -> tuple[Event, ...]:
    """Return the events of an attack alone; the state must know the attacked fleet."""
    cell = judged_cell(state, seat, action)
    target = state.seas[1 - seat]
    fleet = known_fleet(target)
    under = occupied(state.options.size, state.classes, fleet)
    spots = covered(state.options.size, action.weapon, cell)
    damage = state.arms(seat).damage(action.weapon)
    signal = None
    if action.weapon == "SONAR":
        marks, signal = _sonar_scan(target, under, spots)
    else:
        marks = _damage(state, target, under, spots, damage)
    fired = Fired(seat, state.turn, action.weapon, cell, damage, marks, signal)
    return (fired, *_sinkings(apply(state, fired), seat, fleet))


def known_fleet(sea: Sea) -> Fleet:
    """Return the placements of a sea of which every ship is known."""
    fleet = tuple(placement for placement in sea.placements if placement is not None)
    assert len(fleet) == len(sea.placements), "only the true state is acted on"
    return fleet


def _sonar_scan(
    sea: Sea, under: dict[int, int], spots: tuple[int, ...]
) -> tuple[tuple[Mark, ...], bool]:
    """Return the marks and whether there is a signal; a signal shows only the centre cell (R11)."""
    hidden = [spot for spot in spots if sea.marks[spot] in (UNKNOWN, SUSPECT)]
    if not any(spot in under for spot in hidden):
        return tuple(Mark(spot, "miss") for spot in hidden), False
    centre = spots[0]
    shown: Finding = "hit" if centre in under else "miss"
    return tuple(Mark(s, shown if s == centre else "suspect") for s in hidden), True


def _damage(
    state: State, sea: Sea, under: dict[int, int], spots: tuple[int, ...], damage: int
) -> tuple[Mark, ...]:
    """Return the marks of the covered cells not yet known as water or destroyed (R9, R10, R12)."""
    marks = []
    for spot in spots:
        if sea.marks[spot] in (MISS, DESTROYED, SUNK):
            continue
        if spot not in under:
            marks.append(Mark(spot, "miss"))
        elif sea.damage_received[spot] + damage >= state.classes[under[spot]].hp:
            marks.append(Mark(spot, "destroyed"))
        else:
            marks.append(Mark(spot, "hit"))
    return tuple(marks)


def _sinkings(after: State, seat: int, fleet: Fleet) -> list[Sank]:
    """Return the events of the ships of which every cell is now destroyed (R12, R14)."""
    sea = after.seas[1 - seat]
    return [
        Sank(seat, after.turn, ship.code, placement)
        for ship, placement in zip(after.classes, fleet, strict=True)
        if ship.code not in sea.sunk
        and all(
            sea.marks[cell] == DESTROYED
            for cell in cells(after.options.size, ship.length, placement)
        )
    ]


# --- end of a turn -------------------------------------------------------------------------------


def _end_or_pass(state: State, seat: int) -> tuple[Event, ...]:
    """Return the end of the game, or the passing of the turn to the other side (R15 to R19)."""
    beaten = [len(sea.sunk) == len(state.classes) for sea in state.seas]
    reply = state.options.last_reply and seat == state.first
    if any(beaten) and not reply:
        winners = tuple(side for side in range(2) if beaten[1 - side])
        return (_ended(state, winners, "both_sunk" if all(beaten) else "fleet_sunk"),)
    if state.turn < 2 * state.options.turn_cap:
        return (Passed(1 - seat, state.turn + 1),)
    left = [hit_points(state, side) for side in range(2)]
    return (_ended(state, tuple(s for s in range(2) if left[s] == max(left)), "turn_cap"),)


def _ended(state: State, winners: tuple[int, ...], reason: Any) -> Ended:
    return Ended(winners, reason, tuple(known_fleet(sea) for sea in state.seas))


def hit_points(state: State, seat: int) -> int:
    """Return the hit points a side has left (R18), from its own state or the true state."""
    sea, size = state.seas[seat], state.options.size
    return sum(
        max(0, ship.hp - sea.damage_received[cell])
        for ship, placement in zip(state.classes, known_fleet(sea), strict=True)
        for cell in cells(size, ship.length, placement)
    )


def preview(state: State, seat: int, action: Action) -> dict[str, Any]:
    """Check an action; add the free placements of each ship (fleet) or the covered cells (attack)."""
    more: dict[str, Any] = {}
    try:
        if isinstance(action, Deploy):
            more["free"] = _free(state, action)
            judged_fleet(state, seat, action)
        else:
            cell = judged_cell(state, seat, action)
            more["covers"] = covered(state.options.size, action.weapon, cell)
    except IllegalAction as refusal:
        return {"legal": False, "code": refusal.code, "message": refusal.message, **more}
    return {"legal": True, **more}


def outcome(state: State) -> Outcome | None:
    """Return the outcome, or `None` while the game goes on."""
    return state.outcome
