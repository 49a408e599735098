"""The shapes of the messages a socket may receive, and the codes of a refusal."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from games.core.wire import BadMessage, dump


class _Message(
    msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True
):
    """Tagged by its name in lower case; a field we do not know is refused."""


Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Command: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f-]{32,36}$")]
"""Clients make UUIDs; the colon of the server's own commands cannot occur in one."""


class Hello(_Message, frozen=True):
    seen: Count


class Act(_Message, frozen=True):
    command: Command
    at: Count
    action: msgspec.Raw


class Ask(_Message, frozen=True):
    id: Count
    action: msgspec.Raw


class Say(_Message, frozen=True):
    text: Annotated[str, msgspec.Meta(max_length=2000)]


Message: TypeAlias = Hello | Act | Ask | Say
_decoder = msgspec.json.Decoder(Message)


def read(text: str) -> Message:
    """Decode a message or raise `BadMessage`."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadMessage(str(error)) from error


def done(command: str, seq: int) -> str:
    return dump({"type": "done", "command": command, "seq": seq}).decode()


def refused(code: str, message: str, command: str | None = None) -> str:
    told = {"type": "refused", "command": command, "code": code, "message": message}
    return dump(told).decode()
