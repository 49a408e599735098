"""Level lv1: a score of the hand from 0 to 100 against thresholds for each street.

The figures are those of the document's family: its scoring table, and three sets of parameters that
differ (`CODE`, as shipped, is the level; `DESIGN` and `TABLE` are baselines of the arena). A raise on
third street, for which the table has no threshold, needs that of fourth street. Where the family has
no figure for how often a hand above the raise threshold raises, `TABLE` uses the shipped one.
"""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np

from bots.stud.situation import (
    QUEEN,
    Situation,
    low_rank,
    most_suited,
    pairs,
    rank,
    straight_cards,
    suit,
)
from games.core.poker import category, high_strength
from games.core.random_stream import Chance
from games.stud.actions import Action, Bet, BringIn, Call, Check, Complete, Fold, Raise

MADE = (50, 64, 74, 78, 84, 88, 98, 99, 100)
"""Score by category of hand, high card to straight flush, as shipped."""
FOUR_FLUSH, FOUR_STRAIGHT = 10, 8
HEAVY = 0.5
"""A call above this part of a bet may be folded."""
RAISE_CHANCE = 0.5


class Thresholds(msgspec.Struct, frozen=True):
    """Scores a street asks for."""

    bet: int
    """On third street: to complete."""
    raise_: int
    fold: int


THRESHOLDS = {
    3: Thresholds(60, 75, 40),
    4: Thresholds(58, 75, 42),
    5: Thresholds(68, 82, 48),
    6: Thresholds(70, 84, 50),
    7: Thresholds(72, 86, 52),
}
AS_DESIGNED = {3: Thresholds(70, 75, 40), 4: Thresholds(62, 75, 42)}


class Parameters(msgspec.Struct, frozen=True):
    """A character of the level."""

    tightness: float
    aggression: float
    bluff: float
    semi_bluff: float
    multiway_penalty: float
    big_bet_fear: float
    thresholds: dict[int, Thresholds]


CODE = Parameters(0.2, 0.4, 0.05, 0.15, 0.1, 0.2, THRESHOLDS)
DESIGN = Parameters(0.75, 0.35, 0.01, 0.03, 0.20, 0.30, THRESHOLDS | AS_DESIGNED)
TABLE = Parameters(1.0, 0.4, 0.01, 0.05, 1.5, 1.0, THRESHOLDS | AS_DESIGNED)


class Verdict(msgspec.Struct, frozen=True):
    """What a rule-based level chose, and the figures that led to it."""

    action: Action
    parts: dict[str, float]


def choose(parameters: Parameters, situation: Situation, chance: Chance) -> Verdict:
    """Return the action: bluffs only without a bet, folds only if the price is heavy."""
    score, required = hand_score(situation), required_score(parameters, situation)
    limits = parameters.thresholds[situation.street]
    intent = _intent(parameters, situation, chance, score, required - 50, limits)
    return Verdict(situation.act(intent), {"hand": score, "required": required})


def _intent(
    parameters: Parameters,
    situation: Situation,
    chance: Chance,
    score: float,
    shift: float,
    limits: Thresholds,
) -> type[Action]:
    if situation.allows(BringIn):
        return BringIn
    # Deviation from the family's figures, which shift every threshold: a completion, which costs less
    # than a bet, is compared with the bare one. All reported results of lv1 were played this way.
    if situation.allows(Complete) and score >= limits.bet:
        return Complete
    if situation.facing == 0:
        bluffs = _bluffs(parameters, situation, chance)
        return Bet if bluffs or score >= limits.bet + shift else Check
    if score < limits.fold + shift and situation.weight > HEAVY:
        return Fold
    if score >= limits.raise_ + shift and chance.unit() < parameters.aggression * RAISE_CHANCE:
        return Raise
    return Call


def _bluffs(parameters: Parameters, situation: Situation, chance: Chance) -> bool:
    """Return whether it bets without the score: with a draw among few, or alone against a weak board."""
    draw = chance.unit()
    players = len(situation.opponents) + 1
    if players <= 3 and situation.street <= 4 and draw_score(situation.mine) >= FOUR_STRAIGHT:
        return draw < parameters.semi_bluff
    return players == 2 and board_threat(situation) == 0 and draw < parameters.bluff


def required_score(parameters: Parameters, situation: Situation) -> float:
    """Return the score the situation asks for; 50 shifts no threshold."""
    required = 50 + 10 * parameters.tightness
    required += 10 * parameters.multiway_penalty * max(0, len(situation.opponents) - 1)
    required += 15 * parameters.big_bet_fear if situation.street >= 5 else 0
    return required + 5 * situation.raises


def hand_score(situation: Situation) -> float:
    """Return the score of the hand in the game that is played."""
    match situation.state.game:
        case "stud":
            return _clamp(high_score(situation, board_threat(situation)))
        case "razz":
            return razz_score(situation)
        case _:
            high = _clamp(high_score(situation, board_threat(situation) / 2))
            low = low_score(situation)
            both = 6 if high >= 70 and low >= 70 else 0
            return _clamp(0.55 * high + 0.45 * low + both)


def high_score(situation: Situation, threat: float) -> float:
    """Return the made hand's score with its draws, less dead cards and threatening boards."""
    cards = situation.mine
    made = MADE[category(int(high_strength(np.array(cards))))]
    suited, colour = most_suited(cards)
    dead = sum(suit(card) == colour for card in situation.seen) if suited == 4 else 0
    return made + draw_score(cards) - min(6, dead) - threat


def draw_score(cards: tuple[int, ...]) -> int:
    """Return what one card to a flush or straight adds."""
    suited, _ = most_suited(cards)
    flush = FOUR_FLUSH if suited == 4 else 0
    return flush + (FOUR_STRAIGHT if straight_cards(cards) == 4 else 0)


def board_threat(situation: Situation) -> float:
    """Return what open pairs and high cards of opponents take away."""
    boards = [situation.board(seat) for seat in situation.opponents]
    paired = 8 if any(pairs(board) for board in boards) else 0
    high = sum(rank(card) >= QUEEN for board in boards for card in board)
    return paired + (4 if high >= 2 else 0)


def _low_figures(cards: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return different ranks up to eight, cards that pair, cards from nine, and ranks above eight."""
    ranks = [low_rank(card) for card in cards]
    repeated = sum(count - 1 for count in Counter(ranks).values())
    good = len({r for r in ranks if r <= 8})
    return good, repeated, sum(r >= 9 for r in ranks), max(0, max(ranks) - 8)


def razz_score(situation: Situation) -> float:
    """Return the score of a Razz hand, less the low cards that opponents show."""
    good, repeated, high, above = _low_figures(situation.mine)
    shown = sum(low_rank(card) <= 5 for s in situation.opponents for card in situation.board(s))
    return _clamp(50 + 10 * good - 12 * repeated - 8 * high - 2 * above - min(10, 2 * shown))


def low_score(situation: Situation) -> float:
    """Return the score of the low side of an Eight-or-better hand."""
    good, repeated, high, above = _low_figures(situation.mine)
    return _clamp(40 + 12 * good - 12 * repeated - 10 * high - 3 * above)


def _clamp(score: float) -> float:
    return min(100.0, max(0.0, float(score)))
