"""Who a session is: the Player behind a request or a socket.

GET requests never create a `Player`; the first POST does, so crawlers and link previews leave no
rows. A guest is whoever holds the session. The player of an account is returned only for a session
signed in to it, so a password change also ends open sockets.
"""

from __future__ import annotations

import hashlib
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from games.tables import names
from games.tables.eventlog.writer import written
from games.tables.models import Player

SESSION_PLAYER_KEY = "player"
SESSION_STORE = import_module(settings.SESSION_ENGINE).SessionStore


def public_id(player: Player) -> str:
    """Return an opaque public id of a player, for muting and reporting."""
    return _public_id("tag", player.pk)


def visitor_ids(session: Any, player: Player | None) -> set[str]:
    """Return the opaque ids of a visitor: of their session, their account and their player."""
    identifiers = {"session": session.session_key, "user": session.get(SESSION_KEY)}
    found = {_public_id(kind, value) for kind, value in identifiers.items() if value}
    return found | ({public_id(player)} if player is not None else set())


def session_public_id(key: str) -> str:
    """Return the id of every socket opened with this session."""
    return _public_id("session", key)


def user_public_id(user_id: object) -> str:
    """Return the id of every socket signed in to this account."""
    return _public_id("user", user_id)


def _public_id(kind: str, value: object) -> str:
    return hashlib.sha256(f"{kind} {value}".encode()).hexdigest()[:16]


def player_from_session(session: Any) -> Player | None:
    """Return the session's player if it has one."""
    player_id = session.get(SESSION_PLAYER_KEY)
    if not player_id:
        return None
    player = Player.objects.select_related("user").filter(pk=player_id).first()
    return player if player is not None and _session_owns(session, player) else None


def session_still_valid(session: Any, player: Player | None) -> bool:
    """Whether a session read some time ago, as a socket's is, has this player still."""
    if player is None:
        return True
    return player_from_session(SESSION_STORE(session.session_key)) == player


def _session_owns(session: Any, player: Player) -> bool:
    """Return whether the session is signed in to the player's account, if they have one."""
    user = player.user
    if user is None:
        return True
    signed_in = session.get(SESSION_KEY) == str(user.pk) and user.is_active
    proof = session.get(HASH_SESSION_KEY) or ""
    return signed_in and constant_time_compare(proof, user.get_session_auth_hash())


def get_or_create_player(request: HttpRequest) -> Player:
    """Return the visitor's player; create one if they have none."""
    player = player_from_session(request.session)
    if player is None:
        player = _new(getattr(request, "user", None))
        request.session[SESSION_PLAYER_KEY] = str(player.pk)
    return player


@written
def _new(user: Any) -> Player:
    if user is not None and user.is_authenticated:  # an account whose player was lost
        return Player.objects.get_or_create(user=user, defaults=names.guest())[0]
    return Player.objects.create(**names.guest())


def visitor_context(request: HttpRequest) -> dict[str, Any]:
    """Give every template the visitor's `player`, looked up only if it asks."""
    return {"player": SimpleLazyObject(lambda: player_from_session(request.session))}
