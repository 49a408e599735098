"""Measure: `manage.py bench rules`, `bench server-load`, `bench nana-belief`, `bench site`, ..."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from bots.bench import (
    battleship,
    belief,
    datongzi,
    fleet_pool,
    game_length,
    idle_sockets,
    lab,
    lower_bound,
    match,
    poker,
    risk,
    rules,
    server_load,
    site,
    stud,
    turnlab,
    turnlab_reference,
    updates,
)
from games.battleship.events import BattleshipOptions

Figures = dict[str, dict[str, Any]]


def _battleship(options: dict[str, Any]) -> Figures:
    """Let the levels of the catalog shoot at the same boards, or time the look ahead."""
    if options["sweep"]:
        return risk.sweep(options["seed"], options["cores"])
    table = BattleshipOptions(variant=options["variant"], size=options["size"])
    levels = options["level"] or battleship.levels()
    return battleship.measure(levels, table, options["boards"], options["seed"], options["cores"])


def _server_load(options: dict[str, Any]) -> Figures:
    """Measure this checkout, or compare it with another commit."""
    tables, seconds = options["tables"], options["seconds"]
    if options["against"]:
        return server_load.compare_with_commit(
            options["against"], tables, seconds, options["rounds"]
        )
    return server_load.measure(tables, seconds)


SUBJECTS: dict[str, Callable[[dict[str, Any]], Figures]] = {
    "rules": lambda o: {"rules": rules.measure("nana", o["seconds"], o["seats"])},
    "server-load": _server_load,
    "updates": lambda o: updates.measure(),
    "sockets": lambda o: {"idle sockets": idle_sockets.measure(o["sockets"])},
    "site": lambda o: site.measure(),
    "match": lambda o: match.measure(o["deals"]),
    "nana-belief": lambda o: belief.measure(),
    "nana-game-length": lambda o: game_length.measure((o["level"] or ["normal"])[0]),
    "battleship": _battleship,
    "battleship-fleet-pool": lambda o: fleet_pool.measure(o["cores"]),
    "battleship-lower-bound": lambda o: lower_bound.measure(o["boards"], o["seed"], o["cores"]),
    "poker": lambda o: poker.measure(o["seconds"]) | stud.measure_speed(24, o["seed"]),
    "turnlab": lambda o: (turnlab_reference if o["reference"] else turnlab).measure(),
    "lab": lambda o: lab.measure(),
    "datongzi": lambda o: datongzi.measure(),
    "stud": lambda o: stud.measure(seed=o["seed"]),
    "stud-duel": lambda o: stud.measure_duel(o["level"], o["boards"], o["seed"]),
}
FORMER_NAMES = {
    "wire": "server-load",
    "nana-pace": "nana-game-length",
    "battleship-pool": "battleship-fleet-pool",
    "battleship-floor": "battleship-lower-bound",
}


class Command(BaseCommand):
    help = "Measure a part of the site and print the figures."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("subject", choices=(*SUBJECTS, *FORMER_NAMES))
        parser.add_argument("--seconds", type=float, default=6.0)
        parser.add_argument("--tables", type=int, default=100, help="server-load: how many tables")
        parser.add_argument(
            "--against", metavar="COMMIT", help="server-load: compare with this other commit"
        )
        parser.add_argument(
            "--rounds", type=int, default=5, help="server-load --against: how many rounds count"
        )
        parser.add_argument("--sockets", type=int, default=1500, help="sockets: how many")
        parser.add_argument("--seats", type=int, default=4, help="rules: how many seats")
        parser.add_argument("--deals", type=int, default=match.DEALS, help="match: how many deals")
        parser.add_argument(
            "--boards", type=int, default=400, help="battleship: how many; stud-duel: deals"
        )
        parser.add_argument(
            "--level", action="append", help="battleship, nana-game-length, stud-duel: this level"
        )
        parser.add_argument("--variant", choices=("arms", "classic"), default="arms")
        parser.add_argument("--size", type=int, choices=(10, 11), default=10)
        parser.add_argument("--sweep", action="store_true", help="battleship: the Admiral's risk")
        parser.add_argument("--seed", type=int, default=1, help="battleship, stud: names the deals")
        parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)))
        parser.add_argument(
            "--reference", action="store_true", help="turnlab: our solver beside the reference's"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        subject = options["subject"]
        figures = SUBJECTS[FORMER_NAMES.get(subject, subject)](options)
        if options["json"]:
            self.stdout.write(json.dumps(figures))
            return
        for name, row in figures.items():
            self.stdout.write(name)
            for figure, value in row.items():
                self.stdout.write(f"  {figure:<22} {value}")
