"""lv2 in Stud Eight-or-better: play for both halves, and leave when only scraps are left."""

from __future__ import annotations

import numpy as np

from bots.stud.lv2 import razz, stud
from bots.stud.lv2.reading import HIGH_THREAT, dead_low_cards, highest_threat, threat
from bots.stud.situation import Situation, low_rank, most_suited, pairs, straight_cards
from games.core.poker import NO_LOW, eight_or_better
from games.stud.actions import Action, Bet, BringIn, Call, Check, Complete, Fold, Raise

Intent = tuple[type[Action], str]
NINE = 7
MANY_DEAD = 9


def intent(situation: Situation) -> Intent:
    """Return what lv2 wants to do, and the class of its hand."""
    if situation.street == 3:
        return third_street(situation)
    if situation.street == 7:
        return seventh_street(situation)
    return middle_streets(situation)


def start_class(situation: Situation) -> str:
    """Return the class of three cards: scoop, low, high, marginal or trash."""
    cards = situation.mine
    ranks = sorted(low_rank(card) for card in cards)
    held = pairs(cards)
    different = len(set(ranks)) == 3
    if different and ranks[0] == 1 and ranks[1] <= 3 and ranks[2] <= 8:
        return "scoop"
    if held and ranks[0] == 1 and ranks[2] <= 8:
        return "scoop"
    if different and ranks[2] <= 8:
        return "low"
    if held and held[0] >= NINE:
        return "high"
    if most_suited(cards)[0] == 3 or (held and ranks[2] <= 8):
        return "high"
    if different and ranks[0] == 1 and ranks[1] <= 8 and ranks[2] <= 9:
        return "low"
    return "marginal" if sum(r <= 8 for r in set(ranks)) >= 2 or held else "trash"


def third_street(situation: Situation) -> Intent:
    """Complete with both-way and low starts, steal with a low door, fear low doors with highs."""
    found = start_class(situation)
    good = found in ("scoop", "low", "high")
    if situation.allows(BringIn):
        return (Complete if good else BringIn), found
    if situation.state.full_bets == 0:
        low_doors = sum(low_rank(situation.board(s)[0]) <= 8 for s in situation.opponents)
        crowded = found == "high" and low_doors >= 3 and pairs(situation.mine)[:1] < [NINE + 2]
        steal = found == "marginal" and steals(situation)
        return (Complete if (good and not crowded) or steal else Fold), found
    return _defend(situation, found), found


def steals(situation: Situation) -> bool:
    """Return whether the door is low, no ace to three is behind, and few low doors are."""
    behind = [low_rank(situation.board(seat)[0]) for seat in situation.behind]
    low = sum(r <= 8 for r in behind)
    return low_rank(situation.door) <= 8 and all(r > 3 for r in behind) and low <= 1


def _defend(situation: Situation, found: str) -> type[Action]:
    theirs = low_rank(situation.board(situation.rival)[0])
    big_pair = pairs(situation.mine)[:1] >= [NINE]
    if situation.raises:
        strong = found == "scoop" or (big_pair and theirs >= 9)
        return Call if strong or (situation.weight < 1 and found != "trash") else Fold
    if found == "scoop":
        return Raise if dead_low_cards(situation) < MANY_DEAD else Call
    if found == "low":
        return Call
    if found == "high":
        if theirs >= 9:
            return Raise if big_pair else Call
        return Call if big_pair and situation.heads_up else Fold
    return Fold


def role(situation: Situation) -> str:
    """Return what the hand plays for: both, low, high or air."""
    cards = situation.mine
    lows = razz.low_cards(cards)
    low = lows >= 5 or (
        lows >= min(4, situation.street - 1) and dead_low_cards(situation) < 2 * MANY_DEAD
    )
    if situation.street == 7:
        low = has_low(situation)
    category = stud.made(situation)
    drawing = situation.street < 7 and (most_suited(cards)[0] == 4 or straight_cards(cards) == 4)
    high = (
        category >= stud.TWO_PAIR or (category == stud.PAIR and pairs(cards)[0] >= NINE) or drawing
    )
    if low and (high or category >= stud.PAIR):
        return "both"
    return "low" if low else "high" if high else "air"


def has_low(situation: Situation) -> bool:
    """Return whether the hand has a qualifying low."""
    return int(eight_or_better(np.array(situation.mine))) != NO_LOW


def looks_low(board: tuple[int, ...]) -> bool:
    """Return whether a board goes for low: three different low ranks, or two of two."""
    return razz.low_cards(board) >= min(3, max(2, len(board)))


def middle_streets(situation: Situation) -> Intent:
    """Fourth to sixth: bet for both halves, call for one, fold what will be scooped."""
    found = role(situation)
    danger = highest_threat(situation)
    rival_low = looks_low(situation.board(situation.rival))
    if situation.facing == 0:
        denies = found == "high" and (rival_low or danger < HIGH_THREAT)
        sure_low = found == "low" and razz.low_cards(situation.mine) >= 5
        return (Bet if found == "both" or denies or sure_low else Check), found
    if found == "both":
        return (Raise if situation.raises == 0 and danger < HIGH_THREAT else Call), found
    if situation.street == 4:
        return (Fold if found == "air" and (danger >= 4 or rival_low) else Call), found
    return (Call if _continues(situation, found, rival_low, danger) else Fold), found


def _continues(situation: Situation, found: str, rival_low: bool, danger: int) -> bool:
    """Return whether one half is likely enough to pay a big bet for."""
    if found == "low":
        made_low = razz.low_cards(situation.mine) >= 5
        return made_low or dead_low_cards(situation) < MANY_DEAD or danger < HIGH_THREAT
    if found == "high":
        strong = stud.made(situation) >= stud.TWO_PAIR
        return strong or not rival_low or pairs(situation.mine)[:1] >= [NINE + 2]
    return False


def seventh_street(situation: Situation) -> Intent:
    """Bet both halves and good lows; call if one half may be won."""
    found = role(situation)
    rival = situation.board(situation.rival)
    if situation.facing == 0:
        high = found == "high" and stud.made(situation) >= stud.TWO_PAIR and not looks_low(rival)
        return (Bet if found in ("both", "low") or high else Check), found
    if found == "both" and stud.made(situation) >= stud.TWO_PAIR and situation.raises < 2:
        return Raise, found
    if found in ("both", "low"):
        return Call, found
    category = stud.made(situation)
    catches = category >= stud.TWO_PAIR or (category == stud.PAIR and threat(rival) < 5)
    return (Call if catches else Fold), found
