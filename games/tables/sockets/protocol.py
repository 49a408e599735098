"""The shapes of the messages a socket may receive, and the codes of a refusal."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeAlias

import msgspec

from games.core.codec import BadMessage, dump


class _Message(
    msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True
):
    """Tagged by its name in lower case unless the wire has another; an unknown field is refused."""


Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Command: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f-]{32,36}$")]
"""Clients make UUIDs; the colon of the server's own commands cannot occur in one."""


DEALS_VERSION = 2
"""The first version that understands matches of many deals."""


class Hello(_Message, frozen=True):
    seen: Count
    version: Count = 1
    """What the page understands; pages before version 2 do not say it."""
    patch: bool = False
    """Whether the page reads updates in their patched form."""


class MakeMove(_Message, frozen=True, tag="act"):
    command: Command
    at: Count
    action: msgspec.Raw


class Preview(_Message, frozen=True, tag="ask"):
    id: Count
    action: msgspec.Raw


class PostMessage(_Message, frozen=True, tag="say"):
    text: Annotated[str, msgspec.Meta(max_length=2000)]


class DealOn(_Message, frozen=True, tag="deal_on"):
    """The player wants the next deal at once."""

    command: Command
    deal: Count
    """The number of that deal, from 1."""


Message: TypeAlias = Hello | MakeMove | Preview | PostMessage | DealOn
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
    payload: dict[str, Any] = {
        "type": "refused",
        "command": command,
        "code": code,
        "message": message,
    }
    if retry_after is not None:
        payload["retry_after"] = retry_after
    return dump(payload).decode()
