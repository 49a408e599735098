"""What the contract properties need to know about Battleship."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from games.battleship import GAME
from games.battleship.actions import Action, Deploy, Fire
from games.battleship.events import (
    BattleshipOptions,
    Deployed,
    Ended,
    Event,
    Fired,
    FleetsDealt,
    Sank,
)
from games.battleship.fleet import Placement, any_fleet, cells, ships
from games.battleship.rules import SUGGESTIONS
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, State
from games.core.contract import Viewer
from games.core.random_stream import Chance
from tests.games.battleship.layouts import another
from tests.games.case import Case, Secrets
from tests.games.recorded_game import Move, Record, Run

EXCHANGES = 3


def fill(state: State, seat: int, offer: Action, chance: Chance) -> Action:
    """Place a suggested or a random fleet, or aim at any cell the weapon may target."""
    if isinstance(offer, Deploy):
        return _deploy(state, seat, chance)
    not_targetable = (MISS, DESTROYED, SUNK) if offer.weapon == "AP" else ()
    marks = state.seas[1 - seat].marks
    return Fire(
        offer.weapon,
        chance.choice([c for c, mark in enumerate(marks) if mark not in not_targetable]),
    )


def _deploy(state: State, seat: int, chance: Chance) -> Deploy:
    own = state.suggestions[seat]
    assert own is not None
    if chance.below(2):
        return Deploy(chance.choice(own))
    return Deploy(any_fleet(state.options.size, state.classes, chance))


def skilled_move(state: State, seat: int, chance: Chance) -> Action:
    """Attack a ship that is still afloat; knows all placements."""
    if not state.seas[seat].ready:
        return _deploy(state, seat, chance)
    sea = state.seas[1 - seat]
    under = [
        cell
        for ship, placement in zip(state.classes, sea.placements, strict=True)
        for cell in cells(state.options.size, ship.length, _true(placement))
        if sea.marks[cell] not in (DESTROYED, SUNK)
    ]
    legal_actions = [offer for offer in GAME.legal_actions(state, seat) if isinstance(offer, Fire)]
    weapon = chance.choice(("AP", "AP", legal_actions[chance.below(len(legal_actions))].weapon))
    return Fire(weapon, chance.choice(under))


def _true(placement: Placement | None) -> Placement:
    assert placement is not None
    return placement


def secrets(state: State) -> Secrets:
    """Return the content of each cell of a placed sea, and the suggestions of each side."""
    named: Secrets = {("suggested", seat): fleets for seat, fleets in enumerate(state.suggestions)}
    for seat, sea in enumerate(state.seas):
        if sea.ready:
            placements = dict(
                zip((ship.code for ship in state.classes), sea.placements, strict=True)
            )
            misses = {cell for cell, mark in enumerate(sea.marks) if mark == MISS}
            named |= _cells(state.options, seat, placements, misses)
    return named


def _cells(
    options: BattleshipOptions, seat: int, placements: dict[str, Placement | None], misses: set[int]
) -> Secrets:
    """Return the ship or water in each cell of a sea, or None where it does not follow."""
    water = None if None in placements.values() or not placements else "sea"
    known: Secrets = {(seat, cell): water for cell in range(options.size**2)}
    known |= {(seat, cell): "sea" for cell in misses}
    for ship in ships(options.variant):
        placement = placements[ship.code]
        for cell in cells(options.size, ship.length, placement) if placement else ():
            known[seat, cell] = ship.code
    return known


def may_know(log: tuple[Event, ...], viewer: Viewer) -> Secrets:
    """Return the own fleet and suggestions, water that was attacked, sunk ships; at the end everything.

    Further entries hold what each attack has shown (R13), one for each attack, the marks unordered:
    neither the order of marks nor a count of turns may reveal anything.
    """
    known: Secrets = {}
    attacks = 0
    for event in log:
        if isinstance(event, FleetsDealt):
            options = event.options
            placements: list[dict[str, Placement | None]] = [
                {ship.code: None for ship in ships(options.variant)} for _ in range(2)
            ]
            misses: list[set[int]] = [set(), set()]
            if isinstance(viewer, int):
                known["suggested", viewer] = event.suggestions[viewer]
        elif isinstance(event, Deployed) and event.by == viewer:
            placements[viewer] = _fleet(options, event.placements)
        elif isinstance(event, Fired):
            marks = frozenset((mark.cell, mark.now) for mark in event.marks)
            known["attack", attacks] = event.by, event.weapon, event.cell, marks, event.signal
            attacks += 1
            misses[1 - event.by] |= {cell for cell, now in marks if now == "miss"}
        elif isinstance(event, Sank):
            placements[1 - event.by][event.ship] = event.placement
        elif isinstance(event, Ended):
            placements = [_fleet(options, fleet) for fleet in event.fleets]
    for seat in range(2):
        cells_known = _cells(options, seat, placements[seat], misses[seat])
        known |= {name: what for name, what in cells_known.items() if what is not None}
    return known


def _fleet(options: BattleshipOptions, placements: Any) -> dict[str, Placement | None]:
    return dict(zip((ship.code for ship in ships(options.variant)), placements, strict=True))


def swap(record: Record, viewer: Viewer, chance: Chance) -> Run | None:
    """Give the others another fleet that looks the same so far, and other suggestions."""
    over = record.state.outcome is not None
    seen: State = record.steps[-2 if over else -1].states[None]
    others = [seat for seat in record.seats if seat != viewer]
    moves = tuple(_placed_otherwise(move, seen, others, chance) for move in record.run.moves)
    pairs = tuple(_pair(chance.choice(others), chance) for _ in range(EXCHANGES))
    return replace(record.run, moves=moves, exchange={0: pairs})


def _placed_otherwise(move: Move, seen: State, others: list[int], chance: Chance) -> Move:
    seat, action = move
    if seat not in others or not isinstance(action, Deploy):
        return move
    fleet = another(seen.options.size, seen.classes, seen.seas[seat], chance)
    return seat, Deploy(fleet) if fleet else action


def _pair(seat: int, chance: Chance) -> tuple[int, int]:
    """Return two of the positions from which a seat's suggestions are dealt."""
    begin = seat * SUGGESTIONS
    return begin + chance.below(SUGGESTIONS), begin + chance.below(SUGGESTIONS)


