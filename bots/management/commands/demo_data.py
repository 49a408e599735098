"""Fill the database with accounts and tables, so that every page can be looked at without playing.

Everything goes through the services and every seed is fixed: the same version makes the same games.
Only the passwords and the codes of the tables are new each time.
"""

from __future__ import annotations

import hashlib
import secrets
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from bots.catalog import BOTS
from bots.contract import decide
from bots.runtime.runner import decision_record
from bots.runtime.session import begin_session, remember_new_events
from games.catalog import GAMES
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from games.tables.eventlog.writer import writer
from games.tables.events import deal_pause, fairness
from games.tables.events.table_config import TableConfig
from games.tables.models import Player, Table
from games.tables.services import Move, deals

STAFF_NAME, ACCOUNT_NAME = "demo-staff", "demo-player"
SHORT_MATCHES: dict[str, dict[str, Any]] = {
    "datongzi": {"target": "hand"},
    "stud": {"deals": 2},
    "tiny": {"rounds": 2},
    "turn": {"deals": 2},
}
"""The options with which a match of the game is over soon; the other games are short anyway."""
MOVES_OF_A_RUNNING_TABLE = 3


class Command(BaseCommand):
    help = (
        "Make a superuser, an account, and a waiting, a running and a finished table of each game. "
        "For development only: the seeds, and with them the cards, are known to everybody."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if get_user_model().objects.filter(username__in=[STAFF_NAME, ACCOUNT_NAME]).exists():
            raise CommandError("the demonstration data is here already")
        self._create_user(STAFF_NAME, is_staff=True, is_superuser=True)
        user = self._create_user(ACCOUNT_NAME)
        person = writer.do(lambda: Player.objects.create(user=user, name="Robin", face=1))
        guest = writer.do(lambda: Player.objects.create(name="Kim", face=2))
        for game in GAMES:
            waiting = create_table(game, "waiting", person, visibility="public", clock="days")
            running = start_table(game, "running", person, guest)
            play(running, MOVES_OF_A_RUNNING_TABLE)
            finished = start_table(game, "finished", person, guest)
            play(finished)
            for status, table in (("waiting", waiting), ("running", running), ("over", finished)):
                self.stdout.write(f"{game}: {status} /t/{table.code}/")

    def _create_user(self, name: str, **rights: bool) -> Any:
        """Create an account and print its password, which is stored nowhere."""
        password = secrets.token_urlsafe(12)
        user = get_user_model()(username=name, **rights)
        user.set_password(password)  # hashing is slow: not while the database waits
        writer.do(user.save)
        self.stdout.write(f"account {name}, password {password}")
        return user


def create_table(game: str, purpose: str, host: Player, **settings: Any) -> Table:
    """Open a table with a fixed secret, at which its host sits."""
    options = SHORT_MATCHES.get(game, {}) | {"first": 0}
    config = TableConfig(game, GAMES[game].seats[0], options, **settings)
    secret = hashlib.sha256(f"demo data/{game}/{purpose}".encode()).digest()
    table = services.create_table(config, host, secret=secret)
    services.sit(table, host, 0)
    return table


def start_table(game: str, purpose: str, host: Player, guest: Player) -> Table:
    """Start a table: bots take the other seats, or the guest where bots must look up solutions."""
    table = create_table(game, purpose, host)
    level = GAMES[game].levels[0]
    if BOTS[game, level].needs is None:
        services.fill(table, host, level)
    else:
        services.sit(table, guest)
    services.start(table, host)
    return table


def play(table: Table, most_moves: int | None = None) -> None:
    """Play a table to its end, or so many moves."""
    moves = 0
    while (live := live_table.catch_up(table.pk)).info.status == "playing":
        if moves == most_moves:
            return
        if live.info.deals_at is not None:
            _deal(table, live)
            continue
        seat = next(
            seat.seat for seat in live.info.seats if live_table.legal_actions(live, seat.seat)
        )
        move = _choose(live, seat)
        writer.call(table.pk, partial(services.make_move, move=move), False)
        moves += 1


def _deal(table: Table, live: LiveTable) -> None:
    """Let every person agree to the next deal, and deal."""
    for seat in deal_pause.voters(live.game, live.info, live.state):
        version = live.info.seats[seat].version
        agree = partial(deals.agree_to_deal, seat=seat, seat_version=version, deal=live.round + 1)
        writer.call(table.pk, agree, False)
    if not writer.call(table.pk, services.deal_if_due, False):
        raise CommandError(f"table {table.code} waits for a deal that nobody can ask for")


def _choose(live: LiveTable, seat: int) -> Move:
    """Choose a move as the seat's bot does, for a person as the weakest bot does.

    A person moves at random where that bot would have to look up solutions.
    """
    seat_info, seq = live.info.seats[seat], live.seq
    legal = live_table.legal_actions(live, seat)
    chance = fairness.bot_chance(live.seed(live.round), seq, seat)
    session = begin_session(live, seat, seat_info.bot or live.game.levels[0])
    command = f"demo:{seq}:{seat}"
    if session.bot.needs is not None:
        return Move(seat, seat_info.version, chance.choice(legal), command, seq)
    remember_new_events(live, seat, session)
    decision = decide(session.bot, session.memory, legal, chance, session.bot.work)
    if seat_info.bot is None:
        return Move(seat, seat_info.version, decision.action, command, seq)
    keep = partial(decision_record, live, seat, session, seq, decision)
    return Move(seat, seat_info.version, decision.action, command, seq, "bot", keep)
