"""Which pages may open a socket: the site's own, by scheme, host and port.

A browser sends a visitor's cookies with every socket, whatever page opens it. Another page on the
same host but another port is another site, so the port counts. The rule is that of Django's forms:
the address the request came to, or one of CSRF_TRUSTED_ORIGINS. A request without an Origin header
is refused; a program that is not a browser sends the site's address in it.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.request import is_same_domain

DEFAULT_PORTS = {"http": 80, "https": 443}
Origin = tuple[str, str, int | None]
"""Scheme, host and port."""


class OwnOriginOnly:
    """Refuse sockets that a page of another site opens."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        application = self.application if is_own(scope) else WebsocketDenier()
        await application(scope, receive, send)


def is_own(scope: Any) -> bool:
    """Whether the request of a socket comes from a page of this site."""
    sent = [value for name, value in scope["headers"] if name == b"origin"]
    origin = _parse(sent[0].decode("latin1")) if len(sent) == 1 else None
    if origin is None:
        return False
    return origin == _address(scope) or any(
        _matches(origin, trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS
    )


def _parse(text: str) -> Origin | None:
    try:
        parts = urlsplit(text.lower())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or parts.path or parts.query:
        return None
    return parts.scheme, parts.hostname, port or DEFAULT_PORTS[parts.scheme]


def _address(scope: Any) -> Origin | None:
    """Return the address the request was sent to, as Django would for a page."""
    request = HttpRequest()
    for name, value in scope["headers"]:
        request.META[f"HTTP_{name.decode('latin1').upper().replace('-', '_')}"] = value.decode(
            "latin1"
        )
    server = scope.get("server") or ("unknown", 0)
    request.META |= {"SERVER_NAME": str(server[0]), "SERVER_PORT": str(server[1] or 0)}
    secure = scope.get("scheme") == "wss" or request.is_secure()
    try:
        return _parse(f"{'https' if secure else 'http'}://{request.get_host()}")
    except DisallowedHost:
        return None


def _matches(origin: Origin, trusted: str) -> bool:
    """Compare with an origin of the settings; `https://*.example.org` means all below it."""
    scheme, _, rest = trusted.partition("://")
    wild = rest.startswith("*.")
    known = _parse(f"{scheme}://{rest.removeprefix('*.')}")
    if known is None or (origin[0], origin[2]) != (known[0], known[2]):
        return False
    return is_same_domain(origin[1], f".{known[1]}") if wild else origin[1] == known[1]
