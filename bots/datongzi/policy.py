"""A fast policy: every play gets the sum of some twenty features of the hand and the play, weighted.

All arithmetic is in integers, so a score is the same on any machine. `bots/datongzi/compiled/plays.py`
is the same policy compiled; this module is the readable reference, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bots.datongzi.evidence import RANK_COUNT
from games.datongzi.cards import ACE, LOWEST, POINTS, RANKS, TWO
from games.datongzi.generation import Holding
from games.datongzi.patterns import DIZHA_SIZE, KICKERS_PER_TRIPLE, STRENGTH, Pattern, beats
from games.datongzi.scoring import DIZHA_BONUS, TONGZI_BONUS
from games.datongzi.suits import Suits, choose_suits

MAX_DANGER = 12
NEAR_EXIT = 7
"""A rival with fewer cards than this is near the exit."""
DIZHA_SUITS: Suits = (2, 2, 2, 2)


class Weights(NamedTuple):
    """The weight of each feature. First what stays in hand, by rank, then what is played."""

    group: int = 0
    """A rank of which cards are held: a turn still to be made."""
    low_single: int = 0
    """A single card, times the ranks above it."""
    pair: int = 0
    triple: int = 0
    bomb: int = 0
    bomb_size: int = 0
    """Cards of a bomb beyond four."""
    tongzi: int = 0
    bonus_tongzi: int = 0
    """Hundreds of the bonus of a tongzi held."""
    dizha: int = 0
    high: int = 0
    """A card of K, A or 2, times 1, 2 or 3."""
    held_points: int = 0
    """Five points in hand."""
    cards: int = 0
    """A card in hand."""
    lead_single: int = 0
    lead_pair: int = 0
    lead_run: int = 0
    lead_triple: int = 0
    lead_airplane: int = 0
    lead_trump: int = 0
    follow_bomb: int = 0
    follow_special: int = 0
    threats: int = 0
    """Unseen plays of the same kind that would beat it."""
    trumps: int = 0
    """Unseen trumps that would beat it."""
    points: int = 0
    """Five points in the trick, this play's included."""
    points_danger: int = 0
    """The same times the danger: threats and trumps, at most `MAX_DANGER`."""
    own_danger: int = 0
    """Five points of this play times the danger."""
    finish: int = 0
    """The play empties the hand."""
    last_turn: int = 0
    """The play leaves cards of one rank."""
    runs_out: int = 0
    """The play leaves at most one rank and nothing unseen beats it."""
    bonus_safe: int = 0
    """Hundreds of the bonus of this play if nothing unseen beats it."""
    bonus_danger: int = 0
    """Hundreds of the bonus of this play times the danger."""
    near_danger: int = 0
    """How near the exit a rival is, times the danger."""
    gives_exit: int = 0
    """A rival has exactly as many cards as the play, and it can be beaten."""
    over_partner: int = 0
    """The play takes the trick from the partner; times 1, with a trump 2 to 4."""
    passes: int = 0
    pass_points: int = 0
    """Five points in the trick that is passed."""
    pass_partner: int = 0
    """The trick that is passed is the partner's."""


class Knowledge(NamedTuple):
    """What a seat knows when it chooses."""

    hand: tuple[Suits, ...]
    """Its cards by rank and suit, the 5 first."""
    reach: tuple[Suits, ...]
    """Cards by rank and suit that one of the others may hold."""
    reach_ranks: tuple[int, ...]
    """The most cards of each rank that one of the others may hold."""
    table: Pattern | None
    trick_points: int
    rival_sizes: tuple[int, ...]
    """Cards of each rival; the partner is none."""
    owner_is_partner: bool
    kickers: bool
    may_pass: bool
    bonus_factor: int = 1


class Scored(NamedTuple):
    """A play the policy considers: its pattern, the ranks of its kickers, its score."""

    pattern: Pattern | None
    """`None` is a pass."""
    kickers: tuple[int, ...]
    score: int


def hand_by_suits(cards: Sequence[int]) -> tuple[Suits, ...]:
    """Count cards by rank and suit, the 5 first."""
    held = Holding(cards)
    return tuple(held.suits(rank) for rank in RANKS)


