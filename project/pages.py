"""What each page loads: its style sheets and its script, in one file each where that saves requests.

Sources stay native modules and small sheets. `collectstatic` also writes, for every page of a table and every
game, one sheet and one module that hold all of them (`project.packs`); a page refers to those. A browser on
HTTP/1.1 fetches six files at a time, so seventy small ones take twelve round trips.

`{% load pages %}{% page_sheets "table" game %}{% page_script "table" game %}` belong into a page's head.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from project.importmap import vendor_file
from project.packs import graph, pack_name, resolve, source_of

register = template.Library()


@dataclass(frozen=True)
class Page:
    """Name a page's sheets, in the order of the cascade, and its module."""

    sheets: tuple[str, ...]
    script: str
    board: bool = False
    """Whether a game's board belongs to the page: its sheets and modules go into the page's files."""


COMMON_SHEETS = ("ui/tokens", "ui/base", "ui/dialog", "ui/settings")
PAGES = {
    "table": Page(
        (
            *COMMON_SHEETS,
            "table/table-page",
            "table/panel",
            "table/waiting-room",
            "table/felt",
            "table/notices-and-menu",
            "table/deals",
        ),
        "js/shell/pages/table.js",
        True,
    ),
    "replay": Page(
        (
            *COMMON_SHEETS,
            "table/table-page",
            "table/panel",
            "table/felt",
            "replay/page",
            "replay/scrubber",
            "replay/controls",
            "replay/history",
            "replay/analysis",
            "replay/small-screens",
            "replay/analysis-panel",
        ),
        "js/shell/pages/replay.js",
        True,
    ),
    "rules": Page((*COMMON_SHEETS, "home/home"), "js/shell/pages/rules.js", True),
    "staff-board": Page(COMMON_SHEETS, "js/shell/pages/staff-board.js", True),
    "home": Page(
        (*COMMON_SHEETS, "home/home", "home/games", "home/new-table", "table/felt", "home/demo"),
        "js/shell/pages/home.js",
    ),
    "lab": Page(
        (
            *COMMON_SHEETS,
            "home/home",
            "lab/layout",
            "lab/controls",
            "lab/grids",
            "lab/charts",
            "lab/views",
        ),
        "js/lab/turn.js",
    ),
    "static-page": Page((*COMMON_SHEETS, "home/home"), "js/shell/pages/static-page.js"),
    "account": Page(
        (*COMMON_SHEETS, "home/home", "account/account"), "js/shell/pages/static-page.js"
    ),
    "profile": Page(
        (*COMMON_SHEETS, "home/home", "account/account", "account/profile"),
        "js/shell/pages/static-page.js",
    ),
}
IMPORTED_SHEET = re.compile(r'@import url\("([^"]+)"\);')


def boards() -> list[str]:
    """List the games that have a board: a module in `js/boards`."""
    folders = (Path(folder) / "js" / "boards" for folder in settings.STATICFILES_DIRS)
    return sorted(path.stem for folder in folders for path in folder.glob("*.js"))


def board_sheets(game: str) -> list[str]:
    """List the static files of a board's sheets, in the order in which its `index.css` imports them."""
    index = f"css/{game}/index.css"
    return [resolve(index, address) for address in IMPORTED_SHEET.findall(source_of(index))]


def sheets_of(page: str, game: str = "") -> list[str]:
    """List the static files of a page's sheets; of a board alone where the page is "board"."""
    names = PAGES[page].sheets if page in PAGES else ()
    return [*(f"css/{name}.css" for name in names), *(board_sheets(game) if game else ())]


def sheet_packs() -> dict[str, list[str]]:
    """Name each sheet that collectstatic joins, and the sheets in it."""
    alone = {(page, ""): sheets_of(page) for page, one in PAGES.items() if not one.board}
    alone |= {("board", game): sheets_of("board", game) for game in boards()}
    tables = {
        (page, game): sheets_of(page, game)
        for page, one in PAGES.items()
        if one.board
        for game in boards()
    }
    return {pack_name("css", *key): names for key, names in (alone | tables).items()}


def script_packs() -> dict[str, tuple[str, str]]:
    """Name each module that collectstatic joins: its entry and its board."""
    return {
        pack_name("js", page, game): (one.script, f"js/boards/{game}.js")
        for page, one in PAGES.items()
        if one.board
        for game in boards()
    }


def is_packed(name: str) -> bool:
    return not settings.DEBUG and name in getattr(staticfiles_storage, "hashed_files", {})


@register.simple_tag
def page_sheets(page: str, game: str = "") -> SafeString:
    """Link a page's sheets: the one that collectstatic joined, or each of them in development."""
    packed = pack_name("css", page, game)
    names = [packed] if is_packed(packed) else sheets_of(page, game)
    addresses = ((staticfiles_storage.url(name),) for name in names)
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', addresses)


def modules_of(page: str, game: str = "") -> list[str]:
    """List every static file that a page's script consists of, the one to start first."""
    packed, entry = pack_name("js", page, game), PAGES[page].script
    own, libraries = graph(*([f"js/boards/{game}.js"] if game else []), entry)
    first = [packed] if is_packed(packed) else [entry, *(name for name in own if name != entry)]
    return [*first, *map(vendor_file, libraries)]


@register.simple_tag
def page_script(page: str, game: str = "") -> SafeString:
    """Start a page's module, and have the browser fetch all it imports in the same wave."""
    first, *others = [staticfiles_storage.url(name) for name in modules_of(page, game)]
    preloads = format_html_join(
        "\n  ", '<link rel="modulepreload" href="{}">', ((one,) for one in others)
    )
    return format_html('<script type="module" src="{}"></script>\n  {}', first, preloads)
