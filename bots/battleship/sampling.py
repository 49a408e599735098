"""Sample layouts of a fleet that agree with the evidence.

Invariant: draws are independent and uniform over all layouts that agree; no other is ever drawn.

Each placement of a ship has a tag: a bit for every hit it covers and every sonar signal it explains.
Counting over tags, ship by ship, gives the number of ways to cover every hit once and to explain every
signal. Going backward through the count draws among exactly these ways, many at once. Tags do not see
ships that overlap outside the hits: such draws are rejected and drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from bots.battleship.evidence import Evidence, gather_evidence
from bots.battleship.geometry import Flags, Floats, Ints, placements
from games.battleship.fleet import Ship
from games.battleship.state import Sea

MAX_TAGS = 60
"""Most conditions in a tag; further signals are checked after the draw."""
MAX_LINKS = 60_000
"""Most links between tags counted; with more, some signals are checked after the draw instead."""
ENOUGH_ROUNDS = 12
"""Rounds after which fewer layouts than asked for are enough, if there is at least one."""
MAX_BATCH = 40_000
NONE = np.zeros(1, dtype=np.int64)


class Group(msgspec.Struct, frozen=True):
    """The placements allowed for one ship, sorted by tag."""

    placements: Ints
    tags: Ints
    starts: Ints
    counts: Ints


class Stage(msgspec.Struct, frozen=True):
    """One step of the count: how the unions of tags change when one more ship is placed.

    A link leads from a union before the ship, by one of its tags, to a union after it.
    """

    before: Ints
    """By link: index of the union it comes from."""
    tag: Ints
    """By link: index of the tag it adds."""
    weight: Floats
    """By link: the number of ways that use it."""
    edges: Ints
    """By union reached: where its links begin; and the end of the last."""


class Layouts(msgspec.Struct, frozen=True):
    """Layouts that were drawn, or all that agree."""

    ships: tuple[int, ...]
    chosen: Ints
    """[ship afloat, layout]: index of the ship's placement; in batches [ship, batch, layout]."""
    total: float
    """How many consistent layouts there are; estimated unless `exact`."""
    exact: bool

    def __len__(self) -> int:
        """Return the number of layouts drawn in one batch."""
        return int(self.chosen.shape[-1])

    def split(self, batches: int) -> Layouts:
        """Split the layouts into batches; every batch gets all if they are exact or too few."""
        ships, count = self.chosen.shape
        if self.exact or count < batches:
            shared = np.broadcast_to(self.chosen[:, None], (ships, batches, count))
            return replace(self, chosen=shared)
        each = count // batches
        return replace(self, chosen=self.chosen[:, : batches * each].reshape(ships, batches, each))


