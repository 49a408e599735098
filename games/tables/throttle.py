"""Limit how often passwords may be tried and accounts be created: a few tries, then a pause.

Counted per account *and* address, so that a stranger's guesses never lock the owner out, and per
address over all accounts, so that trying one password on everybody is slow too (a household or a
school shares an address, hence the larger number). The counters live in the cache: they are worth
nothing after five minutes, and need neither a table nor sweeping. One process has its own memory,
several share Redis. It is the authentication backend, so every way to sign in has it, the admin's included.
"""

from __future__ import annotations

import hashlib
import logging
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.tables.realtime.rate_limit import place

LOCKOUT_SECONDS = 5 * 60
"""Seconds until the tries are forgotten."""
MAX_TRIES = 5
"""How many wrong passwords one address may try on one account."""
MAX_TRIES_PER_NAME = 50
"""How many one address may try on all accounts together."""
OPENED, HOUR = 30, 60 * 60
"""How many new accounts one address may open within so many seconds."""
logger = logging.getLogger(__name__)


class Backend(ModelBackend):
    """Django's own accounts, behind the throttle."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> Any:
        if request is None or username is None:
            return super().authenticate(request, username, password, **kwargs)
        if not may_try(request, username):
            raise PermissionDenied
        user = super().authenticate(request, username, password, **kwargs)
        if user is not None:
            forget(request, username)
        return user


def may_try(request: HttpRequest, name: str) -> bool:
    """Count a try before it is made, so that tries at once are counted too."""
    place = _place(request)
    counts = _count(_key(place, name)), _count(_key(place))
    request.too_many_tries = counts[0] > MAX_TRIES or counts[1] > MAX_TRIES_PER_NAME
    return not request.too_many_tries


def may_open(request: HttpRequest) -> bool:
    """Count a new account before it is made: a script is not to take all the names."""
    key = "opened:" + hashlib.sha256(_place(request).encode()).hexdigest()
    return _count(key, HOUR) <= OPENED


def refused(request: HttpRequest) -> bool:
    """Whether this request was one try too many."""
    return getattr(request, "too_many_tries", False)


def forget(request: HttpRequest, name: str) -> None:
    """The password was right: begin to count anew, and take this try back from the address."""
    place = _place(request)
    try:
        cache.delete(_key(place, name))
        cache.decr(_key(place))
    except ValueError:  # forgotten meanwhile
        return
    except Exception as error:
        logger.warning("sign-in attempts are not counted: %r", error)


def _place(request: HttpRequest) -> str:
    return place(request.META.get("REMOTE_ADDR", ""))


def _key(place: str, name: str = "") -> str:
    return "tries:" + hashlib.sha256(f"{place}\0{name.casefold()}".encode()).hexdigest()


def _count(key: str, pause: int = LOCKOUT_SECONDS) -> int:
    """Increment the counter and return it, or 0 if the cache is unreachable.

    Sign-in still needs the password then, and an outage must not lock everybody out.
    """
    try:
        cache.add(key, 0, pause)
        return int(cache.incr(key))
    except ValueError:  # it ran out between the two
        return 1
    except Exception as error:
        logger.warning("sign-in attempts are not counted: %r", error)
        return 0
