"""Prepared games for the tests of the Grand Admiral: one side attacks, the other always passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from bots.battleship.memory import Memory, begin, remember
from games.battleship import GAME
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions, Deployed, Event, FleetsDealt, Passed
from games.battleship.fleet import WEAPONS, Fleet, all_placements, any_fleet, cells, occupied, ships
from games.battleship.rules import handle_action
from games.battleship.state import MISS, State
from games.core.contract import fold
from games.core.random_stream import Chance

OPTIONS = BattleshipOptions()


class PreparedGame:
    """A game: its true state, the attacks made, and the memory of the attacker."""

    def __init__(self, options: BattleshipOptions, fleet: Fleet, seed: int = 0) -> None:
        chance = Chance(b"scene").fork(seed)
        own = any_fleet(options.size, ships(options.variant), chance.fork("own"))
        self.options, self.fleet, self.shots = options, fleet, list[Fire]()
        self.seen: list[tuple[Event, ...]] = []
        self.state: State | None = None
        self.memory: Memory = begin(0, 2, options, chance)
        self.first_events: tuple[Event, ...] = (
            FleetsDealt(options, ((), ()), 0),
            Deployed(0, own),
            Deployed(1, fleet),
            Passed(0, 1),
        )
        self._record(self.first_events)

    @property
    def table(self) -> State:
        """The true state."""
        assert self.state is not None
        return self.state

    def fire(self, *shots: Fire) -> PreparedGame:
        """Attack; the other side passes each time."""
        for shot in shots:
            new_events = with_enemy_pass(handle_action(self.table, 0, shot))
            self.shots.append(shot)
            self.seen.append(new_events)
            self._record(new_events)
        return self

    def sink(self, *codes: str) -> PreparedGame:
        """Sink ships, whose placements the test knows."""
        for ship, placement in zip(self.table.classes, self.fleet, strict=True):
            if ship.code in codes:
                for cell in cells(self.options.size, ship.length, placement):
                    while ship.code not in self.memory.theirs.sunk and self._open(cell):
                        self.fire(Fire("AP", cell))
        return self

    def stray(self, count: int, seed: int = 0) -> PreparedGame:
        """Make random attacks."""
        rng = Chance(b"stray").fork(seed)
        while count and self.table.outcome is None:
            weapons = [w for w in WEAPONS if self.table.arms(0).has(w)]
            shot = Fire(rng.choice(weapons), rng.below(self.options.size**2))
            if shot.weapon != "AP" or (shot.cell is not None and self._open(shot.cell)):
                self.fire(shot)
                count -= 1
        return self

    def _open(self, cell: int) -> bool:
        return self.memory.theirs.marks[cell] in (0, 2, 4)

    def _record(self, new_events: Iterable[Event]) -> None:
        self.state = fold(GAME, new_events, self.state)
        for event in new_events:
            self.memory = remember(self.memory, GAME.redact(event, 0))

    def replayed(self, fleet: Fleet) -> State:
        """Return the true state if the attacks had been made on another fleet that agrees."""
        deployed = [
            Deployed(1, fleet) if e == Deployed(1, self.fleet) else e for e in self.first_events
        ]
        return fold(
            GAME, [event for new_events in self.seen for event in new_events], fold(GAME, deployed)
        )

    def agrees(self, fleet: Fleet) -> bool:
        """Return whether the same attacks on another fleet would have caused the same events."""
        deployed = [
            Deployed(1, fleet) if e == Deployed(1, self.fleet) else e for e in self.first_events
        ]
        state = fold(GAME, deployed)
        for shot, seen in zip(self.shots, self.seen, strict=True):
            if with_enemy_pass(handle_action(state, 0, shot)) != seen:
                return False
            state = fold(GAME, seen, state)
        return True

    def every_fleet(self) -> Iterator[Fleet]:
        """Yield every fleet that agrees with all events, by brute force."""
        classes, size = self.table.classes, self.options.size
        total, marks = sum(ship.length for ship in classes), self.memory.theirs.marks
        ways = [
            [
                placement
                for placement in (
                    (known,) if known is not None else all_placements(size, ship.length)
                )
                if all(marks[cell] != MISS for cell in cells(size, ship.length, placement))
            ]
            for ship, known in zip(classes, self.memory.theirs.placements, strict=True)
        ]
        for fleet in product(*ways):
            if len(occupied(size, classes, fleet)) == total and self.agrees(fleet):
                yield fleet


def with_enemy_pass(new_events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events with the turn given back to the attacker at once."""
    return tuple(Passed(0, e.turn) if isinstance(e, Passed) else e for e in new_events)


def prepared_game(seed: int, options: BattleshipOptions = OPTIONS) -> PreparedGame:
    """Begin a game against a random fleet."""
    fleet = any_fleet(options.size, ships(options.variant), Chance(b"fleet").fork(seed))
    return PreparedGame(options, fleet, seed)
