"""Create a table, start its game, and arrange a rematch."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from msgspec.structs import replace

from games.catalog import GAMES
from games.core import codec
from games.core.contract import Game, Options
from games.tables import data_source
from games.tables.errors import Refused
from games.tables.eventlog import deal_log, live_table
from games.tables.eventlog.transaction import TableTransaction
from games.tables.eventlog.writer import writer
from games.tables.events import fairness, table_config, table_events, table_info
from games.tables.events.table_config import TableConfig
from games.tables.models import Clock, Player, Round, Seat, Speed, Status, Table, Visibility
from games.tables.realtime.pubsub import LOBBY_CHANGED, pubsub
from games.tables.services import deals
from games.tables.services.guards import (
    require_host,
    require_seat,
    require_waiting,
    run_transaction,
)
from games.tables.services.seating import check_nonce, fill_seats, seat_bot, sit, take_seat

match_started = Signal()
"""Sent with `game`, `info` and `options`, in the transaction that starts a match."""
Then = Callable[[Table, TableTransaction], None]
"""What happens to a new table in the transaction that creates it."""


def create_table(
    config: TableConfig,
    host: Player | None,
    previous_table: Table | None = None,
    bots: tuple[table_info.SeatInfo, ...] = (),
    then: Then = lambda table, changes: None,
    secret: bytes | None = None,
) -> Table:
    """Open a table; nobody sits yet but the bots brought along and whom `then` seats.

    `secret` is the last secret of its rounds, drawn unless it is given. Whoever knows it knows all
    cards, so it is given only for tables that must come out the same each time they are made.
    """
    game, options = _checked(config)
    chain = fairness.new_chain(1 if game.deal is None else fairness.CHAIN_ROUNDS, secret)

    def run() -> Table:
        table = Table.objects.create(
            game=game.slug,
            size=config.size,
            options=codec.dump(options).decode(),
            speed=config.speed,
            visibility=config.visibility,
            clock=config.clock,
            is_demo=config.is_demo,
            host=host,
            previous_table=previous_table,
        )
        Round.objects.create(
            table=table, index=chain.rounds - 1, secret=chain.last, commitment=chain.commitment
        )
        Seat.objects.bulk_create(Seat(table=table, index=i) for i in range(config.size))
        live = live_table.LiveTable(table.pk, game, chain=chain)
        changes = TableTransaction(live, created=True)
        opened = table_events.Opened(
            **replace(config, options=codec.plain(options)).settings(),
            code=table.code,
            commitment=chain.commitment,
            chain=chain.rounds,
            previous_table=previous_table.code if previous_table else None,
        )
        changes.add_table_events(opened)
        needs = data_source.needs_of(game, options)
        if needs:
            data_source.data_source().keep(needs, table.code)
        for seat_info in bots:
            seat_bot(changes, seat_info)
        then(table, changes)
        writer.add(changes)
        transaction.on_commit(partial(pubsub.publish, [LOBBY_CHANGED]))
        return table

    return writer.do(run)


def create_seated(
    config: TableConfig, player: Player, nonce: str = "", bots: Mapping[int, str] | None = None
) -> Table:
    """Open a table at which its host sits first and bots of these levels take these seats."""
    check_nonce(nonce)

    def then(table: Table, changes: TableTransaction) -> None:
        take_seat(changes, table, player, 0, nonce)
        for seat, level in (bots or {}).items():
            if seat not in changes.info.free:
                raise Refused("seat_taken", "That seat is taken.")
            fill_seats(changes, (seat,), level)

    return create_table(config, player, then=then)


def start_against_bots(config: TableConfig, player: Player, level: str, nonce: str = "") -> Table:
    """Open a table, seat its host and bots of a level, and start the game, all in one."""
    check_nonce(nonce)

    def then(table: Table, changes: TableTransaction) -> None:
        take_seat(changes, table, player, 0, nonce)
        fill_seats(changes, changes.info.free, level)
        _start(changes)

    return create_table(config, player, then=then)


def _checked(config: TableConfig) -> tuple[Game[Any, Any, Any], Options]:
    game = GAMES.get(config.game)
    if game is None:
        raise Refused("no_such_game", "There is no such game here.")
    if config.size not in game.seats:
        raise Refused("bad_options", "This game does not support this number of players.")
    for choice, choices in (
        (config.speed, Speed.values),
        (config.visibility, Visibility.values),
        (config.clock, Clock.values),
        (config.open_after, game.reveals),
        (config.stand_in, ("", *game.levels)),
    ):
        if choice not in choices:
            raise Refused("bad_options", "Invalid value.")
    if config.visibility == "public" and config.clock == "off" and not config.is_demo:
        raise Refused("bad_options", "A public table needs a clock: strangers may walk away.")
    try:
        options = codec.read_options(game, codec.dump(config.options))
    except codec.BadMessage as error:
        raise Refused("bad_options", str(error)) from error
    if options.first is not None and not 0 <= options.first < config.size:
        raise Refused("bad_options", "The seat chosen to begin does not exist.")
    if not game.allows_seat_count(options, config.size):
        raise Refused("bad_options", "These rules do not support this number of players.")
    data_source.data_source().require(data_source.needs_of(game, options))
    return game, options


def start(table: Table, player: Player) -> None:
    """Start the game: fix the nonces, and write the first events.

    At a table that starts automatically any seated player may start it now; bots take the rest.
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


def auto_start(table: Table) -> None:
    """The countdown is over: bots take the empty seats; where nobody waits, the table closes."""

    def run(changes: TableTransaction) -> None:
        info = changes.info
        due = info.starts_at is not None and info.starts_at <= changes.now.timestamp()
        if info.status != "open" or not due:
            return
        if any(seat_info.person for seat_info in info.seats) or info.is_demo:
            _start_with_bots(changes)
        else:
            changes.add_table_events(table_events.Closed("nobody_came"))

    run_transaction(table, run)


