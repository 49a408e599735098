"""What games and bots look up by hash, because it is too large or too secret for an event.

The app that keeps such data registers itself when the site starts (`register`); this app knows it only
by the interface below. Without one there is no data, and games that need none are played as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from games.core.contract import NO_DATA, Game
from games.tables.errors import Refused

Status = Literal["done", "queued", "running", "failed", "none"]


@dataclass(frozen=True)
class Progress:
    """How far something is: there (`done`), being made, given up, or not asked for (`none`)."""

    status: Status = "none"
    share: float = 0.0
    text: str = ""


class DataSource(Protocol):
    """Keeps data by hash. The same hash always means the same data."""

    def require(self, hashes: Iterable[str]) -> None:
        """Raise `Refused` unless a table can be played from what these hashes name."""

    def data(self, hashes: Iterable[str]) -> Mapping[str, Any]:
        """Return a mapping in which these hashes can be looked up, as far as they are there.

        It can be sent to another process without what it holds.
        """

    def progress(self, hashes: Iterable[str]) -> dict[str, Progress]:
        """Return how far each is."""

    def request(self, hashes: Iterable[str], made_from: Iterable[str]) -> None:
        """Have what is missing made, from what the other hashes name where that is needed."""

    def keep(self, hashes: Iterable[str], table: str) -> None:
        """Note that a table, named by its code, is played from these: they must not be removed."""


class NoDataSource:
    """The source of a site that keeps no such data."""

    def require(self, hashes: Iterable[str]) -> None:
        """Refuse whatever is asked for."""
        if any(True for _ in hashes):
            raise Refused("no_such_data", "This site does not have what the game is played from.")

    def data(self, hashes: Iterable[str]) -> Mapping[str, Any]:
        """Return an empty mapping."""
        return NO_DATA

    def progress(self, hashes: Iterable[str]) -> dict[str, Progress]:
        """Return that nothing is there."""
        return {name: Progress() for name in hashes}

    def request(self, hashes: Iterable[str], made_from: Iterable[str]) -> None:
        """Do nothing."""

    def keep(self, hashes: Iterable[str], table: str) -> None:
        """Do nothing."""


_source: DataSource = NoDataSource()


def register(source: DataSource) -> None:
    """Make this the source of the site."""
    global _source
    _source = source


def data_source() -> DataSource:
    """Return the source of the site."""
    return _source


def needs_of(game: Game[Any, Any, Any], options: Any) -> tuple[str, ...]:
    """Return the hashes of what a game looks up to deal with these options."""
    return () if game.needs is None else game.needs(options)


def deal_data(game: Game[Any, Any, Any], options: Any) -> Mapping[str, Any]:
    """Return the data from which a game deals; empty for games that need none."""
    names = needs_of(game, options)
    return _source.data(names) if names else NO_DATA
