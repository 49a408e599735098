"""A finished deal as a file of the format its players use, as far as the reader may know it."""

from __future__ import annotations

from games.core.contract import Viewer
from games.tables.errors import Refused
from games.tables.eventlog import revealing
from games.tables.eventlog.live_table import DealLog, LiveTable


def write_deal_file(live: LiveTable, deal: DealLog, viewer: Viewer) -> tuple[str, str]:
    """Return the name and the text of a deal's file; raise `Refused` if there is none.

    The caller checks which viewer the reader may choose.
    """
    form = live.game.deal_file
    if form is None:
        raise Refused("bad_message", "This game has no such files.")
    if not revealing.is_deal_over(live, deal.index):
        raise Refused("not_open", "A deal can be downloaded when it is over.")
    redact = revealing.redaction(live, deal.index, viewer)
    events = tuple(
        redact(event) for row in deal.played_rows() if row.is_game for event in row.events
    )
    if not events:
        raise Refused("bad_message", "There is no such deal.")
    names = tuple(seat.name or f"Seat {seat.seat + 1}" for seat in live.info.seats)
    return f"deal-{deal.index + 1}.{form.suffix}", form.write(events, names)
