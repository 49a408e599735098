"""Measure: `manage.py bench rules`, `bench wire`, `bench nana-belief`, `bench site`, ..."""

from __future__ import annotations

import json
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from bots.bench import (
    battleship,
    belief,
    datongzi,
    floor,
    pace,
    poker,
    pool,
    risk,
    rules,
    site,
    turnlab,
    turnlab_reference,
    wire,
)
from games.battleship.events import BattleshipOptions

SUBJECTS = (
    "rules",
    "wire",
    "site",
    "nana-belief",
    "nana-pace",
    "battleship",
    "battleship-pool",
    "battleship-floor",
    "poker",
    "turnlab",
    "datongzi",
)


class Command(BaseCommand):
    help = "Measure a part of the site and print the figures."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("subject", choices=SUBJECTS)
        parser.add_argument("--seconds", type=float, default=6.0)
        parser.add_argument("--tables", type=int, default=100, help="wire: how many tables")
        parser.add_argument("--seats", type=int, default=4, help="rules: how many seats")
        parser.add_argument("--boards", type=int, default=400, help="battleship: how many")
        parser.add_argument("--level", action="append", help="battleship, nana-pace: this level")
        parser.add_argument("--variant", choices=("arms", "classic"), default="arms")
        parser.add_argument("--size", type=int, choices=(10, 11), default=10)
        parser.add_argument("--sweep", action="store_true", help="battleship: the Admiral's risk")
        parser.add_argument("--seed", type=int, default=1, help="battleship: names the boards")
        parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)))
        parser.add_argument(
            "--reference", action="store_true", help="turnlab: our solver beside the reference's"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        seconds = options["seconds"]
        if options["subject"] == "rules":
            figures = {"rules": rules.measure("nana", seconds, options["seats"])}
        elif options["subject"] == "nana-belief":
            figures = belief.measure()
        elif options["subject"] == "battleship":
            figures = _battleship(options)
        elif options["subject"] == "battleship-pool":
            figures = pool.measure(options["cores"])
        elif options["subject"] == "battleship-floor":
            figures = floor.measure(options["boards"], options["seed"], options["cores"])
        elif options["subject"] == "site":
            figures = site.measure()
        elif options["subject"] == "poker":
            figures = poker.measure(seconds)
        elif options["subject"] == "turnlab":
            part = turnlab_reference if options["reference"] else turnlab
            figures = part.measure()
        elif options["subject"] == "datongzi":
            figures = datongzi.measure()
        elif options["subject"] == "nana-pace":
            figures = pace.measure((options["level"] or ["normal"])[0])
        else:
            figures = wire.measure(options["tables"], seconds)
        if options["json"]:
            self.stdout.write(json.dumps(figures))
            return
        for name, row in figures.items():
            self.stdout.write(name)
            for figure, value in row.items():
                self.stdout.write(f"  {figure:<22} {value}")


def _battleship(options: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Let the levels of the catalog shoot at the same boards, or time the look ahead."""
    if options["sweep"]:
        return risk.sweep(options["seed"], options["cores"])
    table = BattleshipOptions(variant=options["variant"], size=options["size"])
    levels = options["level"] or battleship.levels()
    return battleship.measure(levels, table, options["boards"], options["seed"], options["cores"])
