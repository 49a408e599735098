"""Who sits where: sitting, leaving, stand-ins, coming back, giving up, closing."""

from __future__ import annotations

import re

from games.core import codec
from games.core.contract import try_action
from games.tables import names
from games.tables.errors import Refused
from games.tables.eventlog.transaction import TableTransaction
from games.tables.events import table_events, table_info
from games.tables.models import Player, Seat, Table
from games.tables.realtime import presence
from games.tables.services import results
from games.tables.services.guards import (
    require_host,
    require_playing,
    require_seat,
    require_waiting,
    run_transaction,
)

NONCE = re.compile(r"[0-9a-f]{0,64}")


def sit(table: Table, player: Player, seat: int | None = None, nonce: str = "") -> int:
    """Take a free seat, the named one or the first; a seated player keeps the seat they have."""
    check_nonce(nonce)
    return int(
        run_transaction(table, lambda changes: take_seat(changes, table, player, seat, nonce))
    )


def check_nonce(nonce: str) -> None:
    """Refuse what is no nonce."""
    if not NONCE.fullmatch(nonce):
        raise Refused("bad_message", "A nonce is up to 64 hexadecimal digits.")


def take_seat(
    changes: TableTransaction, table: Table, player: Player, seat: int | None, nonce: str
) -> int:
    """Seat a player at a locked or new table."""
    mine = Seat.objects.filter(table=table, player=player).first()
    if mine is not None:
        return int(mine.index)
    require_waiting(changes)
    if seat is not None and seat not in changes.info.free:
        raise Refused("seat_taken", "That seat is taken.")
    free = _free_for(changes, table, player)
    if seat is None and free:
        seat = free[0]
    if seat is None:
        raise Refused("seat_taken", "Every seat is taken.")
    if seat not in free:
        raise Refused("seat_reserved", "That seat is kept for somebody else.")
    Seat.objects.filter(table=table, index=seat).update(
        player=player, level="", nonce=nonce, last_seen=changes.now
    )
    host = table.host_id == player.pk
    changes.add_table_events(table_events.Sat(seat, player.name, player.face, host), seat=seat)
    return seat


def _free_for(changes: TableTransaction, table: Table, player: Player) -> list[int]:
    """List the free seats this player may take, their own seat of the game before first."""
    before = (
        Seat.objects.filter(table=table.previous_table_id, player=player)
        if table.previous_table_id
        else ()
    )
    own = {seat_info.index for seat_info in before}
    kept = {awaited.seat for awaited in changes.info.awaits} - own
    return sorted((s for s in changes.info.free if s not in kept), key=lambda s: (s not in own, s))


def leave(table: Table, player: Player) -> None:
    """Stand up before the game begins; later, let a bot keep the seat until its person is back.

    A host who stands up passes the table on; the last person closes it.
    """

    def run(changes: TableTransaction) -> None:
        mine = require_seat(table, player)
        if changes.info.status == "open":
            _free(changes, mine)
            _find_new_host(changes, table, player)
        else:
            require_playing(changes)
            if not _depart(changes, mine.index, "left"):
                _stand_in(changes, mine.index, "left")

    def cancel(changes: TableTransaction) -> None:
        if changes.info.next_table == table.code:
            changes.add_table_events(table_events.RematchCancelled())

    run_transaction(table, run)
    if table.previous_table is not None and Table.objects.get(pk=table.pk).status == "closed":
        run_transaction(table.previous_table, cancel)


def _find_new_host(changes: TableTransaction, table: Table, leaver: Player) -> None:
    """Close a table that its last person has left; make somebody else the host if the host left."""
    persons = Seat.objects.filter(table=table, player__isnull=False).order_by("index")
    heir = persons.first()
    if heir is None:
        changes.add_table_events(table_events.Closed("everybody_left"))
    elif Table.objects.filter(pk=table.pk, host=leaver).update(host=heir.player_id):
        changes.add_table_events(table_events.HostChanged(heir.index))


