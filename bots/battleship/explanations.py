"""Sentences for analyses: what a Battleship bot learned from an event, and what it expects after it."""

from __future__ import annotations

from bots.battleship.memory import Memory
from bots.battleship.messages import RANDOM_REASONS
from bots.contract import BotAnalysis, Explanations, ObservedEvent, Reason
from games.battleship.events import Deployed, Ended, Event, Fired, Passed, Sank
from games.battleship.fleet import NAMES, occupied
from games.battleship.state import DESTROYED, HIT

ROW_LETTERS = "ABCDEFGHIJK"
SEA = "sea"
MIN_RISE = 0.3
"""A probability that rose by less gets no sentence."""
LIKELY = 0.2
"""Smallest probability with which a ship is named."""

BattleshipChange = ObservedEvent[Memory, Event]


def learned(change: BattleshipChange) -> list[Reason]:
    """List what the bot learned: what the event showed, what follows, what became much likelier."""
    event, me = change.event, change.memory.seat
    match event:
        case Fired(by) if by == me:
            return [*_attack(change, event), *_deduced(change), *_likelier(change)]
        case Fired():
            return [_attacked(change, event)]
        case Sank(by) if by == me:
            sank = Reason("sank", {"ship": NAMES[event.ship], "left": _afloat(change.memory)})
            return [sank, *_deduced(change), *_likelier(change)]
        case Sank(by):
            left = len(change.memory.table.classes) - len(change.memory.mine.sunk)
            values = {"name": change.names[by], "ship": NAMES[event.ship], "left": left}
            return [Reason("sank_me", values)]
        case Deployed(by):
            return [
                Reason("placed") if by == me else Reason("placed_other", {"name": change.names[by]})
            ]
        case Passed() if (last := change.memory.table.last) and last.by == me:
            return [*_deduced(change), *_likelier(change)]  # now it is known that no ship sank
        case Ended(winners):
            return [_ended(change, winners)]
        case _:
            return []


def summary(change: BattleshipChange) -> Reason:
    """Return a sentence on where the next ship is expected."""
    memory, table = change.memory, change.memory.table
    if table.outcome is not None:
        return _ended(change, table.outcome.winners)
    if table.active is None:
        return Reason("placing")
    chances = {cell: _chance(change.after, cell) for cell in range(table.options.size**2)}
    hit_cells = {cell for cell, mark in enumerate(memory.theirs.marks) if mark in (HIT, DESTROYED)}
    sunk = {int(certainty.about[1:]) for certainty in change.after.certain}
    hidden = {cell: p for cell, p in chances.items() if cell not in hit_cells | sunk}
    cell = max(hidden, key=lambda cell: hidden[cell], default=None)
    if cell is None or not hidden[cell]:
        return Reason("found_all", {"left": _afloat(memory)})
    values = {"cell": cell_name(change, cell), "chance": _displayed(hidden[cell])}
    sure = hidden[cell] > 1 - 1e-9
    return Reason("expects_sure" if sure else "expects", {**values, "left": _afloat(memory)})


def _attack(change: BattleshipChange, event: Fired) -> list[Reason]:
    """Return what the bot's own attack showed."""
    cell, misses = cell_name(change, event.cell), [m for m in event.marks if m.now == "miss"]
    if event.weapon == "SONAR":
        if event.signal:
            return [Reason("sonar_signal", {"cell": cell})]
        return [Reason("sonar_silence", {"cell": cell, "count": len(misses)})]
    hits = [mark for mark in event.marks if mark.now in ("hit", "destroyed")]
    sentences = [
        Reason(mark.now, {"cell": cell_name(change, mark.cell), "ships": _ships(change, mark.cell)})
        for mark in hits
    ]
    if len(misses) > 1:
        sentences.append(Reason("waters", {"count": len(misses), "cell": cell}))
    elif misses:
        sentences.append(Reason("water", {"cell": cell_name(change, misses[0].cell)}))
    return sentences


def _ships(change: BattleshipChange, cell: int) -> str:
    """Describe which ships are likely to lie on a cell, the likeliest first."""
    certainty = next((f for f in change.after.deduced if f.about == f"c{cell}"), None)
    if certainty is not None:
        return f"the {NAMES.get(certainty.value, certainty.value)} is certainly"
    row = change.after.beliefs.get(f"c{cell}", {})
    likely = sorted((v for v in row if v != SEA and row[v] >= LIKELY), key=lambda v: -row[v])
    if not likely:
        return "some ship is"
    return f"{' or '.join(f'a {NAMES[code]}' for code in likely[:2])} is likely"


