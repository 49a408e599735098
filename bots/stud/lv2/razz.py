"""lv2 in Razz: doors and dead low cards on third street, clean boards against dirty ones later."""

from __future__ import annotations

from collections import Counter

from bots.stud.lv2.reading import dead_low_cards
from bots.stud.situation import Situation, low_rank
from games.stud.actions import Action, Bet, BringIn, Call, Check, Complete, Fold, Raise

Intent = tuple[type[Action], str]
MANY_DEAD = 8
"""Dead low cards, counted as `dead_low_cards` does, that make a low hard to get."""


def intent(situation: Situation) -> Intent:
    """Return what lv2 wants to do, and the class of its hand."""
    if situation.street == 3:
        return third_street(situation)
    if situation.street == 7:
        return seventh_street(situation)
    return middle_streets(situation)


def quality(cards: tuple[int, ...]) -> str:
    """Return the class of three cards: monster, good, okay or bad."""
    ranks = sorted(low_rank(card) for card in cards)
    different = len(set(ranks)) == len(ranks)
    if different and ranks[-1] <= 5:
        return "monster"
    if different and ranks[-1] <= 8:
        return "good"
    two_low = len({r for r in ranks if r <= 8}) >= 2
    return "okay" if two_low and ranks[-1] <= 9 else "bad"


def third_street(situation: Situation) -> Intent:
    """Open by door and competition, defend by the opener's door."""
    found = quality(situation.mine)
    if situation.allows(BringIn):
        return (BringIn if found == "bad" else Complete), found
    if situation.state.full_bets == 0:
        return (Complete if opens(situation, found) else Fold), found
    return _defend(situation, found), found


def opens(situation: Situation, found: str) -> bool:
    """Return whether to complete: fewer lower doors behind ask for less of a hand."""
    door = low_rank(situation.door)
    others = [low_rank(situation.board(seat)[0]) for seat in situation.opponents]
    lower = sum(other < door for other in others)
    if door >= 9:
        return lower == 0
    rivals = sum(other <= 8 for other in others)
    if rivals >= 2:
        return found in ("monster", "good")
    if rivals == 1:
        return len({low_rank(card) for card in situation.mine if low_rank(card) <= 8}) >= 2
    return True


def _defend(situation: Situation, found: str) -> type[Action]:
    door, theirs = low_rank(situation.door), low_rank(situation.board(situation.rival)[0])
    if situation.raises:
        strong = found == "monster" or (found == "good" and door < theirs)
        return Call if strong or (situation.weight < 1 and found == "good") else Fold
    if theirs >= 9:
        if found in ("monster", "good") and dead_low_cards(situation) < MANY_DEAD:
            return Raise
        return Fold if found == "bad" else Call
    if found == "monster" and door < theirs:
        return Raise
    return Call if found in ("monster", "good") else Fold


def dirt(board: tuple[int, ...]) -> int:
    """Return how spoiled cards are for a low: one for each from nine and for each that pairs."""
    ranks = [low_rank(card) for card in board]
    return sum(r >= 9 for r in ranks) + sum(count - 1 for count in Counter(ranks).values())


def low_cards(cards: tuple[int, ...]) -> int:
    """Return how many different ranks up to eight there are."""
    return len({low_rank(card) for card in cards if low_rank(card) <= 8})


def leads(situation: Situation) -> bool:
    """Return whether the own hand is cleaner than every opponent's board may hide."""
    mine = dirt(situation.mine)
    clean = low_cards(situation.mine) >= situation.street - 2 and mine <= 1
    worse = all(
        dirt(situation.board(seat)) >= dirt(situation.board(situation.seat))
        for seat in situation.opponents
    )
    return (clean and worse) or _fifth_card(situation) <= 7


def _fifth_card(situation: Situation) -> int:
    """Return the highest card of the best five different ranks, 14 if there are fewer."""
    ranks = sorted({low_rank(card) for card in situation.mine})
    return ranks[4] if len(ranks) >= 5 else 14


def middle_streets(situation: Situation) -> Intent:
    """Fourth to sixth: lead when cleaner, call on fourth, count bricks on the big streets."""
    ahead = leads(situation)
    rival = dirt(situation.board(situation.rival))
    mine = dirt(situation.mine)
    label = "ahead" if ahead else "behind" if mine > rival + 1 else "even"
    if situation.facing == 0:
        return (Bet if ahead or rival >= 2 > mine else Check), label
    if ahead and rival >= 1 and situation.raises == 0:
        return Raise, label
    if situation.street == 4:
        hopeless = mine >= 2 and rival == 0 and low_cards(situation.mine) <= 2
        return (Fold if hopeless else Call), label
    if low_cards(situation.mine) >= 4 and mine <= 2:
        return Call, label
    live = dead_low_cards(situation) < 2 * MANY_DEAD
    return (Call if rival >= 2 and mine <= rival and live else Fold), label


def seventh_street(situation: Situation) -> Intent:
    """Bet an eight low, or less against dirt; do not fold too much."""
    worst = _fifth_card(situation)
    rival = dirt(situation.board(situation.rival))
    label = f"{worst} low" if worst < 14 else "no low"
    if situation.facing == 0:
        return (Bet if worst <= 8 or (worst == 9 and rival >= 1) or rival >= 3 else Check), label
    if worst <= 6:
        return (Raise if situation.raises < 2 else Call), label
    signs = [rival >= 2, rival >= 1, worst <= 9]
    needed = 1 if situation.heads_up else 2
    return (Call if worst <= 8 or (worst <= 11 and sum(signs) >= needed) else Fold), label
