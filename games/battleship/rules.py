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
    Mark,
    Mustered,
    Passed,
    Sank,
)
from games.battleship.fleet import (
    NAMES,
    WEAPONS,
    Berth,
    Fleet,
    berths,
    cells,
    covered,
    occupied,
    ships,
    suggested,
)
from games.battleship.state import DESTROYED, MISS, SUNK, SUSPECT, UNKNOWN, Sea, State, apply
from games.core.chance import Chance
from games.core.contract import IllegalAction, Outcome

SUGGESTIONS = 20


def start(options: BattleshipOptions, seats: int, chance: Chance) -> tuple[Event, ...]:
    """Deal each side fleets it may use, and draw who begins (R4, R7)."""
    classes = ships(options.variant)
    fleets = [suggested(options.size, classes, chance) for _ in range(seats * SUGGESTIONS)]
    dealt = chance.shuffled(fleets)
    sides = tuple(dealt[seat * SUGGESTIONS :][:SUGGESTIONS] for seat in range(seats))
    lot = chance.below(seats)
    return (Mustered(options, sides, lot if options.first is None else options.first),)


def first_player(event: Event) -> int | None:
    """Tell whose turn the start makes the first (R7)."""
    return event.first if isinstance(event, Mustered) else None


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Offer the fleet to be laid, then every weapon the side has (R3, R8)."""
    if state.outcome is not None:
        return ()
    if not state.seas[seat].ready:
        return (Deploy(),)
    if state.active != seat:
        return ()
    arms = state.arms(seat)
    return tuple(Fire(weapon) for weapon in WEAPONS if arms.has(weapon))


def handle_action(state: State, seat: int, action: Action, chance: Chance) -> tuple[Event, ...]:
    """Lay the fleet or attack, and tell all that follows."""
    if isinstance(action, Deploy):
        return _deploy(state, seat, action)
    return _fire(state, seat, action)


# --- laying fleets -------------------------------------------------------------------------------


def _deploy(state: State, seat: int, action: Deploy) -> tuple[Event, ...]:
    laid = Deployed(seat, judged_fleet(state, seat, action))
    if not state.seas[1 - seat].ready:
        return (laid,)
    return (laid, Passed(state.first, 1))  # R6, R7


def judged_fleet(state: State, seat: int, action: Deploy) -> Fleet:
    """Return the fleet asked for, or refuse it with the reason (R3, R6)."""
    if state.seas[seat].ready:
        raise IllegalAction("already_deployed", "Your fleet is laid; now comes the battle.")
    classes, size = state.classes, state.options.size
    given = action.berths or (None,) * len(classes)
    if len(given) != len(classes):
        raise IllegalAction("wrong_fleet", f"A fleet has {len(classes)} ships.")
    taken: dict[int, str] = {}
    fleet: list[Berth] = []
    for ship, berth in zip(classes, given, strict=True):
        if berth is None:
            continue
        spots = cells(size, ship.length, berth)
        if not spots:
            raise IllegalAction("off_board", f"The {NAMES[ship.code]} does not fit there.")
        for spot in spots:
            if spot in taken:
                both = f"{NAMES[taken[spot]]} and the {NAMES[ship.code]}"
                raise IllegalAction("overlap", f"The {both} overlap.")
            taken[spot] = ship.code
        fleet.append(Berth(berth.cell, berth.down and ship.length > 1))
    if len(fleet) < len(classes):
        raise IllegalAction("incomplete", "Some ships are not laid yet.")
    return tuple(fleet)


def _free(state: State, action: Deploy) -> dict[str, list[Berth]]:
    """List for every ship the berths that leave the other ships laid where they are."""
    classes, size = state.classes, state.options.size
    given = action.berths or ()
    given = (*given[: len(classes)], *(None,) * (len(classes) - len(given)))
    taken = [
        set(cells(size, ship.length, berth)) if berth else set()
        for ship, berth in zip(classes, given, strict=True)
    ]
    free: dict[str, list[Berth]] = {}
    for place, ship in enumerate(classes):
        others = set().union(*taken[:place], *taken[place + 1 :])
        free[ship.code] = [
            berth
            for berth in berths(size, ship.length)
            if others.isdisjoint(cells(size, ship.length, berth))
        ]
    return free


# --- attacks -------------------------------------------------------------------------------------


def judged_cell(state: State, seat: int, action: Fire) -> int:
    """Return the cell aimed at, or refuse the attack with the reason (R8, R9)."""
    if state.active != seat:
        raise IllegalAction("not_yet", "First both fleets are laid.")
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
    told = attack(state, seat, action)
    after = state
    for event in told:
        after = apply(after, event)
    return (*told, *_go_on(after, seat))


def attack(state: State, seat: int, action: Fire) -> tuple[Event, ...]:
    """Tell what an attack shows and sinks; the ships of the sea attacked are known to the state."""
    cell = judged_cell(state, seat, action)
    target = state.seas[1 - seat]
    fleet = known_fleet(target)
    under = occupied(state.options.size, state.classes, fleet)
    spots = covered(state.options.size, action.weapon, cell)
    damage = state.arms(seat).damage(action.weapon)
    signal = None
    if action.weapon == "SONAR":
        marks, signal = _listen(target, under, spots)
    else:
        marks = _strike(state, target, under, spots, damage)
    fired = Fired(seat, state.turn, action.weapon, cell, damage, marks, signal)
    return (fired, *_sinkings(apply(state, fired), seat, fleet))


def known_fleet(sea: Sea) -> Fleet:
    """Return the berths of a sea whose every ship is known."""
    fleet = tuple(berth for berth in sea.berths if berth is not None)
    assert len(fleet) == len(sea.berths), "only the true state is acted on"
    return fleet


def _listen(
    sea: Sea, under: dict[int, int], spots: tuple[int, ...]
) -> tuple[tuple[Mark, ...], bool]:
    """Sound the sea: all clear, or a signal that shows the centre alone (R11)."""
    hidden = [spot for spot in spots if sea.marks[spot] in (UNKNOWN, SUSPECT)]
    if not any(spot in under for spot in hidden):
        return tuple(Mark(spot, "miss") for spot in hidden), False
    centre = spots[0]
    shown: Finding = "hit" if centre in under else "miss"
    return tuple(Mark(s, shown if s == centre else "suspect") for s in hidden), True


def _strike(
    state: State, sea: Sea, under: dict[int, int], spots: tuple[int, ...], damage: int
) -> tuple[Mark, ...]:
    """Damage every cell covered that is not known to be water or wreck (R9, R10, R12)."""
    marks = []
    for spot in spots:
        if sea.marks[spot] in (MISS, DESTROYED, SUNK):
            continue
        if spot not in under:
            marks.append(Mark(spot, "miss"))
        elif sea.dealt[spot] + damage >= state.classes[under[spot]].hp:
            marks.append(Mark(spot, "destroyed"))
        else:
            marks.append(Mark(spot, "hit"))
    return tuple(marks)


def _sinkings(after: State, seat: int, fleet: Fleet) -> list[Sank]:
    """List the ships whose every cell is now destroyed (R12, R14)."""
    sea = after.seas[1 - seat]
    return [
        Sank(seat, after.turn, ship.code, berth)
        for ship, berth in zip(after.classes, fleet, strict=True)
        if ship.code not in sea.sunk
        and all(
            sea.marks[cell] == DESTROYED for cell in cells(after.options.size, ship.length, berth)
        )
    ]


# --- how it goes on ------------------------------------------------------------------------------


def _go_on(state: State, seat: int) -> tuple[Event, ...]:
    """End the battle, or give the turn to the other side (R15 to R19)."""
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
        max(0, ship.hp - sea.dealt[cell])
        for ship, berth in zip(state.classes, known_fleet(sea), strict=True)
        for cell in cells(size, ship.length, berth)
    )


def preview(state: State, seat: int, action: Action) -> dict[str, Any]:
    """Check an action; add where each ship may lie (fleet) or the cells covered (attack)."""
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
    """Tell how it ended, or `None` while it goes on."""
    return state.outcome
