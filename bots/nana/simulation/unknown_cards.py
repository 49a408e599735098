"""Unknown cards a player of a simulated game may flip, and the numbers they may show.

From each end of a hand the first unknown card is listed; a card behind known cards can be reached
only in a chain of their number. All arrays have one row for each game and one column for each card
listed: first from the low ends by seat, then from the high ends by seat, then some centre cards.
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
MAX_CENTRE_CARDS = 3
"""Hidden centre cards listed for each game: a chain flips no more than three cards."""


@dataclass(frozen=True)
class UnknownCards:
    """The unknown cards that can be flipped; the arrays are [game, entry] unless said otherwise."""

    cards: Ints
    exists: Bools
    """Whether the entry stands for a card at all."""
    required_number: Ints
    """The number of the known cards before it, which the chain must have; 0 if it is itself an end."""
    next_inward: Ints
    """The next card inward, -1 if there is none or it is known."""
    odds: Floats
    """[game, entry, number]: the chance that the card is the number."""
    odds_of_second: Floats
    """[game, entry, number]: the chance that the next card inward is the number too."""
    inverse_count: Floats
    """[game, entry]: 1 / number of cards this entry represents.
    `noise ** inverse_count` makes the choice uniform over single cards."""
    left_after_one: Floats
    """[game, number]: the share of its unlocated copies that stays unlocated when one is found."""
    left_after_two: Floats
    """[game, number]: the same when two are found."""


@dataclass(frozen=True)
class HandsFromEnd:
    """Every hand as seen from one of its ends: place 0 is that end."""

    numbers: Ints
    """[game, seat, place]"""
    seen: Bools
    down: Bools


def find_unknown_cards(
    sides: tuple[HandsFromEnd, HandsFromEnd],
    unlocated: Ints,
    hidden: Bools,
    noise: Floats,
    held: int,
) -> UnknownCards:
    """Return the unknown cards of every game; `unlocated` is [game, number]: copies of unknown place."""
    low, high = sides
    below = _first_unknown(low, unlocated, turned=False)
    above = _first_unknown(high, unlocated, turned=True)
    centre = _centre_cards(
        unlocated, _possible_places(low, unlocated.shape[1]), hidden, noise, held
    )
    parts = zip(below, above, centre, strict=True)
    copies = np.maximum(unlocated, 1).astype(np.float32)
    left = (np.maximum(unlocated - found, 0) / copies for found in (1, 2))
    return UnknownCards(*(np.concatenate(part, axis=1) for part in parts), *left)


def _possible_places(low: HandsFromEnd, numbers: int) -> Ints:
    """[game, number]: count the hidden cards of hands that their neighbours allow to be the number."""
    least = np.maximum.accumulate(np.where(low.seen, low.numbers, 0), axis=2)
    most = np.where(low.seen, low.numbers, numbers)[:, :, ::-1]
    most = np.minimum.accumulate(most, axis=2)[:, :, ::-1]
    wide = numbers + 2
    start = wide * np.arange(len(least))[:, None, None]
    steps = np.zeros(wide * len(least), dtype=np.int64)
    for edge, change in ((least, 1), (most + 1, -1)):
        steps += change * np.bincount((start + edge)[~low.seen], minlength=len(steps))
    places_for: Ints = steps.reshape(-1, wide).cumsum(axis=1)[:, :numbers]
    return places_for


def _first_unknown(
    side: HandsFromEnd, unlocated: Ints, turned: bool
) -> tuple[npt.NDArray[np.generic], ...]:
    """Find the first unknown card from an end of each hand.

    k hidden cards side by side between known numbers are any k of the A unlocated copies between
    them, so the first is beyond x with a chance of about (1 - k/A) ** (unlocated copies up to x).
    """
    rows, seats, size = side.numbers.shape
    places = np.arange(size)
    end = side.down.argmax(axis=2)
    some = side.down.any(axis=2)
    value = _take_place(side.numbers, end)
    run = side.seen & (side.numbers == value[:, :, None]) | (places < end[:, :, None])
    place = np.minimum(np.where(run, size, places).min(axis=2), size - 1)
    free = some & ~_take_place(side.seen, place) & _take_place(side.down, place)
    beyond = np.where(side.seen & (places > place[:, :, None]), places, size).min(axis=2)
    top = unlocated.shape[1] - 1
    near = np.where(
        place > 0, _take_place(side.numbers, np.maximum(place - 1, 0)), top if turned else 1
    )
    far = np.where(
        beyond < size, _take_place(side.numbers, np.minimum(beyond, size - 1)), 1 if turned else top
    )
    only = np.where(place > end, value, 0)
    odds, again = _order_odds(unlocated, near, far, beyond - place, turned)
    wanted = (only == 0)[:, :, None] | (np.arange(top + 1) == only[:, :, None])
    odds = odds * (wanted & free[:, :, None])
    step = size - 1 - place if turned else place
    start = np.arange(seats) * size
    inner = np.where(beyond - place > 1, start + step + (-1 if turned else 1), -1)
    return start + step, free, only, inner, odds, again, np.ones(free.shape, np.float32)


def _take_place(values: npt.NDArray[Kind], place: Ints) -> npt.NDArray[Kind]:
    """Return the value at one place of each hand."""
    return np.take_along_axis(values, place[:, :, None], axis=2)[:, :, 0]


def _order_odds(
    unlocated: Ints, near: Ints, far: Ints, count: Ints, turned: bool
) -> tuple[Floats, Floats]:
    """Return the odds of the first of `count` sorted cards, and the odds that the second is equal."""
    rows = np.arange(len(unlocated))[:, None]
    upto = unlocated.cumsum(axis=1)
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
    extra = np.maximum(unlocated - 1, 0).astype(np.float32)
    return odds, 1 - np.exp(fewer.astype(np.float32)[:, :, None] * extra[:, None, :])


def _centre_cards(
    unlocated: Ints, places_for: Ints, hidden: Bools, noise: Floats, held: int
) -> tuple[npt.NDArray[np.generic], ...]:
    """List some hidden centre cards, chosen at random; all of them have the same odds."""
    count = min(MAX_CENTRE_CARDS, hidden.shape[1])
    cards = np.where(hidden, noise, -1.0).argsort(axis=1)[:, ::-1][:, :count]
    free = hidden.sum(axis=1)[:, None] > np.arange(count)
    none = np.zeros_like(cards)
    places_for = places_for + hidden.sum(axis=1)[:, None]
    share = (unlocated / np.maximum(places_for, 1)).astype(np.float32)
    odds = share[:, None, :] * free[:, :, None]
    rarity = (count / np.maximum(hidden.sum(axis=1), max(count, 1))).astype(np.float32)
    rarity = np.repeat(rarity[:, None], count, axis=1)
    return held + cards, free, none, none - 1, odds, np.zeros_like(odds), rarity
