"""What the lab's addresses have in common: bodies, questions, refusals with a code, budgets."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control

from games.lab.jobs import storage
from games.lab.processes.questions import Busy, questions_about
from games.tables.errors import Refused
from games.tables.middleware import limit
from games.tables.models import Player
from games.tables.realtime import identity

MAX_BODY = 256 * 1024
"""Bytes of the largest question."""
BUSY_SECONDS = 2
STATUS = {
    "no_such_solve": 404,
    "no_such_spot": 404,
    "no_such_table": 404,
    "no_spectators": 403,
    "not_solved": 409,
    "already_running": 409,
    "too_fast": 429,
    "queue_full": 429,
    "not_staff": 403,
    "busy": 503,
    "restarting": 503,
    "cannot_save": 503,
    "server_error": 500,
}
View = Callable[..., Any]


class Answered(Exception):
    """A refusal of the process that answers questions, with its fields."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields.get("message", ""))
        self.fields = fields


def address(budget: str, method: str) -> Callable[[View], Callable[..., HttpResponse]]:
    """Decorate a view: it costs one token of a budget, and its refusals are answered as JSON."""

    def decorate(view: View) -> Callable[..., HttpResponse]:
        @wraps(view)
        def answered(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            if request.method != method:
                wrong = {"code": "bad_message", "message": f"This address takes {method} only."}
                return JsonResponse(wrong, status=405, headers={"Allow": method})
            try:
                limit(budget, request)
                answer = view(request, **kwargs)
            except Answered as refused:
                return _refusal(refused.fields)
            except Refused as refusal:
                fields: dict[str, Any] = {"code": refusal.code, "message": refusal.message}
                if refusal.retry_after is not None:
                    fields["retry_after"] = round(refusal.retry_after)
                return _refusal(fields)
            except Busy:
                message = "The lab has much to do: ask again in a moment."
                return _refusal({"code": "busy", "message": message, "retry_after": BUSY_SECONDS})
            if isinstance(answer, HttpResponse):
                return answer
            return _private(JsonResponse({"ok": True, **answer}))

        return answered

    return decorate


def _refusal(fields: dict[str, Any]) -> HttpResponse:
    response = JsonResponse(fields, status=STATUS.get(fields["code"], 400))
    if "retry_after" in fields:
        response["Retry-After"] = str(fields["retry_after"])
    return _private(response)


def _private(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_store=True)
    return response


def body_of(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object that a request holds; an empty body is an empty object."""
    if int(request.headers.get("Content-Length") or 0) > MAX_BODY:
        raise Refused("bad_message", f"A question may have {MAX_BODY // 1024} KiB.")
    text = request.body
    if len(text) > MAX_BODY:
        raise Refused("bad_message", f"A question may have {MAX_BODY // 1024} KiB.")
    if not text:
        return {}
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("bad_message", "The question is no JSON.") from None
    if not isinstance(body, dict):
        raise Refused("bad_message", "The question must be a JSON object.")
    if b"\\u0000" in text or b"\x00" in text:
        raise Refused("bad_message", "A text holds a NUL character.")
    return body


def ask(name: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of the process for questions; raise Answered, Busy."""
    answer = questions_about(storage.folder()).ask(name, body)
    if "refused" in answer:
        raise Answered(answer["refused"])
    return answer


def visitor(request: HttpRequest) -> Player | None:
    """Return the visitor's player, if they have one."""
    return identity.player_from_session(request.session)


def download(content: str, kind: str, name: str) -> HttpResponse:
    """Return a file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return _private(HttpResponse(content, content_type=kind, headers=headers))
