"""What staff are asked before they open or do something."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.tables.eventlog.live_table import LiveTable

WIDE = forms.TextInput(attrs={"class": "vLargeTextField", "autocomplete": "off"})


class Reason(forms.Form):
    """Why something hidden is opened, or something is done."""

    reason = forms.CharField(label=_("Reason"), min_length=5, max_length=300, widget=WIDE)


class StartStandIn(Reason):
    """Which person's seat a bot is to play, and how well."""

    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    level = forms.ChoiceField(label=_("Level of the bot"))
    field_order = ["seat", "level", "reason"]

    def __init__(self, live: LiveTable, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        persons = [
            seat_info for seat_info in live.info.seats if seat_info.person and seat_info.bot is None
        ]
        seats = [(seat_info.seat, f"{seat_info.seat} {seat_info.name}") for seat_info in persons]
        levels = [(level, level) for level in live.game.levels]
        self.fields["seat"].choices = seats
        self.fields["level"].choices = levels
