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

from games.tables.eventlog.writer import writer, written
from games.tables.models import DevicePass, Player

LINK_LIFETIME = timedelta(minutes=5)


def issue(player: Player) -> str:
    """Create the player's one device link and return its token."""
    token = secrets.token_urlsafe(18)
    digest, until = _digest(token), timezone.now() + LINK_LIFETIME

    def run() -> None:
        void(player)
        DevicePass.objects.create(player=player, digest=digest, expires_at=until)

    writer.do(run)
    return token


@written
def void(player: Player) -> None:
    """Delete all device links of the player."""
    DevicePass.objects.filter(player=player).delete()


def peek(token: str) -> Player | None:
    """Return the player of a device link if it may still be used; do not use it up."""
    found = _usable(token).select_related("player__user").first()
    return found.player if found is not None and _admits(found.player) else None


@written
def use(token: str) -> Player | None:
    """Use the link up and return its player; of two requests at once only one gets them."""
    player = peek(token)
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
