"""Layouts drawn from what the evidence leaves: every consistent fleet alike, and no other ever.

How: each place of a ship is tagged with the hits it covers and the sonar signals it explains. Counting
over tags, ship by ship, tells how many ways there are to cover every hit once and explain every
signal; the count walked backward draws among exactly these, many at once. What the tags do not see,
ships that overlap outside the hits, is drawn again. So the draws are independent and exactly uniform.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from bots.battleship.evidence import Evidence, evidence
from bots.battleship.waters import Flags, Floats, Ints, places
from games.battleship.fleet import Ship
from games.battleship.state import Sea

TAGS = 60
"""Conditions a tag has room for; signals beyond them are checked after the draw."""
LINKS = 60_000
"""Links between tags worth counting; above this, signals are left to the check after the draw."""
ROUNDS = 12
"""Draws after which fewer layouts than asked for are enough, if there is one at all."""
BATCH = 40_000
NONE = np.zeros(1, dtype=np.int64)


class Group(msgspec.Struct, frozen=True):
    """The places still open to one ship, sorted by tag."""

    places: Ints
    tags: Ints
    starts: Ints
    counts: Ints


class Stage(msgspec.Struct, frozen=True):
    """How one ship leads from what the ships before it meet to what they meet with it."""

    before: Ints
    """By link: the union of tags it comes from."""
    tag: Ints
    """By link: which tag of this ship's group it adds."""
    weight: Floats
    """By link: how many ways there are to come through it."""
    edges: Ints
    """By union of tags reached: where its links begin; and the end of the last."""


class Layouts(msgspec.Struct, frozen=True):
    """Fleets drawn, or all there are."""

    ships: tuple[int, ...]
    chosen: Ints
    """[ship afloat, layout] -> index among the ship's places; in batches [ship, batch, layout]."""
    total: float
    """How many consistent layouts there are; estimated unless `exact`."""
    exact: bool

    def __len__(self) -> int:
        """Return the number of layouts drawn in one batch."""
        return int(self.chosen.shape[-1])

    def dealt(self, lots: int) -> Layouts:
        """Split the layouts into batches; each gets all of them if they are complete, or too few."""
        ships, count = self.chosen.shape
        if self.exact or count < lots:
            shared = np.broadcast_to(self.chosen[:, None], (ships, lots, count))
            return replace(self, chosen=shared)
        each = count // lots
        return replace(self, chosen=self.chosen[:, : lots * each].reshape(ships, lots, each))


