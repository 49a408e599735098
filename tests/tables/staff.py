"""Staff, and games played by hand, for the tests of the admin's desk."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import reverse

from bots.driver import begin, thought
from bots.roles import INSPECTOR
from games.tables import log, luck, people, services
from games.tables.models import Player, Table
from games.tables.services import Move
from games.tables.writer import writer
from tests.tables.conftest import a_move


def client_of(user: User, player: Player | None = None) -> Client:
    """A browser this user has signed in with, and in which this player plays."""
    client = Client()
    client.force_login(user)
    if player is not None:
        session = client.session
        session[people.KEY] = str(player.pk)
        session.save()
    return client


def admin_user() -> User:
    return User.objects.create_superuser("root")


def inspector_user() -> User:
    user = User.objects.create_user("inspector", is_staff=True)
    user.groups.add(Group.objects.get(name=INSPECTOR))
    return user


def staff_user(*codenames: str) -> User:
    """Somebody on the staff with these permissions and no others."""
    user = User.objects.create_user(f"staff{User.objects.count()}", is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename__in=codenames))
    return user


def address(table: Table, name: str = "now", query: str = "") -> str:
    return reverse(f"admin:tables_table_{name}", args=[table.pk]) + query


def play(table: Table, moves: int = 10**6) -> Table:
    """Play on: persons by a simple rule, bots by their own heads."""
    while moves and (live := log.catch_up(table.pk)).info.status == "playing":
        seat, moves = live.state.active, moves - 1
        seat_info = live.info.seats[seat]
        move = bot_move(live, seat, seat_info.bot) if seat_info.bot else None
        move = move or a_move(table, seat, which=live.seq % 4)
        writer.call(table.pk, lambda changes, move=move: services.make_move(changes, move), False)
    return Table.objects.get(pk=table.pk)


def bot_move(live: log.LiveTable, seat: int, level: str) -> Move:
    head, at = begin(live, seat, level), live.seq
    for event in live.game_events(seat):
        head.memory = head.bot.remember(head.memory, event)
    chance = luck.bot_chance(live.seeds[0], at, seat)
    decision = head.bot.decide(head.memory, log.legal_actions(live, seat), chance, 1)

    def keep(seq: int) -> Any:
        return thought(live, seat, head, at, seq, decision)

    since = live.info.seats[seat].since
    return Move(seat, since, decision.action, f"bot:{at}:{seat}", at, "bot", keep)
