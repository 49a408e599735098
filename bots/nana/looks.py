"""Unknown cards a player of a simulated game may flip, and the numbers they may show.

From each end of a hand the first card not known is looked for; behind known cards it can be reached
only in a chain of their number. All arrays have one row for each game, then one column for each
look: low ends by seat, high ends by seat, then some hidden centre cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
Kind = TypeVar("Kind", bound=np.generic)
CENTRE = 3
"""Looks at the centre: a chain turns no more than three cards."""


@dataclass(frozen=True)
class Looks:
    """Every place worth a look."""

    cards: Ints
    free: Bools
    """Whether there is such a card."""
    only: Ints
    """The number of the known cards before it, 0 if it is itself an end."""
    inner: Ints
    """The next card inward, -1 if there is none or it is known."""
    odds: Floats
    """[row, look, number]: the chance that the card is the number."""
    again: Floats
    """[row, look, number]: the chance that the next card inward is the number too."""
    rarity: Floats
    """[game, card]: 1 / number of cards this entry represents.
    `noise ** rarity` makes the choice uniform over single cards."""
    rest: Floats
    """[row, number]: the part of its loose copies that is still loose when one has been found."""
    last: Floats
    """[row, number]: and when two have."""


@dataclass(frozen=True)
class Side:
    """One end of every hand, as if it were the low one."""

    numbers: Ints
    """[row, seat, place], places counted from this end."""
    seen: Bools
    down: Bools


def look_around(
    sides: tuple[Side, Side], loose: Ints, hidden: Bools, lots: Floats, held: int
) -> Looks:
    """List the looks of every row; `loose` counts the copies of each number not located."""
    low, high = sides
    below = _look(low, loose, turned=False)
    above = _look(high, loose, turned=True)
    centre = _look_at_centre(loose, _room(low, loose.shape[1]), hidden, lots, held)
    parts = zip(below, above, centre, strict=True)
    copies = np.maximum(loose, 1).astype(np.float32)
    left = (np.maximum(loose - found, 0) / copies for found in (1, 2))
    return Looks(*(np.concatenate(part, axis=1) for part in parts), *left)


def _room(low: Side, numbers: int) -> Ints:
    """[row, number]: count the hidden cards of hands that may be the number, by their neighbours."""
    least = np.maximum.accumulate(np.where(low.seen, low.numbers, 0), axis=2)
    most = np.where(low.seen, low.numbers, numbers)[:, :, ::-1]
    most = np.minimum.accumulate(most, axis=2)[:, :, ::-1]
    wide = numbers + 2
    start = wide * np.arange(len(least))[:, None, None]
    steps = np.zeros(wide * len(least), dtype=np.int64)
    for edge, change in ((least, 1), (most + 1, -1)):
        steps += change * np.bincount((start + edge)[~low.seen], minlength=len(steps))
    info: Ints = steps.reshape(-1, wide).cumsum(axis=1)[:, :numbers]
    return info


def _look(side: Side, loose: Ints, turned: bool) -> tuple[npt.NDArray[np.generic], ...]:
    """Find the first unknown card from an end of each hand.

    k hidden cards side by side between known numbers are any k of the A copies loose between them,
    so the first is beyond x with a chance of about (1 - k/A) ** (loose copies up to x).
    """
    rows, seats, size = side.numbers.shape
    places = np.arange(size)
    end = side.down.argmax(axis=2)
    some = side.down.any(axis=2)
    value = _at(side.numbers, end)
    run = side.seen & (side.numbers == value[:, :, None]) | (places < end[:, :, None])
    place = np.minimum(np.where(run, size, places).min(axis=2), size - 1)
    free = some & ~_at(side.seen, place) & _at(side.down, place)
    beyond = np.where(side.seen & (places > place[:, :, None]), places, size).min(axis=2)
    top = loose.shape[1] - 1
    near = np.where(place > 0, _at(side.numbers, np.maximum(place - 1, 0)), top if turned else 1)
    far = np.where(
        beyond < size, _at(side.numbers, np.minimum(beyond, size - 1)), 1 if turned else top
    )
    only = np.where(place > end, value, 0)
    odds, again = _order(loose, near, far, beyond - place, turned)
    wanted = (only == 0)[:, :, None] | (np.arange(top + 1) == only[:, :, None])
    odds = odds * (wanted & free[:, :, None])
    step = size - 1 - place if turned else place
    start = np.arange(seats) * size
    inner = np.where(beyond - place > 1, start + step + (-1 if turned else 1), -1)
    return start + step, free, only, inner, odds, again, np.ones(free.shape, np.float32)


def _at(values: npt.NDArray[Kind], place: Ints) -> npt.NDArray[Kind]:
    """Look up one place of each hand."""
    return np.take_along_axis(values, place[:, :, None], axis=2)[:, :, 0]


def _order(loose: Ints, near: Ints, far: Ints, count: Ints, turned: bool) -> tuple[Floats, Floats]:
    """Return the chances of the first of `count` sorted cards, and of one more like it."""
    rows = np.arange(len(loose))[:, None]
    upto = loose.cumsum(axis=1)
    if turned:
        start, stop = upto[rows, near], upto[rows, far - 1]
        passed = start[:, :, None] - upto[:, None, :]
    else:
        start, stop = upto[rows, near - 1], upto[rows, far]
        passed = upto[:, None, :] - start[:, :, None]
    copies = np.maximum(np.abs(stop - start), 1)
    rate = np.log1p(-np.minimum(count / copies, 0.98)).astype(np.float32)[:, :, None]
    beyond = np.exp(rate * np.clip(passed, 0, copies[:, :, None]).astype(np.float32))
    odds = np.zeros_like(beyond)
    odds[:, :, 1:] = np.abs(np.diff(beyond, axis=2))
    fewer = np.log1p(-np.clip((count - 1) / np.maximum(copies - 1, 1), 0, 0.98))
    extra = np.maximum(loose - 1, 0).astype(np.float32)
    return odds, 1 - np.exp(fewer.astype(np.float32)[:, :, None] * extra[:, None, :])


def _look_at_centre(
    loose: Ints, info: Ints, hidden: Bools, lots: Floats, held: int
) -> tuple[npt.NDArray[np.generic], ...]:
    """Any hidden centre card is a copy that has room there; which ones are flipped is random."""
    count = min(CENTRE, hidden.shape[1])
    cards = np.where(hidden, lots, -1.0).argsort(axis=1)[:, ::-1][:, :count]
    free = hidden.sum(axis=1)[:, None] > np.arange(count)
    none = np.zeros_like(cards)
    info = info + hidden.sum(axis=1)[:, None]
    share = (loose / np.maximum(info, 1)).astype(np.float32)
    odds = share[:, None, :] * free[:, :, None]
    rarity = (count / np.maximum(hidden.sum(axis=1), max(count, 1))).astype(np.float32)
    rarity = np.repeat(rarity[:, None], count, axis=1)
    return held + cards, free, none, none - 1, odds, np.zeros_like(odds), rarity
