"""What every request passes: private pages, texts that can be stored, and refusals as answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from games.tables.errors import Refused
from games.tables.eventlog import disk_errors
from games.tables.eventlog.writer import writer
from games.tables.realtime import identity, rate_limit

Answer = Callable[[HttpRequest], HttpResponse]
STATUS = {
    "server_error": 500,
    "restarting": 503,
    "cannot_save": 503,
    "not_open": 403,
    "no_spectators": 403,
    "too_fast": 429,
}
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
SLOW = ("login", "tables_table_export", "tables_table_verify")
"""Pages of the admin that compute for long; what they write goes through the writer by itself."""


def refused(request: HttpRequest, refusal: Refused, status: int = 400) -> HttpResponse:
    """Answer with a refusal: as JSON where that is asked for, else as a page."""
    payload: dict[str, Any] = {"code": refusal.code, "message": refusal.message}
    if refusal.retry_after is not None:
        payload["retry_after"] = math.ceil(refusal.retry_after)
    status = STATUS.get(refusal.code, status)
    if "application/json" in request.headers.get("Accept", ""):
        response: HttpResponse = JsonResponse(payload, status=status)
    else:
        response = render(request, "refused.html", payload, status=status)
    if refusal.retry_after is not None:
        response["Retry-After"] = str(payload["retry_after"])
    return response


def limit(budget: str, request: HttpRequest) -> None:
    """Take what this request costs from a budget of the visitor, or refuse it."""
    player_id = request.session.get(identity.SESSION_PLAYER_KEY)
    rate_limit.check(budget, player_id, request.META.get("REMOTE_ADDR", ""))


def limited(budget: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a view that answers in JSON: it costs one token of a budget."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def counted(request: HttpRequest, **kwargs: str) -> HttpResponse:
            try:
                limit(budget, request)
            except rate_limit.TooFast as refusal:
                return _as_json(refusal)
            return view(request, **kwargs)

        return counted

    return decorate


def _as_json(refusal: rate_limit.TooFast) -> HttpResponse:
    seconds = math.ceil(refusal.retry_after or 1)
    payload = {"code": refusal.code, "message": refusal.message, "retry_after": seconds}
    return JsonResponse(payload, status=429, headers={"Retry-After": str(seconds)})


class PrivatePages:
    """Let no cache on the way keep a page: nearly all of them show who is looking."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        kind = response.get("Content-Type", "").partition(";")[0]
        if kind in ("text/html", "application/json") and "Cache-Control" not in response:
            patch_cache_control(response, private=True, no_store=True)
        return response


class Sessions(SessionMiddleware):
    """Django's, but a session that cannot be saved is a refusal like any other."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except (Refused, DatabaseError) as error:
            return refused(request, _refusal(error))


def _refusal(error: Exception) -> Refused:
    """Return the refusal that an error means; raise what is none."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, DatabaseError) and disk_errors.is_unwritable(error):
        return disk_errors.refusal()
    raise error


class Refusals:
    """Refuse texts that cannot be stored, and answer refusals that a view did not answer."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if any("\x00" in text for text in _texts(request)):
            return refused(request, Refused("bad_text", "A text holds a NUL character."))
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        try:
            return refused(request, _refusal(error))
        except Exception:
            return None  # Django's own handlers see to it


def _texts(request: HttpRequest) -> Iterator[str]:
    """List every text that came with a request."""
    yield request.path
    yield from request.COOKIES.values()
    for form in (request.GET, request.POST) if request.method == "POST" else (request.GET,):
        for name, values in form.lists():
            yield name
            yield from values


class StaffWrites:
    """Let the writer run the admin's pages that write: Django opens transactions in them."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or match.app_name != "admin" or request.method in SAFE:
            return None
        if match.url_name in SLOW:
            return None
        try:
            return writer.do(lambda: view(request, *args, **kwargs))
        except (Refused, DatabaseError) as error:
            return refused(request, _refusal(error))
