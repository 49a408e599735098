"""A player's statistics, from the results of their games.

Invariant: a game that a stand-in played for them counts as abandoned and nowhere else. A win rate
is never shown without its confidence interval.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q

from games.catalog import GAMES
from games.tables.models import Player, Result, Seat, Status

SHOWN = 20
"""Games on one page of the list."""
SURE = 1.96
"""Standard deviations of a 95 % interval."""


@dataclass(frozen=True)
class Tally:
    """Games of one kind: played to the end, won, won together, abandoned."""

    played: int = 0
    won: int = 0
    shared: int = 0
    abandoned: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.played + other.played,
            self.won + other.won,
            self.shared + other.shared,
            self.abandoned + other.abandoned,
        )

    @property
    def share(self) -> int:
        """Percent won of the games played."""
        return round(100 * self.won / self.played) if self.played else 0

    @property
    def between(self) -> tuple[int, int]:
        """Percent between which the true share lies, most likely (Wilson's interval)."""
        if not self.played:
            return 0, 100
        n, p, z2 = self.played, self.won / self.played, SURE * SURE
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        reach = SURE * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        return max(0, round(100 * (middle - reach))), min(100, round(100 * (middle + reach)))

    @property
    def width(self) -> int:
        """How wide the interval is."""
        low, high = self.between
        return high - low


@dataclass(frozen=True)
class Sheet:
    """One game's figures: all of it, against each level, and with other people."""

    slug: str
    title: str
    all: Tally
    levels: tuple[tuple[str, Tally], ...]
    people: Tally


Group = dict[str, Any]


def sheets(player: Player) -> list[Sheet]:
    """Count the player's results by game and level, in one query."""
    whole, left = Q(abandoned=False), Q(abandoned=True)
    groups: Iterable[Group] = (
        Result.objects.filter(player=player)
        .order_by()
        .values("game", "levels", "people")
        .annotate(
            played=Count("pk", filter=whole),
            wins=Count("pk", filter=whole & Q(won=True)),
            together=Count("pk", filter=whole & Q(won=True, shared=True)),
            lost_sight=Count("pk", filter=left),
        )
    )
    by_game: dict[str, list[Group]] = {}
    for group in groups:
        by_game.setdefault(group["game"], []).append(group)
    order = {slug: at for at, slug in enumerate(GAMES)}
    slugs = sorted(by_game, key=lambda slug: order.get(slug, len(order)))
    return [_sheet(slug, by_game[slug]) for slug in slugs]


def _sheet(slug: str, groups: list[Group]) -> Sheet:
    known = GAMES[slug].levels if slug in GAMES else ()
    met = {level for group in groups for level in group["levels"].split()}
    levels = (*known, *sorted(met - set(known)))
    return Sheet(
        slug,
        GAMES[slug].title if slug in GAMES else slug,
        _sum(groups),
        tuple((name, _sum(g for g in groups if name in g["levels"].split())) for name in levels),
        _sum(group for group in groups if group["people"] > 1),
    )


def _sum(groups: Iterable[Group]) -> Tally:
    tallies = (Tally(g["played"], g["wins"], g["together"], g["lost_sight"]) for g in groups)
    return sum(tallies, Tally())


def total(of: Iterable[Sheet]) -> Tally:
    """Add the games up."""
    return sum((sheet.all for sheet in of), Tally())


def page(player: Player, number: str | None) -> Page:
    """List the player's games, the latest first; a wrong number is the nearest page."""
    results = Result.objects.filter(player=player).select_related("table").order_by("-at", "-pk")
    shown = Paginator(results, SHOWN).get_page(number)
    for result in shown.object_list:
        result.title = GAMES[result.game].title if result.game in GAMES else result.game
        result.level_names = result.levels.split()
        result.others = result.people - 1
    return shown


def kept(player: Player | None) -> dict[str, int]:
    """Count what a guest brings along: games finished and games under way."""
    if player is None or player.user_id is not None:
        return {"games": 0, "running": 0}
    running = Seat.objects.filter(player=player, table__status__in=(Status.OPEN, Status.PLAYING))
    return {
        "games": Result.objects.filter(player=player).count(),
        "running": running.count(),
    }