class Sampler:
    """All fleets that agree with the evidence, ready to be drawn from."""

    def __init__(self, told: Evidence, classes: Sequence[Ship], size: int) -> None:
        self.told = told
        self.size = size
        self.ships = {place: classes[place] for place in told.afloat}
        kept = max(0, min(len(told.signals), TAGS - len(told.hits)))
        while not self._count(kept):
            kept //= 2
        self.unchecked = told.signals[kept:]

    def _count(self, kept: int) -> bool:
        """Count the ways to meet all conditions, with so many of the signals; no if too many."""
        tags, hits, full = _tags(self.told, self.size, kept)
        groups = {place: self._group(ship, tags) for place, ship in self.ships.items()}
        self.order = tuple(sorted(groups, key=lambda place: (len(groups[place].tags), place)))
        self.groups = [groups[place] for place in self.order]
        stages = _stages(self.groups, hits, full)
        if stages is None:
            if kept:
                return False
            stages = _stages(self.groups, hits, full, limit=None)
            assert stages is not None
        self.stages = stages
        self.ways = float(stages[-1].weight.sum()) if stages else 1.0
        """How many fleets meet the conditions, ships that overlap among them."""
        return True

    def _group(self, ship: Ship, tags: Ints) -> Group:
        """Sort the places where the ship may lie; a fully destroyed ship would have been named (R14)."""
        spots = places(self.size, ship.length).cells
        shut = self.told.barred(ship).take(spots).any(axis=1)
        if self.told.hits:
            shut |= self.told.destroyed.take(spots).all(axis=1)
        free = np.flatnonzero(~shut)
        if not len(self.told.hits) + len(self.told.signals):
            return Group(free, NONE, NONE, np.array([len(free)]))
        tagged = np.bitwise_or.reduce(tags.take(spots.take(free, axis=0)), axis=1)
        order = tagged.argsort(kind="stable")
        tagged = tagged[order]
        edges = _runs(tagged)
        return Group(free[order], tagged[edges[:-1]], edges[:-1], edges[1:] - edges[:-1])

    def draw(self, count: int, luck: np.random.Generator) -> Layouts:
        """Draw layouts, each consistent one alike; all of them if there are not more."""
        if self.ways <= count:
            return self._all()
        kept: list[Ints] = []
        have = tried = 0
        batch = 2 * count + 32
        for drawn in range(1_000_000):
            lot = self._propose(batch, luck)
            good = lot[:, self._sound(lot)]
            kept.append(good)
            have, tried = have + good.shape[1], tried + batch
            if have >= count or (drawn >= ROUNDS and have):
                break
            batch = min(BATCH, int((count - have) * 1.2 * tried / max(have, 1)) + 32)
        chosen = np.concatenate(kept, axis=1)[:, :count]
        return Layouts(self.order, chosen, self.ways * have / tried, exact=False)

    def _propose(self, count: int, luck: np.random.Generator) -> Ints:
        """Draw fleets that meet the counted conditions, ship by ship from the last."""
        chosen = np.empty((len(self.groups), count), dtype=np.int64)
        node = np.zeros(count, dtype=np.int64)
        for index in range(len(self.groups) - 1, -1, -1):
            group, stage = self.groups[index], self.stages[index]
            link = _links(stage, node, luck)
            tag, node = stage.tag.take(link), stage.before.take(link)
            step = (luck.random(count) * group.counts.take(tag)).astype(np.int64)
            chosen[index] = group.places.take(group.starts.take(tag) + step)
        return chosen

    def _sound(self, lot: Ints) -> Flags:
        """Tell which fleets have no ships that overlap, and explain the signals not counted."""
        count = lot.shape[1]
        taken = np.zeros((count, 2), dtype=np.uint64)
        clash = np.zeros((count, 2), dtype=np.uint64)
        for place, chosen in zip(self.order, lot, strict=True):
            words = places(self.size, self.ships[place].length).words.take(chosen, axis=0)
            clash |= taken & words
            taken |= words
        sound: Flags = np.logical_not(clash.any(axis=1))
        for signal in self.unchecked:
            bits = [sum(1 << cell % 64 for cell in signal if cell // 64 == half) for half in (0, 1)]
            np.logical_and(sound, (taken & np.array(bits, np.uint64)).any(axis=1), out=sound)
        return sound

    def _all(self) -> Layouts:
        """List every consistent layout, walking the count backward along every link."""
        chosen = np.empty((0, 1), dtype=np.int64)
        node = np.zeros(1, dtype=np.int64)
        for group, stage in zip(reversed(self.groups), reversed(self.stages), strict=True):
            which, link = _spread(stage.edges[node], stage.edges[node + 1])
            tag = stage.tag[link]
            starts = group.starts[tag]
            again, spot = _spread(starts, starts + group.counts[tag])
            which, link = which[again], link[again]
            chosen = np.concatenate([group.places[spot][None], chosen[:, which]])
            node = stage.before[link]
        sound = chosen[:, self._sound(chosen)]
        return Layouts(self.order, sound, float(sound.shape[1]), exact=True)

    def open_to(self, place: int) -> Ints:
        """List the places where a ship may lie as far as its own evidence goes."""
        return self.groups[self.order.index(place)].places


def sampler(sea: Sea, classes: Sequence[Ship], size: int) -> Sampler:
    """Return the sampler of a sea from its attacker's point of view."""
    return Sampler(evidence(sea, classes), classes, size)


def _tags(told: Evidence, size: int, kept: int) -> tuple[Ints, int, int]:
    """Give each cell a bit for every condition it meets; returns these, the hits' bits, all bits."""
    tags = np.zeros(size * size, dtype=np.int64)
    for bit, cell in enumerate(told.hits):
        tags[cell] |= 1 << bit
    for bit, signal in enumerate(told.signals[:kept], start=len(told.hits)):
        tags[list(signal)] |= 1 << bit
    return tags, (1 << len(told.hits)) - 1, (1 << (len(told.hits) + kept)) - 1


def _stages(
    groups: Sequence[Group], hits: int, full: int, limit: int | None = LINKS
) -> list[Stage] | None:
    """Count ship by ship, keeping only unions from which all conditions can still be met."""
    rest = [0]
    for group in reversed(groups):
        rest.append(rest[-1] | int(np.bitwise_or.reduce(group.tags)))
    unions, ways = np.zeros(1, dtype=np.int64), np.ones(1)
    stages: list[Stage] = []
    for group, later in zip(groups, rest[-2::-1], strict=True):
        if not group.tags.any():  # a ship that can meet no condition
            ways = ways * group.counts
            every = np.arange(len(unions) + 1)
            stages.append(Stage(every[:-1], np.zeros_like(unions), ways, every))
            continue
        if limit is not None and len(unions) * len(group.tags) > limit:
            return None
        union = unions[:, None] | group.tags
        fits = ((unions[:, None] & group.tags & hits) == 0) & ((full & ~later & ~union) == 0)
        before, tag = np.nonzero(fits)
        reached = union[before, tag]
        order = reached.argsort(kind="stable")
        before, tag, reached = before[order], tag[order], reached[order]
        weight = ways[before] * group.counts[tag]
        edges = _runs(reached)
        unions, ways = reached[edges[:-1]], np.add.reduceat(weight, edges[:-1])
        stages.append(Stage(before, tag, weight, edges))
    return stages


def _runs(ordered: Ints) -> Ints:
    """Return where runs of equal numbers begin, and the end of the last."""
    inner = (ordered[1:] != ordered[:-1]).nonzero()[0] + 1
    return np.concatenate([[0], inner, [len(ordered)]])


def _links(stage: Stage, node: Ints, luck: np.random.Generator) -> Ints:
    """Draw for each fleet the link it came by, by weight."""
    if len(stage.weight) == 1:
        return np.zeros(len(node), dtype=np.int64)
    ends = stage.weight.cumsum()
    bounds = np.concatenate([[0.0], ends])
    first, last = stage.edges.take(node), stage.edges.take(node + 1)
    low, high = bounds.take(first), bounds.take(last)
    link = np.searchsorted(ends, low + luck.random(len(node)) * (high - low), side="right")
    within: Ints = np.minimum(np.maximum(link, first), last - 1)
    return within


def _spread(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Write out ranges one after the other: which range, and the number in it."""
    lengths = last - first
    which = np.repeat(np.arange(len(first)), lengths)
    offset = np.arange(len(which)) - np.repeat(lengths.cumsum() - lengths, lengths)
    return which, first[which] + offset
