"""Opening a table, starting its game, and playing again."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.catalog import GAMES
from games.core import wire
from games.core.contract import Game, Options
from games.tables import log, luck, table_events
from games.tables.errors import Refused
from games.tables.models import Clock, Player, Round, Seat, Speed, Status, Table, Visibility
from games.tables.pubsub import LOBBY_CHANGED, pubsub
from games.tables.services.guards import (
    require_host,
    require_seat,
    require_waiting,
    run_transaction,
)
from games.tables.services.seating import check_nonce, fill_seats, seat_bot, sit, take_seat
from games.tables.transaction import TableTransaction
from games.tables.writer import writer


@dataclass(frozen=True)
class Opening:
    """What a table is opened with."""

    game: str
    size: int
    options: dict[str, Any]
    speed: str = "normal"
    visibility: str = "link"
    clock: str = "off"
    spectators: bool = True
    hints: bool = False
    open_after: str = "match"
    stand_in: str = ""
    starts_in: float | None = None
    """Seconds until bots take the empty seats and the game begins by itself."""
    show: bool = False
    wins: tuple[int, ...] = ()
    """Games won so far by each seat, in a rematch."""
    awaits: tuple[table_events.Awaited, ...] = ()
    """The persons a rematch keeps seats for."""


Then = Callable[[Table, TableTransaction], None]
"""What happens to a new table in the transaction that creates it."""


def open_table(
    opening: Opening,
    host: Player | None,
    follows: Table | None = None,
    bots: tuple[table_events.SeatInfo, ...] = (),
    then: Then = lambda table, changes: None,
) -> Table:
    """Open a table; nobody sits yet but the bots brought along and whom `then` seats."""
    game, options = _checked(opening)
    secret = luck.new_secret()

    def run() -> Table:
        table = Table.objects.create(
            game=game.slug,
            size=opening.size,
            options=wire.dump(options).decode(),
            speed=opening.speed,
            visibility=opening.visibility,
            clock=opening.clock,
            show=opening.show,
            host=host,
            follows=follows,
        )
        Round.objects.create(table=table, index=0, secret=secret, seal=luck.seal(secret))
        Seat.objects.bulk_create(Seat(table=table, index=i) for i in range(opening.size))
        changes = TableTransaction(log.LiveTable(table.pk, game), created=True)
        changes.add_table_events(_opened(table, opening, options, luck.seal(secret)))
        for seat_info in bots:
            seat_bot(changes, seat_info)
        then(table, changes)
        writer.add(changes)
        transaction.on_commit(partial(pubsub.publish, [LOBBY_CHANGED]))
        return table

    return writer.do(run)


def open_seated(
    opening: Opening, player: Player, nonce: str = "", bots: Mapping[int, str] | None = None
) -> Table:
    """Open a table at which its host sits first and bots of these levels take these seats."""
    check_nonce(nonce)

    def then(table: Table, changes: TableTransaction) -> None:
        take_seat(changes, table, player, 0, nonce)
        for seat, level in (bots or {}).items():
            if seat not in changes.info.free:
                raise Refused("seat_taken", "That seat is taken.")
            fill_seats(changes, (seat,), level)

    return open_table(opening, player, then=then)


def play_bots(opening: Opening, player: Player, level: str, nonce: str = "") -> Table:
    """Open a table, seat its host and bots of a level, and start the game, all in one."""
    check_nonce(nonce)

    def then(table: Table, changes: TableTransaction) -> None:
        take_seat(changes, table, player, 0, nonce)
        fill_seats(changes, changes.info.free, level)
        _start(changes)

    return open_table(opening, player, then=then)


def _checked(opening: Opening) -> tuple[Game[Any, Any, Any], Options]:
    game = GAMES.get(opening.game)
    if game is None:
        raise Refused("no_such_game", "There is no such game here.")
    if opening.size not in game.seats:
        raise Refused("bad_options", "This game does not support this number of players.")
    for choice, choices in (
        (opening.speed, Speed.values),
        (opening.visibility, Visibility.values),
        (opening.clock, Clock.values),
        (opening.open_after, ("match", "round")),
        (opening.stand_in, ("", *game.levels)),
    ):
        if choice not in choices:
            raise Refused("bad_options", "Invalid value.")
    if opening.visibility == "public" and opening.clock == "off" and not opening.show:
        raise Refused("bad_options", "A public table needs a clock: strangers may walk away.")
    try:
        options = wire.read_options(game, wire.dump(opening.options))
    except wire.BadMessage as error:
        raise Refused("bad_options", str(error)) from error
    if options.first is not None and not 0 <= options.first < opening.size:
        raise Refused("bad_options", "The seat chosen to begin does not exist.")
    if not game.allows_seat_count(options, opening.size):
        raise Refused("bad_options", "These rules do not support this number of players.")
    return game, options


def _opened(table: Table, opening: Opening, options: Options, seal: str) -> table_events.Opened:
    starts_at = None if opening.starts_in is None else time.time() + opening.starts_in
    return table_events.Opened(
        table.code,
        table.game,
        table.size,
        wire.plain(options),
        table.speed,
        table.visibility,
        seal,
        clock=opening.clock,
        spectators=opening.spectators,
        hints=opening.hints,
        open_after=opening.open_after,
        stand_in=opening.stand_in,
        starts_at=starts_at,
        show=opening.show,
        follows=table.follows.code if table.follows else None,
        wins=opening.wins,
        awaits=opening.awaits,
    )


def start(table: Table, player: Player) -> None:
    """Deal: the nonces are fixed, the seed is made, the first facts are told.

    At a table that would start by itself anyone who sits may start it now; bots take the rest.
    """

    def run(changes: TableTransaction) -> None:
        require_waiting(changes)
        if changes.info.starts_at is not None:
            require_seat(table, player)
            fill_seats(changes, changes.info.free, changes.game.levels[0])
        else:
            require_host(table, player)
        if changes.info.free:
            raise Refused("seats_empty", "There are empty seats: fill them first.")
        _start(changes)

    run_transaction(table, run)


def start_by_itself(table: Table) -> None:
    """The countdown is over: bots take the empty seats; where nobody waits, the table closes."""

    def run(changes: TableTransaction) -> None:
        info = changes.info
        due = info.starts_at is not None and info.starts_at <= changes.now.timestamp()
        if info.status != "open" or not due:
            return
        if any(seat_info.person for seat_info in info.seats) or info.show:
            _start_with_bots(changes)
        else:
            changes.add_table_events(table_events.Closed("nobody_came"))

    run_transaction(table, run)


def _start_with_bots(changes: TableTransaction) -> None:
    """Let bots take the empty seats, at a show the strongest, and start."""
    levels = changes.game.levels[-1:] if changes.info.show else changes.game.levels[:1]
    fill_seats(changes, changes.info.free, levels[0])
    _start(changes)


def _start(changes: TableTransaction) -> None:
    """Deal; the table may be a new one."""
    table_id = changes.live.table_id
    seat_infos = Seat.objects.filter(table_id=table_id).order_by("index")
    changes.add_table_events(
        table_events.Started(tuple(seat_infos.values_list("nonce", flat=True)))
    )
    secret = bytes(Round.objects.values_list("secret", flat=True).get(table_id=table_id, index=0))
    changes.seeds[0] = luck.seed(secret, changes.info.nonces)
    changes.seal(1)
    options = wire.stored_options(changes.game, changes.info.options)
    chance = luck.rules_chance(changes.seeds[0])
    changes.add_game_events(changes.game.start(options, len(changes.info.seats), chance))


def sit_anywhere(opening: Opening, player: Player, nonce: str = "") -> Table:
    """Join a table that waits for whoever comes, or open one."""
    waiting = Table.objects.filter(
        game=opening.game,
        status=Status.OPEN,
        visibility=Visibility.PUBLIC,
        follows=None,
        due_at__gt=timezone.now() + timedelta(seconds=1),
    )
    for table in waiting.order_by("due_at")[:5]:
        try:
            sit(table, player, None, nonce)
        except Refused:
            continue  # somebody was quicker
        return table
    return open_seated(opening, player, nonce)


def show_table(slug: str) -> Table:
    """Return the table of bots that plays for the home page; a new one if the last one is over."""
    table = _show(slug)
    if table is not None:
        return table
    size = min(4, GAMES[slug].seats[-1])
    opening = Opening(slug, size, {}, starts_in=0.0, show=True)

    def run() -> Table:  # of several visitors one opens it
        return _show(slug) or open_table(
            opening, None, then=lambda table, changes: _start_with_bots(changes)
        )

    return writer.do(run)


def _show(slug: str) -> Table | None:
    shows = Table.objects.filter(game=slug, show=True, status=Status.PLAYING)
    return shows.order_by("-created_at").first()


def again(table: Table, player: Player, nonce: str = "") -> Table:
    """Agree to a rematch: open its table or join it; it starts when everybody has agreed.

    Return the rematch's table also if it went on without this player, who may watch then.
    """
    if not Seat.objects.filter(table=table, player=player).exists():
        raise Refused("not_seated", "You did not play here.")
    code = run_transaction(table, lambda changes: _follow(changes, table, player))
    following = Table.objects.select_related("follows").get(code=code)
    try:
        sit(following, player, None, nonce)
    except Refused as refusal:
        if refusal.code not in ("started", "seat_taken"):
            raise
    run_transaction(following, _start_if_complete)
    return following


def _start_if_complete(changes: TableTransaction) -> None:
    if changes.info.status == "open" and not changes.info.free:
        _start(changes)


def _follow(changes: TableTransaction, table: Table, player: Player) -> str:
    """Return the code of the rematch's table, opening it for the first who agrees."""
    if changes.info.next is not None and not _is_closed(changes.info.next):
        return str(changes.info.next)
    if changes.info.status != "over":
        raise Refused("not_over", "This game is not over yet.")
    Table.objects.filter(follows=table).update(follows=None)  # a rematch that was cancelled
    info = changes.info
    bots = tuple(
        seat_info for seat_info in info.seats if seat_info.bot is not None and not seat_info.person
    )
    following = open_table(_rematch(changes), player, table, bots)
    mine = require_seat(table, player).index
    changes.add_table_events(table_events.Followed(following.code, mine))
    return str(following.code)


