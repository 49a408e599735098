"""The levels of stud bots as data."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bots.stud.lv1 import CODE, DESIGN, TABLE, Parameters

Style: TypeAlias = Literal["list", "score", "rules", "expert", "random", "uniform"]


class Level(msgspec.Struct, frozen=True):
    """How one level decides."""

    name: str
    style: Style
    work: int
    """Most work of one decision: actions scored, or worlds sampled (`expert`, `uniform`)."""
    version: str
    parameters: Parameters | None = None
    """For the style `score`."""
    heavy: bool = False


LV0 = Level("lv0", "list", work=8, version="1")
LV1 = Level("lv1", "score", work=8, version="1", parameters=CODE)
LV2 = Level("lv2", "rules", work=8, version="1")
EXPERT = Level("expert", "expert", work=800, version="1", heavy=True)
LEVELS = (LV0, LV1, LV2, EXPERT)

RANDOM = Level("random", "random", work=8, version="1")
LV1_DESIGN = Level("lv1-design", "score", work=8, version="1", parameters=DESIGN)
LV1_TABLE = Level("lv1-table", "score", work=8, version="1", parameters=TABLE)
UNIFORM = Level("uniform", "uniform", work=400, version="1")
BASELINES = (RANDOM, UNIFORM, LV1_DESIGN, LV1_TABLE)
"""Levels to compare with in the arena; no table offers them."""
