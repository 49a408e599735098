"""The levels of Battleship bots as data: the document's parameters, and its hidden ones by name."""

from __future__ import annotations

from typing import Literal

import msgspec

SAMPLE_COUNT = 700
"""Layouts of the other fleet a decision looks at."""
OPPONENT_SAMPLE_COUNT = 100
"""Layouts of the own fleet the simulated opponent examines, for each of its attacks."""
LOOKAHEAD_STEPS = 3
"""Attacks of the opponent looked ahead."""
OPPONENT_GAMES = 6
"""How often these attacks are played out."""
THREATENED = 0.2
"""A ship sunk in a smaller share of these games is ignored."""
TIE = 1e-9
"""Scores nearer than this are equal."""
RANDOM_HE = 0.1
"""Share of random attacks from the air."""
RANDOM_SONAR = 0.1
"""Share of the others that are soundings."""


class Difficulty(msgspec.Struct, frozen=True):
    """The document's three parameters, each from 0 to 1."""

    alpha: float
    """Weight of information; the rest is damage."""
    randomness: float
    """Share of attacks made anywhere."""
    risk_awareness: float
    """Weight of what the own fleet is about to lose."""


DIFFICULTY_SETTINGS = {
    "EASY": Difficulty(alpha=0.1, randomness=0.5, risk_awareness=0.0),
    "NORMAL": Difficulty(alpha=0.4, randomness=0.25, risk_awareness=0.3),
    "HARD": Difficulty(alpha=0.7, randomness=0.0, risk_awareness=0.6),
}


class Character(msgspec.Struct, frozen=True):
    """How the document values attacks: not how it is best done, but these officers' own way."""

    clears: Literal["centre", "area"] = "centre"
    """A sounding is credited with the entropy of the whole area with the chance that its centre is
    empty, or that all of it is."""
    cells: Literal["alone", "together"] = "alone"
    """What an attack tells is the entropy of each cell it covers taken alone, added up, or of all that
    it shows together."""
    scale: Literal["weapon", "gun"] = "weapon"
    """Damage is measured by the most this weapon can do, or by the most any gun can do to a cell."""
    overkill: Literal["fleet", "cell"] = "fleet"
    """A cell is taken to have the hit points of the strongest ship afloat, or of the ships believed
    to lie there."""
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


class Outlook(msgspec.Struct, frozen=True):
    """How the opponent's attacks are played out."""

    alpha: float
    """What the opponent is taken to weigh; the level's own unless said otherwise."""
    steps: int = LOOKAHEAD_STEPS
    samples: int = OPPONENT_SAMPLE_COUNT
    games: int = OPPONENT_GAMES

    @property
    def work(self) -> int:
        """Samples for one game."""
        return self.steps * self.samples


class Level(msgspec.Struct, frozen=True):
    """How one level thinks."""

    name: str
    difficulty: Difficulty
    outlook: Outlook
    lays: Literal["suggested", "spread"]
    """Its fleet: one of those it was dealt, or ships far from each other."""
    version: str = "1"
    samples: int = SAMPLE_COUNT
    threatened: float = THREATENED
    character: Character = Character()
    loss: Loss = Loss()
    heavy: bool = False

    @property
    def work(self) -> int:
        """Samples of one decision at most."""
        risky = self.difficulty.risk_awareness > 0
        return self.samples + risky * self.outlook.games * self.outlook.work


def level(
    name: str, difficulty: Difficulty, lays: Literal["suggested", "spread"], *, heavy: bool = False
) -> Level:
    """Make a level whose opponent is taken to think as it does itself."""
    return Level(name, difficulty, Outlook(difficulty.alpha), lays, heavy=heavy)


RECRUIT = level("recruit", DIFFICULTY_SETTINGS["EASY"], "suggested")
CAPTAIN = level("captain", DIFFICULTY_SETTINGS["NORMAL"], "spread", heavy=True)
ADMIRAL = level("admiral", DIFFICULTY_SETTINGS["HARD"], "spread", heavy=True)
LEVELS = (RECRUIT, CAPTAIN, ADMIRAL)

RANDOM = level("random", Difficulty(alpha=0, randomness=1, risk_awareness=0), "suggested")
BASELINES = (RANDOM,)
"""Measures for the arena; no table offers them."""
