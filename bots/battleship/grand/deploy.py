"""Choose the own fleet from a pool of fleets that are hard to find, turned or mirrored at random.

Invariant: every fleet of the pool can be placed in eight ways, and one fleet in `ANYHOW` is random,
so knowing the pool tells an opponent little. `manage.py bench battleship-pool` made the pool.
"""

from __future__ import annotations

from bots.battleship.grand.pool import POOL
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import Berth, Fleet, Ship, any_fleet, cells, ships
from games.core.chance import Chance

ANYHOW = 5
"""One fleet in so many is any that is allowed."""


def lay(options: BattleshipOptions, chance: Chance) -> Fleet:
    """Choose a fleet."""
    classes = ships(options.variant)
    if chance.below(ANYHOW) == 0:
        return any_fleet(options.size, classes, chance)
    return turned(options.size, classes, chance.choice(pool(options)), chance.below(8))


def pool(options: BattleshipOptions) -> tuple[Fleet, ...]:
    """List the hard fleets of a sea."""
    return tuple(map(read, POOL[options.variant, options.size].split()))


def read(text: str) -> Fleet:
    """Read a fleet: two hexadecimal digits for each ship, twice its first cell and one if down."""
    return tuple(Berth(byte >> 1, bool(byte & 1)) for byte in bytes.fromhex(text))


def write(fleet: Fleet) -> str:
    """Write a fleet as it is kept in the pool."""
    return bytes(2 * berth.cell + berth.down for berth in fleet).hex()


def turned(size: int, classes: tuple[Ship, ...], fleet: Fleet, way: int) -> Fleet:
    """Turn and mirror a fleet one of eight ways."""
    return tuple(
        _berth([_turned(size, cell, way) for cell in cells(size, ship.length, berth)])
        for ship, berth in zip(classes, fleet, strict=True)
    )


def _turned(size: int, cell: int, way: int) -> int:
    row, column = divmod(cell, size)
    if way & 1:
        row = size - 1 - row
    if way & 2:
        column = size - 1 - column
    if way & 4:
        row, column = column, row
    return row * size + column


def _berth(spots: list[int]) -> Berth:
    first = min(spots)
    return Berth(first, down=len(spots) > 1 and first + 1 not in spots)