def remove(table: Table, host: Player, seat: int) -> None:
    """The host sends somebody, or a bot, away before the game begins."""

    def run(changes: TableTransaction) -> None:
        require_waiting(changes)
        require_host(table, host)
        seat_info = Seat.objects.filter(table=table, index=seat).first()
        if seat_info is None or seat_info.player_id == host.pk or seat in changes.info.free:
            raise Refused("no_such_seat", "That seat cannot be cleared.")
        _free(changes, seat_info)

    run_transaction(table, run)


def _free(changes: TableTransaction, seat_info: Seat) -> None:
    Seat.objects.filter(pk=seat_info.pk).update(player=None, level="", nonce="")
    changes.add_table_events(table_events.Left(seat_info.index), seat=seat_info.index)


def fill(table: Table, player: Player, level: str, seat: int | None = None) -> None:
    """Let bots take the empty seats, or the named one."""

    def run(changes: TableTransaction) -> None:
        require_waiting(changes)
        require_host(table, player)
        if level not in changes.game.levels:
            raise Refused("bad_options", "There is no such level.")
        if seat is not None and seat not in changes.info.free:
            raise Refused("seat_taken", "That seat is taken.")
        fill_seats(changes, changes.info.free if seat is None else (seat,), level)

    run_transaction(table, run)


def fill_seats(changes: TableTransaction, seats: tuple[int, ...], level: str) -> None:
    for seat in seats:
        others = [seat_info for seat_info in changes.info.seats if seat_info.name]
        rank = changes.game.levels.index(level)
        taken = {str(seat_info.name) for seat_info in others}
        name, face = names.bot(rank, taken, [seat_info.face for seat_info in others])
        seat_bot(changes, table_info.SeatInfo(seat, name, face, level))


def _require_bots_allowed(changes: TableTransaction) -> None:
    if not changes.game.allows_bots(codec.stored_options(changes.game, changes.info.options)):
        raise Refused("bad_options", "With these options only persons can play.")


def seat_bot(changes: TableTransaction, seat_info: table_info.SeatInfo) -> None:
    assert seat_info.name is not None and seat_info.bot is not None
    _require_bots_allowed(changes)
    Seat.objects.filter(table_id=changes.live.table_id, index=seat_info.seat).update(
        level=seat_info.bot
    )
    changes.add_table_events(
        table_events.BotSat(seat_info.seat, seat_info.name, seat_info.face, seat_info.bot)
    )


def start_stand_in(table: Table, player: Player, seat: int) -> None:
    """Let a bot play one's own seat, or that of somebody who has been away for a minute."""

    def run(changes: TableTransaction) -> None:
        require_playing(changes)
        mine = require_seat(table, player)
        if not 0 <= seat < len(changes.info.seats) or not changes.info.seats[seat].person:
            raise Refused("no_such_seat", "No person sits there.")
        if mine.index != seat:
            since = presence.absent_since(table.pk, seat)
            if since is None or since > changes.now - presence.ABSENT_AFTER:
                raise Refused("not_absent", "That player is here.")
        _stand_in(changes, seat, "left" if mine.index == seat else "absent")

    run_transaction(table, run)


def staff_stand_in(table: Table, seat: int, level: str, reason: str = "staff") -> None:
    """Staff hand a person's seat to a bot of a level."""

    def run(changes: TableTransaction) -> None:
        require_playing(changes)
        if level not in changes.game.levels:
            raise Refused("bad_options", "There is no such level.")
        if not 0 <= seat < len(changes.info.seats) or not changes.info.seats[seat].in_control:
            raise Refused("no_such_seat", "No person plays there.")
        _require_bots_allowed(changes)
        changes.add_table_events(table_events.HandedOver(seat, level, reason), seat=seat)

    run_transaction(table, run)


