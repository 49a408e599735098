"""lv2 in Seven Card Stud: tiers of starting hands, then made hands, draws and nothing."""

from __future__ import annotations

import numpy as np

from bots.stud.lv2.reading import (
    BAD,
    GOOD,
    HIGH_THREAT,
    LOW_THREAT,
    flush_live,
    highest_threat,
    pair_live,
    straight_live,
    threat,
)
from bots.stud.situation import (
    ACE,
    JACK,
    KING,
    QUEEN,
    Situation,
    most_suited,
    pairs,
    rank,
    straight_cards,
)
from games.core.poker import category, high_strength
from games.stud.actions import Action, Bet, BringIn, Call, Check, Complete, Fold, Raise

Intent = tuple[type[Action], str]
TIERS = "SABCD"
PAIR, TWO_PAIR, STRAIGHT = 1, 2, 4
SEVEN, TENS = 5, 8


def intent(situation: Situation) -> Intent:
    """Return what lv2 wants to do, and the class of its hand."""
    if situation.street == 3:
        return third_street(situation)
    if situation.street == 4:
        return fourth_street(situation)
    if situation.street == 7:
        return seventh_street(situation)
    return big_streets(situation)


def tier(situation: Situation) -> str:
    """Return the tier of three cards, S to D; dead cards lower draws and low pairs."""
    cards = situation.mine
    held = pairs(cards)
    if held:
        return _pair_tier(situation, held[0])
    ranks = sorted(map(rank, cards))
    if most_suited(cards)[0] == 3:
        base = "A" if ranks[-1] >= QUEEN else "B"
        return _lower_draw(base, flush_live(situation))
    if ranks[-1] - ranks[0] <= 3 and len(set(ranks)) == 3:
        base = "A" if ranks[-1] >= JACK else "B"
        return _lower_draw(base, straight_live(situation))
    return "C" if rank(situation.door) >= JACK else "D"


def _pair_tier(situation: Situation, held: int) -> str:
    trips = sum(rank(card) == held for card in situation.mine) == 3
    if trips or held >= JACK:
        return "S"
    if held >= SEVEN:
        return "A"
    return _lower("B", 1 if pair_live(situation) == BAD else 0)


def _lower_draw(found: str, live: int) -> str:
    """Lower a draw by two tiers if it is dead, from A to B if it is half dead."""
    return _lower(found, 2) if live == BAD else "B" if live != GOOD else found


def _lower(found: str, steps: int) -> str:
    return TIERS[min(len(TIERS) - 1, TIERS.index(found) + steps)]


def third_street(situation: Situation) -> Intent:
    """Complete with good tiers, steal with the best door, defend by tier."""
    found = tier(situation)
    plays = found in "SAB"
    if situation.allows(BringIn):
        return (Complete if plays else BringIn), found
    if situation.allows(Complete) or situation.state.full_bets == 0:
        return (Complete if plays or (found == "C" and steals(situation)) else Fold), found
    if situation.raises:
        strong = found == "S" or (found == "A" and situation.heads_up)
        return (Call if strong or situation.weight < 1 else Fold), found
    if found == "S":
        return Raise, found
    if found == "A":
        weaker = rank(situation.board(situation.rival)[0]) < rank(situation.door)
        return (Raise if weaker and highest_threat(situation) <= LOW_THREAT else Call), found
    defends = found == "B" or (found == "C" and situation.heads_up and situation.weight < 1)
    return (Call if defends else Fold), found


def steals(situation: Situation) -> bool:
    """Return whether the door is a queen or better and above all who are still to act."""
    doors = [rank(situation.board(seat)[0]) for seat in situation.behind]
    mine = rank(situation.door)
    return mine >= QUEEN and all(door < mine for door in doors) and ACE not in doors


def strong_draw(situation: Situation) -> bool:
    """Return whether one card is missing to a flush or straight that is not dead."""
    flush = most_suited(situation.mine)[0] == 4 and flush_live(situation) != BAD
    straight = straight_cards(situation.mine) == 4 and straight_live(situation) != BAD
    return flush or straight


def made(situation: Situation) -> int:
    """Return the category of the hand."""
    return category(int(high_strength(np.array(situation.mine))))


def fourth_street(situation: Situation) -> Intent:
    """Bet pairs and strong draws; fold only nothing against a frightening board."""
    danger = highest_threat(situation)
    paired = made(situation) >= PAIR
    draw = strong_draw(situation)
    label = "made" if paired else "draw" if draw else "nothing"
    good = paired or (draw and danger < HIGH_THREAT)
    if situation.facing == 0:
        return (Bet if good and (paired or danger < HIGH_THREAT) else Check), label
    if label == "nothing" and danger >= HIGH_THREAT:
        return Fold, label
    raises = good and situation.raises == 0 and (made(situation) >= TWO_PAIR or danger < 4)
    return (Raise if raises else Call), label


def big_streets(situation: Situation) -> Intent:
    """Fifth and sixth: made hands bet, live draws call, nothing folds."""
    danger = highest_threat(situation)
    found = made(situation)
    draw = strong_draw(situation)
    label = "made" if found >= PAIR else "draw" if draw else "nothing"
    if situation.facing == 0:
        semi_bluff = label == "draw" and danger < HIGH_THREAT
        return (Bet if label == "made" or semi_bluff else Check), label
    if label == "made":
        return _defend_made(situation, found, danger), label
    completed = situation.street == 6 and danger >= HIGH_THREAT
    return (Call if label == "draw" and not completed else Fold), label


def _defend_made(situation: Situation, found: int, danger: int) -> type[Action]:
    if found >= TWO_PAIR:
        ahead = found >= STRAIGHT or danger < HIGH_THREAT
        return Raise if ahead and situation.raises == 0 else Call
    weak = pair_live(situation) == BAD or pairs(situation.mine)[0] < TENS
    if situation.street == 6 and danger >= HIGH_THREAT and weak:
        return Fold
    return Raise if danger <= LOW_THREAT and situation.raises == 0 and not weak else Call


def seventh_street(situation: Situation) -> Intent:
    """Bet two pair or better; call a bet with less if two of three signs say bluff."""
    found = made(situation)
    danger = highest_threat(situation)
    label = "made" if found >= TWO_PAIR else "pair" if found == PAIR else "nothing"
    if situation.facing == 0:
        thin = found == PAIR and danger <= LOW_THREAT and pairs(situation.mine)[0] >= KING
        return (Bet if found >= TWO_PAIR or thin else Check), label
    if found >= STRAIGHT:
        return (Raise if situation.raises < 2 else Call), label
    if found >= TWO_PAIR:
        return Call, label
    rival = situation.board(situation.rival)
    signs = [not pairs(rival), threat(rival) <= LOW_THREAT, found == PAIR and _high_pair(situation)]
    needed = 1 if situation.heads_up else 2
    catches = found == PAIR and sum(signs) >= needed
    return (Call if catches else Fold), label


def _high_pair(situation: Situation) -> bool:
    return pairs(situation.mine)[0] >= KING
