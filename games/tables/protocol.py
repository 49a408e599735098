"""The shapes of the messages a socket may receive, and the codes of a refusal."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeAlias

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
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000|\x00")
"""How JSON may spell a NUL character; not a backslash followed by `u0000`."""
_decoder = msgspec.json.Decoder(Message)


def read(text: str) -> Message:
    """Decode a message or raise `BadMessage`."""
    try:
        message = _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadMessage(str(error)) from error
    if NUL.search(text):
        raise BadMessage("A text holds a NUL character.")
    return message


def done(command: str, seq: int) -> str:
    return dump({"type": "done", "command": command, "seq": seq}).decode()


def refused(
    code: str, message: str, command: str | None = None, retry_after: float | None = None
) -> str:
    told: dict[str, Any] = {"type": "refused", "command": command, "code": code, "message": message}
    if retry_after is not None:
        told["retry_after"] = retry_after
    return dump(told).decode()
