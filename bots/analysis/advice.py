"""What a board may ask about the asker's own position, if the game's bots offer it.

Invariant: it is computed from the seat's own state, so it reveals nothing the player could not know.
Unlike hints it is served at every table: it shows an algorithm, not what a bot would do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bots.catalog import BOTS_OF
from games.core.contract import IllegalAction
from games.tables.errors import Refused
from games.tables.eventlog import updates
from games.tables.eventlog.live_table import LiveTable


def advice(live: LiveTable, seat: int | None, query: Mapping[str, str]) -> Any:
    """Answer a question of the board, as JSON, or refuse."""
    answer = BOTS_OF[live.game.slug].advice
    if answer is None:
        raise Refused("bad_message", "This game gives no advice.")
    own = None if seat is None else updates.own_state(live, seat)
    if seat is None or own is None:
        raise Refused("not_seated", "You do not play at this table.")
    try:
        return answer(own, seat, query)
    except IllegalAction as refusal:
        raise Refused(refusal.code, refusal.message) from refusal
