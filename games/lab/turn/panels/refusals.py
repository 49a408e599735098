"""How a question is refused: a code for programs, a sentence for people, and the field if there is one."""

from __future__ import annotations

from typing import Any

from games.lab.turn.canonical import LinkError
from games.lab.turn.errors import InvalidRangeError, TurnLabError
from games.lab.turn.solver.tree import TreeTooLargeError
from games.lab.turn.spots import SpotError
from games.lab.turn.store import NotStored


class Refusal(TurnLabError):
    """A question that is not answered."""

    def __init__(self, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.field = field


def refusal_fields(error: TurnLabError) -> dict[str, Any]:
    """Return the JSON fields of a refusal."""
    fields: dict[str, Any] = {"code": _code(error), "message": str(error)}
    for name in ("field", "position"):
        if getattr(error, name, None) is not None:
            fields[name] = getattr(error, name)
    return fields


def _code(error: TurnLabError) -> str:
    if isinstance(error, Refusal):
        return error.code
    kinds: tuple[tuple[type[TurnLabError], str], ...] = (
        (SpotError, "bad_spot"),
        (TreeTooLargeError, "too_large"),
        (NotStored, "not_solved"),
        (InvalidRangeError, "bad_range"),
        (LinkError, "bad_link"),
    )
    return next((code for kind, code in kinds if isinstance(error, kind)), "bad_message")
