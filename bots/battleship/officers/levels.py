"""The officers' levels as data: document 003's parameters, and the constants hidden in its code."""

from __future__ import annotations

from typing import Literal

import msgspec

SAMPLE_COUNT = 700
"""Layouts of the other fleet sampled for a decision."""
OPPONENT_SAMPLE_COUNT = 100
"""Layouts of the bot's own fleet that the simulated opponent samples for each of its attacks."""
LOOKAHEAD_STEPS = 3
"""Attacks of the opponent looked ahead."""
OPPONENT_GAMES = 6
"""Simulated games of these attacks."""
THREATENED = 0.2
"""A ship that sinks in a smaller share of these games is not threatened."""
TIE = 1e-9
"""Scores nearer than this are equal."""
RANDOM_HE = 0.1
"""Share of random attacks from the air."""
RANDOM_SONAR = 0.1
"""Share of the others that are sonar scans."""


class Difficulty(msgspec.Struct, frozen=True):
    """The document's three parameters, each from 0 to 1."""

    alpha: float
    """Weight of information; the rest is the weight of damage."""
    randomness: float
    """Share of attacks on a random cell."""
    risk_awareness: float
    """Weight of what the bot's own fleet is about to lose."""


DIFFICULTY_SETTINGS = {
    "EASY": Difficulty(alpha=0.1, randomness=0.5, risk_awareness=0.0),
    "NORMAL": Difficulty(alpha=0.4, randomness=0.25, risk_awareness=0.3),
    "HARD": Difficulty(alpha=0.7, randomness=0.0, risk_awareness=0.6),
}


class EvaluationVariant(msgspec.Struct, frozen=True):
    """Choices in the value of an attack. The defaults are document 003's, which are not the best ones."""

    clears: Literal["centre", "area"] = "centre"
    """A sonar scan is credited with the entropy of its whole area times the probability that its
    centre, or its whole area, is empty."""
    cells: Literal["alone", "together"] = "alone"
    """The information of an attack is the sum of the entropies of its cells, or their joint entropy."""
    scale: Literal["weapon", "gun"] = "weapon"
    """Damage is measured by the most this weapon can do, or by the most any gun can do to a cell."""
    overkill: Literal["fleet", "cell"] = "fleet"
    """A cell is assumed to have the hit points of the strongest ship afloat, or those expected from
    the belief about this cell."""
    air_scale: float = 5.0
    """The most an air strike can do: one to each cell of its cross."""
    gun_scale: float = 3.0
    """The most a shell can do."""


class Loss(msgspec.Struct, frozen=True):
    """Weight of losing an ability, the same for aircraft, sonar and the guns' extra damage."""

    aircraft: float = 1 / 3
    sonar: float = 1 / 3
    guns: float = 1 / 3
    extra: int = 2
    """The most extra damage guns can lose."""


class LookaheadConfig(msgspec.Struct, frozen=True):
    """Settings of the simulation of the opponent's attacks."""

    alpha: float
    """The opponent's assumed weight of information; by default the level's own."""
    steps: int = LOOKAHEAD_STEPS
    samples: int = OPPONENT_SAMPLE_COUNT
    games: int = OPPONENT_GAMES

    @property
    def work(self) -> int:
        """Samples for one game."""
        return self.steps * self.samples


class Level(msgspec.Struct, frozen=True):
    """How one level decides."""

    name: str
    difficulty: Difficulty
    lookahead: LookaheadConfig
    placement_style: Literal["suggested", "spread"]
    """Its fleet: one of those suggested by the game, or ships far from each other."""
    version: str = "1"
    samples: int = SAMPLE_COUNT
    threatened: float = THREATENED
    evaluation: EvaluationVariant = EvaluationVariant()
    loss: Loss = Loss()
    heavy: bool = False

    @property
    def work(self) -> int:
        """The most samples of one decision."""
        risky = self.difficulty.risk_awareness > 0
        return self.samples + risky * self.lookahead.games * self.lookahead.work


def level(
    name: str,
    difficulty: Difficulty,
    placement_style: Literal["suggested", "spread"],
    *,
    heavy: bool = False,
) -> Level:
    """Return a level that assumes its opponent uses the same alpha."""
    return Level(name, difficulty, LookaheadConfig(difficulty.alpha), placement_style, heavy=heavy)


RECRUIT = level("recruit", DIFFICULTY_SETTINGS["EASY"], "suggested")
CAPTAIN = level("captain", DIFFICULTY_SETTINGS["NORMAL"], "spread", heavy=True)
ADMIRAL = level("admiral", DIFFICULTY_SETTINGS["HARD"], "spread", heavy=True)
LEVELS = (RECRUIT, CAPTAIN, ADMIRAL)

RANDOM = level("random", Difficulty(alpha=0, randomness=1, risk_awareness=0), "suggested")
BASELINES = (RANDOM,)
"""Levels to compare with in the arena; no table offers them."""
