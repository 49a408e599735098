"""Battles for the tests of the Grand Admiral: real rules, one side shooting, the other passing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from bots.battleship.memory import Memory, begin, remember
from games.battleship import GAME
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions, Deployed, Event, Mustered, Passed
from games.battleship.fleet import WEAPONS, Fleet, any_fleet, berths, cells, occupied, ships
from games.battleship.rules import handle_action
from games.battleship.state import MISS, State
from games.core.chance import Chance
from games.core.contract import fold

OPTIONS = BattleshipOptions()


class Scene:
    """A battle as it stands: the truth, what was fired, and what the shooter remembers."""

    def __init__(self, options: BattleshipOptions, fleet: Fleet, seed: int = 0) -> None:
        chance = Chance(b"scene").fork(seed)
        own = any_fleet(options.size, ships(options.variant), chance.fork("own"))
        self.options, self.fleet, self.shots = options, fleet, list[Fire]()
        self.seen: list[tuple[Event, ...]] = []
        self.state: State | None = None
        self.memory: Memory = begin(0, 2, options, chance)
        self.opening: tuple[Event, ...] = (
            Mustered(options, ((), ()), 0),
            Deployed(0, own),
            Deployed(1, fleet),
            Passed(0, 1),
        )
        self._told(self.opening)

    @property
    def table(self) -> State:
        """The true state."""
        assert self.state is not None
        return self.state

    def fire(self, *shots: Fire) -> Scene:
        """Attack, the other side passing each time."""
        for shot in shots:
            news = answered(handle_action(self.table, 0, shot, Chance(b"none")))
            self.shots.append(shot)
            self.seen.append(news)
            self._told(news)
        return self

    def sink(self, *codes: str) -> Scene:
        """Shoot ships whose place the test knows."""
        for ship, berth in zip(self.table.classes, self.fleet, strict=True):
            if ship.code in codes:
                for cell in cells(self.options.size, ship.length, berth):
                    while ship.code not in self.memory.theirs.sunk and self._open(cell):
                        self.fire(Fire("AP", cell))
        return self

    def stray(self, count: int, seed: int = 0) -> Scene:
        """Attack anywhere with anything."""
        luck = Chance(b"stray").fork(seed)
        while count and self.table.outcome is None:
            weapons = [w for w in WEAPONS if self.table.arms(0).has(w)]
            shot = Fire(luck.choice(weapons), luck.below(self.options.size**2))
            if shot.weapon != "AP" or (shot.cell is not None and self._open(shot.cell)):
                self.fire(shot)
                count -= 1
        return self

    def _open(self, cell: int) -> bool:
        return self.memory.theirs.marks[cell] in (0, 2, 4)

    def _told(self, news: Iterable[Event]) -> None:
        self.state = fold(GAME, news, self.state)
        for event in news:
            self.memory = remember(self.memory, GAME.redact(event, 0))

    def replayed(self, fleet: Fleet) -> State:
        """Return the true state if the attacks had met another fleet that agrees."""
        laid = [Deployed(1, fleet) if e == Deployed(1, self.fleet) else e for e in self.opening]
        return fold(GAME, [event for news in self.seen for event in news], fold(GAME, laid))

    def agrees(self, fleet: Fleet) -> bool:
        """Tell whether the same attacks on another fleet would have shown the same."""
        laid = [Deployed(1, fleet) if e == Deployed(1, self.fleet) else e for e in self.opening]
        state = fold(GAME, laid)
        for shot, seen in zip(self.shots, self.seen, strict=True):
            if answered(handle_action(state, 0, shot, Chance(b"none"))) != seen:
                return False
            state = fold(GAME, seen, state)
        return True

    def every_fleet(self) -> Iterator[Fleet]:
        """Find by brute force every fleet that agrees with all that was shown."""
        classes, size = self.table.classes, self.options.size
        total, marks = sum(ship.length for ship in classes), self.memory.theirs.marks
        ways = [
            [
                berth
                for berth in ((known,) if known is not None else berths(size, ship.length))
                if all(marks[cell] != MISS for cell in cells(size, ship.length, berth))
            ]
            for ship, known in zip(classes, self.memory.theirs.berths, strict=True)
        ]
        for fleet in product(*ways):
            if len(occupied(size, classes, fleet)) == total and self.agrees(fleet):
                yield fleet


def answered(news: tuple[Event, ...]) -> tuple[Event, ...]:
    """Let the other side pass at once."""
    return tuple(Passed(0, e.turn) if isinstance(e, Passed) else e for e in news)


def scene(seed: int, options: BattleshipOptions = OPTIONS) -> Scene:
    """Begin a battle against a fleet laid anyhow."""
    fleet = any_fleet(options.size, ships(options.variant), Chance(b"fleet").fork(seed))
    return Scene(options, fleet, seed)