def _stand_in(changes: TableTransaction, seat: int, reason: str, permanent: bool = False) -> None:
    if changes.info.seats[seat].departed:
        raise Refused("no_such_seat", "No person plays there.")
    if changes.info.seats[seat].bot is not None and not permanent:
        raise Refused("stand_in", "A bot plays there already.")
    _require_bots_allowed(changes)
    level = changes.info.stand_in or changes.game.levels[0]
    changes.add_table_events(table_events.HandedOver(seat, level, reason, permanent), seat=seat)


def end_stand_in(table: Table, player: Player) -> None:
    """Take one's seat back from the stand-in."""

    def run(changes: TableTransaction) -> None:
        require_playing(changes)
        mine = require_seat(table, player)
        seat_info = changes.info.seats[mine.index]
        if seat_info.departed:
            raise Refused("resigned", "You have left this match.")
        if seat_info.bot is None:
            return
        if seat_info.permanent:
            raise Refused("resigned", "You resigned: the bot plays on.")
        Seat.objects.filter(pk=mine.pk).update(last_seen=changes.now)
        changes.add_table_events(table_events.TakenBack(mine.index), seat=mine.index)

    run_transaction(table, run)


def resign(table: Table, player: Player) -> None:
    """Give up: with two seats the other wins, with more a bot keeps the seat for good.

    A game that lets players leave (`Game.depart`) goes on without them and without a bot.
    """

    def run(changes: TableTransaction) -> None:
        require_playing(changes)
        seat = require_seat(table, player).index
        if changes.info.seats[seat].permanent or changes.info.seats[seat].departed:
            raise Refused("resigned", "You have resigned already.")
        if _depart(changes, seat, "resigned"):
            return
        if len(changes.info.seats) == 2 or not _others_may_return(changes, seat):
            winners, scores = _standing_without(changes, seat)
            changes.add_table_events(table_events.Resigned(seat, winners, scores), seat=seat)
            results.finish(changes)
        else:
            changes.add_table_events(table_events.Resigned(seat), seat=seat)
            _stand_in(changes, seat, "resigned", permanent=True)

    run_transaction(table, run)


def _depart(changes: TableTransaction, seat: int, reason: str) -> bool:
    """Play the aside by which a seat leaves the match for good; return False if the game has none."""
    if changes.info.seats[seat].departed:
        raise Refused("resigned", "You have left already.")
    action = changes.game.depart(changes.state, seat)
    if action is None:
        return False
    events = try_action(changes.game, changes.state, seat, action)
    changes.add_game_events(events, seat, f"depart:{seat}", action, aside=True)
    changes.add_table_events(table_events.Departed(seat, reason), seat=seat)
    results.add_departure(changes, seat, reason)
    if changes.info.status == "over":
        results.finish(changes)
    elif not _others_may_return(changes, seat):
        _close(changes, "everybody_left")
    return True


def _others_may_return(changes: TableTransaction, seat: int) -> bool:
    """Return whether the match can go on: a game of many deals is dealt for persons only."""
    if changes.game.deal is None:
        return True
    others = (other for other in changes.info.seats if other.seat != seat)
    return any(other.person and not other.permanent and not other.departed for other in others)


def _standing_without(
    changes: TableTransaction, seat: int
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return who wins if this seat gives up now, and the running scores if the game has any."""
    others = [other.seat for other in changes.info.seats if other.seat != seat]
    if changes.game.standing is None:
        return tuple(others), ()
    scores = changes.game.standing(changes.state).scores
    best = max(scores[other] for other in others)
    return tuple(other for other in others if scores[other] == best), scores


def close(table: Table, reason: str) -> None:
    """Close a table for good; it says why."""

    def run(changes: TableTransaction) -> None:
        if changes.info.status in ("over", "closed"):
            raise Refused("finished", "This table is over.")
        _close(changes, reason)

    run_transaction(table, run)


def _close(changes: TableTransaction, reason: str) -> None:
    """Close a locked table for good."""
    changes.add_table_events(table_events.Closed(reason))
    results.add_inspections(changes)
