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

PAGE_SIZE = 20
"""Games on one page of the list."""
Z_95 = 1.96
"""Standard deviations of a 95 % interval."""


@dataclass(frozen=True)
class WinRecord:
    """Games of one kind: played to the end, won, won together, abandoned."""

    played: int = 0
    won: int = 0
    shared: int = 0
    abandoned: int = 0

    def __add__(self, other: WinRecord) -> WinRecord:
        return WinRecord(
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
    def confidence_interval(self) -> tuple[int, int]:
        """Percent between which the true share lies, most likely (Wilson's interval)."""
        if not self.played:
            return 0, 100
        n, p, z2 = self.played, self.won / self.played, Z_95 * Z_95
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        reach = Z_95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        return max(0, round(100 * (middle - reach))), min(100, round(100 * (middle + reach)))

    @property
    def width(self) -> int:
        """How wide the interval is."""
        low, high = self.confidence_interval
        return high - low


@dataclass(frozen=True)
class GameStats:
    """One game's figures: all of it, against each level, and with other people."""

    slug: str
    title: str
    all: WinRecord
    levels: tuple[tuple[str, WinRecord], ...]
    people: WinRecord


Group = dict[str, Any]


def stats_by_game(player: Player) -> list[GameStats]:
    """Count the player's results by game and level, in one query."""
    whole, left = Q(abandoned=False), Q(abandoned=True)
    groups: Iterable[Group] = (
        Result.objects.filter(player=player)
        .order_by()
        .values("game", "levels", "people")
        .annotate(
            played=Count("pk", filter=whole),
            wins=Count("pk", filter=whole & Q(won=True)),
            shared_wins=Count("pk", filter=whole & Q(won=True, shared=True)),
            abandoned_count=Count("pk", filter=left),
        )
    )
    by_game: dict[str, list[Group]] = {}
    for group in groups:
        by_game.setdefault(group["game"], []).append(group)
    order = {slug: at for at, slug in enumerate(GAMES)}
    slugs = sorted(by_game, key=lambda slug: order.get(slug, len(order)))
    return [_game_stats(slug, by_game[slug]) for slug in slugs]


def _game_stats(slug: str, groups: list[Group]) -> GameStats:
    known = GAMES[slug].levels if slug in GAMES else ()
    met = {level for group in groups for level in group["levels"].split()}
    levels = (*known, *sorted(met - set(known)))
    return GameStats(
        slug,
        GAMES[slug].title if slug in GAMES else slug,
        _sum(groups),
        tuple((name, _sum(g for g in groups if name in g["levels"].split())) for name in levels),
        _sum(group for group in groups if group["people"] > 1),
    )


def _sum(groups: Iterable[Group]) -> WinRecord:
    tallies = (
        WinRecord(g["played"], g["wins"], g["shared_wins"], g["abandoned_count"]) for g in groups
    )
    return sum(tallies, WinRecord())


def total(games: Iterable[GameStats]) -> WinRecord:
    """Add the games up."""
    return sum((stats.all for stats in games), WinRecord())


def page(player: Player, number: str | None) -> Page:
    """List the player's games, the latest first; a wrong number is the nearest page."""
    results = Result.objects.filter(player=player).select_related("table").order_by("-at", "-pk")
    shown = Paginator(results, PAGE_SIZE).get_page(number)
    for result in shown.object_list:
        result.title = GAMES[result.game].title if result.game in GAMES else result.game
        result.level_names = result.levels.split()
        result.others = result.people - 1
    return shown


def guest_summary(player: Player | None) -> dict[str, int]:
    """Count what a guest brings along: games finished and games under way."""
    if player is None or player.user_id is not None:
        return {"games": 0, "running": 0}
    running = Seat.objects.filter(player=player, table__status__in=(Status.OPEN, Status.PLAYING))
    return {
        "games": Result.objects.filter(player=player).count(),
        "running": running.count(),
    }
