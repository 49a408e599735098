"""Games played on in the imagination, hundreds at once, one row each.

Every player remembers all that was shown, knows its own hand and takes what is sure. Else a careful
one asks where a number is likeliest and keeps still when nothing is likely; any other asks anywhere.
Nobody uses a number it could not know.
"""

from __future__ import annotations

import numpy as np

from bots.nana.looks import Bools, Floats, Ints, Looks, Side, look_around
from bots.nana.rows import BITS, NUMBERS, Frame, Rows
from bots.nana.stakes import standing, wins_with, worths
from games.nana.rules import COPIES

HOLD, KEEP = 0.01, 0.08
"""Below this promise a careful player shows nothing new with the first card; below this chance
with the next."""
TWICE = 0.8
"""What two guesses in a row are worth, in parts of the product of their chances."""


def play_out(
    frame: Frame, rows: Rows, luck: np.random.Generator, samples: int, careful: Bools, turns: int
) -> Floats:
    """Play every row for some turns; returns [origin, seat]: the chance of each seat to win it."""
    result = np.zeros((rows.origin.max(initial=-1) + 1, frame.seats))
    for _ in range(turns):
        if not len(rows.number):
            break
        noise = luck.random((samples, len(frame.owner) + len(NUMBERS)), np.float32)[rows.sample]
        winner = play_turn(frame, rows, noise, careful[rows.sample, rows.active])
        over = winner >= 0
        result[rows.origin[over]] = np.eye(frame.seats)[winner[over]]
        rows = rows.keep(~over) if over.any() else rows
    result[rows.origin] = standing(frame, rows)
    return result


def play_turn(frame: Frame, rows: Rows, noise: Floats, careful: Bools) -> Ints:
    """Play one turn of every row, in place; returns who won by it, -1 for nobody yet."""
    every = np.arange(len(rows.number))
    known = rows.public | (frame.owner == rows.active[:, None])
    ready, looks = survey(frame, rows, known, noise)
    winning = wins_with(frame, rows.trios[every, rows.active])
    value = worths(frame, rows, winning)
    taken = np.where(ready >= COPIES, value, -1.0).argmax(axis=1)
    sure = ready[every, taken] >= COPIES
    target, found = _chain(rows, looks, ready, value, noise, careful, ~sure)
    got = np.where(sure, taken, np.where(found, target, 0))
    leaky = ~careful & (got == 0)  # who is not careful turns known copies before unknown ones
    rows.public |= (leaky[:, None] & known) & (rows.number == target[:, None]) & rows.down
    rows.down &= (rows.number != got[:, None]) | (got == 0)[:, None]
    rows.trios[every, rows.active] |= np.where(got > 0, BITS[got], 0)
    rows.trios[every, frame.mate(rows.active)] = rows.trios[every, rows.active]
    winner = np.where((got > 0) & winning[every, got], rows.active, -1)
    stay = (got > 0) & frame.goes_on
    rows.active = np.where(stay, rows.active, (rows.active + 1) % frame.seats)
    return winner


def survey(frame: Frame, rows: Rows, known: Bools, noise: Floats) -> tuple[Ints, Looks]:
    """Count by number the known copies in reach, and find where else to look."""
    seen = known | ~rows.down
    low = _side(frame, rows, seen, slice(None))
    high = _side(frame, rows, seen, slice(None, None, -1))
    ready = _count(rows.number, known & _in_reach(frame, rows, low, high))
    loose = COPIES - _count(rows.number, seen)
    loose[:, 0] = 0
    loose = loose[:, : frame.top + 1]
    lots = noise[:, frame.held : len(frame.owner)]
    hidden = ~seen[:, frame.held :]
    looks = look_around((low, high), loose, hidden, lots, frame.held)
    return ready[:, : frame.top + 1], looks


def _side(frame: Frame, rows: Rows, seen: Bools, way: slice) -> Side:
    shape = (-1, frame.seats, frame.size)
    cut = slice(None), slice(None, frame.held)
    return Side(
        rows.number[cut].reshape(shape)[:, :, way],
        seen[cut].reshape(shape)[:, :, way],
        rows.down[cut].reshape(shape)[:, :, way],
    )


def _count(numbers: Ints, which: Bools) -> Ints:
    """[row, number]: count the cards chosen."""
    wide = len(NUMBERS)
    spots = numbers + wide * np.arange(len(numbers))[:, None]
    return np.bincount(spots[which], minlength=wide * len(numbers)).reshape(-1, wide)


