"""Simulate the turns of a batch of games, hundreds of games at once.

Every simulated player remembers all cards that were shown, knows its own hand and takes a trio that
is sure. If none is, a skilled player flips the card with the best expected gain, and shows nothing
new when all gains are small; any other player flips a random unknown card.
Invariant: no player's choice depends on a number that this player could not know.
"""

from __future__ import annotations

import numpy as np

from bots.nana.simulation.batch import NUMBER_BITS, NUMBERS, GameBatch, TableShape
from bots.nana.simulation.trio_value import values_of_trios, win_estimates, wins_with
from bots.nana.simulation.unknown_cards import (
    Bools,
    Floats,
    HandsFromEnd,
    Ints,
    UnknownCards,
    find_unknown_cards,
)
from games.nana.rules import COPIES

MIN_FIRST_GAIN, MIN_NEXT_CHANCE = 0.01, 0.08
"""Below this expected gain a skilled player flips no unknown card first; below this chance, no
unknown card next."""
TWO_GUESSES_FACTOR = 0.8
"""Chance that two guesses in a row succeed, as a share of the product of their chances."""
TWO_MISSING_FACTOR = 0.3
"""Factor for the chance of the next card while two cards are missing: the third must be found too."""
FIRST_TIE_NOISE, NEXT_TIE_NOISE = 1e-5, 1e-4
"""Random part added to expected gains and chances, to choose between equal ones."""


def simulate_turns(
    shape: TableShape,
    batch: GameBatch,
    rng: np.random.Generator,
    samples: int,
    skilled: Bools,
    turns: int,
) -> Floats:
    """Play every game for some turns; return [game_id, seat]: the chance of each seat to win."""
    result = np.zeros((batch.game_id.max(initial=-1) + 1, shape.seats))
    for _ in range(turns):
        if not len(batch.number):
            break
        noise = rng.random((samples, len(shape.owner) + len(NUMBERS)), np.float32)[batch.stream]
        winner = simulate_turn(shape, batch, noise, skilled[batch.stream, batch.active])
        over = winner >= 0
        result[batch.game_id[over]] = np.eye(shape.seats)[winner[over]]
        batch = batch.select(~over) if over.any() else batch
    result[batch.game_id] = win_estimates(shape, batch)
    return result


def simulate_turn(shape: TableShape, batch: GameBatch, noise: Floats, skilled: Bools) -> Ints:
    """Play one turn of every game, changing the batch; return who won by it, -1 for nobody yet."""
    games = np.arange(len(batch.number))
    known = batch.public | (shape.owner == batch.active[:, None])
    in_reach, unknown = survey(shape, batch, known, noise)
    winning = wins_with(shape, batch.trios[games, batch.active])
    value = values_of_trios(shape, batch, winning)
    taken = np.where(in_reach >= COPIES, value, -1.0).argmax(axis=1)
    sure = in_reach[games, taken] >= COPIES
    target, found = _try_chain(batch, unknown, in_reach, value, noise, skilled, ~sure)
    collected = np.where(sure, taken, np.where(found, target, 0))
    reveals_copies = ~skilled & (
        collected == 0
    )  # unskilled players flip known copies before unknown ones
    batch.public |= (
        (reveals_copies[:, None] & known) & (batch.number == target[:, None]) & batch.down
    )
    batch.down &= (batch.number != collected[:, None]) | (collected == 0)[:, None]
    batch.trios[games, batch.active] |= np.where(collected > 0, NUMBER_BITS[collected], 0)
    batch.trios[games, shape.partner(batch.active)] = batch.trios[games, batch.active]
    winner = np.where((collected > 0) & winning[games, collected], batch.active, -1)
    stay = (collected > 0) & shape.continues_after_trio
    batch.active = np.where(stay, batch.active, (batch.active + 1) % shape.seats)
    return winner


def survey(
    shape: TableShape, batch: GameBatch, known: Bools, noise: Floats
) -> tuple[Ints, UnknownCards]:
    """Return [game, number]: the known copies one chain can flip; and the unknown cards."""
    seen = known | ~batch.down
    low = _from_end(shape, batch, seen, slice(None))
    high = _from_end(shape, batch, seen, slice(None, None, -1))
    in_reach = _count(batch.number, known & _in_reach(shape, batch, low, high))
    unlocated = COPIES - _count(batch.number, seen)
    unlocated[:, 0] = 0
    unlocated = unlocated[:, : shape.top + 1]
    centre_noise = noise[:, shape.held : len(shape.owner)]
    hidden = ~seen[:, shape.held :]
    unknown = find_unknown_cards((low, high), unlocated, hidden, centre_noise, shape.held)
    return in_reach[:, : shape.top + 1], unknown


def _from_end(shape: TableShape, batch: GameBatch, seen: Bools, direction: slice) -> HandsFromEnd:
    dimensions = (-1, shape.seats, shape.size)
    cut = slice(None), slice(None, shape.held)
    return HandsFromEnd(
        batch.number[cut].reshape(dimensions)[:, :, direction],
        seen[cut].reshape(dimensions)[:, :, direction],
        batch.down[cut].reshape(dimensions)[:, :, direction],
    )


def _count(numbers: Ints, which: Bools) -> Ints:
    """[game, number]: count the chosen cards."""
    wide = len(NUMBERS)
    spots = numbers + wide * np.arange(len(numbers))[:, None]
    return np.bincount(spots[which], minlength=wide * len(numbers)).reshape(-1, wide)


