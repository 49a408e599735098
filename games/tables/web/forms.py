"""Read form fields: strings become what the settings and a game's options type say they are."""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import msgspec
from django.utils.translation import gettext as translate
from django.utils.translation import gettext_noop as _

from games.catalog import GAMES
from games.core.contract import Game
from games.tables import services
from games.tables.errors import Refused
from games.tables.events.table_config import TableConfig

AUTO_START_DELAY_SECONDS = 20.0
"""Seconds a table for whoever comes waits before bots fill it."""


def number(form: Mapping[str, str], field: str) -> int | None:
    """Read a whole number, `None` if the field is empty."""
    text = form.get(field, "").strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise Refused("bad_message", f"{field} must be a number.")
    return int(text)


def seat(form: Mapping[str, str]) -> int:
    """Read the seat a request is about."""
    given = number(form, "seat")
    if given is None:
        raise Refused("bad_message", "Seat is missing.")
    return given


def introduction(form: Mapping[str, str]) -> tuple[str, int | None]:
    """Read the name and the portrait that somebody gives, each left out if it stays."""
    face = form.get("face", "").strip()
    if face and not (face.isdecimal() and len(face) <= 19):
        raise Refused("bad_face", "There is no such portrait.")
    return form.get("name", ""), int(face) if face else None


def nonce(form: Mapping[str, str]) -> str:
    """Read the browser's nonce for the seed, before a table is created for it."""
    text = form.get("nonce", "")
    services.check_nonce(text)
    return text


def table_config(form: Mapping[str, str]) -> TableConfig:
    """Read the settings of a new table."""
    game = _game(form.get("game", ""))
    public = form.get("visibility") == "public"
    return TableConfig(
        game.slug,
        number(form, "seats") or usual_seats(game),
        _options(game, form),
        form.get("speed") or "normal",
        form.get("visibility") or "link",
        form.get("clock") or ("relaxed" if public else "off"),
        form.get("spectators", "yes") == "yes",
        form.get("hints", "no") == "yes",
        form.get("open_after") or reveal_for_people(game),
        form.get("stand_in") or "",
    )


def bots(form: Mapping[str, str], config: TableConfig) -> dict[int, str]:
    """Read which seats bots take from the start: fields `seat-1`, `seat-2` ... hold a level."""
    game = _game(config.game)
    seats = range(1, min(config.size, game.seats[-1]))
    return {seat: _level(game, level) for seat in seats if (level := form.get(f"seat-{seat}"))}


def quick_join(slug: str) -> TableConfig:
    """Return the settings of the table that a quick join creates if none is waiting."""
    game = _game(slug)
    size = usual_seats(game)
    return TableConfig(
        slug,
        size,
        {},
        visibility="public",
        clock="relaxed",
        open_after=reveal_for_people(game),
        starts_at=time.time() + AUTO_START_DELAY_SECONDS,
    )


def solo(slug: str, form: Mapping[str, str]) -> tuple[TableConfig, str]:
    """Read a one-click game: the visitor sits first, and begins."""
    game = _game(slug)
    size = number(form, "seats") or usual_seats(game)
    options = {"first": 0} | _options(game, form)
    level = _level(game, form.get("level") or game.levels[0])
    speed = form.get("speed") or "normal"
    reveal = game.reveals[0]
    return TableConfig(slug, size, options, speed, hints=True, open_after=reveal), level


REVEALS = {
    "match": (
        _("After the match"),
        _("When the match is over everybody can see everything, and check the shuffle."),
    ),
    "round": (
        _("After each deal"),
        _("When a deal is over everybody can see everything that was hidden in it."),
    ),
    "shown": (
        _("Only what was shown"),
        _(
            "What a player does not show stays hidden for ever; only bots' cards are revealed after "
            "each deal. The deal's secret stays secret too, so the shuffle cannot be checked."
        ),
    ),
}
"""When hands are revealed: label and explanation of each choice."""


def reveal_for_people(game: Game[Any, Any, Any]) -> str:
    """Return when a table with several people reveals hands unless they choose: as at a real table."""
    return "shown" if "shown" in game.reveals else game.reveals[0]


class RevealChoice(msgspec.Struct, frozen=True):
    """One answer to the question when hands are revealed."""

    value: str
    label: str
    help: str
    selected: bool