def _in_reach(frame: Frame, rows: Rows, low: Side, high: Side) -> Bools:
    """Tell which cards one chain can turn: equal cards lie side by side at an end (R9)."""
    reach = rows.down.copy()
    ends = [
        np.take_along_axis(side.numbers, side.down.argmax(axis=2)[:, :, None], axis=2)
        for side in (low, high)
    ]
    at_end = (low.numbers == ends[0]) | (low.numbers == ends[1])
    reach[:, : frame.held] &= at_end.reshape(-1, frame.held)
    return reach


def _chain(
    rows: Rows,
    looks: Looks,
    ready: Ints,
    value: Floats,
    noise: Floats,
    careful: Bools,
    able: Bools,
) -> tuple[Ints, Bools]:
    """Try for a trio that is not sure; returns the number tried for, and whether it was found."""
    every = np.arange(len(rows.number))
    quiet = careful & ((rows.public & rows.down).sum(axis=1) > 1)  # may turn known cards instead
    first, promise = _first(looks, ready, value, noise, careful)
    able = able & looks.free[every, first] & ~(quiet & (promise < HOLD))
    card, only = looks.cards[every, first], looks.only[every, first]
    shown = rows.number[every, card]
    target = np.where(able, np.where(only > 0, only, shown), 0)
    rows.public[every[able], card[able]] = True
    alive = able & (shown == target)
    missing = COPIES - 1 - ready[every, np.minimum(target, ready.shape[1] - 1)]
    used = np.stack([card, card, card])
    for step in range(COPIES - 1):
        trying = alive & (missing > 0)
        if not trying.any():
            break
        card, hope = _next(looks, first, target, used, noise, careful, step)
        hope = np.where(missing > 1, hope * 0.3, hope)
        alive &= (missing <= 0) | ((card >= 0) & ~(quiet & (hope < KEEP)))
        trying &= alive
        rows.public[every[trying], card[trying]] = True
        alive &= ~trying | (rows.number[every, card] == target)
        missing = missing - trying
        used[step + 1] = card
    return target, alive


def promises(looks: Looks, ready: Ints, value: Floats) -> Floats:
    """[row, look]: what turning each unknown card first promises, whatever number it shows."""
    second, best = np.moveaxis(np.sort(looks.odds, axis=1)[:, -2:], 1, 0)
    other = np.where(looks.odds < best[:, None], best[:, None], second[:, None])
    finish = np.maximum(other * looks.rest[:, None], looks.again)
    more = np.where(ready == 1, 1, np.where(ready == 0, TWICE * best * looks.last, 0))
    finish *= (more * value).astype(np.float32)[:, None, :]
    finish += np.where(ready > 1, value, 0).astype(np.float32)[:, None, :]
    promise: Floats = np.einsum("rln,rln->rl", looks.odds, finish)
    return promise


def _first(
    looks: Looks, ready: Ints, value: Floats, noise: Floats, careful: Bools
) -> tuple[Ints, Floats]:
    """Choose the first unknown card: by its expected gain, or at random."""
    promise = promises(looks, ready, value)
    lot = noise[:, : promise.shape[1]] ** looks.rarity
    asked = np.where(careful[:, None], promise + 1e-5 * lot, lot * (looks.only == 0))
    chosen = np.where(looks.free, asked, -1.0).argmax(axis=1)
    return chosen, promise[np.arange(len(chosen)), chosen]


def _next(
    looks: Looks,
    first: Ints,
    target: Ints,
    used: Ints,
    noise: Floats,
    careful: Bools,
    step: int,
) -> tuple[Ints, Floats]:
    """Choose one more unknown card for the number: the card, -1 if there is none, and its chance."""
    every = np.arange(len(first))
    chance = looks.odds[every, :, target]
    cards = looks.cards
    fresh = looks.free & (cards != used[0][:, None]) & (cards != used[step][:, None])
    if step == 0:  # the next card inward of the end just turned
        inner = looks.inner[every, first]
        at = every[inner >= 0], first[inner >= 0]
        cards, chance = cards.copy(), chance.copy()
        cards[at], fresh[at] = inner[inner >= 0], True
        chance[at] = looks.again[every, first, target][inner >= 0]
    lot = noise[:, 1 : 1 + chance.shape[1]] ** looks.rarity
    asked = np.where(careful[:, None], chance + 1e-4 * lot, lot)
    chosen = np.where(fresh & (chance > 0), asked, -1.0).argmax(axis=1)
    fine = fresh[every, chosen] & (chance[every, chosen] > 0)
    return np.where(fine, cards[every, chosen], -1), chance[every, chosen]
