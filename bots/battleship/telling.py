"""What an event taught a Battleship bot, and what the bot then expects, as sentences."""

from __future__ import annotations

from bots.battleship.memory import Memory
from bots.battleship.words import RANDOM
from bots.contract import Change, Mind, Reason, Telling
from games.battleship.events import Deployed, Ended, Event, Fired, Passed, Sank
from games.battleship.fleet import NAMES, occupied
from games.battleship.state import DESTROYED, HIT

ROWS = "ABCDEFGHIJK"
SEA = "sea"
MUCH = 0.3
"""A chance that rose by less is not worth a sentence."""
LIKELY = 0.2
"""A ship less likely than this is not named."""

Changed = Change[Memory, Event]


def learned(change: Changed) -> list[Reason]:
    """List what an event taught: what it showed, what follows, what became much likelier."""
    event, me = change.event, change.memory.seat
    match event:
        case Fired(by) if by == me:
            return [*_attack(change, event), *_deduced(change), *_likelier(change)]
        case Fired():
            return [_attacked(change, event)]
        case Sank(by) if by == me:
            told = Reason("sank", {"ship": NAMES[event.ship], "left": _afloat(change.memory)})
            return [told, *_deduced(change), *_likelier(change)]
        case Sank(by):
            left = len(change.memory.table.classes) - len(change.memory.mine.sunk)
            values = {"name": change.names[by], "ship": NAMES[event.ship], "left": left}
            return [Reason("sank_me", values)]
        case Deployed(by):
            return [
                Reason("laid") if by == me else Reason("laid_other", {"name": change.names[by]})
            ]
        case Passed() if (last := change.memory.table.last) and last.by == me:
            return [*_deduced(change), *_likelier(change)]  # what was not sunk is known now
        case Ended(winners):
            return [_ended(change, winners)]
        case _:
            return []


def summary(change: Changed) -> Reason:
    """Say where the next ship is expected."""
    memory, table = change.memory, change.memory.table
    if table.outcome is not None:
        return _ended(change, table.outcome.winners)
    if table.active is None:
        return Reason("laying")
    chances = {cell: _chance(change.after, cell) for cell in range(table.options.size**2)}
    struck = {cell for cell, mark in enumerate(memory.theirs.marks) if mark in (HIT, DESTROYED)}
    sunk = {int(certainty.about[1:]) for certainty in change.after.certain}
    hidden = {cell: p for cell, p in chances.items() if cell not in struck | sunk}
    cell = max(hidden, key=lambda cell: hidden[cell], default=None)
    if cell is None or not hidden[cell]:
        return Reason("found_all", {"left": _afloat(memory)})
    values = {"cell": name(change, cell), "chance": _shown(hidden[cell])}
    sure = hidden[cell] > 1 - 1e-9
    return Reason("expects_sure" if sure else "expects", {**values, "left": _afloat(memory)})


def _attack(change: Changed, event: Fired) -> list[Reason]:
    """Say what the bot's own attack showed."""
    cell, waters = name(change, event.cell), [m for m in event.marks if m.now == "miss"]
    if event.weapon == "SONAR":
        if event.signal:
            return [Reason("heard", {"cell": cell})]
        return [Reason("silence", {"cell": cell, "count": len(waters)})]
    struck = [mark for mark in event.marks if mark.now in ("hit", "destroyed")]
    told = [
        Reason(mark.now, {"cell": name(change, mark.cell), "ships": _ships(change, mark.cell)})
        for mark in struck
    ]
    if len(waters) > 1:
        told.append(Reason("waters", {"count": len(waters), "cell": cell}))
    elif waters:
        told.append(Reason("water", {"cell": name(change, waters[0].cell)}))
    return told


def _ships(change: Changed, cell: int) -> str:
    """Say which ships are likely to lie on a cell, the likeliest first."""
    certainty = next((f for f in change.after.deduced if f.about == f"c{cell}"), None)
    if certainty is not None:
        return f"the {NAMES.get(certainty.value, certainty.value)} is certainly"
    row = change.after.beliefs.get(f"c{cell}", {})
    likely = sorted((v for v in row if v != SEA and row[v] >= LIKELY), key=lambda v: -row[v])
    if not likely:
        return "some ship is"
    return f"{' or '.join(f'a {NAMES[code]}' for code in likely[:2])} is likely"