def rank_value(rank: int, suits: Suits, w: Weights) -> int:
    """Return the value of holding these cards of a rank."""
    count, most = sum(suits), max(suits)
    if count == 0:
        return 0
    tongzi = sum(copies >= 3 for copies in suits)
    value = w.group + w.cards * count + w.held_points * count * (POINTS[rank] // 5)
    value += w.low_single * (TWO - rank) * (count == 1) + w.pair * (count == 2)
    value += w.triple * (count == 3) + w.high * count * max(0, rank - 12)
    value += (w.bomb + w.bomb_size * (count - 4)) * (count >= 4)
    if most >= 3:
        value += w.tongzi * tongzi + w.bonus_tongzi * tongzi * (TONGZI_BONUS.get(rank, 0) // 100)
    return value + w.dizha * (min(suits) >= 2)


def scored_plays(knowledge: Knowledge, w: Weights) -> list[Scored]:
    """List the plays the policy considers, each with its best kickers, in a fixed order."""
    chooser = Chooser(knowledge, w)
    found = list(chooser.normal_plays())
    found += [chooser.plain(pattern) for pattern in chooser.trumps()]
    if knowledge.may_pass:
        found.append(Scored(None, (), chooser.pass_score()))
    return found


def best_play(knowledge: Knowledge, w: Weights) -> Scored:
    """Return the play with the highest score, the first of equals."""
    return max(scored_plays(knowledge, w), key=lambda scored: scored.score)


class Chooser:
    """The plays of one seat at one moment, and their scores."""

    def __init__(self, knowledge: Knowledge, w: Weights) -> None:
        self.knowledge, self.w = knowledge, w
        self.counts = [sum(suits) for suits in knowledge.hand]
        self.total = sum(self.counts)
        self.groups = sum(count > 0 for count in self.counts)
        reach = knowledge.reach_ranks
        tongzi = sum(copies >= 3 for suits in knowledge.reach for copies in suits)
        self.dizhas = [
            min(suits) >= 2 and number >= DIZHA_SIZE
            for suits, number in zip(knowledge.reach, reach, strict=True)
        ]
        self.normal_trumps = sum(number >= 4 for number in reach) + tongzi + sum(self.dizhas)
        self.near = max(0, NEAR_EXIT - min(knowledge.rival_sizes, default=NEAR_EXIT))

    def normal_plays(self) -> Iterator[Scored]:
        """List normal plays: all when leading, else those of the table's kind that are higher."""
        table = self.knowledge.table
        if table is not None and table.kind in STRENGTH:
            return
        for each, names in ((1, "single"), (2, "pair pairs"), (3, "triple airplane")):
            short, *long = names.split()
            for top, length in self._runs(each):
                kind = short if length == 1 else (long[0] if long else "")
                if not kind or (table and (kind, length) != (table.kind, table.length)):
                    continue
                if table is not None and top <= table.rank:
                    continue
                if each < 3:
                    yield self.plain(Pattern(kind, top, length, each * length))  # type: ignore[arg-type]
                else:
                    yield from self._with_kickers(top, length)

    def _runs(self, each: int) -> Iterator[tuple[int, int]]:
        """List (top rank, length) of adjacent ranks held `each` times; longer ones up to the ace."""
        run = 0
        for rank in RANKS:
            run = run + 1 if self.counts[rank - LOWEST] >= each else 0
            longest = run if rank <= ACE and each > 1 else min(run, 1)
            yield from ((rank, length) for length in range(1, longest + 1))

    def trumps(self) -> Iterator[Pattern]:
        """List the bombs, tongzi and dizha that beat the table."""
        for rank in RANKS:
            suits = self.knowledge.hand[rank - LOWEST]
            for size in range(4, self.counts[rank - LOWEST] + 1):
                if size != DIZHA_SIZE or suits != DIZHA_SUITS:
                    yield from self._beating(Pattern("bomb", rank, 1, size))
            for suit in range(4):
                if suits[suit] >= 3:
                    yield from self._beating(Pattern("tongzi", rank, 1, 3, 0, suit))
            if min(suits) >= 2:
                yield from self._beating(Pattern("dizha", rank, 1, DIZHA_SIZE))

    def _beating(self, pattern: Pattern) -> Iterator[Pattern]:
        if self.knowledge.table is None or beats(pattern, self.knowledge.table):
            yield pattern

    def plain(self, pattern: Pattern) -> Scored:
        """Score a play without kickers."""
        return Scored(pattern, (), self._body(pattern, bare=True) + self._play(pattern, (), 0))

    def _taken(self, rank: int, number: int, alone: str | None, suit: int | None) -> Suits:
        if suit is not None:
            return tuple(3 * (s == suit) for s in range(4))  # type: ignore[return-value]
        return choose_suits(self.knowledge.hand[rank - LOWEST], number, rank, alone)

    def _change(
        self, rank: int, number: int, alone: str | None = None, suit: int | None = None
    ) -> int:
        """Return how the value of a rank changes if so many of its cards are played."""
        held = self.knowledge.hand[rank - LOWEST]
        taken = self._taken(rank, number, alone, suit)
        a, b, c, d = (x - y for x, y in zip(held, taken, strict=True))
        return rank_value(rank, (a, b, c, d), self.w) - rank_value(rank, held, self.w)

    def _body(self, pattern: Pattern, bare: bool) -> int:
        each = pattern.size // pattern.length
        alone = pattern.kind if bare and pattern.length == 1 else None
        return sum(self._change(rank, each, alone, pattern.suit) for rank in pattern.ranks)

    def _with_kickers(self, top: int, length: int) -> Iterator[Scored]:
        """Score a triple or an airplane with the kickers that make it best."""
        kind = "triple" if length == 1 else "airplane"
        bare = Pattern(kind, top, length, 3 * length)  # type: ignore[arg-type]
        suits = self.knowledge.hand[top - LOWEST]
        alone = length > 1 or max(suits) < sum(suits)
        options = [self.plain(bare)] if alone else []
        if self.knowledge.kickers:
            options += self._best_kickers(bare)
        if options:
            yield max(options, key=lambda scored: scored.score)

    def _best_kickers(self, bare: Pattern) -> list[Scored]:
        """Find the best kickers, at least one, by a dynamic programme over the ranks."""
        capacity = KICKERS_PER_TRIPLE * bare.length
        per_five = self._worth_of_points(bare)
        best: list[tuple[int, tuple[int, ...]] | None] = [(0, ())] + [None] * capacity
        for rank in RANKS:
            used = 3 if rank in bare.ranks else 0
            if used and bare.length == 1:
                continue
            spare = self.counts[rank - LOWEST] - used
            before = self._change(rank, used) if used else 0
            gains = [
                self._change(rank, used + m) - before + m * (POINTS[rank] // 5) * per_five
                for m in range(1, min(spare, capacity) + 1)
            ]
            best = _extended(best, rank, gains)
        filled = [(n, row) for n, row in enumerate(best) if n and row is not None]
        if not filled:
            return []
        number, (gain, kickers) = max(filled, key=lambda entry: entry[1][0])
        pattern = Pattern(bare.kind, bare.rank, bare.length, bare.size, number)
        points = sum(POINTS[rank] for rank in kickers) // 5
        score = self._body(bare, bare=False) + gain - points * per_five
        return [Scored(pattern, kickers, score + self._play(pattern, kickers, points))]

    def _worth_of_points(self, pattern: Pattern) -> int:
        """Return the score of five points more in the play."""
        danger = self.danger(pattern)
        return self.w.points + danger * (self.w.points_danger + self.w.own_danger)

    def threats(self, pattern: Pattern) -> int:
        """Count the plays of the same kind that others may hold and that are higher."""
        if pattern.kind in STRENGTH:
            return 0
        each = pattern.size // pattern.length
        highest = TWO if pattern.length == 1 else ACE
        reach = self.knowledge.reach_ranks
        return sum(
            all(reach[rank - LOWEST] >= each for rank in range(top - pattern.length + 1, top + 1))
            for top in range(pattern.rank + 1, highest + 1)
        )

    def trumps_against(self, pattern: Pattern) -> int:
        """Count the trumps that others may hold and that beat a play."""
        strength = STRENGTH.get(pattern.kind, 0)
        if strength == 0:
            return self.normal_trumps
        number = 0
        for i in range(RANK_COUNT):
            rank, suits = LOWEST + i, self.knowledge.reach[i]
            above = rank > pattern.rank
            if strength == 1:
                number += self.knowledge.reach_ranks[i] >= pattern.size + (not above)
            for suit in range(4):
                higher = above or (rank == pattern.rank and suit > (pattern.suit or 0))
                number += suits[suit] >= 3 and (strength == 1 or (strength == 2 and higher))
            number += self.dizhas[i] and (strength < 3 or above)
        return number

    def danger(self, pattern: Pattern) -> int:
        """Return how much can beat a play; 0 if nothing unseen can."""
        return min(MAX_DANGER, self.threats(pattern) + self.trumps_against(pattern))

    def _bonus(self, pattern: Pattern) -> int:
        """Return the bonus of a play in hundreds."""
        if pattern.kind == "dizha":
            return self.knowledge.bonus_factor * DIZHA_BONUS // 100
        tongzi = pattern.kind == "tongzi"
        return self.knowledge.bonus_factor * TONGZI_BONUS.get(pattern.rank, 0) // 100 * tongzi

    def _play(self, pattern: Pattern, kickers: Sequence[int], kicker_points: int) -> int:
        """Return what the play itself adds to the score."""
        return sum(self._play_parts(pattern, kickers, kicker_points).values())

    def _play_parts(
        self, pattern: Pattern, kickers: Sequence[int], kicker_points: int
    ) -> dict[str, int]:
        w, knowledge = self.w, self.knowledge
        each = pattern.size // pattern.length
        own = sum(each * POINTS[rank] for rank in pattern.ranks) // 5 + kicker_points
        fives, danger = knowledge.trick_points // 5 + own, self.danger(pattern)
        control = w.threats * self.threats(pattern) + w.trumps * self.trumps_against(pattern)
        control += w.near_danger * self.near * danger
        control += w.gives_exit * (danger > 0 and pattern.total in knowledge.rival_sizes)
        points = w.points * fives + (w.points_danger * fives + w.own_danger * own) * danger
        hundreds = self._bonus(pattern)
        bonus = w.bonus_danger * hundreds * danger + w.bonus_safe * hundreds * (danger == 0)
        left = self._groups_left(pattern, kickers)
        ending = w.finish * (left == 0) + w.last_turn * (left == 1)
        ending += w.runs_out * (left <= 1 and danger == 0)
        kind = self._kind(pattern)
        return {
            "control": control, "points": points, "bonus": bonus, "ending": ending, "kind": kind
        }  # fmt: skip

    def parts(self, pattern: Pattern | None, kickers: Sequence[int]) -> dict[str, int]:
        """Return the score of a play in its parts; `hand` is what changes in the hand."""
        if pattern is None:
            return {"pass": self.pass_score()}
        fives = sum(POINTS[rank] for rank in kickers) // 5
        hand = self._body(pattern, bare=not kickers)
        for rank in sorted(set(kickers)):
            used = 3 if rank in pattern.ranks else 0
            number = list(kickers).count(rank)
            hand += self._change(rank, used + number) - (self._change(rank, used) if used else 0)
        return {"hand": hand} | self._play_parts(pattern, kickers, fives)

    def _kind(self, pattern: Pattern) -> int:
        """Return the weight of leading or following with this kind of play."""
        w, strength = self.w, STRENGTH.get(pattern.kind, 0)
        if self.knowledge.table is not None:
            score = (0, w.follow_bomb, w.follow_special, w.follow_special)[strength]
            return score + w.over_partner * (1 + strength) * self.knowledge.owner_is_partner
        if strength:
            return w.lead_trump
        return {
            "single": w.lead_single,
            "pair": w.lead_pair,
            "pairs": w.lead_run,
            "triple": w.lead_triple,
            "airplane": w.lead_airplane,
        }[pattern.kind]

    def _groups_left(self, pattern: Pattern, kickers: Sequence[int]) -> int:
        """Count the ranks still held after a play."""
        each = pattern.size // pattern.length
        gone = 0
        for rank in {*pattern.ranks, *kickers}:
            played = each * (rank in pattern.ranks) + list(kickers).count(rank)
            gone += played == self.counts[rank - LOWEST]
        return self.groups - gone

    def pass_score(self) -> int:
        """Score a pass, where it is free."""
        w, knowledge = self.w, self.knowledge
        partner = w.pass_partner * knowledge.owner_is_partner
        return w.passes + w.pass_points * (knowledge.trick_points // 5) + partner


def _extended(
    best: list[tuple[int, tuple[int, ...]] | None], rank: int, gains: Sequence[int]
) -> list[tuple[int, tuple[int, ...]] | None]:
    """Add cards of one more rank to the best choices by number of cards.

    Of equals the one with fewer cards of this rank is kept.
    """
    after = list(best)
    for number, row in reversed(list(enumerate(best))):
        if row is None:
            continue
        for m, gain in enumerate(gains, start=1):
            if number + m >= len(best):
                break
            held = after[number + m]
            if held is None or row[0] + gain > held[0]:
                after[number + m] = row[0] + gain, row[1] + (rank,) * m
    return after
