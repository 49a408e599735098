"""Convert frozen structs to JSON and back, strictly; games exchange data with the outside only here.

Invariant: input from people is refused with `BadMessage` if it holds an unknown field, at any
depth. Data from the stored log is accepted with fields of other versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from games.core.contract import Game, Options


class EventStruct(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """Base class of events: frozen, tagged with the class name, ignores unknown fields."""


class ActionStruct(
    msgspec.Struct, frozen=True, tag_field="type", tag=True, forbid_unknown_fields=True
):
    """Base class of actions: like events, but an unknown field is refused."""


class BadMessage(Exception):
    """The client sent a message that does not fit the protocol."""


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


@cache
def _log_decoder(events: Any) -> msgspec.json.Decoder[Any]:
    row: Any = tuple[events, ...]
    return msgspec.json.Decoder(row)


_encode = msgspec.json.Encoder().encode


def dump(value: Any) -> bytes:
    """Encode a value, for instance a struct or a tuple of structs, as JSON."""
    return _encode(value)


def plain(value: Any) -> Any:
    """Convert a value to plain dictionaries and lists."""
    return msgspec.to_builtins(value)


def read_action(game: Game[Any, Any, Any], raw: bytes | msgspec.Raw) -> Any:
    """Decode a player's action; raise `BadMessage` if it does not fit."""
    return _strict(game.actions, raw)


def read_options(game: Game[Any, Any, Any], raw: bytes) -> Options:
    """Decode the options of a new table; missing fields get their defaults."""
    options: Options = _strict(game.options, raw)
    return options


def stored_options(game: Game[Any, Any, Any], plain: dict[str, Any]) -> Options:
    """Convert the options of a stored log, which may hold fields of other versions."""
    return msgspec.convert(plain, game.options)


def read_events(game: Game[Any, Any, Any], raw: bytes | str) -> tuple[Any, ...]:
    """Decode the events of one row of a stored log."""
    events: tuple[Any, ...] = _log_decoder(game.events).decode(raw)
    return events


def _strict(kind: Any, raw: bytes | msgspec.Raw) -> Any:
    try:
        value = _decoder(kind).decode(raw)
        unknown = list(_unread(msgspec.json.decode(raw), plain(value)))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(str(error)) from error
    if unknown:
        raise BadMessage(f"unknown fields: {', '.join(sorted(unknown))}")
    return value


def _unread(given: Any, read: Any) -> Iterator[str]:
    """Yield the names of input fields the decoder ignored, at any depth.

    Structs shared with events must accept unknown fields (old logs), so they cannot use
    `forbid_unknown_fields`.
    """
    if isinstance(given, dict):
        for name, value in given.items():
            yield from _unread(value, read[name]) if name in read else (name,)
    elif isinstance(given, list):
        for pair in zip(given, read, strict=True):
            yield from _unread(*pair)
