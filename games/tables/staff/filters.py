"""Filters of the table list: by game, player, bot level and length.

Invariant: no filter runs a query of its own, and none joins a table it does not need.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.catalog import GAMES
from games.tables.models import Seat, Table

Choices = list[tuple[str, Any]]


class GameFilter(admin.SimpleListFilter):
    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(slug, game.title) for slug, game in GAMES.items()]

    def has_output(self) -> bool:
        return True

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        return queryset.filter(game=self.value()) if self.value() else queryset


class PlayerFilter(admin.SimpleListFilter):
    """A part of a name, or a player's id."""

    title = _("player")
    parameter_name = "player"
    template = "admin/tables/text_filter.html"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [("", "")]

    def choices(self, changelist: Any) -> Iterator[dict[str, Any]]:
        kept = changelist.params.items()
        yield {
            "value": self.value() or "",
            "name": self.parameter_name,
            "kept": [(key, value) for key, value in kept if key not in ("p", "player")],
        }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        asked = (self.value() or "").strip()
        if not asked:
            return queryset
        try:
            who: dict[str, Any] = {"player": UUID(asked)}
        except ValueError:
            who = {"player__name__icontains": asked}
        return queryset.filter(Exists(Seat.objects.filter(table=OuterRef("pk"), **who)))


class LevelFilter(admin.SimpleListFilter):
    title = _("bot level")
    parameter_name = "level"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        levels = dict.fromkeys(level for game in GAMES.values() for level in game.levels)
        return [*((level, level) for level in levels), ("none", _("no bots"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        if not self.value():
            return queryset
        bots = Seat.objects.filter(table=OuterRef("pk")).exclude(level="")
        if self.value() == "none":
            return queryset.filter(~Exists(bots))
        return queryset.filter(Exists(bots.filter(level=self.value())))


class LengthFilter(admin.SimpleListFilter):
    title = _("length")
    parameter_name = "length"
    lengths = {
        "short": (0, 20, _("up to 20 rows")),
        "middle": (21, 100, _("21 to 100 rows")),
        "long": (101, 500, _("101 to 500 rows")),
        "huge": (501, 10**9, _("more than 500 rows")),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(key, label) for key, (_low, _high, label) in self.lengths.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        if self.value() not in self.lengths:
            return queryset
        low, high, _label = self.lengths[str(self.value())]
        return queryset.filter(seq__range=(low, high))
