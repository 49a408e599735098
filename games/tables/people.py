"""Who a session is: the Player behind a request or a socket.

Looking makes nobody a player: one is made with the first wish (a POST), so that link previews and
passers-by leave no trace.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.http import HttpRequest

from games.tables.models import Player

KEY = "player"


def tag(player: Player) -> str:
    """Name a player to others without telling his id: to mute or report somebody."""
    return hashlib.sha256(f"tag {player.pk}".encode()).hexdigest()[:16]


def known(session: Any) -> Player | None:
    """Return the session's player if it has one."""
    player_id = session.get(KEY)
    return Player.objects.filter(pk=player_id).first() if player_id else None


def player_of(request: HttpRequest) -> Player:
    """Return the visitor's player, making one on his first wish."""
    player = known(request.session)
    if player is None:
        player = Player.objects.create()
        request.session[KEY] = str(player.pk)
    return player
