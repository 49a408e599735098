"""Saved spots of players."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.lab.jobs import states
from games.lab.models import Owner, SavedSpot
from games.tables.errors import Refused
from games.tables.eventlog.writer import written
from games.tables.models import Player

MAX_SAVED = 100
"""Spots that one player may keep."""


def listed(player: Player | None) -> list[dict[str, Any]]:
    """Return a player's saved spots, latest first, with the states of their solves."""
    if player is None:
        return []
    spots = list(SavedSpot.objects.filter(player=player))
    known = states.states([spot.solve_hash for spot in spots if spot.solve_hash], player)
    return [plain(spot, known.get(spot.solve_hash)) for spot in spots]


def plain(spot: SavedSpot, state: dict[str, Any] | None) -> dict[str, Any]:
    """Return a saved spot as JSON fields."""
    return {
        "id": spot.pk,
        "name": spot.name,
        "spot": spot.spot,
        "hash": spot.spot_hash,
        "solve": state,
        "saved_at": spot.saved_at.timestamp(),
        "link": spot.link,
    }


@written
def save(player: Player, name: object, named: dict[str, Any], solve_hash: str | None) -> SavedSpot:
    """Save a spot under a name, in place of what the player has under this name."""
    text = clean_name(name)
    mine = SavedSpot.objects.filter(player=player)
    if not mine.filter(name=text).exists() and mine.count() >= MAX_SAVED:
        raise Refused("too_many", f"You can keep {MAX_SAVED} spots: delete one first.")
    fields = {
        "spot": named["spot"],
        "spot_hash": named["hash"],
        "link": named["link"],
        "solve_hash": solve_hash or "",
        "saved_at": timezone.now(),
    }
    return SavedSpot.objects.update_or_create(player=player, name=text, defaults=fields)[0]


@written
def rename(player: Player, pk: int, name: object) -> SavedSpot:
    """Give a saved spot another name."""
    spot = find(player, pk)
    text = clean_name(name)
    if SavedSpot.objects.filter(player=player, name=text).exclude(pk=pk).exists():
        raise Refused("name_taken", "You already have a spot of this name.")
    SavedSpot.objects.filter(pk=spot.pk).update(name=text)
    spot.name = text
    return spot


@written
def delete(player: Player, pk: int) -> None:
    """Delete a saved spot; its result may be removed from then on."""
    find(player, pk).delete()


def find(player: Player | None, pk: int) -> SavedSpot:
    """Return a player's own saved spot; refuse with `no_such_spot`."""
    spot = SavedSpot.objects.filter(player=player, pk=pk).first() if player else None
    if spot is None:
        raise Refused("no_such_spot", "There is no such saved spot.")
    return spot


def clean_name(name: object) -> str:
    """Return a name that can be stored and shown; refuse an empty one."""
    text = " ".join(str(name if isinstance(name, str) else "").split())[:100]
    if not text or "\x00" in text:
        raise Refused("bad_message", "A saved spot needs a name.")
    return text


def move_to_account(guest: Player, player: Player, **signal: Any) -> None:
    """Give what a guest saved and asked for to the account they signed in to.

    A name that the account already uses stays the account's; so does a solve both asked for.
    """
    taken = SavedSpot.objects.filter(player=player).values("name")
    SavedSpot.objects.filter(player=guest).exclude(name__in=taken).update(player=player)
    known = Owner.objects.filter(player=player).values("solve")
    Owner.objects.filter(player=guest).exclude(solve__in=known).update(player=player)
    Owner.objects.filter(player=guest).update(wanted=False)
