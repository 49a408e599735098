"""Staff actions on a table: close it, give a seat to a bot, export its log, verify it.

Invariant: every action is a POST, goes through a service like everybody's, and is recorded in
Django's admin log. Staff who play at or watch a running game cannot act on it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog.live_table import LiveTable
from games.tables.models import Table
from games.tables.queries.export import export
from games.tables.queries.verify import NotFinishedError, VerificationError, verify
from games.tables.staff import access, forms
from games.tables.staff.pages import Page, url
from games.tables.staff.table_pages import TablePageViews


class TableAdmin(TablePageViews):
    """The pages, and what can be done from them."""

    def pages(self) -> dict[str, Page]:
        return super().pages() | {
            "close": Page(self.close, "tables.change_table"),
            "stand_in": Page(self.start_stand_in, "tables.change_table"),
            "export": Page(self.export, "tables.view_logentry"),
            "verify": Page(self.verify, "tables.view_logentry"),
        }

    def close(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Close the table; the reason stays in the admin log, players see that staff did it."""
        form = forms.Reason(request.POST or None)
        title, warning = _("Close this table"), _("The game ends here and cannot be resumed.")

        def act(given: dict[str, Any]) -> str:
            services.close(table, "staff")
            return f"Closed the table: {given['reason']}"

        return self._confirm(request, table, live, form, act, label=title, warning=warning)

    def start_stand_in(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Let a bot play a person's seat."""
        form = forms.StartStandIn(live, request.POST or None)
        title, warning = _("Hand a seat to a bot"), _("A bot plays this seat from here on.")

        def act(given: dict[str, Any]) -> str:
            services.staff_stand_in(table, given["seat"], given["level"])
            return f"Handed seat {given['seat']} to a {given['level']} bot: {given['reason']}"

        return self._confirm(request, table, live, form, act, label=title, warning=warning)

    def _confirm(
        self,
        request: HttpRequest,
        table: Table,
        live: LiveTable,
        form: forms.Reason,
        act: Callable[[dict[str, Any]], str],
        **context: Any,
    ) -> HttpResponse:
        """Show the form; once it is filled, act, log it, and go back to the table."""
        if access.needs_reason(live.info) and access.is_participant(request, table):
            return self.refuse(request, table, live)
        if request.method != "POST" or not form.is_valid():
            return self.render(request, table, live, "action", form=form, **context)
        try:
            done = act(form.cleaned_data)
        except Refused as refusal:
            messages.error(request, refusal.message)
        else:
            self.log_change(request, table, done)
            messages.success(request, done)
        return redirect(url(table, "now"))

    def export(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Return the log as a JSON file: the public part while the game runs, else everything."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        payload = self.exported(request, table, live)
        self.log_change(request, table, f"Exported the log ({payload['eyes']}, {live.seq} rows)")
        body = json.dumps(payload, ensure_ascii=False, indent=1)
        name = f'attachment; filename="{table.game}-{table.code}.json"'
        return HttpResponse(
            body, content_type="application/json", headers={"Content-Disposition": name}
        )

    def exported(self, request: HttpRequest, table: Table, live: LiveTable) -> dict[str, Any]:
        """Return the export; the bots app adds the bots' decisions."""
        return export(table, live)

    def verify(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Reproduce the table from its seed and report whether the log agrees."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            rows = verify(table)
        except NotFinishedError as error:
            messages.warning(request, _("Not verified: %(why)s") % {"why": error})
            self.log_change(request, table, "Asked to verify: the game is not over")
        except VerificationError as difference:
            text = _("The log differs from what the seed gives: %(where)s")
            messages.error(request, text % {"where": difference})
            self.log_change(request, table, f"Verification failed: {difference}"[:500])
        else:
            text = _("Verified: %(rows)d rows reproduced from the seed.")
            messages.success(request, text % {"rows": rows})
            self.log_change(request, table, f"Verified: {rows} rows reproduced from the seed")
        return redirect(url(table, "now"))
