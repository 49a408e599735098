"""The style of `hard`: control, points, bonuses and endings, with exact knowledge of who can beat.

The fast policy scores each play; what others may hold is limited by unseen cards, hand sizes and what
passes proved. To this come an exact answer to "can anyone still beat this?" and counted endings.
"""

from __future__ import annotations

from functools import cache

from bots.contract import Reason
from bots.datongzi.candidates import Option, body_cards, situation_of
from bots.datongzi.kickers import HOUSE, Tactic, automatic_tactic, select_kickers
from bots.datongzi.knowledge import proved_knowledge
from bots.datongzi.levels import Level
from bots.datongzi.memory import Memory, without_proofs
from bots.datongzi.policy import Chooser, Scored, scored_plays
from bots.datongzi.possible_hands import PossibleHands, can_beat, possible_hands
from bots.datongzi.scoring.endings import Endings
from bots.datongzi.scoring.scored_action import ScoredAction, play_name
from bots.datongzi.weights import HARD
from games.core.random_stream import Chance
from games.datongzi.actions import Action
from games.datongzi.cards import rank_of, without
from games.datongzi.generation import choose_cards
from games.datongzi.patterns import KICKERS_PER_TRIPLE, Pattern

UNBEATABLE = 15.0
"""Worth of a play that nobody can beat, beside what the policy gives it."""
SURE_EXIT = 400.0
"""Worth of a play that begins a sure way out."""


def score_control(
    level: Level, memory: Memory, offered: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Score every play by control, points, bonus and ending."""
    hands = possible_hands(memory if level.proofs else without_proofs(memory))
    scorer = _Scorer(memory, hands)
    plays = scorer.plays()[:work]
    return [scorer.score(play) for play in plays], len(plays)


class _Scorer:
    """Everything one decision is based on."""

    def __init__(self, memory: Memory, hands: PossibleHands) -> None:
        self.memory, self.hands = memory, hands
        self.knowledge = proved_knowledge(memory, hands)
        self.chooser = Chooser(self.knowledge, HARD)
        self.stands = cache(self._stands)
        self.endings = Endings(memory, self.stands)

    def _stands(self, bare: Pattern) -> bool:
        """Return whether nobody can beat a play; kickers do not matter."""
        return not any(can_beat(self.hands, rival, bare) for rival in self.hands.rivals)

    def plays(self) -> list[Scored]:
        """List the policy's plays, and the same bodies with kickers by tactic, best first."""
        found = scored_plays(self.knowledge, HARD)
        bodies = [
            p.pattern for p in found if p.pattern and p.pattern.kind in ("triple", "airplane")
        ]
        if self.knowledge.kickers:
            found += [play for body in bodies for play in self._by_tactic(body)]
        unique = {(play.pattern, play.kickers): play for play in found}
        return sorted(unique.values(), key=lambda play: -play.score)

    def _by_tactic(self, pattern: Pattern) -> list[Scored]:
        """Choose kickers by the situation: points into tricks that are ours, else held back."""
        bare = Pattern(pattern.kind, pattern.rank, pattern.length, pattern.size)
        hand, capacity = self.memory.hand, KICKERS_PER_TRIPLE * bare.length
        body, situation = body_cards(hand, bare), situation_of(self.memory)
        tactic = automatic_tactic(without(hand, body), capacity, HOUSE, situation)
        if tactic is not Tactic.Aggressive:
            tactic = Tactic.DumpScore if self.stands(bare) else Tactic.HoardScore
        chosen = select_kickers(hand, body, capacity, tactic, HOUSE, situation)
        if not chosen:
            return []
        kickers = tuple(sorted(map(rank_of, chosen)))
        full = Pattern(bare.kind, bare.rank, bare.length, bare.size, len(kickers))
        return [Scored(full, kickers, sum(self.chooser.parts(full, kickers).values()))]

    def score(self, play: Scored) -> ScoredAction:
        """Score one play, with its parts and the reason."""
        pattern = play.pattern
        parts: dict[str, float] = dict(self.chooser.parts(pattern, play.kickers))
        if pattern is None:
            return ScoredAction(
                Option(None, ()).action, sum(parts.values()), Reason("let_stand"), parts
            )
        cards = choose_cards(self.memory.hand, pattern, play.kickers)
        stands = self.stands(
            Pattern(pattern.kind, pattern.rank, pattern.length, pattern.size, 0, pattern.suit)
        )
        parts["control"] += UNBEATABLE * stands
        sure = self.endings.is_sure(pattern, cards)
        parts["ending"] += SURE_EXIT * sure
        note = self._reason(pattern, cards, stands, sure)
        danger = self.chooser.danger(pattern)
        confidence = 1.0 if stands else round(1 / (1 + danger), 3)
        option = Option(pattern, cards)
        return ScoredAction(option.action, sum(parts.values()), note, parts, confidence)

    def _reason(self, pattern: Pattern, cards: tuple[int, ...], stands: bool, sure: bool) -> Reason:
        values = {"play": play_name(pattern)}
        if len(cards) == len(self.memory.hand):
            return Reason("empties", values)
        if sure:
            return Reason("sure_exit", values)
        if stands:
            return Reason("stands", values)
        if self.memory.table.table is None:
            return Reason("leads", values)
        return Reason("follows", values)
