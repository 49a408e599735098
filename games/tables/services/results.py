"""What is written when a game ends: each person's result, and what staff looked at meanwhile."""

from __future__ import annotations

from games.core.contract import Outcome
from games.tables.eventlog.transaction import TableTransaction
from games.tables.events import table_events
from games.tables.models import Inspection, Result, Seat


def finish(changes: TableTransaction) -> None:
    """Add the results of a game that is over, and the events about inspections."""
    outcome = changes.info.result or changes.game.outcome(changes.state)
    assert outcome is not None, "only a game that is over is finished"
    persons = Seat.objects.filter(table_id=changes.live.table_id, player__isnull=False)
    for seat, player_id in persons.values_list("index", "player_id"):
        if not changes.info.seats[seat].departed:  # who left has a result already
            changes.extra_rows.append(_result(changes, outcome, seat, player_id))
    add_inspections(changes)


def add_departure(changes: TableTransaction, seat: int, reason: str) -> None:
    """Add the result of a person who leaves a match that goes on: their score as it stands."""
    assert changes.game.standing is not None, "a game that players can leave has a running score"
    scores = changes.game.standing(changes.state).scores
    player_id = Seat.objects.values_list("player_id", flat=True).get(
        table_id=changes.live.table_id, index=seat
    )
    changes.extra_rows.append(_result(changes, Outcome((), scores, reason), seat, player_id))


def add_inspections(changes: TableTransaction) -> None:
    """Add an event for everything staff opened while the game ran: by whom, and why."""
    inspections = [
        table_events.Inspected(row.user.get_username(), row.what, row.reason, row.at.timestamp())
        for row in Inspection.objects.filter(table=changes.live.table_id).select_related("user")
    ]
    if inspections:
        changes.add_table_events(*inspections)


def _result(changes: TableTransaction, outcome: Outcome, seat: int, player_id: object) -> Result:
    seat_infos = changes.info.seats
    levels = sorted(
        {seat_info.bot for seat_info in seat_infos if seat_info.bot and not seat_info.person}
    )
    return Result(
        table_id=changes.live.table_id,
        player_id=player_id,
        seat=seat,
        game=changes.game.slug,
        won=seat in outcome.winners,
        shared=seat in outcome.winners and len(outcome.winners) > 1,
        abandoned=seat_infos[seat].abandoned or seat_infos[seat].permanent,
        score=outcome.scores[seat],
        reason=outcome.reason,
        levels=" ".join(levels),
        people=sum(seat_info.person for seat_info in seat_infos),
        at=changes.now,
    )
