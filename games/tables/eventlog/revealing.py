"""When hidden information becomes visible to everybody, deal by deal.

Invariant: this is asked of a deal, never of a whole table: what is revealed of deal 3 says nothing
about deal 4. A table reveals each deal after the `match`, after the `round` (the deal itself), or only
what was `shown`: then the hands of persons that were never shown stay hidden for ever, and only what
bots held is revealed with the end of the deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from games.core.contract import ALL, Viewer
from games.tables.eventlog.live_table import LiveTable


def is_match_over(live: LiveTable) -> bool:
    """Return whether the match has ended or the table was closed."""
    return live.info.status in ("over", "closed")


def is_deal_over(live: LiveTable, deal: int) -> bool:
    """Return whether nothing more happens in a deal."""
    if is_match_over(live) or deal < live.round:
        return True
    return deal == live.round and live.state is not None and live.game.between(live.state)


def is_revealed(live: LiveTable, deal: int) -> bool:
    """Return whether everybody may see everything of a deal."""
    match live.info.open_after:
        case "round":
            return is_deal_over(live, deal)
        case "match":
            return is_match_over(live)
        case _:
            return False


def revealed_seats(live: LiveTable, deal: int) -> tuple[int, ...]:
    """List the seats whose hidden information in a deal everybody may see."""
    if is_revealed(live, deal):
        return tuple(seat_info.seat for seat_info in live.info.seats)
    if live.info.open_after == "shown" and is_deal_over(live, deal):
        return tuple(seat_info.seat for seat_info in live.info.seats if not seat_info.person)
    return ()


def redaction(live: LiveTable, deal: int, viewer: Viewer) -> Callable[[Any], Any]:
    """Return the function that redacts a deal's past events for a viewer, bots' hands shown if revealed."""
    redact, seats = live.game.redact, revealed_seats(live, deal)
    if viewer is ALL or live.info.open_after != "shown" or not seats:
        return lambda event: redact(event, viewer)

    def with_bots(event: Any) -> Any:
        seen = redact(event, viewer)
        for seat in seats:
            seen = combine(seen, redact(event, seat))
        return seen

    return with_bots


def combine(one: Any, other: Any) -> Any:
    """Return a value in which what either of two redacted versions of it holds is filled in."""
    if one is None:
        return other
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        names = one.__struct_fields__
        return replace(
            one, **{name: combine(getattr(one, name), getattr(other, name)) for name in names}
        )
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(map(combine, one, other))
    return one
