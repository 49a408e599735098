"""The contract every game implements: a game is a frozen record of pure functions.

Invariant: everything sent to a viewer (`view`, `legal_actions`, `preview`, `redact_past`) is
computed from a state built only from events redacted for that viewer, never from the true state.
`apply` accepts both full and redacted events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from games.core.chance import Chance

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Everyone(Enum):
    """The viewer who sees everything, once the round is revealed."""

    ALL = "all"


ALL: Final = Everyone.ALL
Viewer: TypeAlias = int | Everyone | None
"""For whom data is prepared: a seat, `None` for a spectator, `ALL` once the round is revealed."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options common to all games; a game adds its own fields, each with a default.

    Events contain options, so the struct accepts fields of other versions; `read_options` does not.
    """

    first: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The seat that begins; `None`: chosen at random."""


def choice(title: str, description: str, **labels: str) -> msgspec.Meta:
    """Describe an option for the form: its name, one sentence, and a label for each value."""
    return msgspec.Meta(title=title, description=description, extra={"labels": labels})


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won, why, and every seat's score."""

    winners: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str


class IllegalAction(Exception):
    """The rules forbid the action; the state is unchanged."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def keep_history(event: E, state: Any) -> E:
    """Return the event unchanged: the default for games whose past may be read again."""
    return event


def _any_seat_count(options: Any, seats: int) -> bool:
    """Allow every number of seats of the game, whatever the options."""
    return True


def single_round(state: Any) -> int:
    """Return round 0: the default for games that deal once."""
    return 0


def _no_first_player(event: Any) -> int | None:
    """Return None: the default for games in which no seat has the first turn."""
    return None


@dataclass(frozen=True)
class Game(Generic[S, A, E]):
    """One game. Every function is pure: it keeps nothing between calls."""

    slug: str
    title: str
    seats: range
    """The numbers of seats a table can have."""
    levels: tuple[str, ...]
    """Names of the bots' levels, weakest first; `bots.catalog` covers them."""
    options: type[Options]
    actions: Any
    """Union of tagged structs: the actions of a seat. A field that is `None` is still to be chosen."""
    events: Any
    """Union of tagged structs: what has happened."""

    start: Callable[[Any, int, Chance], tuple[E, ...]]
    """(options, seats, chance): the first events; the very first contains the options."""
    apply: Callable[[S | None, E], S]
    """(state, event): the state after one event, full or redacted. Never raises."""
    legal_actions: Callable[[S, int], tuple[A, ...]]
    """The actions the seat may take now; empty: it has to wait."""
    handle_action: Callable[[S, int, A, Chance], tuple[E, ...]]
    """Return the events an action causes, up to the next decision of any seat; raise `IllegalAction`
    if the rules forbid it. `chance` belongs to the *next* round, because games draw random numbers
    only when dealing."""
    redact: Callable[[E, Viewer], E]
    """The event as the viewer may know it: hidden values become `None`, no event is left out."""
    view: Callable[[S, Viewer], dict[str, Any]]
    """JSON for the board, from the viewer's own state."""
    preview: Callable[[S, int, A], dict[str, Any]]
    """From the seat's own state, on its turn: {"legal", "code", "message", ...} for a partial or whole
    action. A field still to be chosen is refused as `incomplete`, here and by `handle_action`."""
    dwell: Callable[[E], float]
    """Seconds an event is displayed before the next one."""
    outcome: Callable[[S], Outcome | None]
    redact_past: Callable[[E, S], E] = keep_history
    """(event, viewer's current state): the event as it may be shown *again*, in history or after a
    reload. Memory games blank old values here, so that reloading does not replace remembering.
    `apply` and `view` accept such events too. Bots use the events that are not blanked."""
    round: Callable[[S], int] = single_round
    """Index of the deal being played; when it grows, the earlier round may be revealed."""
    first_player: Callable[[E], int | None] = _no_first_player
    """From the first event: the seat that has the first turn. In a rematch the next seat begins."""
    allows_seat_count: Callable[[Any, int], bool] = _any_seat_count
    """(options, seats): whether the options support this number of seats."""


def fold(game: Game[S, A, E], events: Iterable[E], state: S | None = None) -> S:
    """Return the state after the events, from the beginning or onward from `state`."""
    for event in events:
        state = game.apply(state, event)
    if state is None:
        raise ValueError("no event, no state")
    return state


def try_action(
    game: Game[S, A, E], state: S, seat: int, action: A, chance: Chance
) -> tuple[E, ...]:
    """Return the events of an action on the true state, or raise `IllegalAction`.

    The only caller of `Game.handle_action`.
    """
    refusal = _refusal_for(game, state, seat)
    if refusal is not None:
        raise refusal
    return game.handle_action(state, seat, action, chance)


def preview_action(game: Game[S, A, E], state: S, seat: int, action: A) -> dict[str, Any]:
    """Check an action on the seat's own state and store nothing. The only caller of `Game.preview`."""
    refusal = _refusal_for(game, state, seat)
    if refusal is not None:
        return {"legal": False, "code": refusal.code, "message": refusal.message}
    return game.preview(state, seat, action)


def _refusal_for(game: Game[S, A, E], state: S, seat: int) -> IllegalAction | None:
    """Return the refusal for a seat that has no legal action now, or None."""
    if game.legal_actions(state, seat):
        return None
    if game.outcome(state) is not None:
        return IllegalAction("finished", "The game is over.")
    return IllegalAction("not_your_turn", "It is not your turn.")
