"""Who has the duty to bring in, and who acts first: read from the up-cards (R8 to R10)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from games.core.poker import high_strength, low_strength
from games.stud.options import Variant
from games.stud.state import State

ACE = 12


def bring_in_rank(game: Variant, card: int) -> int:
    """Return how good an up-card is on third street; the worst one brings in (R5, R8)."""
    rank, suit = divmod(card, 4)
    if game == "razz":
        return -(4 * ((rank + 1) % 13) + suit)
    return 4 * rank + suit


def board_strength(game: Variant, cards: tuple[int, ...]) -> int:
    """Return how good a board is; only equal ranks count (R9)."""
    evaluate = low_strength if game == "razz" else high_strength
    return int(evaluate(np.array(cards)))


def third_street_opener(state: State, doors: dict[int, int]) -> int | None:
    """Return who has to bring in, given every live seat's up-card; `None` if nobody does (R18)."""
    able = [seat for seat in doors if state.stacks[seat] > 0]
    if len(able) < 2:
        return None
    worst = min(doors, key=lambda seat: bring_in_rank(state.game, doors[seat]))
    return from_seat(state, worst, able.__contains__)


def board_opener(state: State, boards: dict[int, tuple[int, ...]]) -> int | None:
    """Return who acts first from fourth street on; `None` if there is no betting (R9, R10)."""
    able = [seat for seat in boards if state.stacks[seat] > 0]
    if len(able) < 2:
        return None
    strengths = {seat: board_strength(state.game, boards[seat]) for seat in boards}
    best = max(state.live, key=lambda seat: strengths[seat])  # the first of equals in deal order
    return from_seat(state, best, able.__contains__)


def from_seat(state: State, seat: int, fits: Callable[[int], bool]) -> int:
    """Return this seat, or the next one to its left that fits."""
    turns = ((seat + step) % state.seats for step in range(state.seats))
    return next(turn for turn in turns if fits(turn))
