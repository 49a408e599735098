"""The contract every game implements: a game is a value, a frozen record of pure functions.

Law of the room: a seat's knowledge is the fold of its redacted events. The same `apply` folds whole
facts into the one true state and redacted facts into what one pair of eyes knows; whatever leaves
the server (`view`, `legal`, `preview`, `fade`) is computed on the latter, never on the former.
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
    """The eyes of an opened round: they see all there is."""

    ALL = "all"


ALL: Final = Everyone.ALL
Viewer: TypeAlias = int | Everyone | None
"""Who looks: a seat, `None` for a spectator, `ALL` once the round is open."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What every game's options begin with; a game adds its own fields, each with a default.

    Events carry them, so they tolerate fields of other versions; `read_options` does not.
    """

    first: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The seat that begins; `None` leaves it to the lot."""


def choice(title: str, description: str, **labels: str) -> msgspec.Meta:
    """Say how an option is shown to people: its name, one sentence, and a label for each value."""
    return msgspec.Meta(title=title, description=description, extra={"labels": labels})


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won, why, and every seat's score."""

    winners: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str


class IllegalAction(Exception):
    """The player asked for something the rules refuse; the state is as it was."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def keep_history(event: E, state: Any) -> E:
    """Fade nothing: the rule of games in which the past may be read again."""
    return event


def _any_seat_count(options: Any, seats: int) -> bool:
    """Let as many play as may sit, whatever the options."""
    return True


def single_round(state: Any) -> int:
    """Count rounds for games that deal once."""
    return 0


def _no_first_player(event: Any) -> int | None:
    """Name nobody: the rule of games in which no seat has the first turn."""
    return None


@dataclass(frozen=True)
class Game(Generic[S, A, E]):
    """One game. Every function is pure; none keeps anything between calls."""

    slug: str
    title: str
    seats: range
    """How many may sit."""
    levels: tuple[str, ...]
    """Names of the bots' levels, weakest first; `bots.catalog` covers them."""
    options: type[Options]
    actions: Any
    """Union of tagged structs: what a seat may ask. A field left `None` is a hole to fill."""
    events: Any
    """Union of tagged structs: what has happened."""

    start: Callable[[Any, int, Chance], tuple[E, ...]]
    """(options, seats, chance): the first facts; the first of them carries the options."""
    apply: Callable[[S | None, E], S]
    """Fold one fact, whole or redacted. Never refuses."""
    legal_actions: Callable[[S, int], tuple[A, ...]]
    """What this seat may ask now; empty means wait."""
    handle_action: Callable[[S, int, A, Chance], tuple[E, ...]]
    """Wish to facts, up to the next decision of any seat, or `IllegalAction`.
    The chance is the *next* round's: a game draws only to deal."""
    redact: Callable[[E, Viewer], E]
    """The fact as these eyes may know it. Blanks, never drops; needs no state."""
    view: Callable[[S, Viewer], dict[str, Any]]
    """JSON for the board, from those eyes' own state."""
    preview: Callable[[S, int, A], dict[str, Any]]
    """From the seat's own state, on its turn: {"legal", "code", "message", ...} for a partial or whole
    action. A hole not yet filled is refused with the code `incomplete`, here and by `act`."""
    dwell: Callable[[E], float]
    """Seconds people need to see this fact."""
    outcome: Callable[[S], Outcome | None]
    redact_past: Callable[[E, S], E] = keep_history
    """The fact as it is shown again now, given those eyes' present state: history and reloads of a
    memory game must not be a memory. `apply` and `view` take faded facts too; bots are folded from
    the unfaded ones."""
    round: Callable[[S], int] = single_round
    """Index of the deal being played; when it grows, the earlier round may open."""
    first_player: Callable[[E], int | None] = _no_first_player
    """From the first fact of all: the seat that has the first turn. The next game is led by another."""
    allows_seat_count: Callable[[Any, int], bool] = _any_seat_count
    """(options, seats): whether so many of `seats` can play by these options."""


def fold(game: Game[S, A, E], events: Iterable[E], state: S | None = None) -> S:
    """Fold facts into a state, from nothing or onward from `state`."""
    for event in events:
        state = game.apply(state, event)
    if state is None:
        raise ValueError("no event, no state")
    return state


def try_action(
    game: Game[S, A, E], state: S, seat: int, action: A, chance: Chance
) -> tuple[E, ...]:
    """Try a wish on the true state: facts, or `IllegalAction`. The only door to `act`."""
    refusal = _refusal_for(game, state, seat)
    if refusal is not None:
        raise refusal
    return game.handle_action(state, seat, action, chance)


def preview_action(game: Game[S, A, E], state: S, seat: int, action: A) -> dict[str, Any]:
    """Judge a wish on the seat's own state, writing nothing. The only door to `preview`."""
    refusal = _refusal_for(game, state, seat)
    if refusal is not None:
        return {"legal": False, "code": refusal.code, "message": refusal.message}
    return game.preview(state, seat, action)


def _refusal_for(game: Game[S, A, E], state: S, seat: int) -> IllegalAction | None:
    """Refuse a seat that has nothing to ask for, whatever it asks."""
    if game.legal_actions(state, seat):
        return None
    if game.outcome(state) is not None:
        return IllegalAction("finished", "The game is over.")
    return IllegalAction("not_your_turn", "It is not your turn.")
