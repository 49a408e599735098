"""How lv2 reads boards and dead cards: threat of a board, and how live a draw is."""

from __future__ import annotations

from bots.stud.situation import (
    ACE,
    Situation,
    low_rank,
    most_suited,
    pairs,
    rank,
    straight_cards,
    suit,
)

HIGH_THREAT, LOW_THREAT = 7, 3
GOOD, FAIR, BAD = 2, 1, 0
"""How live a draw is."""


def threat(board: tuple[int, ...]) -> int:
    """Return how strong a board shapes, from 0 to 10."""
    suited, _ = most_suited(board)
    connected = straight_cards(board)
    points = 5 if pairs(board) else 0
    points += {3: 4, 4: 6}.get(suited, 0)
    points += {3: 4, 4: 6}.get(connected, 0)
    points += 2 if any(rank(card) == ACE for card in board) else 0
    return min(10, points)


def highest_threat(situation: Situation) -> int:
    """Return the threat of the most dangerous board."""
    return max(threat(situation.board(seat)) for seat in situation.opponents)


def flush_live(situation: Situation) -> int:
    """Return how live the own flush draw is, by the cards of its suit that are seen."""
    _, colour = most_suited(situation.mine)
    dead = sum(suit(card) == colour for card in situation.seen)
    return GOOD if dead <= 1 else FAIR if dead == 2 else BAD


def straight_live(situation: Situation) -> int:
    """Return how live the own straight draw is, by the most seen of the ranks it needs."""
    held = {rank(card) for card in situation.mine}
    needed = [r for r in range(13) if r not in held and _completes(held, r)]
    dead = max((situation.count_seen([r]) for r in needed), default=0)
    return GOOD if dead == 0 else FAIR if dead == 1 else BAD


def _completes(held: set[int], more: int) -> bool:
    """Return whether a rank brings the held ones closer to a straight."""
    cards = [4 * r for r in held]
    return straight_cards([*cards, 4 * more]) > straight_cards(cards)


def pair_live(situation: Situation) -> int:
    """Return how live the own highest pair is, by its rank's cards that are seen."""
    held = pairs(situation.mine)
    dead = situation.count_seen(held[:1])
    return GOOD if dead == 0 else FAIR if dead == 1 else BAD


def dead_low_cards(situation: Situation) -> int:
    """Return how much the seen low cards hurt a low: two for each up to five, one for each up to eight."""
    ranks = [low_rank(card) for card in situation.seen]
    return 2 * sum(r <= 5 for r in ranks) + sum(6 <= r <= 8 for r in ranks)