def reveal_choices(game: Game[Any, Any, Any]) -> list[RevealChoice]:
    """List what a new table may choose, in the game's order."""
    chosen = reveal_for_people(game)
    return [RevealChoice(value, *REVEALS[value], value == chosen) for value in game.reveals]


class Field(msgspec.Struct, frozen=True):
    """One option as a form shows it; texts are to be translated where they are shown."""

    name: str
    label: str
    help: str
    default: str
    choices: tuple[tuple[str, str, str], ...] = ()
    """(value, label, the numbers of seats it is for if not all); empty for a number."""
    least: int | None = None
    most: int | None = None


def fields(game: Game[Any, Any, Any]) -> list[Field]:
    """List a game's own options, from their type: what a new game declares is what people see."""
    shown = []
    for field in msgspec.structs.fields(game.options):
        info = msgspec.inspect.type_info(field.type)
        if not isinstance(info, msgspec.inspect.Metadata) or info.extra_json_schema is None:
            continue  # without a title it is not for people to choose
        shown.append(_field(game, field.name, field.default, info))
    return shown


def _field(
    game: Game[Any, Any, Any], name: str, default: Any, info: msgspec.inspect.Metadata
) -> Field:
    schema = info.extra_json_schema or {}
    labels = (info.extra or {}).get("labels", {})
    kind = info.type
    choices: tuple[tuple[str, str, str], ...] = ()
    if isinstance(kind, msgspec.inspect.LiteralType):  # in the order declared
        choices = tuple((v, label, _seats(game, name, v)) for v, label in labels.items())
    elif isinstance(kind, msgspec.inspect.BoolType):
        choices = (("true", "yes", ""), ("false", "no", ""))
    elif isinstance(kind, msgspec.inspect.VarTupleType):
        choices, default = _sequences(kind, labels), ",".join(default)
    return Field(
        name,
        schema.get("title", name),
        schema.get("description", ""),
        str(default).lower(),
        choices,
        getattr(kind, "ge", None),
        getattr(kind, "le", None),
    )


def _sequences(
    kind: msgspec.inspect.VarTupleType, labels: Mapping[str, str]
) -> tuple[tuple[str, str, str], ...]:
    """List every sequence of different values, the longest first; their labels are translated apart."""
    lengths = range(kind.max_length or len(labels), (kind.min_length or 0) - 1, -1)
    return tuple(
        (",".join(values), ", ".join(translate(labels[value]) for value in values), "")
        for length in lengths
        for values in permutations(labels, length)
    )


def _seats(game: Game[Any, Any, Any], name: str, value: str) -> str:
    """List how many may sit if this is chosen, or nothing if it makes no difference."""
    options = msgspec.convert({name: value}, game.options)
    sizes = [size for size in game.seats if game.allows_seat_count(options, size)]
    return "" if sizes == list(game.seats) else " ".join(map(str, sizes))


def usual_seats(game: Game[Any, Any, Any]) -> int:
    """Return how many sit at a table for which nobody chose a number."""
    return min(game.about.usual_seats, game.seats[-1])


def _game(slug: str) -> Game[Any, Any, Any]:
    if slug not in GAMES:
        raise Refused("no_such_game", "There is no such game here.")
    return GAMES[slug]


def _level(game: Game[Any, Any, Any], level: str) -> str:
    if level not in game.levels:
        raise Refused("bad_options", "There is no such level.")
    return level


def _value(text: str, kind: Any) -> str | list[str]:
    """Return a field's text, or its values where the option is a sequence."""
    info = msgspec.inspect.type_info(kind)
    inner = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    return text.split(",") if isinstance(inner, msgspec.inspect.VarTupleType) else text


def _options(game: Game[Any, Any, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """Take the game's own fields out of the form; an empty field keeps its default."""
    fields = {field.name: field.type for field in msgspec.structs.fields(game.options)}
    given = {name: form[name] for name in fields if form.get(name)}
    try:
        return {
            name: msgspec.convert(_value(text, fields[name]), fields[name], strict=False)
            for name, text in given.items()
        }
    except msgspec.ValidationError as error:
        raise Refused("bad_options", str(error)) from error
