"""Redo a finished table from its opened seed: yes, or where it differs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.tables import verify
from games.tables.models import Table


class Command(BaseCommand):
    help = "Redo a table's deals and moves from its seed and compare them with its log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the table's code")

    def handle(self, *args: Any, **options: Any) -> None:
        table = Table.objects.filter(code=options["code"]).first()
        if table is None:
            raise CommandError("there is no such table")
        try:
            rows = verify.verify(table)
        except verify.Sealed as sealed:
            raise CommandError(str(sealed)) from sealed
        except verify.Differs as difference:
            raise CommandError(f"no: {difference}") from difference
        self.stdout.write(f"yes: {rows} rows redone from the seed, all alike")
