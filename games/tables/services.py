"""The only writers: open, sit, leave, fill, start, play, again, say.

Law of the room: each either happens whole and is on disk when it returns, or raises `Refused` and
has changed nothing. A person's move and a bot's move come through the same `play`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction

from games.catalog import GAMES
from games.core import wire
from games.core.contract import Game, IllegalAction, Options, attempt
from games.tables import facts, log, luck, names
from games.tables.draft import Draft, Refused, save
from games.tables.hub import LOBBY, hub
from games.tables.models import ChatLine, Player, Round, Seat, Speed, Table, Visibility
from games.tables.writer import writer

NONCE = re.compile(r"[0-9a-f]{0,64}")


@dataclass(frozen=True)
class Opening:
    """What a table is opened with."""

    game: str
    size: int
    options: dict[str, Any]
    speed: str = "normal"
    visibility: str = "link"


@dataclass(frozen=True)
class Play:
    """A move: who, what, and on which row it was made."""

    seat: int
    since: int
    """The row in which the mover took this seat: proof that he still drives it."""
    action: Any
    command: str
    at: int
    keep: Callable[[int], models.Model] | None = None
    """Makes what is stored with the move (a bot's thought) from the row's seq."""


def open_table(
    opening: Opening,
    host: Player,
    follows: Table | None = None,
    bots: tuple[facts.Chair, ...] = (),
) -> Table:
    """Open a table; nobody sits yet but the bots brought along."""
    game, options = _checked(opening)
    secret = luck.new_secret()
    with transaction.atomic():
        table = Table.objects.create(
            game=game.slug,
            size=opening.size,
            options=wire.dump(options).decode(),
            speed=opening.speed,
            visibility=opening.visibility,
            host=host,
            follows=follows,
        )
        Round.objects.create(table=table, index=0, secret=secret, seal=luck.seal(secret))
        Seat.objects.bulk_create(Seat(table=table, index=i) for i in range(opening.size))
        draft = Draft(log.Live(table.pk, game))
        draft.tell(_opened(table, options, luck.seal(secret)))
        for chair in bots:
            _seat_bot(draft, chair)
        save([draft])
    hub.ring([(LOBBY, 0)])
    return table


def _checked(opening: Opening) -> tuple[Game[Any, Any, Any], Options]:
    game = GAMES.get(opening.game)
    if game is None:
        raise Refused("no_such_game", "There is no such game here.")
    if opening.size not in game.seats:
        raise Refused("bad_options", "This game is not played by that many.")
    if opening.speed not in Speed.values or opening.visibility not in Visibility.values:
        raise Refused("bad_options", "That is no choice of ours.")
    try:
        options = wire.read_options(game, wire.dump(opening.options))
    except wire.BadMessage as error:
        raise Refused("bad_options", str(error)) from error
    if options.first is not None and not 0 <= options.first < opening.size:
        raise Refused("bad_options", "The seat that begins does not exist.")
    return game, options


def _opened(table: Table, options: Options, seal: str) -> facts.Opened:
    plain = wire.plain(options)
    return facts.Opened(
        table.code, table.game, table.size, plain, table.speed, table.visibility, seal
    )


def _change(table: Table, run: Callable[[Draft], Any]) -> Any:
    """Run a change of the table itself, and tell the lobby."""
    result = writer.call(table.pk, run)
    hub.ring([(LOBBY, 0)])
    return result


def sit(table: Table, player: Player, seat: int | None = None, nonce: str = "") -> int:
    """Take a free seat, the named one or the first; who sits already keeps his."""
    if not NONCE.fullmatch(nonce):
        raise Refused("bad_message", "A nonce is up to 64 hexadecimal digits.")
    return int(_change(table, lambda draft: _sit(draft, table, player, seat, nonce)))


def _sit(draft: Draft, table: Table, player: Player, seat: int | None, nonce: str) -> int:
    mine = Seat.objects.filter(table=table, player=player).first()
    if mine is not None:
        return int(mine.index)
    _open_only(draft)
    free = draft.room.free
    if seat is None and free:
        seat = free[0]
    if seat is None or seat not in free:
        raise Refused("seat_taken", "That seat is taken.")
    Seat.objects.filter(table=table, index=seat).update(player=player, level="", nonce=nonce)
    host = table.host_id == player.pk
    draft.tell(facts.Sat(seat, player.name, player.face, host), seat=seat)
    return seat


def leave(table: Table, player: Player) -> None:
    """Stand up before the game begins."""

    def run(draft: Draft) -> None:
        _open_only(draft)
        mine = Seat.objects.filter(table=table, player=player).first()
        if mine is None:
            raise Refused("not_seated", "You do not sit here.")
        Seat.objects.filter(pk=mine.pk).update(player=None, nonce="")
        draft.tell(facts.Left(mine.index), seat=mine.index)

    _change(table, run)


def fill(table: Table, player: Player, level: str) -> None:
    """Let bots take the empty seats."""

    def run(draft: Draft) -> None:
        _open_only(draft)
        _host_only(table, player)
        if level not in draft.game.levels:
            raise Refused("bad_options", "There is no such level.")
        for seat in draft.room.free:
            taken = {chair.name for chair in draft.room.seats if chair.name}
            name = names.bot_name(taken)
            _seat_bot(draft, facts.Chair(seat, name, names.face(), level))

    _change(table, run)


def _seat_bot(draft: Draft, chair: facts.Chair) -> None:
    assert chair.name is not None and chair.bot is not None
    Seat.objects.filter(table_id=draft.live.table_id, index=chair.seat).update(level=chair.bot)
    draft.tell(facts.BotSat(chair.seat, chair.name, chair.face, chair.bot))


def start(table: Table, player: Player) -> None:
    """Deal: the nonces are fixed, the seed is made, the first facts are told."""

    def run(draft: Draft) -> None:
        _open_only(draft)
        _host_only(table, player)
        if draft.room.free:
            raise Refused("seats_empty", "There are empty seats: fill them first.")
        _start(draft)

    _change(table, run)


def _start(draft: Draft) -> None:
    table_id = draft.live.table_id
    chairs = Seat.objects.filter(table_id=table_id).order_by("index")
    draft.tell(facts.Started(tuple(chairs.values_list("nonce", flat=True))))
    secret = bytes(Round.objects.values_list("secret", flat=True).get(table_id=table_id, index=0))
    draft.seeds[0] = luck.seed(secret, draft.room.nonces)
    draft.seal(1)
    options = wire.stored_options(draft.game, draft.room.options)
    chance = luck.rules_chance(draft.seeds[0])
    draft.play(draft.game.start(options, len(draft.room.seats), chance))


def play(draft: Draft, move: Play) -> int:
    """Make a move on a locked table and return its row; the writer calls this."""
    receipt = draft.receipt(move.seat, move.command)
    if receipt is not None:
        return receipt
    if draft.state is None:
        raise Refused("not_started", "The game has not begun.")
    if draft.room.status == "closed":
        raise Refused("closed", "This table is closed.")
    gone = draft.room.seats[move.seat].since != move.since
    if gone or not draft.acted(move.seat) <= move.at <= draft.seq:
        raise Refused("stale", "The table has moved on since you chose that.")
    before = draft.game.round(draft.state)
    chance = luck.rules_chance(draft.seed(before + 1))
    try:
        events = attempt(draft.game, draft.state, move.seat, move.action, chance)
    except IllegalAction as refusal:
        raise Refused(refusal.code, refusal.message) from refusal
    seq = draft.play(events, move.seat, move.command, move.action)
    if move.keep is not None:
        draft.extras.append(move.keep(seq))
    if draft.game.round(draft.state) > before:
        draft.seal(before + 2)
    return seq


async def aplay(table_id: int, move: Play) -> int:
    """Make a move and wait until it is on disk."""
    return int(await writer.acall(table_id, lambda draft: play(draft, move)))


def again(table: Table, player: Player, nonce: str = "") -> Table:
    """Play on: open the next table for the same people, or join it if somebody has."""
    mine = Seat.objects.filter(table=table, player=player).first()
    if mine is None:
        raise Refused("not_seated", "You did not play here.")
    code = _change(table, lambda draft: _follow(draft, table, player))
    following = Table.objects.get(code=code)
    room = log.catch_up(following.pk).room
    sit(following, player, mine.index if mine.index in room.free else None, nonce)
    alone = Seat.objects.filter(table=table, player__isnull=False).count() == 1
    if alone and room.status == "open":
        start(following, player)
    return following


def _follow(draft: Draft, table: Table, player: Player) -> str:
    if draft.room.next is not None:
        return str(draft.room.next)
    if draft.room.status != "over":
        raise Refused("not_over", "This game is not over yet.")
    options = dict(draft.room.options)
    if options["first"] is not None:  # the lead goes round
        options["first"] = (options["first"] + 1) % table.size
    opening = Opening(table.game, table.size, options, table.speed, table.visibility)
    bots = tuple(chair for chair in draft.room.seats if chair.bot is not None)
    following = open_table(opening, player, table, bots)
    draft.tell(facts.Followed(following.code))
    return str(following.code)


def rename(player: Player, name: str) -> None:
    """Change a player's name, at the tables he sits at too."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= 24 or not name.isprintable():
        raise Refused("bad_name", "A name has 1 to 24 characters.")
    Player.objects.filter(pk=player.pk).update(name=name)
    seats = Seat.objects.filter(player=player, table__status__in=("open", "playing"))
    for seat in seats.select_related("table"):
        told = facts.Renamed(seat.index, name)
        _change(seat.table, _telling(told))


def _telling(told: facts.Renamed) -> Callable[[Draft], int]:
    return lambda draft: draft.tell(told, seat=told.seat)


def say(table: Table, player: Player, text: str) -> ChatLine:
    """Say something at a table."""
    text = " ".join(text.split())
    if not 1 <= len(text) <= 300:
        raise Refused("too_long", "A line has 1 to 300 characters.")
    seat = Seat.objects.filter(table=table, player=player).values_list("index", flat=True).first()
    line = ChatLine.objects.create(table=table, player=player, seat=seat, text=text)
    hub.ring([(-table.pk, line.pk)])
    return line


def _open_only(draft: Draft) -> None:
    if draft.room.status != "open":
        raise Refused("started", "The game has begun already.")


def _host_only(table: Table, player: Player) -> None:
    if table.host_id != player.pk:
        raise Refused("not_host", "Only who opened the table may do that.")
