"""The bench of updates plays every game that can be played without stored data."""

from __future__ import annotations

from itertools import islice

from bots.bench import updates
from games.catalog import EVERY_GAME


def test_a_game_whose_ready_made_deals_need_no_data_is_measured() -> None:
    """Turn Duel looks up spots of the lab only; what comes with it is dealt from at once."""
    sizes = list(islice(updates._sizes(EVERY_GAME["turn"], 2), 12))
    assert len(sizes) == 12
    assert all(0 < patched < whole for whole, patched in sizes)
    assert updates.is_playable(EVERY_GAME["turn"])
