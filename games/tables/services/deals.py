"""Deal: write the next deal of a match when it is due, and take the players' consent to it.

Invariant: each deal is written once. It is guarded by the table's lock, by `between` of the state under
it and by the deal's index, which is unique in the table's log.
"""

from __future__ import annotations

from datetime import timedelta

from games.core import codec
from games.core import contract as game_contract
from games.tables import data_source
from games.tables.errors import Refused
from games.tables.eventlog.transaction import TableTransaction
from games.tables.eventlog.writer import writer
from games.tables.events import deal_pause, fairness, table_events
from games.tables.realtime import presence
from games.tables.services import results

MAX_ABSENCE = timedelta(minutes=10)
"""No deal is made after everybody who plays their own seat has been away for so long."""
MAX_ABSENCE_DAYS_CLOCK = timedelta(days=7)
"""The same at a table with days for each decision."""


def deal_next(changes: TableTransaction) -> None:
    """Write the next deal; the match may end with it instead."""
    game = changes.game
    index = game.round(changes.state) + 1
    if changes.info.chain and index >= changes.info.chain:
        changes.add_table_events(table_events.Closed("no_more_deals"))
        results.add_inspections(changes)
        return
    data = data_source.deal_data(game, codec.stored_options(game, changes.info.options))
    chance = fairness.rules_chance(changes.seed(index))
    events = game_contract.deal_next(game, changes.state, chance, data)
    state = changes.state
    for event in events:
        state = game.apply(state, event)
    changes.add_deal(events, index if game.round(state) == index else None)
    if changes.info.status == "over":
        results.finish(changes)


def deal_if_due(changes: TableTransaction) -> bool:
    """Deal if the table waits for it, its time has come and somebody is there; return whether it did."""
    info = changes.info
    if info.deals_at is None or info.deals_at > changes.now.timestamp():
        return False
    if not info.is_demo and not _somebody_plays(changes):
        return False
    deal_next(changes)
    return True


def _somebody_plays(changes: TableTransaction) -> bool:
    """Return whether a person who plays their own seat is connected, or was not long ago."""
    longest_absence = MAX_ABSENCE_DAYS_CLOCK if changes.info.clock == "days" else MAX_ABSENCE
    seats = [seat_info.seat for seat_info in changes.info.seats if seat_info.in_control]
    absences = (presence.absent_since(changes.live.table_id, seat) for seat in seats)
    return any(since is None or since > changes.now - longest_absence for since in absences)


def agree_to_deal(changes: TableTransaction, seat: int, seat_version: int, deal: int) -> int:
    """Note that a person wants the next deal at once; return the seq of the row."""
    game, info = changes.game, changes.info
    if info.seats[seat].version != seat_version or changes.state is None:
        raise Refused("stale", "The table has moved on since you chose that.")
    if info.deals_at is None or game.round(changes.state) + 1 != deal:
        raise Refused("stale", "That deal has begun already.")
    if seat not in deal_pause.voters(game, info, changes.state):
        raise Refused("not_playing", "You take no part in the next deal.")
    if seat in info.agreed:
        return changes.seq
    return changes.add_table_events(table_events.AgreedToDeal(seat, deal), seat=seat)


async def agree_to_deal_async(table_id: int, seat: int, seat_version: int, deal: int) -> int:
    """Agree to the next deal and wait until that is on disk; the lobby is not notified."""
    return int(
        await writer.acall(
            table_id, lambda changes: agree_to_deal(changes, seat, seat_version, deal)
        )
    )
