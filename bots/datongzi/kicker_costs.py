"""The cost of kickers: the tactics, constants and formula of document 001, sections 1, 2 and 10.4.

cost = base + integrity + tactic + power, for taking some cards of one rank; taking none costs 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

import msgspec

from games.datongzi.cards import ACE, POINTS, TWO
from games.datongzi.suits import HIGH_TONGZI_LOSS, Suits, choose_suits

TEN, KING = 10, 13


class Tactic(Enum):
    """The aim of the selection."""

    Efficiency = "efficiency"
    """Take whole groups."""
    SaveHigh = "save_high"
    """Keep A and 2."""
    DumpScore = "dump_score"
    """Play point cards, into a trick that our side takes."""
    HoardScore = "hoard_score"
    """Keep point cards back: the trick may be lost."""
    Aggressive = "aggressive"
    """Take as many cards as possible."""


Mix: TypeAlias = Mapping[Tactic, float]
"""Several tactics at once, each with its share (section 10.2)."""


class TacticConfig(msgspec.Struct, frozen=True):
    """The tactical modifiers (2.3): for a whole group, else for each card."""

    efficiency: float = -10.0
    save_high: float = 100.0
    dump_score: float = -50.0
    hoard_score: float = 100.0
    aggressive: float = -100.0


class StructureValue(msgspec.Struct, frozen=True):
    """Values of bombs, tongzi and dizha that stay in hand (10.3), used instead of protecting them."""

    bomb: float = 40.0
    bomb_card: float = 8.0
    """For each card beyond four."""
    tongzi: float = 30.0
    bonus_share: float = 0.5
    """Share of the bonus of a tongzi that counts, because it may be beaten."""
    dizha: float = 200.0


class KickerConfig(msgspec.Struct, frozen=True):
    """Every constant of the cost (10.4); the defaults are the document's."""

    unfilled_penalty: float = 100.0
    integrity_whole_bonus: float = -5.0
    integrity_split_penalty: tuple[float, float, float] = (30.0, 20.0, 10.0)
    """For leaving one card, two, or more."""
    power_protection_penalty: float = 1000.0
    tactic_modifiers: TacticConfig = TacticConfig()
    late_modifiers: TacticConfig | None = None
    """Modifiers at the end of the hand; before, they are interpolated by its progress (10.2)."""
    score_ranks: tuple[int, ...] = (TEN, KING)
    points_count: bool = False
    """Score modifiers are for ten points each instead of for each card (10.3)."""
    big_ranks: tuple[int, ...] = (ACE, TWO)
    reads_unseen: bool = False
    """Whether big cards are those that few unseen cards beat, if the unseen cards are known (10.2)."""
    control_rivals: int = 4
    """Most higher unseen cards with which a card still is a control card (10.2)."""
    control_value: float = 0.0
    """Cost of a control card in addition to its rank."""
    single_preference: float = 0.0
    """Added for taking one card of a rank (10.3)."""
    pair_preference: float = 0.0
    """Added for taking two."""
    protects: bool = True
    """Whether bombs and tongzi are left out before anything is chosen (6.2)."""
    structure: StructureValue | None = None
    mid_hand: tuple[float, float] = (0.25, 0.75)
    """Part of the hand in which control cards are saved (7)."""


DOCUMENT = KickerConfig()
"""The constants as written."""
HOUSE = KickerConfig(
    unfilled_penalty=10.0,
    integrity_whole_bonus=-20.0,
    integrity_split_penalty=(6.0, 3.0, 1.0),
    power_protection_penalty=0.0,
    tactic_modifiers=TacticConfig(-5.0, 60.0, -30.0, 30.0, -30.0),
    late_modifiers=TacticConfig(-10.0, 20.0, -50.0, 60.0, -60.0),
    score_ranks=(5, TEN, KING),
    points_count=True,
    reads_unseen=True,
    control_value=30.0,
    single_preference=-2.0,
    protects=False,
    structure=StructureValue(),
)
"""The project's own constants: a saved turn counts 20, an empty slot 10. No card is protected; breaking
a group has a cost, points count by their value, and unseen cards decide what a control card is."""


class Situation(msgspec.Struct, frozen=True):
    """What is known beside the player's own cards."""

    progress: float = 0.0
    """Share of all cards dealt that have been played."""
    unseen: tuple[int, ...] | None = None
    """By rank (index 15 is the 2): cards in rivals' hands or hidden."""


class Block(msgspec.Struct, frozen=True):
    """The cards of one rank that may be taken (1.2)."""

    rank: int
    count: int
    is_score: bool = False
    is_big: bool = False
    is_power: bool = False
    suits: Suits | None = None
    """Cards by suit, if the values of tongzi and dizha count."""

    @classmethod
    def of(
        cls,
        rank: int,
        count: int,
        config: KickerConfig = DOCUMENT,
        situation: Situation | None = None,
        suits: Suits | None = None,
    ) -> Block:
        """Build a block with the properties its rank and count give it."""
        big = is_control(rank, config, situation)
        return cls(rank, count, rank in config.score_ranks, big, count >= 4, suits)