class Sampler:
    """Draws layouts that agree with the evidence of one sea."""

    def __init__(self, evidence: Evidence, classes: Sequence[Ship], size: int) -> None:
        self.evidence = evidence
        self.size = size
        self.ships = {ship_index: classes[ship_index] for ship_index in evidence.afloat}
        kept = max(0, min(len(evidence.signals), MAX_TAGS - len(evidence.hits)))
        while not self._count(kept):
            kept //= 2
        self.unchecked = evidence.signals[kept:]

    def _count(self, kept: int) -> bool:
        """Count the ways to meet all hits and the first `kept` signals; return False if too many."""
        tags, hits, full = _tags(self.evidence, self.size, kept)
        groups = {ship_index: self._group(ship, tags) for ship_index, ship in self.ships.items()}
        self.order = tuple(
            sorted(groups, key=lambda ship_index: (len(groups[ship_index].tags), ship_index))
        )
        self.groups = [groups[ship_index] for ship_index in self.order]
        stages = _stages(self.groups, hits, full)
        if stages is None:
            if kept:
                return False
            stages = _stages(self.groups, hits, full, limit=None)
            assert stages is not None
        self.stages = stages
        self.ways = float(stages[-1].weight.sum()) if stages else 1.0
        """The number of fleets that meet the conditions, including those with overlapping ships."""
        return True

    def _group(self, ship: Ship, tags: Ints) -> Group:
        """Return the placements allowed for a ship.

        Placements on destroyed cells only are excluded: a fully destroyed ship is named (R14).
        """
        spots = placements(self.size, ship.length).cells
        excluded = self.evidence.excluded_cells(ship).take(spots).any(axis=1)
        if self.evidence.hits:
            excluded |= self.evidence.destroyed.take(spots).all(axis=1)
        free = np.flatnonzero(~excluded)
        if not len(self.evidence.hits) + len(self.evidence.signals):
            return Group(free, NONE, NONE, np.array([len(free)]))
        tagged = np.bitwise_or.reduce(tags.take(spots.take(free, axis=0)), axis=1)
        order = tagged.argsort(kind="stable")
        tagged = tagged[order]
        edges = _runs(tagged)
        return Group(free[order], tagged[edges[:-1]], edges[:-1], edges[1:] - edges[:-1])

    def draw(self, count: int, rng: np.random.Generator) -> Layouts:
        """Draw layouts uniformly; return all of them if there are no more than `count`."""
        if self.ways <= count:
            return self._all()
        kept: list[Ints] = []
        have = tried = 0
        batch = 2 * count + 32
        for round_number in range(1_000_000):
            proposed = self._propose(batch, rng)
            good = proposed[:, self._valid(proposed)]
            kept.append(good)
            have, tried = have + good.shape[1], tried + batch
            if have >= count or (round_number >= ENOUGH_ROUNDS and have):
                break
            batch = min(MAX_BATCH, int((count - have) * 1.2 * tried / max(have, 1)) + 32)
        chosen = np.concatenate(kept, axis=1)[:, :count]
        return Layouts(self.order, chosen, self.ways * have / tried, exact=False)

    def _propose(self, count: int, rng: np.random.Generator) -> Ints:
        """Draw fleets that meet the counted conditions, ship by ship from the last one."""
        chosen = np.empty((len(self.groups), count), dtype=np.int64)
        node = np.zeros(count, dtype=np.int64)
        for index in range(len(self.groups) - 1, -1, -1):
            group, stage = self.groups[index], self.stages[index]
            link = _links(stage, node, rng)
            tag, node = stage.tag.take(link), stage.before.take(link)
            step = (rng.random(count) * group.counts.take(tag)).astype(np.int64)
            chosen[index] = group.placements.take(group.starts.take(tag) + step)
        return chosen

    def _valid(self, proposed: Ints) -> Flags:
        """Return which fleets have no overlapping ships and explain the signals not counted."""
        count = proposed.shape[1]
        taken = np.zeros((count, 2), dtype=np.uint64)
        clash = np.zeros((count, 2), dtype=np.uint64)
        for ship_index, chosen in zip(self.order, proposed, strict=True):
            bits = placements(self.size, self.ships[ship_index].length).bits.take(chosen, axis=0)
            clash |= taken & bits
            taken |= bits
        valid: Flags = np.logical_not(clash.any(axis=1))
        for signal in self.unchecked:
            bits = [sum(1 << cell % 64 for cell in signal if cell // 64 == half) for half in (0, 1)]
            np.logical_and(valid, (taken & np.array(bits, np.uint64)).any(axis=1), out=valid)
        return valid

    def _all(self) -> Layouts:
        """Return every layout that agrees, going backward through the count along every link."""
        chosen = np.empty((0, 1), dtype=np.int64)
        node = np.zeros(1, dtype=np.int64)
        for group, stage in zip(reversed(self.groups), reversed(self.stages), strict=True):
            which, link = _expand_ranges(stage.edges[node], stage.edges[node + 1])
            tag = stage.tag[link]
            starts = group.starts[tag]
            again, spot = _expand_ranges(starts, starts + group.counts[tag])
            which, link = which[again], link[again]
            chosen = np.concatenate([group.placements[spot][None], chosen[:, which]])
            node = stage.before[link]
        valid = chosen[:, self._valid(chosen)]
        return Layouts(self.order, valid, float(valid.shape[1]), exact=True)

    def allowed_placements(self, ship_index: int) -> Ints:
        """Return the placements of a ship that no evidence about the ship itself excludes."""
        return self.groups[self.order.index(ship_index)].placements


def sampler(sea: Sea, classes: Sequence[Ship], size: int) -> Sampler:
    """Return the sampler of a sea from its attacker's point of view."""
    return Sampler(gather_evidence(sea, classes), classes, size)


def _tags(evidence: Evidence, size: int, kept: int) -> tuple[Ints, int, int]:
    """Return each cell's bits, one for every condition it meets; the hits' bits; and all bits."""
    tags = np.zeros(size * size, dtype=np.int64)
    for bit, cell in enumerate(evidence.hits):
        tags[cell] |= 1 << bit
    for bit, signal in enumerate(evidence.signals[:kept], start=len(evidence.hits)):
        tags[list(signal)] |= 1 << bit
    return tags, (1 << len(evidence.hits)) - 1, (1 << (len(evidence.hits) + kept)) - 1


def _stages(
    groups: Sequence[Group], hits: int, full: int, limit: int | None = MAX_LINKS
) -> list[Stage] | None:
    """Count ship by ship, keeping only unions from which all conditions can still be met.

    Return `None` if a stage has more than `limit` links.
    """
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


def _links(stage: Stage, node: Ints, rng: np.random.Generator) -> Ints:
    """Draw a link for each fleet with a probability proportional to its weight."""
    if len(stage.weight) == 1:
        return np.zeros(len(node), dtype=np.int64)
    ends = stage.weight.cumsum()
    bounds = np.concatenate([[0.0], ends])
    first, last = stage.edges.take(node), stage.edges.take(node + 1)
    low, high = bounds.take(first), bounds.take(last)
    link = np.searchsorted(ends, low + rng.random(len(node)) * (high - low), side="right")
    within: Ints = np.minimum(np.maximum(link, first), last - 1)
    return within


def _expand_ranges(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Return the numbers of all ranges one after the other: the range's index, and the number."""
    lengths = last - first
    which = np.repeat(np.arange(len(first)), lengths)
    offset = np.arange(len(which)) - np.repeat(lengths.cumsum() - lengths, lengths)
    return which, first[which] + offset
