"""Ready-made spots: solved by the server itself, so that the page has something to show at first sight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.lab.jobs import requests, storage
from games.lab.models import Pin, Priority, Solve, Status

TITLES = {
    "dry-wide-wide": _("Dry board, wide ranges"),
    "draw-wide-wide": _("Two hearts and straight draws, wide ranges"),
    "monotone-narrow-wide": _("Three spades, a narrow range against a wide one"),
    "paired-polar-condensed": _("Paired board, a polar range against a condensed one"),
    "wet-narrow-wide": _("Connected board, a narrow range against a wide one"),
}


@dataclass(frozen=True)
class ReadyMade:
    """A ready-made spot with the hashes that name it."""

    name: str
    named: dict[str, Any]

    @property
    def title(self) -> str:
        """Return what the page calls it, in the visitor's language."""
        return str(TITLES[self.name])


@cache
def ready_made() -> tuple[ReadyMade, ...]:
    """Return the ready-made spots; the first one is shown first."""
    from games.lab.turn.canonical import SolveInput
    from games.lab.turn.panels.spots import names
    from games.lab.turn.scenarios import scenarios

    spots = {scenario.name: scenario.spot for scenario in scenarios()}
    return tuple(ReadyMade(name, names(SolveInput(spots[name]))) for name in TITLES)


@cache
def turn_duel() -> tuple[ReadyMade, ...]:
    """Return the solves that the ready-made spots of Turn Duel need."""
    from games.lab.turn.panels.spots import names
    from games.lab.turn.prepare import ready_solves, solve_title

    return tuple(ReadyMade(solve_title(given), names(given)) for given in ready_solves().values())


def ask_for_all() -> None:
    """Queue the ready-made spots that are not solved, those of the page first, and keep their results."""
    for spot in (*ready_made(), *turn_duel()):
        name = spot.named["solve_hash"]
        known = Solve.objects.filter(hash=name, status__in=(Status.DONE, Status.FAILED))
        if not Pin.objects.filter(solve_hash=name, reason="ready", name=spot.name).exists():
            storage.unpin("ready", spot.name)
            storage.pin(name, "ready", spot.name)
        if not known.exists() and not requests.adopt(spot.named, storage.folder()):
            requests.request(spot.named, None, Priority.READY_MADE)
