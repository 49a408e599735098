"""A match of the arena: its games run in worker processes and can be kept in a file.

A game is a whole one, however many deals it has, or a single deal (`Match.single_deals`).
Invariant: a game is identified by its deal and its rotation and depends on nothing else. The number
of workers, their order and an interruption change no result.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from bots.arena.game import deal_chance, play_game, rotations
from bots.catalog import find
from bots.runtime.worker import watch_parent
from games.catalog import GAMES
from games.core import codec
from games.core.contract import NO_DATA

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


class Match(msgspec.Struct, frozen=True):
    """Who plays what, how often, and from which seed."""

    game: str
    lineup: tuple[str, ...]
    games: int
    seed: int
    options: str = "{}"
    """JSON."""
    single_deals: bool = False
    """Whether a game is one deal of the game played, not a whole match of many deals."""

    def schedule(self) -> list[tuple[int, int]]:
        """List the games as (deal, rotation), every rotation of a deal before the next deal."""
        turns = len(rotations(self.lineup))
        return [divmod(index, turns) for index in range(self.games)]

    def file(self, folder: Path) -> Path:
        """Name the file of finished games; other bots, options or seeds have another."""
        versions = [find(self.game, level).version for level in self.lineup]
        parts = [self.game, self.lineup, versions, self.seed, self.options]
        key = json.dumps([*parts, "single deals"] if self.single_deals else parts)
        return folder / f"{self.game}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.jsonl"

    def options_played(self) -> tuple[Any, ...]:
        """Return the different options with which games are played, in order."""
        deals = dict.fromkeys(deal for deal, _ in self.schedule())
        return tuple(dict.fromkeys(map(self.options_of, deals)))

    def options_of(self, deal: int) -> Any:
        """Return the options with which a deal and its rotations are played."""
        game = GAMES[self.game]
        options = codec.read_options(game, self.options.encode())
        if not self.single_deals:
            return options
        assert game.single_deal is not None, "single deals are for games that have `single_deal`"
        return game.single_deal(options, deal)


class Result(msgspec.Struct, frozen=True):
    """One finished game, as far as figures need it."""

    deal: int
    turn: int
    seated: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    ms: tuple[tuple[float, ...], ...]
    """By seat: CPU milliseconds of each decision."""

    @property
    def key(self) -> tuple[int, int]:
        """Name the game within its match."""
        return self.deal, self.turn


def play_one(match: Match, deal: int, turn: int, data: Mapping[str, Any] = NO_DATA) -> Result:
    """Play one game of a match, in whichever process this is called."""
    game = GAMES[match.game]
    seated = rotations(match.lineup)[turn]
    bots = [find(match.game, level) for level in seated]
    spent: list[list[float]] = [[] for _ in seated]
    chance = deal_chance(match.seed, deal)
    outcome = play_game(game, bots, match.options_of(deal), chance, spent, data).outcome
    return Result(
        deal, turn, seated, outcome.winners, outcome.scores, tuple(tuple(row) for row in spent)
    )


def play_match(
    match: Match,
    cores: int,
    kept: Path | None = None,
    report: Callable[[int], None] = lambda done: None,
    data: Mapping[str, Any] = NO_DATA,
) -> tuple[list[Result], int]:
    """Play all games not in the file yet; returns all of them in order, and how many were new.

    `data` holds what the game and its bots need, by hash; it is sent to each worker.
    """
    schedule = match.schedule()
    done = {result.key: result for result in _read(kept) if result.key in set(schedule)}
    todo = [key for key in schedule if key not in done]
    report(len(done))
    for result in _finished(match, todo, cores, data):
        done[result.key] = result
        _keep(kept, result)
        report(len(done))
    return [done[key] for key in schedule], len(todo)


def _finished(
    match: Match, todo: list[tuple[int, int]], cores: int, data: Mapping[str, Any]
) -> Iterator[Result]:
    """Yield games as they end."""
    if cores <= 1 or len(todo) <= 1:
        yield from (play_one(match, *key, data) for key in todo)
        return
    with workers(cores) as pool:
        games = [pool.submit(play_one, match, *key, data) for key in todo]
        yield from (game.result() for game in as_completed(games))


@contextmanager
def workers(cores: int) -> Iterator[ProcessPoolExecutor]:
    """Start workers that end with us, however we end."""
    for name in ONE_THREAD:  # the workers are the parallelism
        os.environ.setdefault(name, "1")
    spawn = multiprocessing.get_context("spawn")
    theirs, ours = spawn.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        cores, mp_context=spawn, initializer=watch_parent, initargs=(theirs,)
    )
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()


def _read(kept: Path | None) -> Iterable[Result]:
    """Read finished games; a line cut short by an interruption is played again."""
    if kept is None or not kept.exists():
        return
    for line in kept.read_bytes().splitlines():
        try:
            yield msgspec.json.decode(line, type=Result)
        except msgspec.MsgspecError:
            continue


def _keep(kept: Path | None, result: Result) -> None:
    if kept is None:
        return
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("ab") as file:
        file.write(b"\n" + msgspec.json.encode(result))
