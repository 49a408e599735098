"""The only writers: open, sit, leave, fill, start, play, again, say.

Law of the room: each either happens whole and is on disk when it returns, or raises `Refused` and
has changed nothing. A person's move and a bot's move come through the same `play`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from django.db import models, transaction
from django.utils import timezone

from games.catalog import GAMES
from games.core import wire
from games.core.contract import Game, IllegalAction, Options, attempt
from games.tables import facts, log, luck, names, people, presence, results
from games.tables.draft import Draft, Refused, save
from games.tables.hub import LOBBY, hub
from games.tables.models import (
    ChatLine,
    Clock,
    Player,
    Report,
    Result,
    Round,
    Seat,
    Speed,
    Status,
    Table,
    Visibility,
)
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
    clock: str = "off"
    spectators: bool = True
    hints: bool = False
    open_after: str = "match"
    stand_in: str = ""
    starts_in: float | None = None
    """Seconds until bots take the empty seats and the game begins by itself."""
    show: bool = False


@dataclass(frozen=True)
class Play:
    """A move: who, what, and on which row it was made."""

    seat: int
    since: int
    """The row in which the mover took this seat: proof that he still drives it."""
    action: Any
    command: str
    at: int
    driver: Literal["person", "bot", "clock"] = "person"
    """Who moves: the person, the bot of this seat, or the server for a person out of time."""
    keep: Callable[[int], models.Model] | None = None
    """Makes what is stored with the move (a bot's thought) from the row's seq."""


def open_table(
    opening: Opening,
    host: Player | None,
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
            clock=opening.clock,
            show=opening.show,
            host=host,
            follows=follows,
        )
        Round.objects.create(table=table, index=0, secret=secret, seal=luck.seal(secret))
        Seat.objects.bulk_create(Seat(table=table, index=i) for i in range(opening.size))
        draft = Draft(log.Live(table.pk, game))
        draft.tell(_opened(table, opening, options, luck.seal(secret)))
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
    for choice, choices in (
        (opening.speed, Speed.values),
        (opening.visibility, Visibility.values),
        (opening.clock, Clock.values),
        (opening.open_after, ("match", "round")),
        (opening.stand_in, ("", *game.levels)),
    ):
        if choice not in choices:
            raise Refused("bad_options", "That is no choice of ours.")
    if opening.visibility == "public" and opening.clock == "off" and not opening.show:
        raise Refused("bad_options", "A public table needs a clock: strangers may walk away.")
    try:
        options = wire.read_options(game, wire.dump(opening.options))
    except wire.BadMessage as error:
        raise Refused("bad_options", str(error)) from error
    if options.first is not None and not 0 <= options.first < opening.size:
        raise Refused("bad_options", "The seat that begins does not exist.")
    return game, options


def _opened(table: Table, opening: Opening, options: Options, seal: str) -> facts.Opened:
    starts_at = None if opening.starts_in is None else time.time() + opening.starts_in
    return facts.Opened(
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
    """Stand up before the game begins; later, let a bot keep the seat until one comes back."""

    def run(draft: Draft) -> None:
        mine = _mine(table, player)
        if draft.room.status == "open":
            _free(draft, mine)
        else:
            _running_only(draft)
            _stand_in(draft, mine.index, "left")

    _change(table, run)


def remove(table: Table, host: Player, seat: int) -> None:
    """The host sends somebody, or a bot, away before the game begins."""

    def run(draft: Draft) -> None:
        _open_only(draft)
        _host_only(table, host)
        chair = Seat.objects.filter(table=table, index=seat).first()
        if chair is None or chair.player_id == host.pk or seat in draft.room.free:
            raise Refused("no_such_seat", "Nobody to be removed sits there.")
        _free(draft, chair)

    _change(table, run)


def _free(draft: Draft, chair: Seat) -> None:
    Seat.objects.filter(pk=chair.pk).update(player=None, level="", nonce="")
    draft.tell(facts.Left(chair.index), seat=chair.index)


def hand_over(table: Table, player: Player, seat: int) -> None:
    """Let a bot play one's own seat, or that of somebody who has been away for a minute."""

    def run(draft: Draft) -> None:
        _running_only(draft)
        mine = _mine(table, player)
        if not 0 <= seat < len(draft.room.seats) or not draft.room.seats[seat].person:
            raise Refused("no_such_seat", "No person sits there.")
        if mine.index != seat:
            since = presence.absent_since(table.pk, seat)
            if since is None or since > draft.now - presence.ABSENT:
                raise Refused("not_absent", "That player is here.")
        _stand_in(draft, seat, "left" if mine.index == seat else "absent")

    _change(table, run)


def give_to_bot(table: Table, seat: int, level: str, reason: str = "staff") -> None:
    """Staff hand a person's seat to a bot of a level."""

    def run(draft: Draft) -> None:
        _running_only(draft)
        if level not in draft.game.levels:
            raise Refused("bad_options", "There is no such level.")
        if not 0 <= seat < len(draft.room.seats) or draft.room.seats[seat].bot is not None:
            raise Refused("no_such_seat", "No person plays there.")
        draft.tell(facts.HandedOver(seat, level, reason), seat=seat)

    _change(table, run)


def _stand_in(draft: Draft, seat: int, reason: str, for_good: bool = False) -> None:
    if draft.room.seats[seat].bot is not None and not for_good:
        raise Refused("stand_in", "A bot plays there already.")
    level = draft.room.stand_in or draft.game.levels[0]
    draft.tell(facts.HandedOver(seat, level, reason, for_good), seat=seat)


def come_back(table: Table, player: Player) -> None:
    """Take one's seat back from the stand-in."""

    def run(draft: Draft) -> None:
        _running_only(draft)
        mine = _mine(table, player)
        chair = draft.room.seats[mine.index]
        if chair.bot is None:
            return
        if chair.for_good:
            raise Refused("resigned", "You resigned: the bot plays on.")
        draft.tell(facts.TakenBack(mine.index), seat=mine.index)

    _change(table, run)


def resign(table: Table, player: Player) -> None:
    """Give up: with two seats the other wins, with more a bot keeps the seat for good."""

    def run(draft: Draft) -> None:
        _running_only(draft)
        seat = _mine(table, player).index
        if draft.room.seats[seat].for_good:
            raise Refused("resigned", "You have resigned already.")
        if len(draft.room.seats) == 2:
            draft.tell(facts.Resigned(seat, (1 - seat,)), seat=seat)
            results.finish(draft)
        else:
            draft.tell(facts.Resigned(seat), seat=seat)
            _stand_in(draft, seat, "resigned", for_good=True)

    _change(table, run)


def close(table: Table, reason: str) -> None:
    """Close a table for good; it says why."""

    def run(draft: Draft) -> None:
        if draft.room.status in ("over", "closed"):
            raise Refused("finished", "This table is over.")
        draft.tell(facts.Closed(reason))
        results.tell_inspections(draft)

    _change(table, run)


def fill(table: Table, player: Player, level: str, seat: int | None = None) -> None:
    """Let bots take the empty seats, or the named one."""

    def run(draft: Draft) -> None:
        _open_only(draft)
        _host_only(table, player)
        if level not in draft.game.levels:
            raise Refused("bad_options", "There is no such level.")
        if seat is not None and seat not in draft.room.free:
            raise Refused("seat_taken", "That seat is taken.")
        _fill(draft, draft.room.free if seat is None else (seat,), level)

    _change(table, run)


def _fill(draft: Draft, seats: tuple[int, ...], level: str) -> None:
    for seat in seats:
        taken = {chair.name for chair in draft.room.seats if chair.name}
        _seat_bot(draft, facts.Chair(seat, names.bot_name(taken), names.face(), level))


def _seat_bot(draft: Draft, chair: facts.Chair) -> None:
    assert chair.name is not None and chair.bot is not None
    Seat.objects.filter(table_id=draft.live.table_id, index=chair.seat).update(level=chair.bot)
    draft.tell(facts.BotSat(chair.seat, chair.name, chair.face, chair.bot))


def start(table: Table, player: Player) -> None:
    """Deal: the nonces are fixed, the seed is made, the first facts are told.

    At a table that would start by itself anyone who sits may start it now; bots take the rest.
    """

    def run(draft: Draft) -> None:
        _open_only(draft)
        if draft.room.starts_at is not None:
            _mine(table, player)
            _fill(draft, draft.room.free, draft.game.levels[0])
        else:
            _host_only(table, player)
        if draft.room.free:
            raise Refused("seats_empty", "There are empty seats: fill them first.")
        _start(draft)

    _change(table, run)


def sit_anywhere(opening: Opening, player: Player, nonce: str = "") -> Table:
    """Join a table that waits for whoever comes, or open one."""
    waiting = Table.objects.filter(
        game=opening.game,
        status=Status.OPEN,
        visibility=Visibility.PUBLIC,
        due_at__gt=timezone.now() + timedelta(seconds=1),
    )
    for table in waiting.order_by("due_at")[:5]:
        try:
            sit(table, player, None, nonce)
        except Refused:
            continue  # somebody was quicker
        return table
    table = open_table(opening, player)
    sit(table, player, None, nonce)
    return table


def show_table(slug: str) -> Table:
    """The table of bots that plays for the home page; a new game if the last one is over."""
    shows = Table.objects.filter(game=slug, show=True, status=Status.PLAYING)
    table = shows.order_by("-created_at").first()
    if table is None:
        game = GAMES[slug]
        size = min(4, game.seats[-1])
        table = open_table(Opening(slug, size, {}, starts_in=0.0, show=True), None)
        start_by_itself(table)
    return table


def start_by_itself(table: Table) -> None:
    """The countdown is over: bots take the empty seats; where nobody waits, the table closes."""

    def run(draft: Draft) -> None:
        room = draft.room
        due = room.starts_at is not None and room.starts_at <= draft.now.timestamp()
        if room.status != "open" or not due:
            return
        if any(chair.person for chair in room.seats) or room.show:
            levels = draft.game.levels[-1:] if room.show else draft.game.levels[:1]
            _fill(draft, room.free, levels[0])
            _start(draft)
        else:
            draft.tell(facts.Closed("nobody_came"))

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
    if draft.room.status == "over":
        raise Refused("finished", "The game is over.")
    _may_move(draft, move)
    before = draft.game.round(draft.state)
    chance = luck.rules_chance(draft.seed(before + 1))
    try:
        events = attempt(draft.game, draft.state, move.seat, move.action, chance)
    except IllegalAction as refusal:
        raise Refused(refusal.code, refusal.message) from refusal
    if move.driver == "clock":
        draft.tell(facts.TimedOut(move.seat), seat=move.seat)
    seq = draft.play(events, move.seat, move.command, move.action)
    if move.keep is not None:
        draft.extras.append(move.keep(seq))
    if draft.game.round(draft.state) > before:
        draft.seal(before + 2)
    if draft.room.status == "over":
        results.finish(draft)
    return seq


def _may_move(draft: Draft, move: Play) -> None:
    """Refuse who does not drive the seat now, or decided on what is no longer so."""
    chair = draft.room.seats[move.seat]
    if move.driver == "person" and chair.bot is not None:
        raise Refused("stand_in", "A bot plays for you: take your seat back first.")
    late = chair.deadline is not None and chair.deadline <= draft.now.timestamp()
    drives = (chair.bot is not None) == (move.driver == "bot") and (late or move.driver != "clock")
    fresh = chair.since == move.since and draft.acted(move.seat) <= move.at <= draft.seq
    if not drives or not fresh:
        raise Refused("stale", "The table has moved on since you chose that.")


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
    moves = (row.seat for row in draft.live.rows if row.kind == "game" and row.seat is not None)
    first = next(moves, options["first"])
    options["first"] = None if first is None else (first + 1) % table.size  # the lead goes round
    room = draft.room
    opening = Opening(
        table.game,
        table.size,
        options,
        room.speed,
        room.visibility,
        room.clock,
        room.spectators,
        room.hints,
        room.open_after,
        room.stand_in,
    )
    bots = tuple(chair for chair in room.seats if chair.bot is not None and not chair.person)
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


REACTIONS = ("👍", "👏", "😂", "😮", "🤔", "🎉", "😢", "🙏")
"""What may be said with one tap, by everybody."""


def say(table: Table, player: Player, text: str) -> ChatLine:
    """Say something at a table."""
    text = " ".join(text.split())
    player.refresh_from_db()
    if player.muted:
        raise Refused("muted", "You have been muted by the staff.")
    if text not in REACTIONS and table.visibility == Visibility.PUBLIC and _is_new(player):
        raise Refused("reactions_only", "Finish one game first; until then there are reactions.")
    if not 1 <= len(text) <= 300:
        raise Refused("too_long", "A line has 1 to 300 characters.")
    seat = Seat.objects.filter(table=table, player=player).values_list("index", flat=True).first()
    line = ChatLine.objects.create(table=table, player=player, seat=seat, text=text)
    hub.ring([(-table.pk, line.pk)])
    return line


def _is_new(player: Player) -> bool:
    """Whether a guest has not finished a game yet."""
    return player.user_id is None and not Result.objects.filter(player=player).exists()


def report(table: Table, player: Player, who: str, text: str) -> Report:
    """Tell the staff of what another player said."""
    lines = ChatLine.objects.filter(table=table).exclude(player=player).select_related("player")
    about = next((line.player for line in lines if people.tag(line.player) == who), None)
    if about is None:
        raise Refused("no_such_player", "That player has said nothing here.")
    text = " ".join(text.split())[:300]
    return Report.objects.create(table=table, by=player, about=about, text=text)


def _mine(table: Table, player: Player) -> Seat:
    seat = Seat.objects.filter(table=table, player=player).first()
    if seat is None:
        raise Refused("not_seated", "You do not sit here.")
    return seat


def _running_only(draft: Draft) -> None:
    if draft.room.status != "playing":
        raise Refused("not_playing", "No game is being played here.")


def mute(player: Player, muted: bool) -> None:
    """Staff refuse what a player says from now on, or no longer."""
    Player.objects.filter(pk=player.pk).update(muted=muted)


def _open_only(draft: Draft) -> None:
    if draft.room.status != "open":
        raise Refused("started", "The game has begun already.")


def _host_only(table: Table, player: Player) -> None:
    if table.host_id != player.pk:
        raise Refused("not_host", "Only who opened the table may do that.")
