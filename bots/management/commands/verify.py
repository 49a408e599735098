"""Reproduce the log of a finished table from its seed: print OK, or fail at the first difference."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.tables.models import Table
from games.tables.queries import verify


class Command(BaseCommand):
    help = (
        "Reproduce a finished table's deals and moves from its seed and compare them with its log."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the table's code")

    def handle(self, *args: Any, **options: Any) -> None:
        table = Table.objects.filter(code=options["code"]).first()
        if table is None:
            raise CommandError("no such table")
        try:
            rows = verify.verify(table)
        except verify.NotFinishedError as error:
            raise CommandError(str(error)) from error
        except verify.VerificationError as difference:
            raise CommandError(f"FAILED: {difference}") from difference
        self.stdout.write(f"OK: {rows} rows reproduced from the seed")
