"""Deal sizes, bonuses, finish points and the settlement of a match (R4, R29 to R39)."""

from __future__ import annotations

from collections.abc import Sequence

from games.datongzi.events import DatongziOptions
from games.datongzi.patterns import Pattern

MAX_HANDS = 30
DEALS = {
    (2, "60"): (3, 60, 12),
    (2, "33"): (3, 33, 66),
    (3, "three"): (3, 41, 9),
    (4, "three"): (3, 31, 8),
    (4, "four"): (4, 42, 8),
}
"""R4: (seats, variant) -> (decks, cards of a hand, hidden cards)."""
TONGZI_BONUS = {13: 100, 14: 200, 15: 300}
DIZHA_BONUS = 400
FINISH = {
    (2, "60"): (100, -100),
    (2, "33"): (60, -60),
    (3, "three"): (100, -40, -60),
    (4, "three"): (100, -20, -40, -80),
    (4, "four"): (100, -20, -40, -80),
}
"""R31: (seats, variant) -> points by place."""


def allows_seat_count(options: DatongziOptions, seats: int) -> bool:
    """Return whether the options support this number of seats (R4, R38)."""
    four_only = options.teams == "pairs" or options.decks == "four"
    return seats == 4 if four_only else seats in (2, 3, 4)


def _variant(options: DatongziOptions, seats: int) -> tuple[int, str]:
    return seats, options.two_seats if seats == 2 else options.decks


def deal_sizes(options: DatongziOptions, seats: int) -> tuple[int, int, int]:
    """Return decks, cards of a hand, hidden cards (R4)."""
    return DEALS[_variant(options, seats)]


def must_beat(options: DatongziOptions, seats: int) -> bool:
    """Return whether a player who can beat has to (R22)."""
    return seats == 3 or options.must_beat == "yes"


def kickers_allowed(options: DatongziOptions) -> bool:
    """Return whether triples and airplanes may carry other cards (R15)."""
    return options.kickers == "yes" or (options.kickers == "standard" and options.decks == "three")


def bonus_for(options: DatongziOptions, pattern: Pattern) -> int:
    """Return the bonus of a play that takes its trick (R30, R32)."""
    factor = 2 if options.bonuses == "doubled" else 1
    if pattern.kind == "dizha":
        return factor * DIZHA_BONUS
    return factor * TONGZI_BONUS.get(pattern.rank, 0) if pattern.kind == "tongzi" else 0


def finish_points(options: DatongziOptions, seats: int) -> tuple[int, ...]:
    """Return the finish points by place (R31, R32)."""
    factor = 2 if options.bonuses == "doubled" else 1
    return tuple(factor * points for points in FINISH[_variant(options, seats)])


def side_of(options: DatongziOptions, seat: int, seats: int) -> tuple[int, ...]:
    """List the seats that win together with a seat, itself included (R38)."""
    if options.teams == "none":
        return (seat,)
    return tuple(sorted((seat, (seat + 2) % seats)))


def side_scores(options: DatongziOptions, scores: Sequence[int]) -> tuple[int, ...]:
    """Return for each seat the sum of its side (R38, R39)."""
    seats = len(scores)
    return tuple(sum(scores[s] for s in side_of(options, seat, seats)) for seat in range(seats))


def totals(history: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """Add up the scores of hands by seat."""
    return tuple(sum(hand[seat] for hand in history) for seat in range(seats))


def round_to_hundred(score: int) -> int:
    """Round to hundreds, halves away from zero (R36)."""
    rounded = (abs(score) + 50) // 100 * 100
    return rounded if score >= 0 else -rounded


def settle(options: DatongziOptions, scores: Sequence[int]) -> tuple[int, ...]:
    """Return what each seat gets from the others; `scores` are those of the sides (R36, R39)."""
    count = len(scores)
    sides = sorted({side_of(options, seat, count) for seat in range(count)})
    sums = [scores[side[0]] for side in sides]
    if options.target != "hand":
        closing, most = int(options.closing), max(sums)
        if sums.count(most) == 1:
            gain = closing * (len(sums) - 1)
            sums = [s + gain if s == most else s - closing for s in sums]
        sums = [round_to_hundred(s) for s in sums]
    by_seat = {
        s: len(sums) * mine - sum(sums)
        for side, mine in zip(sides, sums, strict=True)
        for s in side
    }
    return tuple(by_seat[seat] for seat in range(count))
