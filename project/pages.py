"""What each page loads: its style sheets and its script, in one file each where that saves requests.

Sources stay native modules and small sheets. `collectstatic` also writes, for every page of a table and every
game, one sheet and one module that hold all of them (`project.packs`); a page refers to those. A browser on
HTTP/1.1 fetches six files at a time, so seventy small ones take twelve round trips.

`{% load pages %}{% page_sheets "table" game %}{% page_script "table" game %}` belong into a page's head.
"""

from dataclasses import dataclass

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from project.importmap import vendor_file
from project.packs import graph, pack_name

register = template.Library()


@dataclass(frozen=True)
class Page:
    """Name a page's sheets, in the order of the cascade, and its module."""

    sheets: tuple[str, ...]
    script: str
    board: bool = False
    """Whether a game's board belongs to the page: its sheets and modules go into the page's files."""


GROUND = ("tokens", "base", "glass", "switches")
PAGES = {
    "table": Page((*GROUND, "shell", "panel", "room", "felt", "living"), "js/shell/table.js", True),
    "replay": Page(
        (*GROUND, "shell", "panel", "felt", "replay", "head"), "js/shell/replay.js", True
    ),
    "rules": Page((*GROUND, "home"), "js/shell/rules.js", True),
    "staff-board": Page(GROUND, "js/shell/staff-board.js", True),
    "home": Page((*GROUND, "home", "opening", "felt", "show"), "js/shell/home.js"),
    "plain": Page((*GROUND, "home"), "js/shell/plain.js"),
    "account": Page((*GROUND, "home", "account"), "js/shell/plain.js"),
    "profile": Page((*GROUND, "home", "account", "profile"), "js/shell/plain.js"),
}
BOARDS = {
    "nana": (
        "rules",
        "cards",
        "nana/seat",
        "nana/hand",
        "nana/table",
        "nana/teams",
        "nana/low",
        "nana/rules",
        "nana/head",
    ),
    "battleship": (
        "rules",
        "battleship/sea",
        "battleship/fleet",
        "battleship/weapons",
        "battleship/table",
        "battleship/wide",
        "battleship/laying",
        "battleship/effects",
        "battleship/head",
        "battleship/rules",
    ),
}


def sheets_of(page: str, game: str = "") -> list[str]:
    """List the static files of a page's sheets; of a board alone where the page is "board"."""
    names = PAGES[page].sheets if page in PAGES else ()
    return [f"css/{name}.css" for name in (*names, *BOARDS.get(game, ()))]


def sheet_packs() -> dict[str, list[str]]:
    """Name each sheet that collectstatic joins, and the sheets in it."""
    alone = {(page, ""): sheets_of(page) for page, one in PAGES.items() if not one.board}
    boards = {("board", game): sheets_of("board", game) for game in BOARDS}
    tables = {
        (page, game): sheets_of(page, game)
        for page, one in PAGES.items()
        if one.board
        for game in BOARDS
    }
    return {pack_name("css", *key): names for key, names in (alone | boards | tables).items()}


def script_packs() -> dict[str, tuple[str, str]]:
    """Name each module that collectstatic joins: its entry and its board."""
    return {
        pack_name("js", page, game): (one.script, f"js/boards/{game}.js")
        for page, one in PAGES.items()
        if one.board
        for game in BOARDS
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
