"""The contract every game implements: a game is a frozen record of pure functions.

Invariant: everything sent to a viewer (`view`, `legal_actions`, `preview`, `redact_past`) is
computed from a state built only from events redacted for that viewer, never from the true state.
`apply` accepts both full and redacted events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from games.core.random_stream import Chance

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class NoData(Mapping[str, Any]):
    """An empty mapping that can be sent to another process, which a `MappingProxyType` cannot."""

    def __getitem__(self, name: str) -> Any:
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


NO_DATA: Final[Mapping[str, Any]] = NoData()
"""The data of games and bots that need none."""


class Unredacted(Enum):
    """The viewer who sees everything, once the round is revealed."""

    ALL = "all"


ALL: Final = Unredacted.ALL
Viewer: TypeAlias = int | Unredacted | None
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


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What the site's pages say about a game. English, marked by `gettext_noop`; pages translate it."""

    blurb: str = ""
    """One short sentence beside the game's picture."""
    minutes: int = 10
    """How long a game takes, about."""
    usual_seats: int = 4
    """How many sit at a table for which nobody chose a number; fewer if the game has fewer."""
    brief: tuple[str, ...] = ()
    """The rules in three sentences, for somebody who is invited."""
    level_names: Mapping[str, str] = {}
    """What people read for each of the game's levels."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won, why, and every seat's score."""

    winners: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str


class Standing(msgspec.Struct, frozen=True):
    """Where a match of many deals stands, for the score strip, resigning, results and the arena."""

    scores: tuple[float, ...]
    """The running score of each seat; in teams the team's."""
    out: tuple[int, ...] = ()
    """The seats that take no further part: without chips, or gone for good."""
    deal: int = 0
    """The number of the current or last deal, from 1; 0 before the first."""
    deals: int | None = None
    """How many deals the match has at most; `None` if that is not known beforehand."""
    target: int | None = None
    """The score that ends the match, if one does."""
    title: str = ""
    """What is played in this deal, if the deals differ (the game of a mix, a spot)."""


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


def _bots_allowed(options: Any) -> bool:
    """Allow bots, whatever the options."""
    return True


def single_round(state: Any) -> int:
    """Return round 0: the default for games that deal once."""
    return 0


def _no_first_player(event: Any) -> int | None:
    """Return None: the default for games in which no seat has the first turn."""
    return None


def _never_between(state: Any) -> bool:
    """Return False: the default for games that deal once."""
    return False


def _no_asides(state: Any, seat: int) -> tuple[Any, ...]:
    """Return nothing: the default for games in which every action waits for its turn."""
    return ()


def no_action(state: Any, seat: int) -> Any | None:
    """Return None: the default of `lapse` and `depart`."""
    return None