def _in_reach(shape: TableShape, batch: GameBatch, low: HandsFromEnd, high: HandsFromEnd) -> Bools:
    """Return which cards one chain can flip: equal cards lie side by side at an end (R9)."""
    reach = batch.down.copy()
    ends = [
        np.take_along_axis(side.numbers, side.down.argmax(axis=2)[:, :, None], axis=2)
        for side in (low, high)
    ]
    at_end = (low.numbers == ends[0]) | (low.numbers == ends[1])
    reach[:, : shape.held] &= at_end.reshape(-1, shape.held)
    return reach


def _try_chain(
    batch: GameBatch,
    unknown: UnknownCards,
    in_reach: Ints,
    value: Floats,
    noise: Floats,
    skilled: Bools,
    trying: Bools,
) -> tuple[Ints, Bools]:
    """Try for a trio that is not sure; return the number tried for, and whether it was completed."""
    games = np.arange(len(batch.number))
    may_hold_back = skilled & (
        (batch.public & batch.down).sum(axis=1) > 1
    )  # known cards to flip instead
    first, gain = _choose_first(unknown, in_reach, value, noise, skilled)
    trying = trying & unknown.exists[games, first] & ~(may_hold_back & (gain < MIN_FIRST_GAIN))
    card, required = unknown.cards[games, first], unknown.required_number[games, first]
    shown = batch.number[games, card]
    target = np.where(trying, np.where(required > 0, required, shown), 0)
    batch.public[games[trying], card[trying]] = True
    alive = trying & (shown == target)
    missing = COPIES - 1 - in_reach[games, np.minimum(target, in_reach.shape[1] - 1)]
    used = np.stack([card, card, card])
    for step in range(COPIES - 1):
        flipping = alive & (missing > 0)
        if not flipping.any():
            break
        card, chance = _choose_next(unknown, first, target, used, noise, skilled, step)
        chance = np.where(missing > 1, chance * TWO_MISSING_FACTOR, chance)
        alive &= (missing <= 0) | ((card >= 0) & ~(may_hold_back & (chance < MIN_NEXT_CHANCE)))
        flipping &= alive
        batch.public[games[flipping], card[flipping]] = True
        alive &= ~flipping | (batch.number[games, card] == target)
        missing = missing - flipping
        used[step + 1] = card
    return target, alive


def expected_gains(unknown: UnknownCards, in_reach: Ints, value: Floats) -> Floats:
    """[game, entry]: the expected value of flipping each unknown card first."""
    second, best = np.moveaxis(np.sort(unknown.odds, axis=1)[:, -2:], 1, 0)
    other = np.where(unknown.odds < best[:, None], best[:, None], second[:, None])
    finish = np.maximum(other * unknown.left_after_one[:, None], unknown.odds_of_second)
    more = np.where(
        in_reach == 1,
        1,
        np.where(in_reach == 0, TWO_GUESSES_FACTOR * best * unknown.left_after_two, 0),
    )
    finish *= (more * value).astype(np.float32)[:, None, :]
    finish += np.where(in_reach > 1, value, 0).astype(np.float32)[:, None, :]
    gain: Floats = np.einsum("rln,rln->rl", unknown.odds, finish)
    return gain


def _choose_first(
    unknown: UnknownCards, in_reach: Ints, value: Floats, noise: Floats, skilled: Bools
) -> tuple[Ints, Floats]:
    """Choose the first unknown card: by its expected gain, or at random."""
    gain = expected_gains(unknown, in_reach, value)
    tie_breaker = noise[:, : gain.shape[1]] ** unknown.inverse_count
    priority = np.where(
        skilled[:, None],
        gain + FIRST_TIE_NOISE * tie_breaker,
        tie_breaker * (unknown.required_number == 0),
    )
    chosen = np.where(unknown.exists, priority, -1.0).argmax(axis=1)
    return chosen, gain[np.arange(len(chosen)), chosen]


def _choose_next(
    unknown: UnknownCards,
    first: Ints,
    target: Ints,
    used: Ints,
    noise: Floats,
    skilled: Bools,
    step: int,
) -> tuple[Ints, Floats]:
    """Choose one more unknown card for the number; return the card (-1 for none) and its chance."""
    games = np.arange(len(first))
    chance = unknown.odds[games, :, target]
    cards = unknown.cards
    fresh = unknown.exists & (cards != used[0][:, None]) & (cards != used[step][:, None])
    if step == 0:  # the next card inward from the end just flipped
        inner = unknown.next_inward[games, first]
        at = games[inner >= 0], first[inner >= 0]
        cards, chance = cards.copy(), chance.copy()
        cards[at], fresh[at] = inner[inner >= 0], True
        chance[at] = unknown.odds_of_second[games, first, target][inner >= 0]
    tie_breaker = noise[:, 1 : 1 + chance.shape[1]] ** unknown.inverse_count
    priority = np.where(skilled[:, None], chance + NEXT_TIE_NOISE * tie_breaker, tie_breaker)
    chosen = np.where(fresh & (chance > 0), priority, -1.0).argmax(axis=1)
    found = fresh[games, chosen] & (chance[games, chosen] > 0)
    return np.where(found, cards[games, chosen], -1), chance[games, chosen]
