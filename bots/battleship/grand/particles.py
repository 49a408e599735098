"""Layouts that agree with the evidence: all of them if they are few, else a fair draw.

Each demand splits what is possible by the first ship that meets it, so that every layout is reached
in one way only: a `cover` lies down the ships that meet the demands, the others are free. Covers are
drawn by the number of ways to lay the free ships, clashes among these are drawn again; what comes
out is uniform over all layouts that agree. Gibbs moves (one ship lifted and laid again anywhere it
may lie, for all layouts at once) make up the number when draws are wasted, and stay uniform.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.placements import Bools, Ints

FREE = -1
COVERS = 6000
"""Covers kept at most; more are thinned by lot."""
ROUNDS = 4
SWEEPS = 2


@dataclass(frozen=True)
class Layouts:
    """Layouts as placements: [layout, ship afloat]."""

    rows: Ints
    count: float
    """How many layouts agree: exactly, or estimated from the share of draws without a clash."""
    exact: bool
    """Whether `rows` are all of them."""


@dataclass(frozen=True)
class Covers:
    """Partial layouts that meet every demand, and where the free ships of each may lie."""

    rows: Ints
    """[cover, ship]: a placement, or FREE."""
    open: tuple[Bools, ...]
    """By ship: [cover, allowed placement], for covers in which the ship is free."""
    scale: float = 1.0
    """How many covers each one stands for."""

    def ways(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Count for each cover the ways to lay its free ships, clashes among them included."""
        ways = np.ones(len(self.rows))
        for ship, able in enumerate(self.open):
            ways *= np.where(self.rows[:, ship] == FREE, able.sum(axis=1), 1)
        return ways


def possible(evidence: Evidence, wanted: int, luck: np.random.Generator) -> Layouts:
    """Return all layouts if there are no more than wanted, else draw as many."""
    covers = cover(evidence, luck)
    ways = covers.ways()
    if covers.scale == 1 and ways.sum() <= 4 * wanted:
        every = enumerate_all(evidence, covers)
        if len(every) <= wanted:
            return Layouts(every, len(every), exact=True)
        chosen = luck.choice(len(every), wanted, replace=False)
        return Layouts(every[chosen], len(every), exact=False)
    return _drawn(evidence, covers, ways, wanted, luck)


# --- covers --------------------------------------------------------------------------------------


def cover(evidence: Evidence, luck: np.random.Generator) -> Covers:
    """Lay down ships until every demand is met, in all ways."""
    ships = range(len(evidence.afloat))
    rows = np.full((1, len(ships)), FREE)
    bars = np.zeros((1, len(ships), len(evidence.demands)), dtype=np.bool_)
    touch = [_touch(evidence, ship) for ship in ships]
    scale = 1.0
    for demand in range(len(evidence.demands)):
        rows, bars = _meet(evidence, touch, rows, bars, demand)
        if len(rows) > COVERS:
            kept = luck.choice(len(rows), COVERS, replace=False)
            scale *= len(rows) / COVERS
            rows, bars = rows[kept], bars[kept]
    able = tuple(_open(evidence, touch, rows, bars, ship) for ship in ships)
    return Covers(rows, able, scale)


def _touch(evidence: Evidence, ship: int) -> Bools:
    """Tell which allowed placements of a ship meet which demand: [placement, demand]."""
    covers = evidence.tables.covers[evidence.afloat[ship]][evidence.allowed[ship]]
    met = [covers[:, list(cells)].any(axis=1) for cells in evidence.demands]
    return np.array(met, dtype=np.bool_).reshape(len(met), len(covers)).T


def _meet(
    evidence: Evidence, touch: list[Bools], rows: Ints, bars: Bools, demand: int
) -> tuple[Ints, Bools]:
    """Split every partial layout that leaves a demand unmet by the first free ship to meet it."""
    met = np.zeros(len(rows), dtype=np.bool_)
    for ship, table in enumerate(touch):
        met |= (rows[:, ship] != FREE) & table[rows[:, ship], demand]
    grown, barred = [rows[met]], [bars[met]]
    rows, bars = rows[~met], bars[~met].copy()
    for ship, table in enumerate(touch):
        free = rows[:, ship] == FREE
        able = _open(evidence, touch, rows[free], bars[free], ship) & table[:, demand]
        row, placement = np.nonzero(able)
        more = rows[free][row]
        more[:, ship] = placement
        grown.append(more)
        barred.append(bars[free][row])
        bars[:, ship, demand] = True  # later ships meet it only where this one does not
    return np.concatenate(grown), np.concatenate(barred)


def _open(evidence: Evidence, touch: list[Bools], rows: Ints, bars: Bools, ship: int) -> Bools:
    """Tell where a ship may lie beside those laid down: [partial layout, allowed placement]."""
    able = np.ones((len(rows), len(evidence.allowed[ship])), dtype=np.bool_)
    for other in range(len(evidence.afloat)):
        laid = rows[:, other] != FREE
        if other != ship and laid.any():
            able[laid] &= ~_clash(evidence, other, ship)[rows[laid, other]]
    for demand in np.flatnonzero(bars[:, ship].any(axis=0)):
        able[bars[:, ship, demand]] &= ~touch[ship][:, demand]
    return able


