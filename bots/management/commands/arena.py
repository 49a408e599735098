"""Let bots play bots: `manage.py arena nana --seats expert,normal --games 600 --seed 1`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.arena.game import rotations
from bots.arena.match import Match, Result, play_match
from bots.arena.statistics import ROW_FIELDS, figures, win_share_of_seat
from bots.catalog import BOTS_OF, every_level
from games.catalog import GAMES
from games.core import codec
from games.core.contract import NO_DATA

WIDTH = 40


class Command(BaseCommand):
    help = "Play a match of bots on paired deals (same deal, seats rotated) and print the figures."
    requires_system_checks: list[str] = []  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--seats", required=True, help="levels, as LEVEL,LEVEL,...")
        count = parser.add_mutually_exclusive_group()
        count.add_argument("--games", type=int, default=100, help="whole games, all their deals")
        count.add_argument("--deals", type=int, help="single deals, each played in every rotation")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--options", default="{}", help="the table's options, as JSON")
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument(
            "--resume", action="store_true", help="keep finished games under var/arena, go on there"
        )
        parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)))

    def handle(self, *args: Any, **options: Any) -> None:
        match = _match(options)
        kept = match.file(settings.VAR / "arena") if options["resume"] else None
        data = self._data(match, options["cores"])
        began = time.monotonic()
        show = Progress(match.games).show
        results, new = play_match(match, options["cores"], kept, show, data)
        shown = {
            "game": match.game,
            "options": json.loads(match.options),
            "deals": options["deals"],
            "games": len(results),
            "seed": match.seed,
            **figures(match, results, new, time.monotonic() - began, data),
        }
        self.stdout.write(json.dumps(shown) if options["json"] else _table(match, shown, results))

    def _data(self, match: Match, cores: int) -> Mapping[str, Any]:
        """Return what the levels look up, and solve first what is not stored yet."""
        needs = BOTS_OF[match.game].needs
        if needs is None:
            return NO_DATA
        from games.lab.turn.prepare import prepare
        from games.lab.turn.stored_data import StoredData

        folder = Path(settings.GLASS_LAB_DIR)
        wanted = [name for played in match.options_played() for name in needs(match.lineup, played)]
        prepare(folder, wanted, cores, self._report)
        return StoredData(folder)

    def _report(self, done: int, count: int, text: str) -> None:
        if text:
            self.stderr.write(f"prepare {done + 1}/{count}: {text}")


def _match(options: dict[str, Any]) -> Match:
    """Read the command line, or say what is wrong with it."""
    game, levels = GAMES[options["game"]], every_level(options["game"])
    lineup = tuple(options["seats"].split(","))
    unknown = [level for level in lineup if level not in levels]
    if unknown:
        raise CommandError(f"no such level: {', '.join(unknown)}; there are {', '.join(levels)}")
    if len(lineup) not in game.seats:
        raise CommandError(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats")
    single_deals = options["deals"] is not None
    if single_deals and game.single_deal is None:
        raise CommandError(f"--deals: {game.title} has no single deals; use --games")
    if (options["deals"] if single_deals else options["games"]) < 1:
        raise CommandError("a match has one game at least")
    try:
        chosen = codec.read_options(game, options["options"].encode())
    except codec.BadMessage as error:
        raise CommandError(f"options: {error}") from error
    if not game.allows_seat_count(chosen, len(lineup)):
        raise CommandError(f"options: not for {len(lineup)} seats")
    games = options["deals"] * len(rotations(lineup)) if single_deals else options["games"]
    stored = codec.dump(chosen).decode()
    return Match(game.slug, lineup, games, options["seed"], stored, single_deals)


class Progress:
    """A bar on the error stream; a plain line now and then if that is no terminal."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.live = sys.stderr.isatty()
        self.shown_tenth = -1

    def show(self, done: int) -> None:
        """Draw the bar."""
        tenth = 10 * done // self.games
        if self.live:
            bar = "#" * (WIDTH * done // self.games)
            end = "\n" if done == self.games else ""
            sys.stderr.write(f"\r[{bar:<{WIDTH}}] {done}/{self.games}{end}")
        elif tenth != self.shown_tenth:
            sys.stderr.write(f"{done}/{self.games}\n")
        self.shown_tenth = tenth
        sys.stderr.flush()


def _table(match: Match, shown: dict[str, Any], results: Sequence[Result]) -> str:
    """Set the figures for reading."""
    rate = shown["games_per_second"]
    wide = max(10, *(len(level) + 1 for level in match.lineup))
    score = "score" if match.single_deals else "mean"
    lines = [
        f"{match.game}: {' '.join(match.lineup)}, {_count(shown)}, seed {match.seed}",
        f"{'level':<{wide}}{'seats':>6}{'even':>8}{'won':>8}   {'95 %':<17}{score:>8}   {'95 %':<19}"
        f"{'p50 ms':>8}{'p95 ms':>8}",
    ]
    lines += [
        _row(match, row, shown["decision_ms"][row["level"]], wide) for row in shown["results"]
    ]
    if len(shown["results"]) == 1:  # among equals the question is which seat wins
        lines += [_seat_line(results, seat, wide) for seat in range(len(match.lineup))]
    lines += [line for row in shown["results"] if (line := _added(row))]
    return "\n".join([*lines, f"{rate} games per second" if rate else "no new games"])


def _count(shown: dict[str, Any]) -> str:
    games = f"{shown['games']} games"
    return games if shown["deals"] is None else f"{shown['deals']} deals ({games})"


def _row(match: Match, row: dict[str, Any], ms: dict[str, float | None], wide: int) -> str:
    """Set a level's row; single deals show the score above the table's mean, games the mean score."""
    low, high = (100 * end for end in row["ci95"])
    name, sign = ("score", "+") if match.single_deals else ("mean_score", "")
    ends = [f"{end:{sign}.2f}" for end in row[f"{name}_ci95"] or ()]
    times = "".join(f"{'-' if each is None else f'{each:.1f}':>8}" for each in ms.values())
    return (
        f"{row['level']:<{wide}}{row['seats']:>6}{100 * row['seats'] / len(match.lineup):>7.1f}%"
        f"{100 * row['win_rate']:>7.1f}%   {f'{low:.1f} to {high:.1f}':<17}"
        f"{row[name]:>{sign}8.2f}   {' to '.join(ends):<19}{times}"
    )


def _added(row: dict[str, Any]) -> str:
    """Set the figures that the game has added to a row."""
    added = {name: value for name, value in row.items() if name not in ROW_FIELDS}
    return f"{row['level']}: " + ", ".join(f"{k} {v}" for k, v in added.items()) if added else ""


def _seat_line(results: Sequence[Result], seat: int, wide: int) -> str:
    won, (low, high) = win_share_of_seat(results, seat)
    return f"{f'seat {seat}':<{wide + 14}}{100 * won:>7.1f}%   {100 * low:.1f} to {100 * high:.1f}"