def is_control(rank: int, config: KickerConfig, situation: Situation | None) -> bool:
    """Return whether few unseen cards are higher; if those are unknown, whether it is an A or a 2."""
    if not config.reads_unseen or situation is None or situation.unseen is None:
        return rank in config.big_ranks
    return sum(situation.unseen[rank + 1 :]) <= config.control_rivals


class Cost(msgspec.Struct, frozen=True):
    """The cost of taking some cards of a block, in its parts (2)."""

    base: float = 0.0
    integrity: float = 0.0
    tactic: float = 0.0
    power: float = 0.0

    @property
    def total(self) -> float:
        """The sum of the parts."""
        return self.base + self.integrity + self.tactic + self.power


def calculate_cost(
    block: Block,
    take: int,
    tactic: Tactic | Mix,
    config: KickerConfig = DOCUMENT,
    situation: Situation | None = None,
) -> float:
    """Return the cost of taking `take` cards of a block (2)."""
    return cost_parts(block, take, tactic, config, situation).total


def cost_parts(
    block: Block,
    take: int,
    tactic: Tactic | Mix,
    config: KickerConfig = DOCUMENT,
    situation: Situation | None = None,
) -> Cost:
    """Return the parts of the cost of taking `take` cards of a block; for none all are 0."""
    if take == 0:
        return Cost()
    mix: Mix = {tactic: 1.0} if isinstance(tactic, Tactic) else tactic
    weights = _weights(config, situation)
    return Cost(
        base=take * (block.rank + config.control_value * block.is_big),
        integrity=_integrity(block, take, config),
        tactic=sum(
            share * _tactical(block, take, one, weights, config) for one, share in mix.items()
        ),
        power=_power(block, take, config),
    )


def _integrity(block: Block, take: int, config: KickerConfig) -> float:
    """Return the bonus of a whole group or the penalty of a split one (2.2), plus preferences (10.3)."""
    preference = {1: config.single_preference, 2: config.pair_preference}.get(take, 0.0)
    leave = block.count - take
    if leave == 0:
        return config.integrity_whole_bonus + preference
    return config.integrity_split_penalty[min(leave, 3) - 1] + preference


def _weights(config: KickerConfig, situation: Situation | None) -> TacticConfig:
    """Return the modifiers at this point of the hand."""
    early, late = config.tactic_modifiers, config.late_modifiers
    if late is None or situation is None:
        return early
    share = min(1.0, max(0.0, situation.progress))
    ends = zip(msgspec.structs.astuple(early), msgspec.structs.astuple(late), strict=True)
    return TacticConfig(*(a + share * (b - a) for a, b in ends))


def _tactical(
    block: Block, take: int, tactic: Tactic, weights: TacticConfig, config: KickerConfig
) -> float:
    """Return the modifier of one tactic (2.3)."""
    scoring = take * POINTS[block.rank] / 10 if config.points_count else float(take)
    match tactic:
        case Tactic.Efficiency:
            return weights.efficiency if take == block.count else 0.0
        case Tactic.SaveHigh:
            return weights.save_high * take if block.is_big else 0.0
        case Tactic.DumpScore:
            return weights.dump_score * scoring if block.is_score else 0.0
        case Tactic.HoardScore:
            return weights.hoard_score * scoring if block.is_score else 0.0
        case Tactic.Aggressive:
            return weights.aggressive * take


def _power(block: Block, take: int, config: KickerConfig) -> float:
    """Return the penalty for breaking a bomb (2.4), or the value that the rank loses (10.3)."""
    penalty = config.power_protection_penalty if block.is_power else 0.0
    values = config.structure
    if values is None:
        return penalty
    lost = _bomb_value(block.count, values) - _bomb_value(block.count - take, values)
    if block.suits is not None:
        a, b, c, d = block.suits
        t = choose_suits(block.suits, take, block.rank)
        left = a - t[0], b - t[1], c - t[2], d - t[3]
        lost += _special_value(block.rank, block.suits, values)
        lost -= _special_value(block.rank, left, values)
    return penalty + lost


def _bomb_value(count: int, values: StructureValue) -> float:
    return values.bomb + values.bomb_card * (count - 4) if count >= 4 else 0.0


def _special_value(rank: int, suits: Suits, values: StructureValue) -> float:
    """Return the value of the tongzi and the dizha of a rank."""
    each = values.tongzi + values.bonus_share * HIGH_TONGZI_LOSS.get(rank, 0)
    return each * sum(copies >= 3 for copies in suits) + values.dizha * (min(suits) >= 2)
