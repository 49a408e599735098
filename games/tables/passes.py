"""Device links: a short-lived, single-use link that makes another device the same player.

Invariant: the token is only in the link; the database stores its digest. A GET of a link changes
nothing. Whoever holds a link is let in as the player, so a new link or a new password ends the old
one.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.utils import timezone

from games.tables.models import DevicePass, Player
from games.tables.writer import writer, written

LIFE = timedelta(minutes=5)


def issue(player: Player) -> str:
    """Make the player's one pass and return its token."""
    token = secrets.token_urlsafe(18)
    digest, until = _digest(token), timezone.now() + LIFE

    def run() -> None:
        void(player)
        DevicePass.objects.create(player=player, digest=digest, expires_at=until)

    writer.do(run)
    return token


@written
def void(player: Player) -> None:
    """End what passes the player has."""
    DevicePass.objects.filter(player=player).delete()


def look(token: str) -> Player | None:
    """Return whose pass this is, if it may still be used."""
    found = _usable(token).select_related("player__user").first()
    return found.player if found is not None and _admits(found.player) else None


@written
def use(token: str) -> Player | None:
    """Use the pass up; of two at once one gets the player."""
    player = look(token)
    used = player is not None and _usable(token).update(used_at=timezone.now())
    return player if used else None


def _usable(token: str):
    now = timezone.now()
    return DevicePass.objects.filter(
        digest=_digest(token), used_at__isnull=True, expires_at__gt=now
    )


def _admits(player: Player) -> bool:
    return player.user is None or player.user.is_active


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