def _attacked(change: BattleshipChange, event: Fired) -> Reason:
    """Return what an attack did to the bot's own fleet."""
    values = {"name": change.names[event.by], "cell": cell_name(change, event.cell)}
    if event.weapon == "SONAR":
        return Reason("sonar_found_me" if event.signal else "sonar_missed_me", values)
    hit_cell = next((mark.cell for mark in event.marks if mark.now in ("hit", "destroyed")), None)
    if hit_cell is None:
        return Reason("missed_me", values)
    code = _own_ship(change.memory, hit_cell)
    values |= {"ship": NAMES.get(code, "ship"), "cell": cell_name(change, hit_cell)}
    risk = change.after.notes.get("threat", {}).get(code, 0.0)
    return (
        Reason("hit_me_risk", {**values, "chance": min(risk, 0.99)})
        if risk
        else Reason("hit_me", values)
    )


def _own_ship(memory: Memory, cell: int) -> str:
    table, placements = memory.table, memory.mine.placements
    fleet = tuple(placement for placement in placements if placement is not None)
    if len(fleet) < len(table.classes):
        return ""
    place = occupied(table.options.size, table.classes, fleet).get(cell)
    return "" if place is None else table.classes[place].code


def _deduced(change: BattleshipChange) -> list[Reason]:
    """Return what follows now and did not follow before."""
    known = {
        certainty.about: certainty.value
        for certainty in (*change.before.certain, *change.before.deduced)
    }
    new = [
        certainty
        for certainty in change.after.deduced
        if known.get(certainty.about) != certainty.value
    ]
    sentences = []
    for code, ship in NAMES.items():
        cells = ", ".join(cell_name(change, int(f.about[1:])) for f in new if f.value == code)
        if cells:
            sentences.append(Reason("so_ship", {"ship": ship, "cells": cells}))
    water = sum(certainty.value == SEA for certainty in new)
    return [*sentences, Reason("so_water", {"count": water})] if water else sentences


def _likelier(change: BattleshipChange) -> list[Reason]:
    """Return the hidden cell whose probability of a ship rose most, if it rose much."""
    before, after = change.before, change.after
    unknown = [int(key[1:]) for key in after.beliefs if key in before.beliefs]
    attacked = {mark.cell for mark in change.event.marks} if isinstance(change.event, Fired) else ()
    rises = {
        cell: _chance(after, cell) - _chance(before, cell)
        for cell in unknown
        if cell not in attacked
    }
    cell = max(rises, key=lambda cell: rises[cell], default=None)
    if cell is None or rises[cell] < MIN_RISE:
        return []
    chances = {
        "chance": _displayed(_chance(after, cell)),
        "before": _displayed(_chance(before, cell)),
    }
    return [Reason("likelier", {"cell": cell_name(change, cell), **chances})]


def _chance(analysis: BotAnalysis, cell: int) -> float:
    """Return the chance that a ship lies on a cell of the other sea."""
    certainty = next((f for f in analysis.deduced if f.about == f"c{cell}"), None)
    if certainty is not None:
        return float(certainty.value != SEA)
    row = analysis.beliefs.get(f"c{cell}")
    return 0.0 if row is None else 1 - row.get(SEA, 0.0)


def _ended(change: BattleshipChange, winners: tuple[int, ...]) -> Reason:
    if not winners:
        return Reason("ended_nobody")
    return Reason("ended", {"names": " and ".join(change.names[seat] for seat in winners)})


def _afloat(memory: Memory) -> str:
    """Describe how many ships of the other fleet are left."""
    left = len(memory.table.classes) - len(memory.theirs.sunk)
    return "1 enemy ship is afloat" if left == 1 else f"{left or 'no'} enemy ships are afloat"


def _displayed(chance: float) -> float:
    """Return a probability for display: 0 % and 100 % appear only for what is certain."""
    return chance if chance in (0.0, 1.0) else min(max(chance, 0.01), 0.99)


def cell_name(change: BattleshipChange, cell: int) -> str:
    """Return the board's name of a cell: the letter of its row and the number of its column."""
    row, column = divmod(cell, change.memory.table.options.size)
    return f"{ROW_LETTERS[row]}{column + 1}"


EXPLANATIONS = Explanations(learned, summary, RANDOM_REASONS)
