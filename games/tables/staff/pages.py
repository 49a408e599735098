"""Base of a table's staff pages: permissions, tabs, and the check before hidden information.

Invariant: every page checks its permission, and every page that shows hidden information calls
`require_reason` first. Templates get prepared texts, never log rows, states or seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.generic import RedirectView

from games.catalog import GAMES
from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from games.tables.eventlog.writer import writer
from games.tables.models import Inspection, Table
from games.tables.staff import access, forms
from games.tables.staff.changelist import TableList

FORMER_NAMES = {"open": "reason", "hand": "stand_in", "thoughts": "decisions", "mind": "analysis"}
"""Pages that had another address once, which still leads to them."""


@dataclass(frozen=True)
class Page:
    """One page of a table: what shows it, and the permission it asks for."""

    show: Callable[[HttpRequest, Table, LiveTable], HttpResponse]
    permission: str
    tab: str = ""
    """Its name among the tabs; empty if it is none."""


class TablePages(TableList):
    """The base of a table's pages: their addresses, their tabs, and the check of what is hidden."""

    # --- pages -----------------------------------------------------------------------------------

    def pages(self) -> dict[str, Page]:
        """List the pages by their addresses."""
        return {
            "reason": Page(self.ask_reason, "tables.view_table"),
        }

    def get_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        own = [
            path(f"<int:pk>/{name}/", wrap(self._page_view(name)), name=f"tables_table_{name}")
            for name in self.pages()
        ]
        former = [
            path(
                f"<int:pk>/{old}/",
                wrap(RedirectView.as_view(pattern_name=_route(new), query_string=True)),
            )
            for old, new in FORMER_NAMES.items()
            if new in self.pages()
        ]
        return own + former + super().get_urls()

    def _page_view(self, name: str) -> Callable[..., HttpResponse]:
        def enter(request: HttpRequest, pk: int) -> HttpResponse:
            page = self.pages()[name]
            if not self.has_view_permission(request) or not request.user.has_perm(page.permission):
                raise PermissionDenied
            table = get_object_or_404(Table.objects.select_related("host", "previous_table"), pk=pk)
            return page.show(request, table, live_table.catch_up(pk))

        return enter

    def change_view(self, request: HttpRequest, object_id: str, *_: Any, **__: Any) -> HttpResponse:
        """Send whoever follows a link of Django's own to the table's first page."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        table = self.get_object(request, unquote(object_id))
        if table is None:
            raise Http404
        return redirect(url(table, "now"))

    def render(
        self, request: HttpRequest, table: Table, live: LiveTable, name: str, **context: Any
    ) -> TemplateResponse:
        """Render one of the table's pages, with its tabs."""
        tabs = [
            {"name": key, "label": page.tab, "url": url(table, key)}
            for key, page in self.pages().items()
            if page.tab and request.user.has_perm(page.permission)
        ]
        game = GAMES[table.game].title
        shared_context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("%(game)s table %(code)s") % {"game": game, "code": table.code},
            "table": table,
            "needs_reason": access.needs_reason(live.info),
            "tabs": tabs,
            "current_tab": name,
        }
        return TemplateResponse(
            request, f"admin/tables/table/{name}.html", shared_context | context
        )

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return writer.do(lambda: super(TablePages, self).log_change(request, obj, message))

    # --- what is hidden --------------------------------------------------------------------------

    def hidden(self, live: LiveTable) -> dict[str, str]:
        """List what a reason can open at a table, each with its permission."""
        seats = [f"seat:{seat_info.seat}" for seat_info in live.info.seats]
        return dict.fromkeys([access.LOG, *seats], "tables.view_logentry")

    def require_reason(
        self, request: HttpRequest, table: Table, live: LiveTable, what: str
    ) -> HttpResponse | None:
        """Return a 403 page, a redirect to the "give a reason" form, or None if this staff member may
        see `what`.
        """
        if not access.needs_reason(live.info):
            return None
        if access.is_participant(request, table):
            return self.refuse(request, table, live)
        if access.has_reason(request, table, what):
            return None
        asked = urlencode({"what": what, "next": request.get_full_path()})
        return redirect(f"{url(table, 'reason')}?{asked}")

    def refuse(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Return the 403 page for staff who play at or watch the table."""
        response = self.render(request, table, live, "refused")
        response.status_code = 403
        return response

    def ask_reason(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Ask why something hidden is to be opened, and keep the answer."""
        what = request.GET.get("what", "")
        permission = self.hidden(live).get(what)
        if permission is None or not request.user.has_perm(permission):
            raise PermissionDenied
        if access.needs_reason(live.info) and access.is_participant(request, table):
            return self.refuse(request, table, live)
        next_url = request.GET.get("next", "")
        if not url_has_allowed_host_and_scheme(next_url, allowed_hosts=None):
            next_url = url(table, "now")
        if not access.needs_reason(live.info):
            return redirect(next_url)
        form = forms.Reason(request.POST or None)
        if request.method == "POST" and form.is_valid():
            self._grant(request, table, what, form.cleaned_data["reason"])
            return redirect(next_url)
        asked = access.describe_access(what, live.info)
        return self.render(request, table, live, "reason", form=form, asked=asked)

    def _grant(self, request: HttpRequest, table: Table, what: str, reason: str) -> None:
        Inspection.objects.create(table=table, user=request.user, what=what, reason=reason)
        self.log_change(request, table, f"Opened {what} while the game ran: {reason}")


def url(table: Table, name: str) -> str:
    """Return the address of one of a table's pages."""
    return reverse(_route(name), args=[table.pk])


def _route(name: str) -> str:
    return f"admin:tables_table_{name}"
