"""The session of the visitor who opens a socket."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import parse_cookie

from games.tables.sessions import SessionStore


class SocketSession:
    """Add the session that a socket's cookie names to its scope.

    Sockets only read it. Channels' own middleware is made for pages too: it looks at the session
    again before each message that is sent, to store it when it has changed.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        session = SessionStore(_cookies(scope).get(settings.SESSION_COOKIE_NAME))
        await self.application(scope | {"session": session}, receive, send)


def _cookies(scope: dict[str, Any]) -> dict[str, str]:
    """Return the cookies of a request."""
    sent = [value for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie(sent[0].decode("latin1")) if sent else {}