@dataclass(frozen=True)
class DealFile(Generic[E]):
    """The file format in which players of a game exchange deals."""

    suffix: str
    """How the file's name ends, without the dot."""
    write: Callable[[tuple[E, ...], tuple[str, ...]], str]
    """(a finished deal's events as the reader may know them, the players' names by seat): the text."""


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
    """(options, seats, chance): the first events; the very first contains the options. A game with
    `deal` draws nothing here."""
    apply: Callable[[S | None, E], S]
    """(state, event): the state after one event, full or redacted. Never raises."""
    legal_actions: Callable[[S, int], tuple[A, ...]]
    """The actions the seat may take now; empty: it has to wait."""
    handle_action: Callable[[S, int, A], tuple[E, ...]]
    """Return the events an action causes, up to the next decision of any seat or the end of the
    deal; raise `IllegalAction` if the rules forbid it. Random numbers are drawn only to deal."""
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
    """Index of the deal that is played, or was played last; -1 before the first `deal`."""
    first_player: Callable[[E], int | None] = _no_first_player
    """From the first event: the seat that has the first turn. In a rematch the next seat begins."""
    allows_seat_count: Callable[[Any, int], bool] = _any_seat_count
    """(options, seats): whether the options support this number of seats."""
    allows_bots: Callable[[Any], bool] = _bots_allowed
    """(options): whether bots may sit: they never take asides, so nothing may depend on those."""
    deal: Callable[..., tuple[E, ...]] | None = None
    """(state, chance), with `needs` (state, chance, data): the events of the next deal, for games of
    many deals; may instead end the match. Called through `deal_next`. The first
    event of a deal is a keyframe: it carries all that later deals need (options, scores, who is out),
    so that for every viewer `apply(None, e) == apply(state, e)`, and each deal can be folded alone."""
    needs: Callable[[Any], tuple[str, ...]] | None = None
    """(options): the hashes of what `deal` looks up in `data`, a mapping by hash. For games that deal
    from something too large or too secret for an event. The same hash always means the same data."""
    between: Callable[[S], bool] = _never_between
    """Whether the deal is over, the next is due and the match is not over; also before the first."""
    aside: Callable[[S, int], tuple[A, ...]] = _no_asides
    """What a seat may do at any time without holding anything up (re-buy, sit out, show a hand). Their
    types are not those of legal actions. They start no clock and count as no move."""
    standing: Callable[[S], Standing] | None = None
    """Where the match stands; required with `deal`."""
    lapse: Callable[[S, int], A | None] = no_action
    """From the seat's own state: the action when a person's time is up; `None`: the weakest bot moves."""
    depart: Callable[[S, int], A | None] = no_action
    """The aside that leaving or resigning plays; `None`: a stand-in takes the seat instead."""
    reveals: tuple[str, ...] = ("match",)
    """When hidden information is revealed: which of "match", "round" and "shown" a table may choose,
    the default first. "shown": what was never shown stays hidden, except what bots held."""
    single_deal: Callable[[Any, int], Any] | None = None
    """(options, i): the options of a match of one deal, the i-th of its kind; for the arena."""
    deal_file: DealFile[E] | None = None
    """How a finished deal is downloaded, for games that have such a format."""
    about: About = field(default_factory=About)
    """Texts for the pages; a game of the catalog has them all."""


def fold(game: Game[S, A, E], events: Iterable[E], state: S | None = None) -> S:
    """Return the state after the events, from the beginning or onward from `state`."""
    for event in events:
        state = game.apply(state, event)
    if state is None:
        raise ValueError("no event, no state")
    return state


def deal_next(
    game: Game[S, A, E], state: S, chance: Chance, data: Mapping[str, Any] = NO_DATA
) -> tuple[E, ...]:
    """Return the events of the next deal. The only caller of `Game.deal`.

    `data` has an entry for each hash of `Game.needs`; a game without `needs` is not given any.
    """
    assert game.deal is not None, "only a game with `deal` is ever between deals"
    return game.deal(state, chance) if game.needs is None else game.deal(state, chance, data)


def try_action(
    game: Game[S, A, E], state: S, seat: int, action: A, legal: tuple[A, ...] | None = None
) -> tuple[E, ...]:
    """Return the events of an action on the true state, or raise `IllegalAction`.

    `legal` are the seat's legal actions, if they are known already. The only caller of
    `Game.handle_action`.
    """
    refusal = _refusal_for(game, state, seat, action, legal)
    if refusal is not None:
        raise refusal
    return game.handle_action(state, seat, action)


def preview_action(game: Game[S, A, E], state: S, seat: int, action: A) -> dict[str, Any]:
    """Check an action on the seat's own state and store nothing. The only caller of `Game.preview`."""
    refusal = _refusal_for(game, state, seat, action)
    if refusal is not None:
        return {"legal": False, "code": refusal.code, "message": refusal.message}
    return game.preview(state, seat, action)


def is_aside(game: Game[S, A, E], state: S, seat: int, action: A) -> bool:
    """Return whether an action is one that the seat may take at any time."""
    return any(type(action) is type(allowed) for allowed in game.aside(state, seat))


def _refusal_for(
    game: Game[S, A, E], state: S, seat: int, action: A, legal: tuple[A, ...] | None = None
) -> IllegalAction | None:
    """Return the refusal for a seat that has no legal action now and no such aside, or None."""
    legal = game.legal_actions(state, seat) if legal is None else legal
    if legal or is_aside(game, state, seat, action):
        return None
    if game.outcome(state) is not None:
        return IllegalAction("finished", "The game is over.")
    if game.between(state):
        return IllegalAction("between_deals", "The next deal has not begun yet.")
    return IllegalAction("not_your_turn", "It is not your turn.")
