"""Measure: `manage.py bench rules`, `bench wire`, `bench nana-belief`, `bench nana-pace`."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from bots.bench import belief, pace, rules, wire


class Command(BaseCommand):
    help = "Measure a part of the house and print the figures."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("subject", choices=("rules", "wire", "nana-belief", "nana-pace"))
        parser.add_argument("--seconds", type=float, default=6.0)
        parser.add_argument("--tables", type=int, default=100, help="wire: how many tables")
        parser.add_argument("--seats", type=int, default=4, help="rules: how many seats")
        parser.add_argument("--level", default="normal", help="nana-pace: which level plays itself")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        seconds = options["seconds"]
        if options["subject"] == "rules":
            figures = {"rules": rules.measure("nana", seconds, options["seats"])}
        elif options["subject"] == "nana-belief":
            figures = belief.measure()
        elif options["subject"] == "nana-pace":
            figures = pace.measure(options["level"])
        else:
            figures = wire.measure(options["tables"], seconds)
        if options["json"]:
            self.stdout.write(json.dumps(figures))
            return
        for name, row in figures.items():
            self.stdout.write(name)
            for figure, value in row.items():
                self.stdout.write(f"  {figure:<22} {value}")
