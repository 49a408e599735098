"""The ranges from which the hands of a Turn Duel deal are drawn; public, but in no update."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from games.lab.jobs.table_data import plain_spot_of
from games.lab.turn.canonical import SIDES
from games.lab.turn.panels.ranges import range_panel
from games.lab.web.answers import address, visitor
from games.tables.errors import Refused
from games.tables.eventlog import live_table
from games.tables.models import Seat, Table
from games.tables.queries import replay
from games.tables.web import forms
from games.turn.events import Dealt


@address("lab", "GET")
def ranges(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return both ranges of a deal's spot as cells and text, that out of position first."""
    table = Table.objects.filter(code=code).first()
    if table is None:
        raise Refused("no_such_table", "There is no such table.")
    live = live_table.catch_up(table.pk)
    player = visitor(request)
    seated = player is not None and Seat.objects.filter(table=table, player=player).exists()
    if not seated and not live.info.spectators:
        raise Refused("no_spectators", "Spectators are not allowed at this table.")
    number = forms.number(request.GET, "deal")
    deal = replay.find_deal(live, live.round + 1 if number is None else number)
    events = (event for row in deal.played_rows() if row.is_game for event in row.events)
    dealt = next((event for event in events if isinstance(event, Dealt)), None)
    if dealt is None:
        raise Refused("no_ranges", "No hands were drawn from ranges here.")
    plain = plain_spot_of(dealt.spot)
    if plain is None:
        raise Refused("no_such_spot", "The spot of this deal is not known here.")
    return {"spot": dealt.spot, "ranges": [_range(plain, side) for side in SIDES]}


def _range(plain: dict[str, Any], side: str) -> dict[str, Any]:
    """Return one range: the mean weight of each cell's hands, and the text."""
    found = range_panel({"text": plain[f"{side}_range"], "board": plain["board"]})
    cells = {name: cell["weight"] for name, cell in found["cells"].items()}
    return {"side": side, "cells": cells, "text": found["text"], "combos": found["combos"]}