def _attacked(change: Changed, event: Fired) -> Reason:
    """Say what an attack did to the bot's own fleet."""
    values = {"name": change.names[event.by], "cell": name(change, event.cell)}
    if event.weapon == "SONAR":
        return Reason("heard_me" if event.signal else "not_heard_me", values)
    struck = next((mark.cell for mark in event.marks if mark.now in ("hit", "destroyed")), None)
    if struck is None:
        return Reason("missed_me", values)
    code = _own_ship(change.memory, struck)
    values |= {"ship": NAMES.get(code, "ship"), "cell": name(change, struck)}
    risk = change.after.notes.get("threat", {}).get(code, 0.0)
    return (
        Reason("hit_me_risk", {**values, "chance": min(risk, 0.99)})
        if risk
        else Reason("hit_me", values)
    )


def _own_ship(memory: Memory, cell: int) -> str:
    table, berths = memory.table, memory.mine.berths
    fleet = tuple(berth for berth in berths if berth is not None)
    if len(fleet) < len(table.classes):
        return ""
    place = occupied(table.options.size, table.classes, fleet).get(cell)
    return "" if place is None else table.classes[place].code


def _deduced(change: Changed) -> list[Reason]:
    """Say what follows that did not follow before."""
    known = {
        certainty.about: certainty.value
        for certainty in (*change.before.certain, *change.before.deduced)
    }
    new = [
        certainty
        for certainty in change.after.deduced
        if known.get(certainty.about) != certainty.value
    ]
    told = []
    for code, ship in NAMES.items():
        cells = ", ".join(name(change, int(f.about[1:])) for f in new if f.value == code)
        if cells:
            told.append(Reason("so_ship", {"ship": ship, "cells": cells}))
    waters = sum(certainty.value == SEA for certainty in new)
    return [*told, Reason("so_water", {"count": waters})] if waters else told


def _likelier(change: Changed) -> list[Reason]:
    """Say which hidden cell has become much likelier to hold a ship."""
    before, after = change.before, change.after
    unknown = [int(thing[1:]) for thing in after.beliefs if thing in before.beliefs]
    struck = {mark.cell for mark in change.event.marks} if isinstance(change.event, Fired) else ()
    rises = {
        cell: _chance(after, cell) - _chance(before, cell) for cell in unknown if cell not in struck
    }
    cell = max(rises, key=lambda cell: rises[cell], default=None)
    if cell is None or rises[cell] < MUCH:
        return []
    chances = {"chance": _shown(_chance(after, cell)), "before": _shown(_chance(before, cell))}
    return [Reason("likelier", {"cell": name(change, cell), **chances})]


def _chance(mind: Mind, cell: int) -> float:
    """Return the chance that a ship lies on a cell of the other sea."""
    certainty = next((f for f in mind.deduced if f.about == f"c{cell}"), None)
    if certainty is not None:
        return float(certainty.value != SEA)
    row = mind.beliefs.get(f"c{cell}")
    return 0.0 if row is None else 1 - row.get(SEA, 0.0)


def _ended(change: Changed, winners: tuple[int, ...]) -> Reason:
    if not winners:
        return Reason("ended_nobody")
    return Reason("ended", {"names": " and ".join(change.names[seat] for seat in winners)})


def _afloat(memory: Memory) -> str:
    """Say how many ships of the other fleet are left."""
    left = len(memory.table.classes) - len(memory.theirs.sunk)
    return "1 enemy ship is afloat" if left == 1 else f"{left or 'no'} enemy ships are afloat"


def _shown(chance: float) -> float:
    """Round a chance so that per cents say 0 or 100 only of what is certain."""
    return chance if chance in (0.0, 1.0) else min(max(chance, 0.01), 0.99)


def name(change: Changed, cell: int) -> str:
    """Name a cell as the board does: its row's letter and its column."""
    row, column = divmod(cell, change.memory.table.options.size)
    return f"{ROWS[row]}{column + 1}"


TELLING = Telling(learned, summary, RANDOM)
