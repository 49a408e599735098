"""Choose the own fleet from a pool of fleets that are hard to find, turned or mirrored at random.

Every fleet of the pool can be placed in eight ways, and one fleet in `RANDOM_FLEET_ODDS` is random, so
knowing the pool helps an opponent little. `manage.py bench battleship-fleet-pool` made the pool.
"""

from __future__ import annotations

from bots.battleship.grand.pool import POOL
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import Fleet, Placement, Ship, any_fleet, cells, ships
from games.core.random_stream import Chance

RANDOM_FLEET_ODDS = 5
"""One fleet in this many is placed at random."""


def choose_fleet(options: BattleshipOptions, chance: Chance) -> Fleet:
    """Return a fleet of the pool in a random symmetry, or sometimes a random fleet."""
    classes = ships(options.variant)
    if chance.below(RANDOM_FLEET_ODDS) == 0:
        return any_fleet(options.size, classes, chance)
    return transformed(options.size, classes, chance.choice(pool(options)), chance.below(8))


def pool(options: BattleshipOptions) -> tuple[Fleet, ...]:
    """Return the pool of a variant and size."""
    return tuple(map(parse_fleet, POOL[options.variant, options.size].split()))


def parse_fleet(text: str) -> Fleet:
    """Parse a fleet: two hexadecimal digits for each ship, twice its first cell plus one if down."""
    return tuple(Placement(byte >> 1, bool(byte & 1)) for byte in bytes.fromhex(text))


def format_fleet(fleet: Fleet) -> str:
    """Format a fleet as the pool stores it."""
    return bytes(2 * placement.cell + placement.down for placement in fleet).hex()


def transformed(size: int, classes: tuple[Ship, ...], fleet: Fleet, symmetry: int) -> Fleet:
    """Return a fleet turned or mirrored by one of the eight symmetries of the square."""
    return tuple(
        _placement(
            [
                _transformed_cell(size, cell, symmetry)
                for cell in cells(size, ship.length, placement)
            ]
        )
        for ship, placement in zip(classes, fleet, strict=True)
    )


def _transformed_cell(size: int, cell: int, symmetry: int) -> int:
    row, column = divmod(cell, size)
    if symmetry & 1:
        row = size - 1 - row
    if symmetry & 2:
        column = size - 1 - column
    if symmetry & 4:
        row, column = column, row
    return row * size + column


def _placement(spots: list[int]) -> Placement:
    first = min(spots)
    return Placement(first, down=len(spots) > 1 and first + 1 not in spots)
