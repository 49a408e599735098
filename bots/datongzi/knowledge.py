"""What a seat of a running hand knows, in the form the policy reads."""

from __future__ import annotations

from collections.abc import Sequence

from bots.datongzi.memory import Memory
from bots.datongzi.policy import Knowledge, hand_by_suits
from bots.datongzi.possible_hands import PossibleHands
from games.datongzi.cards import FACES
from games.datongzi.judging import may_pass
from games.datongzi.scoring import kickers_allowed, side_of
from games.datongzi.state import State, trick_points
from games.datongzi.suits import Suits


def knowledge_of(
    state: State,
    seat: int,
    hand: Sequence[int],
    reach: tuple[Suits, ...],
    reach_ranks: tuple[int, ...],
) -> Knowledge:
    """Return what a seat knows, given what others may hold."""
    side = side_of(state.options, seat, state.seats)
    latest = state.latest
    return Knowledge(
        hand=hand_by_suits(hand),
        reach=reach,
        reach_ranks=reach_ranks,
        table=state.table,
        trick_points=trick_points(state.trick),
        rival_sizes=tuple(len(state.hands[other]) for other in state.holders if other not in side),
        owner_is_partner=latest is not None and latest.seat != seat and latest.seat in side,
        kickers=kickers_allowed(state.options),
        may_pass=may_pass(state),
        bonus_factor=2 if state.options.bonuses == "doubled" else 1,
    )


def counted_knowledge(
    state: State, seat: int, hand: Sequence[int], unseen: Sequence[int]
) -> Knowledge:
    """Return what a seat knows that counts cards and nothing else.

    `unseen` are copies in the order of `FACES`; the largest other hand limits what one can hold.
    """
    largest = max((len(h) for other, h in enumerate(state.hands) if other != seat), default=0)
    cards = [card for card, copies in zip(FACES, unseen, strict=True) for _ in range(copies)]
    by_suit = hand_by_suits(cards)
    ranks = tuple(min(sum(suits), largest) for suits in by_suit)
    return knowledge_of(state, seat, hand, tuple(_capped(s, largest) for s in by_suit), ranks)


def _capped(suits: Suits, most: int) -> Suits:
    a, b, c, d = (min(copies, most) for copies in suits)
    return a, b, c, d


def proved_knowledge(memory: Memory, hands: PossibleHands) -> Knowledge:
    """Return what a bot knows, with what passes proved."""
    rows = [hands.most(rival) for rival in hands.rivals]
    ranks = tuple(max(column) for column in zip(*rows, strict=True)) if rows else (0,) * 11
    cards = [
        max((min(unseen, r.limits.cards[i], r.size) for r in hands.rivals), default=0)
        for i, unseen in enumerate(hands.unseen)
    ]
    reach: list[Suits] = []
    for i in range(len(ranks)):
        a, b, c, d = (min(copies, ranks[i]) for copies in cards[4 * i : 4 * i + 4])
        reach.append((a, b, c, d))
    return knowledge_of(memory.table, memory.seat, memory.hand, tuple(reach), ranks)