def _is_closed(code: str) -> bool:
    return Table.objects.filter(code=code, status=Status.CLOSED).exists()


def _rematch(changes: TableTransaction) -> Opening:
    """Make the opening of a rematch: the same terms, the next to lead, the score so far."""
    info, size = changes.info, len(changes.info.seats)
    dealt = next(row.events[0] for row in changes.live.rows if row.kind == "game")
    first = changes.game.first_player(dealt)
    outcome = info.result or changes.game.outcome(changes.state)
    winners = outcome.winners if outcome is not None else ()
    before = info.wins or (0,) * size
    return Opening(
        info.game,
        size,
        dict(info.options) | {"first": None if first is None else (first + 1) % size},
        info.speed,
        info.visibility,
        info.clock,
        info.spectators,
        info.hints,
        info.open_after,
        info.stand_in,
        wins=tuple(count + (seat in winners) for seat, count in enumerate(before)),
        awaits=_persons(changes),
    )


def _persons(changes: TableTransaction) -> tuple[table_events.Awaited, ...]:
    seat_infos = Seat.objects.filter(table_id=changes.live.table_id, player__isnull=False)
    seats = [changes.info.seats[index] for index in seat_infos.values_list("index", flat=True)]
    return tuple(
        table_events.Awaited(seat_info.seat, str(seat_info.name), seat_info.face)
        for seat_info in seats
    )