def _clash(evidence: Evidence, one: int, other: int) -> Bools:
    table = evidence.tables.clash[evidence.afloat[one]][evidence.afloat[other]]
    return table[np.ix_(evidence.allowed[one], evidence.allowed[other])]


# --- all of them, or a draw ----------------------------------------------------------------------


def enumerate_all(evidence: Evidence, covers: Covers) -> Ints:
    """List every layout that agrees: each cover with its free ships laid in every way."""
    grown, origin = covers.rows, np.arange(len(covers.rows))
    for ship, able in enumerate(covers.open):
        free = grown[:, ship] == FREE
        fits = able[origin[free]]
        for other in range(ship):
            mate = grown[free, other]
            was_free = covers.rows[origin[free], other] == FREE
            fits = fits & ~(_clash(evidence, other, ship)[mate] & was_free[:, None])
        row, placement = np.nonzero(fits)
        more, source = grown[free][row], origin[free][row]
        more[:, ship] = placement
        grown = np.concatenate([grown[~free], more])
        origin = np.concatenate([origin[~free], source])
    return _named(evidence, grown)


def _drawn(
    evidence: Evidence,
    covers: Covers,
    ways: np.ndarray[tuple[int], np.dtype[np.float64]],
    wanted: int,
    luck: np.random.Generator,
) -> Layouts:
    """Draw covers by their ways, lay the free ships, keep what has no clash."""
    total, kept, tried = ways.sum(), [], 0
    limits = np.cumsum(ways) / total
    for _ in range(ROUNDS):
        short = wanted - sum(map(len, kept))
        if short <= 0:
            break
        chosen = np.searchsorted(limits, luck.random(2 * short + 8), side="right")
        chosen = np.minimum(chosen, len(ways) - 1)
        rows = _laid(covers, chosen, luck)
        sound = rows[~_clashing(evidence, rows)]
        kept.append(sound)
        tried += len(rows)
    sound = np.concatenate(kept)
    count = total * covers.scale * len(sound) / tried
    if covers.scale > 1 or 0 < len(sound) < wanted:
        sound = np.resize(sound, (wanted, sound.shape[1]))
        for _ in range(SWEEPS):
            sound = sweep(evidence, sound, luck)
    return Layouts(_named(evidence, sound[:wanted]), count, exact=False)


def _laid(covers: Covers, chosen: Ints, luck: np.random.Generator) -> Ints:
    """Lay the free ships of the chosen covers, each by itself."""
    rows = covers.rows[chosen]
    for ship, able in enumerate(covers.open):
        free = np.flatnonzero(rows[:, ship] == FREE)
        if len(free):
            rows[free, ship] = pick(able[chosen[free]], luck)
    return rows


def pick(able: Bools, luck: np.random.Generator) -> Ints:
    """Draw one of the true places of each row, every one alike; rows have at least one."""
    order = able.cumsum(axis=1, dtype=np.int16)
    chosen = np.floor(luck.random(len(able)) * order[:, -1]).astype(np.int16)
    return np.asarray((order <= chosen[:, None]).sum(axis=1))


def _clashing(evidence: Evidence, rows: Ints) -> Bools:
    clash = np.zeros(len(rows), dtype=np.bool_)
    for other in range(rows.shape[1]):
        for one in range(other):
            clash |= _clash(evidence, one, other)[rows[:, one], rows[:, other]]
    return clash


def _named(evidence: Evidence, rows: Ints) -> Ints:
    """Turn places in the lists of allowed placements into placements."""
    named = np.empty_like(rows)
    for ship, allowed in enumerate(evidence.allowed):
        named[:, ship] = allowed[rows[:, ship]]
    return named


# --- Gibbs moves ---------------------------------------------------------------------------------


def sweep(evidence: Evidence, rows: Ints, luck: np.random.Generator) -> Ints:
    """Lift each ship in turn and lay it again anywhere the others and the demands admit."""
    rows = rows.copy()
    for ship in range(rows.shape[1]):
        rows[:, ship] = pick(conditional(evidence, rows, ship), luck)
    return rows


def conditional(evidence: Evidence, rows: Ints, ship: int) -> Bools:
    """Tell where one ship may lie, the others given: [layout, allowed placement]."""
    others = [other for other in range(rows.shape[1]) if other != ship]
    touch = [_touch(evidence, each) for each in range(rows.shape[1])]
    able = np.ones((len(rows), len(evidence.allowed[ship])), dtype=np.bool_)
    for other in others:
        able &= ~_clash(evidence, other, ship)[rows[:, other]]
    for demand in range(len(evidence.demands)):
        met = np.zeros(len(rows), dtype=np.bool_)
        for other in others:
            met |= touch[other][rows[:, other], demand]
        able &= met[:, None] | touch[ship][:, demand]
    return able
