"""Members of the staff, and the addresses of their pages, for tests."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import reverse

from bots.analysis.staff_role import INSPECTOR
from games.tables.models import Player, Table
from games.tables.realtime import identity


def client_of(user: User, player: Player | None = None) -> Client:
    """A browser this user has signed in with, and in which this player plays."""
    client = Client()
    client.force_login(user)
    if player is not None:
        session = client.session
        session[identity.SESSION_PLAYER_KEY] = str(player.pk)
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
