"""A second referee of Da Tong Zi, written from RULES.md alone.

It imports nothing of the game. Cards are (rank, suit) pairs, plays are read by trying every meaning of
the cards, and whether a hand can beat is found by trying candidate plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

Card = tuple[int, int]
Meaning = tuple[str, int, int, int, int]
"""(pattern, highest rank of the body, adjacent ranks, cards of the body, suit of a tongzi or -1)"""

SIZES = {(3, 3): (41, 9), (3, 4): (31, 8), (4, 4): (42, 8)}
PLACES = {3: [100, -40, -60], 4: [100, -20, -40, -80]}
TRUMPS = ["bomb", "tongzi", "dizha"]


def worth(card: Card) -> int:
    """R3."""
    return {5: 5, 10: 10, 13: 10}.get(card[0], 0)


def meanings(cards: list[Card], kickers: bool) -> set[Meaning]:
    """Read cards in every way the rules know (R7 to R15)."""
    found: set[Meaning] = set()
    by_rank = Counter(rank for rank, _ in cards)
    number, kinds = len(cards), len(by_rank)
    if kinds == 1:
        found |= _one_rank(cards, cards[0][0])
    lowest, highest = min(by_rank), max(by_rank)
    adjacent = kinds >= 2 and highest <= 14 and highest - lowest + 1 == kinds  # R8, R11
    if adjacent and set(by_rank.values()) == {2}:
        found.add(("pairs", highest, kinds, number, -1))
    if kickers and kinds >= 2 and 4 <= number <= 5:  # R9: kickers have another rank
        found |= {("triple", rank, 1, 3, -1) for rank, n in by_rank.items() if n == 3}
    for top in range(6, 15):  # R10, R11
        for length in range(2, top - 3):
            body = range(top - length + 1, top + 1)
            wings = number - 3 * length
            fits = 0 <= wings <= (2 * length if kickers else 0)
            if fits and all(by_rank[rank] >= 3 for rank in body):
                found.add(("airplane", top, length, 3 * length, -1))
    return found


def _one_rank(cards: list[Card], rank: int) -> set[Meaning]:
    number = len(cards)
    suits = Counter(suit for _, suit in cards)
    if number == 1:
        return {("single", rank, 1, 1, -1)}
    if number == 2:
        return {("pair", rank, 1, 2, -1)}
    if number == 3:
        alike = len(suits) == 1
        return {("tongzi", rank, 1, 3, cards[0][1]) if alike else ("triple", rank, 1, 3, -1)}
    if number == 8 and all(suits[suit] == 2 for suit in range(4)):
        return {("dizha", rank, 1, 8, -1)}
    return {("bomb", rank, 1, number, -1)}


def higher(mine: Meaning, theirs: Meaning) -> bool:
    """R17 to R19."""
    classes = [TRUMPS.index(m[0]) if m[0] in TRUMPS else -1 for m in (mine, theirs)]
    if classes[0] != classes[1]:
        return classes[0] > classes[1]
    if mine[0] == "bomb":
        return (mine[3], mine[1]) > (theirs[3], theirs[1])
    if mine[0] == "tongzi":
        return (mine[1], mine[4]) > (theirs[1], theirs[4])
    return mine[0] == theirs[0] and mine[2] == theirs[2] and mine[1] > theirs[1]


def candidates(hand: list[Card], table: Meaning) -> Iterator[list[Card]]:
    """Yield sets of cards; if any play beats the table, one of them does."""
    by_rank: dict[int, list[Card]] = {}
    for card in sorted(hand):
        by_rank.setdefault(card[0], []).append(card)
    for cards in by_rank.values():
        for size in range(1, len(cards) + 1):
            yield cards[:size]
        for suit in range(4):
            same = [card for card in cards if card[1] == suit]
            yield same[:3]
        two_each = [c for s in range(4) for c in [x for x in cards if x[1] == s][:2]]
        yield two_each
        yield from (list(three) for three in combinations(cards, 3))
    each = 2 if table[0] == "pairs" else 3
    for low in range(5, 15):
        run: list[Card] = []
        for rank in range(low, 15):
            if len(by_rank.get(rank, [])) < each:
                break
            run += by_rank[rank][:each]
            yield list(run)


class Referee:
    """A match, followed from its deals and actions alone."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.options = options
        self.decks = 4 if options["decks"] == "four" else 3
        self.kickers = options["kickers"] == "yes" or (
            options["kickers"] == "standard" and self.decks == 3
        )
        self.must = seats == 3 or options["must_beat"] == "yes"
        self.sums = [0] * seats
        self.hands_played = 0
        self.first_finisher: int | None = None
        self.result: dict[str, Any] | None = None

    def deal(self, hands: list[list[Card]], hidden: list[Card], leader: int) -> None:
        """Check the deal (R4, R6) and begin the hand."""
        size, rest = SIZES.get((self.decks, self.seats), (0, 0))
        if self.seats == 2:
            size, rest = (60, 12) if self.options["two_seats"] == "60" else (33, 66)
        assert [len(hand) for hand in hands] == [size] * self.seats
        assert len(hidden) == rest
        whole = Counter(card for pile in [*hands, hidden] for card in pile)
        assert whole == {(r, s): self.decks for r in range(5, 16) for s in range(4)}
        if self.hands_played == 0 and self.options["first"] is not None:
            assert leader == self.options["first"]
        if self.hands_played and self.options["lead"] == "winner":
            assert leader == self.first_finisher
        self.hands, self.hidden = [list(hand) for hand in hands], list(hidden)
        self.turn: int | None = leader
        self.pile: list[Card] = []
        self.top: Meaning | None = None
        self.owner = leader
        self.passed: set[int] = set()
        self.finished: list[int] = []
        self.gained = [0] * self.seats
        self.bonuses = [0] * self.seats
        self.forced_passes: list[int] = []

    # -- what may be done -------------------------------------------------------------------------

    def can_beat(self, seat: int) -> bool:
        """Return whether any play of a hand beats the latest one."""
        assert self.top is not None
        return any(
            higher(meaning, self.top)
            for cards in candidates(self.hands[seat], self.top)
            if cards
            for meaning in meanings(cards, self.kickers)
        )

    def holders(self) -> list[int]:
        """List seats with cards."""
        return [seat for seat in range(self.seats) if self.hands[seat]]

    def bound_to_beat(self) -> bool:
        """R22, R26."""
        return self.must or len(self.holders()) == 1

    def accepts_pass(self) -> bool:
        """R20, R22, R23, R26."""
        return self.top is not None and not self.bound_to_beat()

    def reading(self, cards: list[Card], named: Meaning | None) -> Meaning | None:
        """Return how a play is read (R16), or `None` if it may not be played."""
        assert self.turn is not None
        if not cards or Counter(cards) - Counter(self.hands[self.turn]):
            return None
        found = meanings(cards, self.kickers)
        if named is not None:
            found &= {named}
        if self.top is not None:
            found = {meaning for meaning in found if higher(meaning, self.top)}
        return max(found, key=lambda m: (m[2], m[1]), default=None)

    # -- what follows -----------------------------------------------------------------------------

    def play(self, cards: list[Card], named: Meaning | None) -> None:
        """Play cards that are accepted."""
        seat, meaning = self.turn, self.reading(cards, named)
        assert seat is not None and meaning is not None
        self.hands[seat] = list((Counter(self.hands[seat]) - Counter(cards)).elements())
        self.pile += cards
        self.top, self.owner, self.passed = meaning, seat, set()
        if not self.hands[seat]:
            self.finished.append(seat)
        self._continue(seat)

    def skip(self) -> None:
        """Pass by the player's own choice."""
        assert self.turn is not None
        self.passed.add(self.turn)
        self._continue(self.turn)

    def _continue(self, seat: int) -> None:
        """Find the next seat that decides something (R20 to R27)."""
        self.forced_passes = []
        while True:
            waiting = [s for s in self.holders() if s != self.owner and s not in self.passed]
            if not waiting:
                self._end_trick()
                return
            seat = self._after(seat)
            if not self.bound_to_beat() or self.can_beat(seat):
                self.turn = seat
                return
            self.forced_passes.append(seat)
            self.passed.add(seat)

    def _after(self, seat: int) -> int:
        """Return the next seat round the table that holds cards."""
        for step in range(1, self.seats + 1):
            if self.hands[(seat + step) % self.seats]:
                return (seat + step) % self.seats
        raise AssertionError("nobody holds cards")

    def _end_trick(self) -> None:
        """R21, R25, R27, R29, R30."""
        assert self.top is not None
        owner, top = self.owner, self.top
        self.gained[owner] += sum(map(worth, self.pile))
        factor = 2 if self.options["bonuses"] == "doubled" else 1
        if top[0] == "dizha":
            self.bonuses[owner] += 400 * factor
        elif top[0] == "tongzi" and top[1] >= 13:
            self.bonuses[owner] += (top[1] - 12) * 100 * factor
        self.pile, self.top, self.passed = [], None, set()
        if len(self.holders()) <= 1:
            self._end_hand(factor)
        else:
            self.turn = owner if self.hands[owner] else self._after(owner)

    def _end_hand(self, factor: int) -> None:
        """R27, R29 to R33."""
        self.turn = None
        left = sum(worth(card) for pile in [*self.hands, self.hidden] for card in pile)
        assert sum(self.gained) + left == 100 * self.decks
        order = self.finished + [s for s in range(self.seats) if s not in self.finished]
        places = PLACES.get(self.seats) or (
            [100, -100] if self.options["two_seats"] == "60" else [60, -60]
        )
        self.scores = [0] * self.seats
        for place, seat in enumerate(order):
            self.scores[seat] = self.gained[seat] + self.bonuses[seat] + factor * places[place]
            self.sums[seat] += self.scores[seat]
        self.first_finisher = order[0]
        self.hands_played += 1
        self._end_match()

    def _end_match(self) -> None:
        """R34 to R39."""
        teams = self.options["teams"] == "pairs"
        sides = [[0, 2], [1, 3]] if teams else [[seat] for seat in range(self.seats)]
        sums = [sum(self.sums[seat] for seat in side) for side in sides]
        target = self.options["target"]
        if target != "hand" and max(sums) < int(target) and self.hands_played < 30:
            return
        best = [index for index, value in enumerate(sums) if value == max(sums)]
        if target != "hand":
            if len(best) == 1:
                for index in range(len(sums)):
                    if index != best[0]:
                        sums[best[0]] += int(self.options["closing"])
                        sums[index] -= int(self.options["closing"])
            sums = [_hundreds(value) for value in sums]
        gets = [sum(mine - other for other in sums) for mine in sums]
        self.result = {
            "winners": sorted(seat for index in best for seat in sides[index]),
            "settlement": {seat: gets[i] for i, side in enumerate(sides) for seat in side},
        }


def _hundreds(value: int) -> int:
    """Round to hundreds, halves away from zero (R36)."""
    down, rest = divmod(abs(value), 100)
    size = 100 * (down + (rest >= 50))
    return size if value > 0 else -size
