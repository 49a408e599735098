"""Let bots play bots: `manage.py arena nana --seats expert,normal --games 600 --seed 1`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.catalog import every_level
from bots.figures import figures, seat_info
from bots.match import Match, Result, play_match
from games.catalog import GAMES
from games.core import wire

WIDTH = 40


class Command(BaseCommand):
    help = "Play a match of bots on paired deals (same deal, seats rotated) and print the figures."
    requires_system_checks: list[str] = []  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--seats", required=True, help="levels, as LEVEL,LEVEL,...")
        parser.add_argument("--games", type=int, default=100)
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
        began = time.monotonic()
        results, new = play_match(match, options["cores"], kept, Progress(match.games).tell)
        shown = {
            "game": match.game,
            "options": json.loads(match.options),
            "games": len(results),
            "seed": match.seed,
            **figures(match, results, new, time.monotonic() - began),
        }
        self.stdout.write(json.dumps(shown) if options["json"] else _table(match, shown, results))


def _match(options: dict[str, Any]) -> Match:
    """Read the command line, or say what is wrong with it."""
    game, levels = GAMES[options["game"]], every_level(options["game"])
    lineup = tuple(options["seats"].split(","))
    unknown = [level for level in lineup if level not in levels]
    if unknown:
        raise CommandError(f"no such level: {', '.join(unknown)}; there are {', '.join(levels)}")
    if len(lineup) not in game.seats:
        raise CommandError(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats")
    if options["games"] < 1:
        raise CommandError("a match has one game at least")
    try:
        chosen = wire.read_options(game, options["options"].encode())
    except wire.BadMessage as error:
        raise CommandError(f"options: {error}") from error
    if not game.allows_seat_count(chosen, len(lineup)):
        raise CommandError(f"options: not for {len(lineup)} seats")
    return Match(game.slug, lineup, options["games"], options["seed"], wire.dump(chosen).decode())


class Progress:
    """A bar on the error stream; a plain line now and then if that is no terminal."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.live = sys.stderr.isatty()
        self.told = -1

    def tell(self, done: int) -> None:
        """Draw the bar."""
        tenth = 10 * done // self.games
        if self.live:
            bar = "#" * (WIDTH * done // self.games)
            end = "\n" if done == self.games else ""
            sys.stderr.write(f"\r[{bar:<{WIDTH}}] {done}/{self.games}{end}")
        elif tenth != self.told:
            sys.stderr.write(f"{done}/{self.games}\n")
        self.told = tenth
        sys.stderr.flush()


def _table(match: Match, shown: dict[str, Any], results: Sequence[Result]) -> str:
    """Set the figures for reading."""
    rate = shown["games_per_second"]
    wide = max(10, *(len(level) + 1 for level in match.lineup))
    lines = [
        f"{match.game}: {' '.join(match.lineup)}, {shown['games']} games, seed {match.seed}",
        f"{'level':<{wide}}{'seats':>6}{'even':>8}{'won':>8}   {'95 %':<17}{'score':>7}   {'95 %':<15}"
        f"{'p50 ms':>8}{'p95 ms':>8}",
    ]
    for row in shown["results"]:
        low, high = (100 * end for end in row["ci95"])
        least, most = row["score_ci95"]
        ms = shown["decision_ms"][row["level"]]
        lines.append(
            f"{row['level']:<{wide}}{row['seats']:>6}{100 * row['seats'] / len(match.lineup):>7.1f}%"
            f"{100 * row['win_rate']:>7.1f}%   {f'{low:.1f} to {high:.1f}':<17}"
            f"{row['mean_score']:>7.2f}   {f'{least:.2f} to {most:.2f}':<15}"
            f"{ms['p50']:>8.1f}{ms['p95']:>8.1f}"
        )
    if len(shown["results"]) == 1:  # among equals the question is which seat wins
        lines += [_chair(results, seat, wide) for seat in range(len(match.lineup))]
    return "\n".join([*lines, f"{rate} games per second" if rate else "no new games"])


def _chair(results: Sequence[Result], seat: int, wide: int) -> str:
    won, (low, high) = seat_info(results, seat)
    return f"{f'seat {seat}':<{wide + 14}}{100 * won:>7.1f}%   {100 * low:.1f} to {100 * high:.1f}"