def _start_with_bots(changes: TableTransaction) -> None:
    """Let bots take the empty seats, at a show the strongest, and start."""
    levels = changes.game.levels[-1:] if changes.info.is_demo else changes.game.levels[:1]
    fill_seats(changes, changes.info.free, levels[0])
    _start(changes)


def _start(changes: TableTransaction) -> None:
    """Deal; the table may be a new one."""
    table_id = changes.live.table_id
    seat_infos = Seat.objects.filter(table_id=table_id).order_by("index")
    changes.add_table_events(
        table_events.Started(tuple(seat_infos.values_list("nonce", flat=True)))
    )
    _read_secrets(changes)
    options = codec.stored_options(changes.game, changes.info.options)
    chance = fairness.rules_chance(changes.seed(0))
    changes.add_game_events(changes.game.start(options, len(changes.info.seats), chance))
    if changes.game.deal is not None:
        deals.deal_next(changes)
    match_started.send(None, game=changes.game, info=changes.info, options=options)


def _read_secrets(changes: TableTransaction) -> None:
    """Read the secrets of a table that was created earlier; one of an older version has no chain."""
    live = changes.live
    if live.chain is not None:
        return
    rounds = Round.objects.filter(table_id=live.table_id).values_list("index", "secret")
    if changes.info.chain:
        live.chain = live_table.read_chain(rounds, changes.info.chain)
        return
    for index, secret in rounds:
        live.seeds[index] = fairness.seed(bytes(secret), changes.info.nonces)


def quick_join(config: TableConfig, player: Player, nonce: str = "") -> Table:
    """Join a table that waits for whoever comes, or open one."""
    waiting = Table.objects.filter(
        game=config.game,
        status=Status.OPEN,
        visibility=Visibility.PUBLIC,
        previous_table=None,
        due_at__gt=timezone.now() + timedelta(seconds=1),
    )
    for table in waiting.order_by("due_at")[:5]:
        try:
            sit(table, player, None, nonce)
        except Refused:
            continue  # somebody was quicker
        return table
    return create_seated(config, player, nonce)


def demo_table(slug: str) -> Table:
    """Return the table of bots that plays for the home page; a new one if the last one is over."""
    table = _current_demo(slug)
    if table is not None:
        return table
    size = min(4, GAMES[slug].seats[-1])
    config = TableConfig(
        slug, size, {}, open_after=GAMES[slug].reveals[0], starts_at=time.time(), is_demo=True
    )

    def run() -> Table:  # of several visitors one opens it
        return _current_demo(slug) or create_table(
            config, None, then=lambda table, changes: _start_with_bots(changes)
        )

    return writer.do(run)


def _current_demo(slug: str) -> Table | None:
    demos = Table.objects.filter(game=slug, is_demo=True, status=Status.PLAYING)
    return demos.order_by("-created_at").first()


def rematch(table: Table, player: Player, nonce: str = "") -> Table:
    """Agree to a rematch: open its table or join it; it starts when everybody has agreed.

    Return the rematch's table also if it went on without this player, who may watch then.
    """
    if not Seat.objects.filter(table=table, player=player).exists():
        raise Refused("not_seated", "You did not play here.")
    code = run_transaction(table, lambda changes: _rematch_code(changes, table, player))
    following = Table.objects.select_related("previous_table").get(code=code)
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


def _rematch_code(changes: TableTransaction, table: Table, player: Player) -> str:
    """Return the code of the rematch's table, and create it for the first who agrees."""
    if changes.info.next_table is not None and not _is_closed(changes.info.next_table):
        return str(changes.info.next_table)
    if changes.info.status != "over":
        raise Refused("not_over", "This game is not over yet.")
    Table.objects.filter(previous_table=table).update(
        previous_table=None
    )  # a rematch that was cancelled
    info = changes.info
    bots = tuple(
        seat_info for seat_info in info.seats if seat_info.bot is not None and not seat_info.person
    )
    following = create_table(_rematch_config(changes), player, table, bots)
    mine = require_seat(table, player).index
    changes.add_table_events(table_events.RematchCreated(following.code, mine))
    return str(following.code)


def _is_closed(code: str) -> bool:
    return Table.objects.filter(code=code, status=Status.CLOSED).exists()


def _rematch_config(changes: TableTransaction) -> TableConfig:
    """Make the config of a rematch: the same terms, the next to lead, the score so far."""
    info, size = changes.info, len(changes.info.seats)
    dealt = _first_deal(changes.live)
    outcome = info.result or changes.game.outcome(changes.state)
    winners = outcome.winners if outcome is not None else ()
    before = info.wins or (0,) * size
    first = changes.game.first_player(dealt)
    return TableConfig(
        **info.settings()
        | {
            "options": dict(info.options)
            | {"first": None if first is None else (first + 1) % size},
            "wins": tuple(count + (seat in winners) for seat, count in enumerate(before)),
            "awaits": _persons(changes),
            "starts_at": None,
            "is_demo": False,
        }
    )


def _first_deal(live: live_table.LiveTable) -> Any:
    """Return the event from which the first player of the match is known."""
    deal = deal_log.read_deal(live, 0)
    assert deal is not None
    return deal.played_rows()[0].events[0]


def _persons(changes: TableTransaction) -> tuple[table_config.Awaited, ...]:
    seat_infos = Seat.objects.filter(table_id=changes.live.table_id, player__isnull=False)
    seats = [changes.info.seats[index] for index in seat_infos.values_list("index", flat=True)]
    return tuple(
        table_config.Awaited(seat_info.seat, str(seat_info.name), seat_info.face)
        for seat_info in seats
    )