def bound(options: BattleshipOptions, seats: int) -> int:
    """Each side places its fleet once, and has so many turns (R18)."""
    return seats * (1 + options.turn_cap)


def conserved(state: State) -> Any:
    """Check that ships do not overlap and marks agree with them; return the ships of each side."""
    for sea in state.seas:
        under = {
            cell
            for ship, placement in zip(state.classes, sea.placements, strict=True)
            for cell in (cells(state.options.size, ship.length, placement) if placement else ())
        }
        assert len(under) == (sum(ship.length for ship in state.classes) if sea.ready else 0)
        for cell, mark in enumerate(sea.marks):
            assert mark not in (HIT, DESTROYED, SUNK) or cell in under
            assert mark != MISS or cell not in under
    return [sorted({ship.code for ship in state.classes} | set(sea.sunk)) for sea in state.seas]


def enemy_cell(name: str, seat: int) -> tuple[int, int]:
    """Return the secret that an analysis of this seat calls `c` and the number of a cell."""
    return 1 - seat, int(name.removeprefix("c"))


CASE = Case(
    game=GAME,
    fill=fill,
    skilled_move=skilled_move,
    secrets=secrets,
    may_know=may_know,
    swap=swap,
    bound=bound,
    conserved=conserved,
    secret_of=enemy_cell,
    tune={"turn_cap": st.integers(1, 3) | st.integers(10, 30) | st.just(200)},
    playthroughs={
        1: (2, BattleshipOptions()),
        2: (2, BattleshipOptions(size=11, ruleset="v2.6", last_reply=True)),
        3: (2, BattleshipOptions(variant="classic")),
    },
)
